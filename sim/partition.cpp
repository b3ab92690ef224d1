// SPDX-License-Identifier: Apache-2.0
#include "sim/partition.hpp"

#include <numeric>
#include <utility>

namespace headroom::sim {

Partition::Partition(std::size_t members)
    : members_(members), position_(members), class_of_(members, 0), classes_{{0, members}} {
  std::iota(members_.begin(), members_.end(), 0U);
  std::iota(position_.begin(), position_.end(), 0U);
}

// The leavers change places with the members at the end of their class.
std::uint32_t Partition::split_off(std::span<const std::uint32_t> leavers) {
  const auto new_class = static_cast<std::uint32_t>(classes_.size());
  Class& old = classes_[class_of_[leavers.front()]];
  for (const std::uint32_t leaver : leavers) {
    const std::size_t last = old.first + --old.count;
    const std::uint32_t other = members_[last];
    std::swap(members_[position_[leaver]], members_[last]);
    position_[other] = std::exchange(position_[leaver], static_cast<std::uint32_t>(last));
    class_of_[leaver] = new_class;
  }
  classes_.push_back({old.first + old.count, leavers.size()});
  return new_class;
}

}  // namespace headroom::sim
