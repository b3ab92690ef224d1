// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headroom::sim {

// A partition of the members 0 .. n-1 into classes that can only be split. The members of a class lie side by
// side.
class Partition {
 public:
  // One class.
  explicit Partition(std::size_t members);

  [[nodiscard]] std::size_t class_count() const { return classes_.size(); }
  [[nodiscard]] std::uint32_t class_of(std::uint32_t member) const { return class_of_[member]; }
  [[nodiscard]] std::size_t size(std::uint32_t of_class) const { return classes_[of_class].count; }
  [[nodiscard]] std::span<const std::uint32_t> members(std::uint32_t of_class) const {
    return std::span(members_).subspan(classes_[of_class].first, classes_[of_class].count);
  }

  // Makes a new class of the given members of one class, which must not be all of it. Returns the new class.
  std::uint32_t split_off(std::span<const std::uint32_t> leavers);

 private:
  struct Class {
    std::size_t first, count;
  };
  std::vector<std::uint32_t> members_, position_, class_of_;
  std::vector<Class> classes_;
};

}  // namespace headroom::sim
