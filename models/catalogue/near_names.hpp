// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::models {

// The candidates that someone who typed `name` may have meant, nearest first, at most `limit`; empty when
// none is near. Case, '-', '_', '.' and blanks do not count; a candidate that begins with the name is near
// however long it is.
[[nodiscard]] std::vector<std::string> near_names(std::string_view name,
                                                  std::span<const std::string> candidates,
                                                  std::size_t limit = 4);

// The text of every "unknown name" error:  unknown accelerator "h100"; near: h100_sxm, h100_pcie, h100_nvl
[[nodiscard]] std::string unknown_name(std::string_view what, std::string_view name,
                                       std::span<const std::string> candidates);

}  // namespace headroom::models
