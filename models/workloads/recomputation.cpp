// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/network.hpp"

namespace headroom::models {

const char* to_string(Recomputation r) {
  switch (r) {
    case Recomputation::none:
      return "none";
    case Recomputation::selective:
      return "selective";
    case Recomputation::full:
      break;
  }
  return "full";
}

const char* to_string(ContextExchange e) {
  switch (e) {
    case ContextExchange::ring:
      return "ring";
    case ContextExchange::all_gather:
      return "all-gather";
    case ContextExchange::all_to_all:
      break;
  }
  return "all-to-all";
}

ShardShape without_recomputation(ShardShape shape) {
  if (shape.recomputation == Recomputation::full) shape.recomputation = Recomputation::none;
  return shape;
}

}  // namespace headroom::models
