// SPDX-License-Identifier: Apache-2.0
#include "sim/program.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/error.hpp"

namespace headroom::sim {

namespace {

void require(bool holds, const char* what, double found) {
  if (!holds) {
    throw bad_input(fmt::format("{}, found {}", what, found));
  }
}

template <class Id>
void require_known(Id id, std::size_t count, const char* kind) {
  if (id.value >= count) {
    throw internal(fmt::format("program: {} {} does not exist, there are {}", kind, id.value, count));
  }
}

}  // namespace

void Program::reserve(std::size_t operations, std::size_t dependencies) {
  operations_.reserve(operations);
  edges_.reserve(operations + dependencies);
}

ResourceId Program::add_resource(std::string name, double capacity) {
  if (!(capacity > 0) || !std::isfinite(capacity)) {
    throw bad_input(
        fmt::format("resource \"{}\": capacity must be finite and above 0, found {}", name, capacity));
  }
  resource_names_.push_back(std::move(name));
  capacities_.push_back(capacity);
  return ResourceId(capacities_.size() - 1);
}

StreamId Program::add_stream(std::string name) {
  stream_names_.push_back(std::move(name));
  stream_tails_.emplace_back();
  return StreamId(stream_names_.size() - 1);
}

WorkId Program::add_work(const Work& work) {
  require(work.latency_seconds >= 0 && std::isfinite(work.latency_seconds),
          "work: latency must be finite and at least 0 seconds", work.latency_seconds);
  require(work.amount >= 0 && std::isfinite(work.amount), "work: amount must be finite and at least 0",
          work.amount);
  require(work.rate_cap > 0, "work: rate cap must be above 0", work.rate_cap);
  require(work.share > 0 && std::isfinite(work.share), "work: share must be finite and above 0", work.share);
  StoredWork stored{work.latency_seconds, work.amount, work.rate_cap, work.share, 0, 0};
  store_demands(work.demands, stored);
  require(work.amount == 0 || stored.demand_count > 0 || std::isfinite(work.rate_cap),
          "work: without a demand the rate cap must be finite", work.rate_cap);
  works_.push_back(stored);
  return WorkId(works_.size() - 1);
}

// Sorted by resource, each resource once, none of 0.
void Program::store_demands(std::span<const Demand> demands, StoredWork& stored) {
  for (const Demand& demand : demands) {
    require_known(demand.resource, capacities_.size(), "resource");
    require(demand.per_unit >= 0 && std::isfinite(demand.per_unit),
            "work: what a unit demands must be finite and at least 0", demand.per_unit);
  }
  const auto first = static_cast<std::ptrdiff_t>(demands_.size());
  std::copy_if(demands.begin(), demands.end(), std::back_inserter(demands_),
               [](const Demand& demand) { return demand.per_unit > 0; });
  std::sort(demands_.begin() + first, demands_.end(), [](const Demand& a, const Demand& b) {
    return a.resource != b.resource ? a.resource < b.resource : a.per_unit < b.per_unit;
  });
  auto kept = demands_.begin() + first;
  for (auto next = kept; next != demands_.end(); ++next) {
    if (kept != demands_.begin() + first && std::prev(kept)->resource == next->resource) {
      std::prev(kept)->per_unit += next->per_unit;
    } else {
      *kept++ = *next;
    }
  }
  demands_.erase(kept, demands_.end());
  stored.first_demand = static_cast<std::uint32_t>(first);
  stored.demand_count = static_cast<std::uint32_t>(demands_.size()) - stored.first_demand;
}

LabelId Program::add_label(std::string_view text, std::uint8_t category) {
  const auto known = label_ids_.find(LabelView{category, text});
  if (known != label_ids_.end()) {
    return known->second;
  }
  const LabelId id(labels_.size());
  labels_.push_back({std::string(text), category});
  label_ids_.emplace(LabelKey{category, std::string(text)}, id);
  return id;
}

OperationId Program::append(WorkId work, LabelId label, std::uint32_t participants) {
  require_known(work, works_.size(), "work");
  require_known(label, labels_.size(), "label");
  operations_.push_back({work, label, StreamId{}, participants});
  return OperationId(operations_.size() - 1);
}

OperationId Program::add(StreamId stream, WorkId work, LabelId label) {
  require_known(stream, stream_names_.size(), "stream");
  const OperationId id = append(work, label, 0);
  enqueue(id, stream);
  return id;
}

OperationId Program::add_joint(WorkId work, LabelId label, std::uint32_t participants) {
  require(participants > 0, "joint operation: participants must be at least 1", participants);
  return append(work, label, participants);
}

void Program::enter(OperationId joint, StreamId stream) {
  require_known(joint, operations_.size(), "operation");
  require_known(stream, stream_names_.size(), "stream");
  Operation& operation = operations_[joint.value];
  if (operation.participants_missing == 0) {
    throw internal(fmt::format("program: \"{}\" has all its participants, stream \"{}\" cannot enter it too",
                               labels_[operation.label.value].text, stream_names_[stream.value]));
  }
  if (stream_tails_[stream.value] == joint) {
    throw internal(fmt::format("program: stream \"{}\" enters \"{}\" twice", stream_names_[stream.value],
                               labels_[operation.label.value].text));
  }
  --operation.participants_missing;
  enqueue(joint, stream);
}

void Program::enqueue(OperationId operation, StreamId stream) {
  Operation& record = operations_[operation.value];
  if (record.stream.is_none()) {
    record.stream = stream;
  } else {
    further_entries_.push_back({operation, stream});
  }
  OperationId& tail = stream_tails_[stream.value];
  if (!tail.is_none()) {
    edges_.push_back({tail, operation});
  }
  tail = operation;
}

void Program::after(OperationId operation, OperationId prerequisite) {
  require_known(operation, operations_.size(), "operation");
  require_known(prerequisite, operations_.size(), "operation");
  edges_.push_back({prerequisite, operation});
}

Work Program::work(WorkId id) const {
  const StoredWork& work = works_[id.value];
  return {work.latency_seconds, work.amount, work.rate_cap, work.share,
          std::span(demands_).subspan(work.first_demand, work.demand_count)};
}

}  // namespace headroom::sim
