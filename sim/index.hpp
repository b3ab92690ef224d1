// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace headroom {

// A strong 32-bit index: what objects use to refer to each other instead of pointers. Tag only tells kinds
// apart.
template <class Tag>
struct Index {
  static constexpr std::uint32_t none_value = 0xffffffffU;
  std::uint32_t value = none_value;

  constexpr Index() = default;
  constexpr explicit Index(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  [[nodiscard]] constexpr bool is_none() const { return value == none_value; }
  constexpr auto operator<=>(const Index&) const = default;
};

}  // namespace headroom

template <class Tag>
struct std::hash<headroom::Index<Tag>> {
  std::size_t operator()(headroom::Index<Tag> i) const noexcept {
    return std::hash<std::uint32_t>{}(i.value);
  }
};
