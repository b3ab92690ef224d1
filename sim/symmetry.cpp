// SPDX-License-Identifier: Apache-2.0
#include "sim/symmetry.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "sim/partition.hpp"

namespace headroom::sim {

namespace {

using Member = std::uint32_t;  // activities first, then resources

struct Neighbour {
  Member member;
  std::uint32_t kind;  // equal per_unit, equal kind
};

bool smaller_kind(const Neighbour& a, const Neighbour& b) {
  return a.kind < b.kind;
}
bool equal_kind(const Neighbour& a, const Neighbour& b) {
  return a.kind == b.kind;
}

// How one member stands to the class by which others are split: its demands there, sorted by kind.
struct Signature {
  Member member;
  std::uint32_t its_class;
  std::span<const Neighbour> demands;

  bool operator<(const Signature& other) const {
    return its_class != other.its_class
               ? its_class < other.its_class
               : std::lexicographical_compare(demands.begin(), demands.end(), other.demands.begin(),
                                              other.demands.end(), smaller_kind);
  }
  [[nodiscard]] bool same_part(const Signature& other) const {
    return its_class == other.its_class &&
           std::equal(demands.begin(), demands.end(), other.demands.begin(), other.demands.end(), equal_kind);
  }
};

class Refinement {
 public:
  explicit Refinement(const Sharing& sharing)
      : sharing_(sharing),
        neighbours_(sharing.activities.size() + sharing.capacities.size()),
        partition_(neighbours_.size()),
        waits_(neighbours_.size()) {
    connect();
    if (!neighbours_.empty()) {
      split_by_attributes();
    }
  }

  Partition result() {
    while (!splitters_.empty()) {
      const std::uint32_t splitter = splitters_.back();
      splitters_.pop_back();
      waits_[splitter] = false;
      split_by(splitter);
    }
    return std::move(partition_);
  }

 private:
  [[nodiscard]] Member member(ResourceId resource) const {
    return static_cast<Member>(sharing_.activities.size()) + resource.value;
  }

  void connect() {
    std::map<double, std::uint32_t> kinds;
    for (Member a = 0; a < sharing_.activities.size(); ++a) {
      for (const Demand& demand : sharing_.activities[a].demands) {
        const auto kind =
            kinds.emplace(demand.per_unit, static_cast<std::uint32_t>(kinds.size())).first->second;
        neighbours_[a].push_back({member(demand.resource), kind});
        neighbours_[member(demand.resource)].push_back({a, kind});
      }
    }
  }

  void split_by_attributes() {
    std::map<std::tuple<bool, double, double, double>, std::vector<Member>> groups;
    for (Member a = 0; a < sharing_.activities.size(); ++a) {
      const Sharing::Activity& activity = sharing_.activities[a];
      groups[{false, activity.amount, activity.share, activity.rate_cap}].push_back(a);
    }
    for (std::size_t r = 0; r < sharing_.capacities.size(); ++r) {
      groups[{true, sharing_.capacities[r], 0, 0}].push_back(member(ResourceId(r)));
    }
    wait(0);
    for (auto group = std::next(groups.begin()); group != groups.end(); ++group) {
      wait(partition_.split_off(group->second));
    }
  }

  void wait(std::uint32_t splitter) {
    if (!waits_[splitter]) {
      waits_[splitter] = true;
      splitters_.push_back(splitter);
    }
  }

  // Everything that has to do with the splitter, sorted by member and kind.
  [[nodiscard]] std::vector<Neighbour> neighbours_of(std::uint32_t splitter) const {
    std::vector<Neighbour> met;
    for (const Member m : partition_.members(splitter)) {
      met.insert(met.end(), neighbours_[m].begin(), neighbours_[m].end());
    }
    std::sort(met.begin(), met.end(), [](const Neighbour& a, const Neighbour& b) {
      return std::tie(a.member, a.kind) < std::tie(b.member, b.kind);
    });
    return met;
  }

  // Those of a class side by side, and among them those with the same signature.
  [[nodiscard]] std::vector<Signature> signatures(std::span<const Neighbour> met) const {
    std::vector<Signature> result;
    for (std::size_t begin = 0, end = 0; begin < met.size(); begin = end) {
      const Member member = met[begin].member;
      while (end < met.size() && met[end].member == member) {
        ++end;
      }
      result.push_back({member, partition_.class_of(member), met.subspan(begin, end - begin)});
    }
    std::stable_sort(result.begin(), result.end());
    return result;
  }

  void split_by(std::uint32_t splitter) {
    const std::vector<Neighbour> met = neighbours_of(splitter);
    const std::vector<Signature> all = signatures(met);
    for (auto begin = all.begin(); begin != all.end();) {
      const auto end =
          std::find_if(begin, all.end(), [&](const Signature& s) { return s.its_class != begin->its_class; });
      split_class({begin, end});
      begin = end;
    }
  }

  // Those of a class that have to do with the splitter, into parts of equal signature. What has nothing to do
  // with it (or else the first part) remains the class.
  void split_class(std::span<const Signature> touched) {
    const std::uint32_t old = touched.front().its_class;
    std::vector<std::uint32_t> parts{old};
    bool first_stays = touched.size() == partition_.size(old);
    for (std::size_t begin = 0; begin < touched.size();) {
      std::vector<Member> part;
      std::size_t end = begin;
      for (; end < touched.size() && touched[end].same_part(touched[begin]); ++end) {
        part.push_back(touched[end].member);
      }
      begin = end;
      if (!std::exchange(first_stays, false)) {
        parts.push_back(partition_.split_off(part));
      }
    }
    wait_for_all_but_largest(parts);
  }

  // Splitting by all parts but one of a class by which was split already splits by that one too. If the class
  // itself still waits, all its parts must.
  void wait_for_all_but_largest(const std::vector<std::uint32_t>& parts) {
    const auto largest = *std::max_element(parts.begin(), parts.end(), [&](std::uint32_t a, std::uint32_t b) {
      return partition_.size(a) < partition_.size(b);
    });
    const bool all = waits_[parts.front()];
    for (const std::uint32_t part : parts) {
      if (all || part != largest) {
        wait(part);
      }
    }
  }

  const Sharing& sharing_;
  std::vector<std::vector<Neighbour>> neighbours_;
  Partition partition_;
  std::vector<std::uint32_t> splitters_;
  std::vector<bool> waits_;  // by class; there are at most as many as members
};

// Numbers the classes of the members [begin, end) in the order of their first members.
std::vector<std::uint32_t> numbered(const Partition& partition, std::size_t begin, std::size_t end,
                                    std::vector<std::uint32_t>& sizes) {
  constexpr std::uint32_t unnumbered = 0xffffffffU;
  std::vector<std::uint32_t> number_of(partition.class_count(), unnumbered), result;
  for (auto m = static_cast<Member>(begin); m < end; ++m) {
    std::uint32_t& number = number_of[partition.class_of(m)];
    if (number == unnumbered) {
      number = static_cast<std::uint32_t>(sizes.size());
      sizes.push_back(0);
    }
    ++sizes[number];
    result.push_back(number);
  }
  return result;
}

// What all activities of a class take of one resource of a class is what they take of all of them, divided by
// their number: the same for each, by equitability.
void add_quotient(const Sharing& sharing, Folding& folding) {
  Sharing& quotient = folding.quotient;
  for (std::size_t r = 0; r < sharing.capacities.size(); ++r) {
    if (folding.class_of_resource[r] == quotient.capacities.size()) {
      quotient.capacities.push_back(sharing.capacities[r]);
    }
  }
  for (std::size_t a = 0; a < sharing.activities.size(); ++a) {
    if (folding.class_of_activity[a] != quotient.activities.size()) {
      continue;
    }
    Sharing::Activity activity = sharing.activities[a];
    std::map<std::uint32_t, double> per_unit_of;
    for (const Demand& demand : activity.demands) {
      per_unit_of[folding.class_of_resource[demand.resource.value]] += demand.per_unit;
    }
    activity.demands.clear();
    const double members = folding.activities_in_class[quotient.activities.size()];
    for (const auto& [resource, per_unit] : per_unit_of) {
      activity.demands.push_back(
          {ResourceId(resource), per_unit * members / folding.resources_in_class[resource]});
    }
    quotient.activities.push_back(std::move(activity));
  }
}

}  // namespace

Folding fold(const Sharing& sharing) {
  const Partition partition = Refinement(sharing).result();
  const std::size_t activities = sharing.activities.size();
  Folding folding;
  folding.class_of_activity = numbered(partition, 0, activities, folding.activities_in_class);
  folding.class_of_resource =
      numbered(partition, activities, activities + sharing.capacities.size(), folding.resources_in_class);
  add_quotient(sharing, folding);
  return folding;
}

}  // namespace headroom::sim
