// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

namespace headroom {

// A data file compiled into a library by headroom_embed() of .cmake/headroom.cmake.
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

}  // namespace headroom
