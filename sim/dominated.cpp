// SPDX-License-Identifier: Apache-2.0
#include "sim/dominated.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace headroom::sim {

namespace {

// Parts that differ by less came about by other sums of the same numbers.
constexpr double rounding_tolerance = 1e-12;

struct Part {
  std::uint32_t work;
  double of_capacity;  // per unit of work
  bool operator==(const Part&) const = default;
};
using Column = std::vector<Part>;  // of one resource, by work

class Domination {
 public:
  Domination(const Program& program, const std::vector<ResourceId>& considered)
      : considered_(considered), columns_(program.resource_count()), dominated_(program.resource_count()) {
    std::vector<bool> is_considered(program.resource_count());
    for (const ResourceId id : considered) is_considered[id.value] = true;
    resources_of_work_.resize(program.work_count());
    for (std::size_t w = 0; w < program.work_count(); ++w) {
      const Work work = program.work(WorkId(w));
      if (work.amount == 0) continue;
      for (const Demand& demand : work.demands) {
        if (!is_considered[demand.resource.value]) continue;
        columns_[demand.resource.value].push_back(
            {static_cast<std::uint32_t>(w), demand.per_unit / program.capacity(demand.resource)});
        resources_of_work_[w].push_back(demand.resource);
      }
    }
  }

  std::vector<bool> find() {
    drop_equal_columns();
    for (auto& resources : resources_of_work_) {
      std::erase_if(resources, [this](ResourceId id) { return dominated_[id.value]; });
    }
    for (const ResourceId id : considered_) {
      dominated_[id.value] = dominated_[id.value] || is_dominated(id);
    }
    return dominated_;
  }

 private:
  // Sorting brings equal columns together: cheap, and it disposes of most.
  void drop_equal_columns() {
    const auto before = [](const Part& a, const Part& b) {
      return a.work != b.work ? a.work < b.work : a.of_capacity < b.of_capacity;
    };
    std::vector<ResourceId> sorted = considered_;
    std::sort(sorted.begin(), sorted.end(), [&](ResourceId a, ResourceId b) {
      const Column &x = columns_[a.value], &y = columns_[b.value];
      if (x == y) return a < b;
      return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(), before);
    });
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      dominated_[sorted[i].value] = columns_[sorted[i].value] == columns_[sorted[i - 1].value];
    }
  }

  // Whoever dominates the resource is demanded by each of its works: those of the least popular one are few.
  [[nodiscard]] bool is_dominated(ResourceId id) const {
    const Column& column = columns_[id.value];
    std::span<const ResourceId> candidates;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const Part& part : column) {
      if (resources_of_work_[part.work].size() < fewest) {
        candidates = resources_of_work_[part.work];
        fewest = candidates.size();
      }
    }
    return std::any_of(candidates.begin(), candidates.end(), [&](ResourceId other) {
      if (other == id || dominated_[other.value] || !covers(columns_[other.value], column)) return false;
      return other < id || !covers(column, columns_[other.value]);
    });
  }

  [[nodiscard]] static bool covers(const Column& larger, const Column& smaller) {
    auto part = larger.begin();
    for (const Part& needed : smaller) {
      while (part != larger.end() && part->work < needed.work) ++part;
      if (part == larger.end() || part->work != needed.work) return false;
      if (part->of_capacity < needed.of_capacity * (1 - rounding_tolerance)) return false;
    }
    return true;
  }

  const std::vector<ResourceId>& considered_;
  std::vector<Column> columns_;  // by resource
  std::vector<std::vector<ResourceId>> resources_of_work_;
  std::vector<bool> dominated_;
};

}  // namespace

std::vector<bool> dominated_resources(const Program& program, const std::vector<ResourceId>& considered) {
  return Domination(program, considered).find();
}

}  // namespace headroom::sim
