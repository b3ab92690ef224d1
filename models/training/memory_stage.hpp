// SPDX-License-Identifier: Apache-2.0
// What one pipeline stage holds, before it is named and summed. Private to memory*.cpp.
#pragma once
#include <vector>

#include "models/training/layout.hpp"

namespace headroom::models {

struct Footprint {
  double parameters = 0, activation_bytes = 0, working_bytes = 0, boundary_bytes = 0;
};

// Each class of layers once, for one shape: stages share it.
class Footprints {
 public:
  Footprints(const Network& network, const ShardShape& shape);
  [[nodiscard]] const Footprint& layer(int index) const;
  [[nodiscard]] const Footprint& first() const { return first_; }
  [[nodiscard]] const Footprint& last() const { return last_; }
  [[nodiscard]] double tied_parameters() const { return tied_parameters_; }

 private:
  std::vector<int> class_of_layer_;  // index into of_class_
  std::vector<Footprint> of_class_;
  Footprint first_, last_;
  double tied_parameters_;
};

struct StageFootprint {
  double parameters = 0;
  double largest_layer_parameters = 0;
  double gathered_parameters = 0;    // the largest two neighbours among its layers
  double activation_bytes = 0;       // of all microbatches in flight at the peak, without the head
  double working_bytes = 0;          // while a layer's backward runs: the layer that needs most
  double head_activation_bytes = 0;  // logits and loss of all microbatches in flight
  double head_working_bytes = 0;     // while the loss's backward runs
  double one_head_bytes = 0;         // of head_activation_bytes, freed before the layers' backward starts
  double boundary_bytes = 0;
};
[[nodiscard]] StageFootprint footprint_of_stage(const Footprints& footprints, const Network& network,
                                                const Layout& layout, int stage);

// The most that a stage keeps at once when one microbatch in chunk c keeps chunk_bytes[c]: the schedule is
// replayed. For equal chunks this is the closed form: min(p - stage, m) microbatches with 1F1B, m with GPipe,
// and on stage 0 (1 + (p - 1) / (p v)) of the layers of p microbatches when interleaved (arXiv:2205.05198,
// section 4.2.3).
[[nodiscard]] double peak_in_flight(const std::vector<double>& chunk_bytes, const Layout& layout, int stage);

}  // namespace headroom::models
