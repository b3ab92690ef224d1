// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "scenarios/machine_parts.hpp"
#include "scenarios/simulate_parts.hpp"

namespace headroom::scenarios {
namespace {

constexpr double worth_telling = 1e-3;   // of the step: smaller gains are not listed
constexpr double without_limit = 1'000;  // times as fast: what is left is latency of the software

constexpr MachinePart network[] = {MachinePart::network, MachinePart::pcie};
constexpr MachinePart scale_up[] = {MachinePart::scale_up};
constexpr MachinePart input[] = {MachinePart::input};
constexpr struct {
  const char* name;
  std::span<const MachinePart> parts;
} perfect_parts[] = {
    {"perfect network: NICs, PCIe and fabric without limit", network},
    {"scale-up links without limit", scale_up},
    {"storage and host decode without limit", input},
};

void add_perfect_parts(const Resimulation& again, double answered_over_simulated, Answer& answer) {
  for (const auto& perfect : perfect_parts)
    answer.improvements.push_back(
        {perfect.name, again.with(perfect.parts, without_limit).step_seconds * answered_over_simulated});
}

// Also how much of the computing it is.
void add_no_recomputation(const Resimulation& again, double answered_over_simulated, Answer& answer) {
  const models::TrainingStep kept = again.without_recomputation();
  answer.improvements.push_back(
      {"no recomputation, were there memory", kept.step_seconds * answered_over_simulated});
  answer.quantities["recomputation_seconds"] =
      std::max(0.0, answer.training->breakdown.compute - kept.breakdown.compute * answered_over_simulated);
}

// What the answer itself says of the parts of its step.
void add_hidden_parts(const models::TrainingStep& step, std::vector<Improvement>& improvements) {
  const models::Breakdown& b = step.breakdown;
  const double all =
      b.exposed_data + b.exposed_tensor + b.exposed_expert + b.exposed_context + b.exposed_pipeline;
  const bool of_one_kind =
      all == std::max({b.exposed_data, b.exposed_tensor, b.exposed_expert, b.exposed_context});
  const std::pair<const char*, double> hidden[] = {
      {"perfect overlap of data-parallel communication", b.exposed_data},
      {"perfect overlap of tensor-parallel communication", b.exposed_tensor},
      {"perfect overlap of expert-parallel communication", b.exposed_expert},
      {"perfect overlap of context-parallel communication", b.exposed_context},
      {"perfect overlap of all communication", of_one_kind ? 0 : all},
      {"no pipeline bubble", b.bubble},
      {"no launch overhead", b.host},
  };
  for (const auto& [name, seconds] : hidden) improvements.push_back({name, step.step_seconds - seconds});
}

}  // namespace

void add_improvements(Answer& answer) {
  const auto& workload = std::get<TrainingWorkload>(answer.scenario.workload);
  const models::TrainingStep& step = *answer.training;
  const Resimulation again(answer.scenario, workload);
  if (again.is_cheap()) {
    const double ratio = step.step_seconds / again.as_it_is().step_seconds;
    add_perfect_parts(again, ratio, answer);
    if (workload.layout.recomputation != models::Recomputation::none)
      add_no_recomputation(again, ratio, answer);
  }
  if (answer.scenario.cluster.slow.any())
    answer.improvements.push_back(
        {"all accelerators at full speed", again.without_slow_accelerators().step_seconds});
  add_hidden_parts(step, answer.improvements);
  std::erase_if(answer.improvements, [&](const Improvement& improvement) {
    return improvement.step_seconds > (1 - worth_telling) * step.step_seconds;
  });
  std::stable_sort(
      answer.improvements.begin(), answer.improvements.end(),
      [](const Improvement& a, const Improvement& b) { return a.step_seconds < b.step_seconds; });
}

}  // namespace headroom::scenarios
