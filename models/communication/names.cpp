// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "models/communication/collective.hpp"

namespace headroom::models {

const char* to_string(Collective c) {
  static constexpr std::array names{"all_reduce", "all_gather", "reduce_scatter",
                                    "all_to_all", "broadcast",  "send_receive"};
  return names[static_cast<std::size_t>(c)];
}

const char* to_string(Algorithm a) {
  static constexpr std::array names{"automatic", "ring", "tree", "nvls", "pat", "direct"};
  return names[static_cast<std::size_t>(a)];
}

const char* to_string(Protocol p) {
  static constexpr std::array names{"automatic", "ll", "ll128", "simple"};
  return names[static_cast<std::size_t>(p)];
}

}  // namespace headroom::models
