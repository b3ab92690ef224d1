// SPDX-License-Identifier: Apache-2.0
#include "models/training/memory.hpp"

namespace headroom::models {

StateBytes sgd_with_momentum(Precision p) {
  const double fp32 = bytes_of(Precision::fp32);
  if (bytes_of(p) == fp32) return {.weight = fp32, .gradient = fp32, .master = 0, .moments = fp32};
  return {.weight = 2, .gradient = fp32, .master = fp32, .moments = fp32};
}

TrainingStates training_states(double parameters, double gathered_parameters, int zero_stage, int group,
                               const StateBytes& states) {
  const auto split_from = [&](int stage) { return zero_stage >= stage ? parameters / group : parameters; };
  const bool gathers = zero_stage == 3 && group > 1;
  return {.weights = states.weight * split_from(3),
          .gradients = states.gradient * split_from(2),
          .optimiser = (states.master + states.moments) * split_from(1),
          .gathered = gathers ? states.weight * gathered_parameters : 0};
}

void TrainingStates::add(const TrainingStates& other) {
  weights += other.weights;
  gradients += other.gradients;
  optimiser += other.optimiser;
  gathered += other.gathered;
}

}  // namespace headroom::models
