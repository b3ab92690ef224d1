// SPDX-License-Identifier: Apache-2.0
// What one pipeline stage holds, before it is named and summed. Private to memory*.cpp.
#pragma once
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "models/training/memory.hpp"

namespace headroom::models {

struct Footprint {
  double parameters = 0, expert_parameters = 0, frozen_bytes = 0, table_bytes = 0;
  double activation_bytes = 0, working_bytes = 0, boundary_bytes = 0;
};

// Each class of layers once, for one shape: stages share it. With full recomputation also as layers that are
// left out of it.
class Footprints {
 public:
  Footprints(const Network& network, const ShardShape& shape);
  [[nodiscard]] const Footprint& layer(int index, bool recomputed) const;
  [[nodiscard]] const Footprint& first() const { return first_; }
  [[nodiscard]] const Footprint& last() const { return last_; }
  [[nodiscard]] double tied_parameters() const { return tied_parameters_; }
  [[nodiscard]] double tied_frozen_bytes() const { return tied_frozen_bytes_; }

 private:
  std::vector<int> class_of_layer_;  // index into of_class_
  std::vector<Footprint> of_class_, kept_of_class_;
  Footprint first_, last_;
  double tied_parameters_, tied_frozen_bytes_;
};

struct StageFootprint {
  double parameters = 0;
  double expert_parameters = 0;         // of experts that are replicated apart (Layout::experts_apart)
  double largest_layer_parameters = 0;  // experts included
  double gathered_parameters = 0;       // the largest two neighbours among its layers
  double frozen_bytes = 0;              // of weights that are not trained
  double table_bytes = 0;               // of embedding tables
  double gathered_frozen_bytes = 0;     // likewise of the largest two neighbours
  double activation_bytes = 0;          // of all microbatches in flight at the peak, without the head
  double working_bytes = 0;             // while a layer's backward runs: the layer that needs most
  double head_activation_bytes = 0;     // logits and loss of all microbatches in flight
  double head_working_bytes = 0;        // while the loss's backward runs
  double one_head_bytes = 0;            // of head_activation_bytes, freed before the layers' backward starts
  double boundary_bytes = 0;
};

// How many microbatches of each chunk a stage keeps at the moments at which it may keep most.
using Kept = std::vector<std::vector<int>>;
// Replays the schedule of each kind of layout and stage once.
class KeptMicrobatches {
 public:
  [[nodiscard]] const Kept& of(const Layout& layout, int stage);

 private:
  using Key = std::tuple<Schedule, int, int, int, int>;
  std::map<Key, Kept> known_;
};

// `layers`: of each stage and chunk, as layers_of_stages.
[[nodiscard]] StageFootprint footprint_of_stage(const Footprints& footprints, const std::vector<int>& layers,
                                                const Layout& layout, int stage, KeptMicrobatches& kept);

// The most that a stage keeps at once when one microbatch in chunk c keeps chunk_bytes[c]. For equal chunks
// this is the closed form: min(p - stage, m) microbatches with 1F1B, m with GPipe, and on stage 0 (1 + (p -
// 1) / (p v)) of the layers of p microbatches when interleaved (arXiv:2205.05198, section 4.2.3).
[[nodiscard]] double peak_in_flight(const std::vector<double>& chunk_bytes, const Kept& kept);

// The peak of one stage, in bytes: the parts of what MemoryEstimate names.
struct StageBytes {
  TrainingStates states;  // gathered weights include those that are not trained
  double frozen;          // weights that are not trained
  double tables;          // embedding tables and the states of their optimiser
  bool loss_is_peak;      // logits are live at the peak, not recomputed activations
  double activations, recomputed, head, optimiser_temporaries, communication;
  double host;                   // in host memory, not of the device
  double reserve, step_reserve;  // in forward and backward, and in the optimiser's step
  [[nodiscard]] double forward_backward() const;
  [[nodiscard]] double optimiser_step() const;
  [[nodiscard]] double peak() const { return std::max(forward_backward(), optimiser_step()); }
};
[[nodiscard]] StageBytes bytes_of_stage(const Layout& layout, const StageFootprint& stage,
                                        const StateBytes& states, const MemoryReserves& reserves);

struct PeakMemory {
  int stage = 0;
  double bytes = 0, host_bytes = 0;
  [[nodiscard]] bool fits(const MemoryCapacity& capacity) const {
    return bytes <= capacity.device_bytes && host_bytes <= capacity.host_bytes;
  }
};
// Of the stage that needs most of the device; the most of host memory that any needs.
[[nodiscard]] PeakMemory peak_bytes(const Footprints& footprints, const std::vector<int>& layers,
                                    const Layout& layout, const StateBytes& states, KeptMicrobatches& kept,
                                    const MemoryReserves& reserves = {});

// Whether no stage needs more: the answer of peak_bytes, sooner where one does.
[[nodiscard]] bool fits_into(const MemoryCapacity& capacity, const Footprints& footprints,
                             const std::vector<int>& layers, const Layout& layout, const StateBytes& states,
                             KeptMicrobatches& kept, const MemoryReserves& reserves = {});

}  // namespace headroom::models
