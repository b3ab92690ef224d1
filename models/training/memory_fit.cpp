// SPDX-License-Identifier: Apache-2.0
// Which change of a layout makes it fit.
#include <fmt/format.h>

#include <functional>
#include <optional>
#include <vector>

#include "models/training/memory.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

struct Candidate {
  Layout layout;
  ShardShape shape;
  std::string words;  // of the changes so far
};

// Changes the candidate and says how; false when there is nothing to change.
using Change = std::function<bool(Candidate&)>;

void say(Candidate& c, const std::string& words) {
  if (!c.words.empty()) c.words += " and ";
  c.words += words;
}

bool split_sequence(Candidate& c) {
  if (c.layout.tensor == 1 || c.layout.sequence_parallel) return false;
  c.layout.sequence_parallel = true;
  say(c, "sequence parallelism");
  return true;
}

bool use_flash_attention(Candidate& c) {
  if (c.shape.flash_attention) return false;
  c.shape.flash_attention = true;
  say(c, "flash attention");
  return true;
}

Change zero_stage(int stage) {
  return [stage](Candidate& c) {
    if (c.layout.zero_stage >= stage || c.layout.replicas() == 1) return false;
    c.layout.zero_stage = stage;
    say(c, fmt::format("ZeRO stage {}", stage));
    return true;
  };
}

Change recompute(Recomputation r) {
  return [r](Candidate& c) {
    if (c.layout.recomputation >= r) return false;
    c.layout.recomputation = r;
    say(c, fmt::format("{} recomputation", to_string(r)));
    return true;
  };
}

Change divide_microbatch(int by) {
  return [by](Candidate& c) {
    c.layout.microbatch /= by;
    say(c, fmt::format("microbatch {}", c.layout.microbatch));
    return true;
  };
}

// Twice the tensor, context or pipeline width (or four times, ...), at the expense of data parallelism.
bool trade_data(Candidate& c, int by) {
  if (c.layout.data % by != 0) return false;
  c.layout.data /= by;
  return true;
}
Change widen_tensor(int by) {
  return [by](Candidate& c) {
    if (!trade_data(c, by)) return false;
    c.layout.tensor *= by;
    say(c, fmt::format("tensor width {} (data {})", c.layout.tensor, c.layout.data));
    return true;
  };
}
Change split_sequences(int by) {
  return [by](Candidate& c) {
    if (!trade_data(c, by)) return false;
    c.layout.context *= by;
    say(c, fmt::format("context width {} (data {})", c.layout.context, c.layout.data));
    return true;
  };
}
Change lengthen_pipeline(int by) {
  return [by](Candidate& c) {
    if (!trade_data(c, by)) return false;
    c.layout.pipeline *= by;
    c.layout.stage_layers.clear();
    say(c, fmt::format("pipeline {} (data {})", c.layout.pipeline, c.layout.data));
    return true;
  };
}

// In the order of what they cost in time: splitting what was kept whole is free or nearly so, smaller
// microbatches make smaller matrices, gathering weights and repeating work cost a known share, wider groups
// cost communication or bubbles.
std::vector<Change> changes_by_cost() {
  const int factors[] = {2, 4, 8, 16};
  std::vector<Change> changes = {split_sequence, use_flash_attention, zero_stage(1),
                                 recompute(Recomputation::selective), zero_stage(2)};
  for (const int by : factors) changes.push_back(divide_microbatch(by));
  changes.push_back(zero_stage(3));
  changes.push_back(recompute(Recomputation::full));
  for (const int by : factors) changes.push_back(widen_tensor(by));
  for (const int by : factors) changes.push_back(lengthen_pipeline(by));
  for (const int by : factors) changes.push_back(split_sequences(by));
  return changes;
}

class Search {
 public:
  Search(const Network& network, const StateBytes& states, int accelerators, double capacity_bytes,
         const MemoryReserves& reserves)
      : network_(network),
        states_(states),
        accelerators_(accelerators),
        capacity_bytes_(capacity_bytes),
        reserves_(reserves) {}

  // What was changed and the memory it needs then, if it is legal and fits.
  [[nodiscard]] std::optional<std::string> answer(Candidate c) const {
    try {
      check_layout(c.layout, network_, accelerators_);
    } catch (const Error&) {
      return std::nullopt;
    }
    c.shape.microbatch = c.layout.microbatch;
    c.shape.tensor = c.layout.tensor;
    c.shape.context = c.layout.context;
    c.shape.sequence_parallel = c.layout.sequence_parallel;
    c.shape.recomputation = c.layout.recomputation;
    const double bytes = peak_memory(network_, c.layout, c.shape, states_, reserves_).total_bytes;
    if (bytes > capacity_bytes_) return std::nullopt;
    constexpr double gib = 1073741824.0;
    return fmt::format("{}: {:.1f} GiB", c.words, bytes / gib);
  }

 private:
  const Network& network_;
  const StateBytes& states_;
  int accelerators_;
  double capacity_bytes_;
  const MemoryReserves& reserves_;
};

}  // namespace

std::string smallest_change_that_fits(const Network& network, const Layout& layout, const ShardShape& shape,
                                      const StateBytes& states, int accelerators, double capacity_bytes,
                                      const MemoryReserves& reserves) {
  const Search search(network, states, accelerators, capacity_bytes, reserves);
  const std::vector<Change> changes = changes_by_cost();
  for (const Change& change : changes) {
    Candidate c{layout, shape, ""};
    if (!change(c)) continue;
    if (const auto answer = search.answer(c)) return *answer;
  }
  for (std::size_t second = 1; second < changes.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      Candidate c{layout, shape, ""};
      if (!changes[first](c) || !changes[second](c)) continue;
      if (const auto answer = search.answer(c)) return *answer;
    }
  }
  return "";
}

}  // namespace headroom::models
