// SPDX-License-Identifier: Apache-2.0
// The names that configuration files give to one and the same number.
#pragma once
#include <span>
#include <string_view>

namespace headroom::scenarios::hf {

struct Alias {
  std::string_view field;  // our name
  std::span<const std::string_view> keys;
  double least = 1, largest = 0;
  std::string_view list_key = {};  // under this one a list means something else
};

// All of them, in the order in which they are looked for.
[[nodiscard]] std::span<const Alias> aliases();
// Throws Error(internal) for a field that the table does not have.
[[nodiscard]] const Alias& alias(std::string_view field);

}  // namespace headroom::scenarios::hf
