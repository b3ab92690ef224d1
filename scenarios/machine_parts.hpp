// SPDX-License-Identifier: Apache-2.0
// The parts of a machine that can be made better, and a training question simulated again with some that are.
#pragma once
#include <cstdint>
#include <span>

#include "models/economics/cost_report.hpp"
#include "models/training/step.hpp"
#include "scenarios/scenario.hpp"

namespace headroom::scenarios {

enum class MachinePart : std::uint8_t { arithmetic, memory, scale_up, pcie, network, latency, input, host };
inline constexpr MachinePart all_parts[] = {
    MachinePart::arithmetic, MachinePart::memory,  MachinePart::scale_up, MachinePart::pcie,
    MachinePart::network,    MachinePart::latency, MachinePart::input,    MachinePart::host};
[[nodiscard]] const char* name_of(MachinePart part);
// As what a part is bought, and thus how its price is come by; empty: it is not sold.
[[nodiscard]] std::span<const models::CostKind> bought_as(MachinePart part);

// The same question again, with a change: folded where that can be, and never by messages, so that all
// changes are judged against the same simulation whatever fidelity the answer itself has.
class Resimulation {
 public:
  Resimulation(const Scenario& scenario, const TrainingWorkload& workload)
      : scenario_(scenario), workload_(workload) {}

  // Every rank of a large job with slow accelerators is simulated once, not once more for every change.
  [[nodiscard]] bool is_cheap() const;
  [[nodiscard]] models::TrainingStep as_it_is() const;
  // MachineParts `factor` times as fast (their latencies as short).
  [[nodiscard]] models::TrainingStep with(std::span<const MachinePart> parts, double factor) const;
  // As if memory was no limit and nothing had to be recomputed.
  [[nodiscard]] models::TrainingStep without_recomputation() const;
  [[nodiscard]] models::TrainingStep without_slow_accelerators() const;

 private:
  const Scenario& scenario_;
  const TrainingWorkload& workload_;
};

}  // namespace headroom::scenarios
