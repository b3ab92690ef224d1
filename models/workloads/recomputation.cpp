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

}  // namespace headroom::models
