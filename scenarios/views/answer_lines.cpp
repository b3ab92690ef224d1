// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/answer_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/catalogue/units.hpp"
#include "scenarios/views/quantity_text.hpp"

namespace headroom::scenarios {
namespace {

using models::print_count;

Line cluster_line(const ClusterChoice& cluster) {
  const int each = cluster.server.accelerators;
  std::string text = fmt::format("{} x {} with {} x {} each", print_count(cluster.servers),
                                 cluster.server.name, each, cluster.accelerator.name);
  if (cluster.servers == 1)
    text = fmt::format("{} with {} x {}", cluster.server.name, each, cluster.accelerator.name);
  if (cluster.slow.any())
    text += fmt::format(", {} of them at {} of their speed",
                        print_count(static_cast<double>(cluster.slow.ranks.size())),
                        print_percent(cluster.slow.speed));
  return {"Cluster", text, cluster.fabric_name};
}

Line layout_line(const models::Layout& layout) {
  const std::string context = layout.context > 1 ? fmt::format(" x CP {}", layout.context) : "";
  std::string text =
      fmt::format("TP {}{} x PP {} x DP {}", layout.tensor, context, layout.pipeline, layout.data);
  if (layout.context > 1) text += fmt::format(" ({} of keys and values)", to_string(layout.context_exchange));
  if (layout.expert > 1) text += fmt::format(" (EP {})", layout.expert);
  if (layout.sequence_parallel) text += ", sequence parallel";
  if (layout.pipeline > 1) text += fmt::format(", {}", to_string(layout.schedule));
  if (layout.virtual_stages > 1) text += fmt::format(" with {} virtual stages", layout.virtual_stages);
  if (layout.zero_stage > 0) text += fmt::format(", ZeRO {}", layout.zero_stage);
  if (layout.offload != models::Offload::none)
    text += fmt::format(", {} in host memory", to_string(layout.offload));
  if (layout.recomputation != models::Recomputation::none) {
    text += fmt::format(", {} recomputation", to_string(layout.recomputation));
    if (layout.recomputed_layers >= 0) text += fmt::format(" of {} layers a stage", layout.recomputed_layers);
  }
  return {"Layout", text,
          fmt::format("microbatch {}, global batch {}", print_count(layout.microbatch),
                      print_count(layout.global_batch))};
}

void training_setup(const TrainingWorkload& workload, std::vector<Line>& lines) {
  const models::Network& network = *workload.network;
  lines.push_back(
      {"Model",
       fmt::format("{}: {} parameters, {}", network.name(), print_count(network.parameters()),
                   to_string(workload.precision)),
       network.units_per_sample() > 1
           ? fmt::format("{} {} a sample", print_count(network.units_per_sample()), network.unit_name())
           : ""});
  lines.push_back(layout_line(workload.layout));
}

void collective_setup(const CollectiveWorkload& workload, std::vector<Line>& lines) {
  std::string ranks = workload.ranks == 0 ? "all accelerators" : print_count(workload.ranks) + " ranks";
  if (workload.rank_stride != 1) ranks += fmt::format(", in strides of {}", workload.rank_stride);
  lines.push_back({"Collective", fmt::format("{} over {}", to_string(workload.operation), ranks), ""});
}

// Lines of figures that this answer has.
class Figures {
 public:
  explicit Figures(const Answer& answer) : answer_(answer) {}

  void add(std::string label, std::string_view name, std::string note = "") {
    const auto found = answer_.quantities.find(std::string(name));
    if (found == answer_.quantities.end()) return;
    lines.push_back({std::move(label), print_quantity(name, found->second), std::move(note)});
  }
  void add_interval() {
    if (!answer_.interval) return;
    const AnswerInterval& interval = *answer_.interval;
    lines.push_back({fmt::format("{:.0f} % interval", 100 * interval.share),
                     fmt::format("{} to {}", models::print_seconds(interval.low_seconds),
                                 models::print_seconds(interval.high_seconds)),
                     interval.basis});
  }
  // "345.4 tokens/s"
  void add_rate(std::string label, const std::string& name, const std::string& unit) {
    const auto found = answer_.quantities.find(name);
    if (found == answer_.quantities.end()) return;
    lines.push_back({std::move(label), fmt::format("{} {}/s", print_count(found->second), unit), ""});
  }
  [[nodiscard]] double value(std::string_view name) const {
    const auto found = answer_.quantities.find(std::string(name));
    return found == answer_.quantities.end() ? 0 : found->second;
  }

  std::vector<Line> lines;

 private:
  const Answer& answer_;
};

std::string memory_note(const Answer& answer) {
  const models::MemoryEstimate& memory = answer.training->memory;
  const double capacity = answer.scenario.cluster.accelerator.memory_bytes;
  return fmt::format("of {} ({}), stage {}, {}", models::print_bytes(capacity),
                     print_percent(memory.total_bytes / capacity), memory.stage, memory.peak_phase);
}

void add_unit_cost(Figures& figures, const std::string& unit) {
  const double rented = figures.value("rented_usd_per_million_" + unit);
  figures.add("Per million " + unit, "owned_usd_per_million_" + unit,
              rented > 0 ? fmt::format("owned; {} rented on demand", models::print_money(rented)) : "owned");
}

std::vector<Line> training_headline(const Answer& answer, const TrainingWorkload& workload) {
  Figures figures(answer);
  const std::string unit = workload.network->unit_name();
  const auto peak = answer.scenario.cluster.accelerator.peak(workload.precision);
  figures.add("Step time", "step_seconds");
  figures.add_interval();
  figures.add_rate("Throughput", unit + "_per_second", unit);
  figures.add_rate("per GPU", unit + "_per_second_per_gpu", unit);
  figures.add("MFU", "mfu",
              peak ? fmt::format("model FLOPs / (time x {} peak of {})", models::print_flops(*peak),
                                 to_string(workload.precision))
                   : "");
  figures.add("Memory per GPU", "memory_bytes", memory_note(answer));
  figures.add("Host memory", "host_memory_bytes", "for each GPU: states of the optimiser, gradients");
  figures.add("Whole run", "run_seconds", fmt::format("for {} {}", print_count(workload.run_units), unit));
  figures.add("Run cost, owned", "run_owned_usd", "purchase over its life, interest, running costs");
  figures.add("Run cost, rented", "run_rented_usd", "on demand");
  add_unit_cost(figures, unit);
  figures.add("Purchase", "capex_usd",
              fmt::format("{} of it network", print_percent(figures.value("network_capex_share"))));
  figures.add("Purchase", "capex_at_least_usd", "at least: some parts have no price");
  return figures.lines;
}

std::vector<Line> collective_headline(const Answer& answer) {
  Figures figures(answer);
  const double bytes = answer.collectives.empty() ? 0 : answer.collectives.back().bytes;
  figures.add("Time", "seconds", "for " + models::print_bytes(bytes));
  figures.add_interval();
  figures.add("Bus bandwidth", "bus_bandwidth_bytes_per_second", "as nccl-tests counts it");
  figures.add("Algorithm bandwidth", "algorithm_bandwidth_bytes_per_second", "bytes / time");
  figures.add("Lower bound", "lower_bound_seconds", "no schedule without in-network reduction is faster");
  return figures.lines;
}

void fill_percentages(std::vector<Part>& parts) {
  std::vector<double> amounts;
  for (const Part& part : parts) amounts.push_back(part.amount);
  const std::vector<std::string> percent = percentages(amounts);
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].percent = percent[i];
}

}  // namespace

std::vector<Line> setup_lines(const Scenario& scenario) {
  std::vector<Line> lines{cluster_line(scenario.cluster)};
  if (const auto* training = std::get_if<TrainingWorkload>(&scenario.workload)) {
    training_setup(*training, lines);
  } else {
    collective_setup(std::get<CollectiveWorkload>(scenario.workload), lines);
  }
  return lines;
}

std::vector<Line> headline(const Answer& answer) {
  const auto* training = std::get_if<TrainingWorkload>(&answer.scenario.workload);
  return training != nullptr ? training_headline(answer, *training) : collective_headline(answer);
}

std::vector<Part> time_parts(const Answer& answer) {
  const models::Breakdown& b = answer.training->breakdown;
  const Figures figures(answer);
  const double recomputation = figures.value("recomputation_seconds");
  const double ideal = std::min(figures.value("ideal_seconds"), b.compute - recomputation);
  std::vector<Part> parts{
      {"model FLOPs at the peak", ideal, "", "what no software can go below"},
      {ideal > 0 ? "kernels below the peak" : "compute", b.compute - recomputation - ideal, "",
       "kernels of the forward and backward pass, uneven stages"},
      {"recomputation", recomputation, "", "activations that did not fit, computed again"},
      {"exposed tensor-parallel communication", b.exposed_tensor, "", "exchanges inside layers"},
      {"exposed expert-parallel communication", b.exposed_expert, "",
       "tokens to their experts and back, or embeddings to their samples"},
      {"exposed context-parallel communication", b.exposed_context, "", "keys and values of other ranks"},
      {"exposed pipeline communication", b.exposed_pipeline, "", "activations between stages"},
      {"exposed data-parallel communication", b.exposed_data, "",
       "gradients and weights that compute does not hide"},
      {"pipeline bubble", b.bubble, "", "stages with nothing to do"},
      {"optimiser", b.optimiser, "", "update of the weights"},
      {"waiting for input", b.input, "", "storage, decoding, copy to the device"},
      {"host overhead", b.host, "", "kernel launches that the device waits for"},
  };
  fill_percentages(parts);
  return parts;
}

std::vector<Part> memory_parts(const models::MemoryEstimate& memory) {
  std::vector<Part> parts;
  for (const models::MemoryTerm& term : memory.terms)
    parts.push_back({term.name, term.bytes, "", term.formula});
  fill_percentages(parts);
  return parts;
}

std::vector<std::string> compared_quantities(std::span<const Answer> answers) {
  std::vector<std::string> names;
  for (const char* name :
       {"step_seconds", "seconds", "bus_bandwidth_bytes_per_second", "tokens_per_second_per_gpu",
        "images_per_second", "mfu", "memory_bytes", "run_seconds", "run_owned_usd", "run_rented_usd",
        "owned_usd_per_million_tokens", "owned_usd_per_million_images", "racks", "run_co2_kg", "capex_usd",
        "capex_at_least_usd", "network_capex_share"}) {
    const auto has = [&](const Answer& answer) { return answer.quantities.contains(name); };
    if (std::any_of(answers.begin(), answers.end(), has)) names.emplace_back(name);
  }
  return names;
}

std::vector<models::LinkUse> telling_links(const Answer& answer) {
  constexpr std::ptrdiff_t most_of_a_kind = 2;
  std::vector<models::LinkUse> links;
  for (const models::LinkUse& use : answer.links) {
    const auto of_kind =
        std::count_if(links.begin(), links.end(), [&](const auto& l) { return l.kind == use.kind; });
    if (of_kind < most_of_a_kind) links.push_back(use);
  }
  return links;
}

bool differs(std::span<const Answer> answers, const std::string& name) {
  return std::any_of(answers.begin(), answers.end(), [&](const Answer& a) {
    return figure_text(a, name) != figure_text(answers.front(), name);
  });
}

std::string figure_text(const Answer& answer, const std::string& name) {
  const auto found = answer.quantities.find(name);
  return found == answer.quantities.end() ? "-" : print_quantity(name, found->second);
}

std::string title_of(const Answer& answer) {
  return answer.scenario.variant.empty() ? answer.scenario.name : answer.scenario.variant;
}

}  // namespace headroom::scenarios
