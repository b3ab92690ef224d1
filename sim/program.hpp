// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/index.hpp"

namespace headroom::sim {

using ResourceId = Index<struct ResourceTag>;
using StreamId = Index<struct StreamTag>;
using WorkId = Index<struct WorkTag>;
using LabelId = Index<struct LabelTag>;
using OperationId = Index<struct OperationTag>;

// One unit of an activity's work takes `per_unit` units of the resource's capacity.
struct Demand {
  ResourceId resource;
  double per_unit;
};

// What an operation does. First `latency_seconds` pass in which nothing is shared; then `amount` units of
// work are done at a rate that is shared out by weighted max-min fairness (see max_min.hpp) over the demanded
// resources and never exceeds `rate_cap`. amount = 0: a pure delay.
struct Work {
  double latency_seconds = 0;
  double amount = 0;
  double rate_cap = std::numeric_limits<double>::infinity();  // units of work per second
  double share = 1;                                           // weight in the max-min sharing, > 0
  std::span<const Demand> demands = {};                       // copied by add_work()
};

// What a set of ranks does: operations on streams (as CUDA streams: one after the other in the order of
// enqueueing) with dependencies between them (as CUDA events). A joint operation (a collective, a send with
// its receive) stands on several streams; it starts when every participant has reached it.
//
// Usage: add resources, streams, works and labels; then operations in each stream's order. A Program is built
// once and can be run many times; running does not change it.
class Program {
 public:
  // Optional: how much is to come.
  void reserve(std::size_t operations, std::size_t dependencies);

  // `capacity` in units per second, > 0.
  ResourceId add_resource(std::string name, double capacity);
  StreamId add_stream(std::string name);
  // Operations that do the same work share one record: add it once. Demands on the same resource are added
  // up.
  WorkId add_work(const Work& work);
  // `category` means something only to the caller (it comes back in the timeline). Equal labels get equal
  // ids.
  LabelId add_label(std::string_view text, std::uint8_t category);

  // Enqueues an operation on one stream.
  OperationId add(StreamId stream, WorkId work, LabelId label);
  // A joint operation that `participants` streams must enter before it can start.
  OperationId add_joint(WorkId work, LabelId label, std::uint32_t participants);
  // Enqueues the joint operation on this stream. Each stream enters it at most once.
  void enter(OperationId joint, StreamId stream);
  // `operation` starts only after `prerequisite` has ended.
  void after(OperationId operation, OperationId prerequisite);

  [[nodiscard]] std::size_t operation_count() const { return operations_.size(); }
  [[nodiscard]] std::size_t resource_count() const { return capacities_.size(); }
  [[nodiscard]] std::size_t stream_count() const { return stream_names_.size(); }
  [[nodiscard]] std::size_t work_count() const { return works_.size(); }

  struct Operation {
    WorkId work;
    LabelId label;
    StreamId stream;  // the first stream it stands on; none for a joint operation that nobody entered yet
    std::uint32_t participants_missing;
  };
  struct Label {
    std::string text;
    std::uint8_t category;
  };
  [[nodiscard]] const Operation& operation(OperationId id) const { return operations_[id.value]; }
  [[nodiscard]] const Label& label(LabelId id) const { return labels_[id.value]; }
  [[nodiscard]] const std::string& stream_name(StreamId id) const { return stream_names_[id.value]; }
  [[nodiscard]] const std::string& resource_name(ResourceId id) const { return resource_names_[id.value]; }
  [[nodiscard]] double capacity(ResourceId id) const { return capacities_[id.value]; }
  // The demands of the returned Work point into this Program.
  [[nodiscard]] Work work(WorkId id) const;

  // What was enqueued last on the stream; none when it is empty.
  [[nodiscard]] OperationId last_operation(StreamId id) const { return stream_tails_[id.value]; }

  // Dependencies as pairs (prerequisite, operation), those between neighbours on a stream included.
  struct Edge {
    OperationId prerequisite, operation;
  };
  [[nodiscard]] std::span<const Edge> edges() const { return edges_; }
  // Which streams a joint operation stands on beyond the first.
  struct Entry {
    OperationId operation;
    StreamId stream;
  };
  [[nodiscard]] std::span<const Entry> further_entries() const { return further_entries_; }

 private:
  struct StoredWork {
    double latency_seconds, amount, rate_cap, share;
    std::uint32_t first_demand, demand_count;
  };
  struct LabelKey {
    std::uint8_t category;
    std::string text;
    bool operator==(const LabelKey&) const = default;
  };
  struct LabelView {
    std::uint8_t category;
    std::string_view text;
  };
  struct LabelHash {
    using is_transparent = void;
    std::size_t operator()(const LabelView& label) const {
      return std::hash<std::string_view>{}(label.text) + label.category;
    }
    std::size_t operator()(const LabelKey& label) const {
      return (*this)(LabelView{label.category, label.text});
    }
  };
  struct LabelEqual {
    using is_transparent = void;
    bool operator()(const LabelKey& a, const LabelKey& b) const { return a == b; }
    bool operator()(const LabelView& a, const LabelKey& b) const {
      return a.category == b.category && a.text == b.text;
    }
  };

  OperationId append(WorkId work, LabelId label, std::uint32_t participants);
  void enqueue(OperationId operation, StreamId stream);
  void store_demands(std::span<const Demand> demands, StoredWork& stored);

  std::vector<std::string> resource_names_, stream_names_;
  std::vector<double> capacities_;
  std::vector<OperationId> stream_tails_;
  std::vector<StoredWork> works_;
  std::vector<Demand> demands_;
  std::vector<Label> labels_;
  std::unordered_map<LabelKey, LabelId, LabelHash, LabelEqual> label_ids_;
  std::vector<Operation> operations_;
  std::vector<Edge> edges_;
  std::vector<Entry> further_entries_;
};

}  // namespace headroom::sim
