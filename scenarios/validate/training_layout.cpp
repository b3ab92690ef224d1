// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/training_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

using models::Layout;
using models::Recomputation;

// DeepSpeed's pipeline module of Megatron-LM counts entries: embedding and a transposition before the layers,
// a transposition, the last norm, the head and the loss behind them (Megatron-LM 1.1.5 with 3D parallelism).
constexpr int entries_before_layers = 2, entries_around_layers = 6;

models::Offload offload_of(const Fields& record) {
  const std::string offload = record.text("layout.offload").value_or("none");
  if (offload == "none") return models::Offload::none;
  if (offload == "optimizer") return models::Offload::optimiser;
  if (offload == "optimizer+parameters") return models::Offload::optimiser_and_weights;
  throw record.refuse("layout.offload", "none, optimizer or optimizer+parameters");
}

// Layers between the printed boundaries of the stages.
std::vector<int> stage_layers(const Fields& record, int layers) {
  const auto* boundaries = record.items("layout.layer_partition");
  if (boundaries == nullptr || boundaries->size() < 2) return {};
  const double entries = boundaries->back().number;
  int before = 0;
  if (entries == layers + entries_around_layers) {
    before = entries_before_layers;
  } else if (entries != layers) {
    throw record.refuse("layout.layer_partition", fmt::format("{} layers at its end", layers));
  }
  std::vector<int> out;
  int begin = 0;
  for (std::size_t i = 1; i < boundaries->size(); ++i) {
    const int last = static_cast<int>((*boundaries)[i].number) - before;
    const int end = i + 1 == boundaries->size() ? layers : std::clamp(last, begin, layers);
    out.push_back(end - begin);
    begin = end;
  }
  return out;
}

void read_batch(const Fields& record, TrainingCase& out) {
  Layout& layout = out.job.layout;
  layout.global_batch = record.need_count("batch.global");
  const auto micro = record.count("batch.micro"), accumulation = record.count("batch.accumulation");
  if (micro && *micro > 0) {
    layout.microbatch = *micro;
    return;
  }
  const bool images = out.job.network->decodes_images() || out.job.network->has_tables();
  if (accumulation && *accumulation > 0) {
    layout.microbatch = layout.global_batch / (layout.data * *accumulation);
  } else {
    layout.microbatch = images ? layout.global_batch / layout.data : 1;
    out.assumptions.push_back(fmt::format("microbatch not stated: {}", layout.microbatch));
  }
}

void read_widths(const Fields& record, const Machine& machine, Layout& layout) {
  layout.tensor = record.need_count("layout.tensor");
  layout.pipeline = record.need_count("layout.pipeline");
  layout.data = record.need_count("layout.data");
  layout.context = record.count_or("layout.context", 1);
  const int all = machine.servers * machine.per_server;
  if (static_cast<double>(layout.tensor) * layout.context * layout.pipeline * layout.data != all)
    throw bad_input(
        fmt::format("layout: tensor {} x context {} x pipeline {} x data {} is not {} accelerators",
                    layout.tensor, layout.context, layout.pipeline, layout.data, all));
}

// Experts are spread over what the record says, each split by tensor (Megatron-LM's default) where the ranks
// suffice, else whole. Beside tensor parallelism Megatron-LM splits the sequence, too.
void read_experts(const Fields& record, TrainingCase& out) {
  if (out.job.network->has_tables()) out.job.layout.expert = out.job.layout.ranks_of_stage();
  const int experts = out.job.network->routed_experts();
  if (experts == 0) return;
  Layout& layout = out.job.layout;
  layout.expert = record.count_or("layout.expert", 1);
  layout.expert_tensor = record.count_or("layout.expert_tensor", 0);
  if (layout.expert_tensor == 0 && layout.replicas() % layout.expert != 0) layout.expert_tensor = 1;
  if (layout.tensor == 1 || layout.sequence_parallel) return;
  layout.sequence_parallel = true;
  out.assumptions.emplace_back("sequence parallelism not stated: experts beside tensor parallelism need it");
}

// Megatron-LM interleaves since 2021 (Narayanan et al., 2104.04473), and so does what is built on it.
constexpr auto interleaving_frameworks =
    std::to_array<std::string_view>({"megatron-lm", "megatron-bridge", "nemo"});
constexpr int interleaving_year = 2021;

// Where the record does not say how many chunks a stage has, and the software could interleave: single
// layers.
int unstated_chunks(const Fields& record, int layers, TrainingCase& out) {
  const Layout& layout = out.job.layout;
  const std::string framework = record.text("software.framework").value_or("unknown");
  const bool can = std::find(interleaving_frameworks.begin(), interleaving_frameworks.end(), framework) !=
                       interleaving_frameworks.end() &&
                   record.count_or("software.year", interleaving_year) >= interleaving_year &&
                   layers % layout.pipeline == 0 && layout.microbatches() % layout.pipeline == 0;
  if (!can || layout.pipeline == 1 || !layout.stage_layers.empty()) return 1;
  out.assumptions.push_back(fmt::format("virtual stages not stated: {}", layers / layout.pipeline));
  return layers / layout.pipeline;
}

void read_schedule(const Fields& record, int layers, TrainingCase& out) {
  Layout& layout = out.job.layout;
  const int chunks = record.has("layout.virtual") ? record.need_count("layout.virtual")
                                                  : unstated_chunks(record, layers, out);
  if (chunks > layers) throw record.refuse("layout.virtual", fmt::format("at most {} layers", layers));
  if (chunks <= 1 || layout.pipeline == 1) return;
  layout.virtual_stages = chunks;
  layout.schedule = models::Schedule::interleaved;
}

void read_sharding(const Fields& record, TrainingCase& out) {
  const auto stage = record.count("layout.zero_stage");
  const std::string kind = record.text("layout.data_parallel_kind").value_or("unknown");
  if (stage) {
    out.zero_stages = {*stage};
  } else if (kind == "fsdp") {
    out.zero_stages = {3};
  } else {
    out.zero_stages = {0, 1, 2, 3};
  }
  const int group = record.count_or("layout.shard_group", 0);
  const bool whole = group <= 1 || group >= out.job.layout.replicas() || !stage || *stage == 0;
  out.job.layout.shard_group = whole ? 0 : group;
}

void read_recomputation(const Fields& record, TrainingCase& out) {
  const std::string stated = record.text("recompute").value_or("unknown");
  const std::array all = {Recomputation::none, Recomputation::selective, Recomputation::full};
  for (const Recomputation r : all) {
    if (stated == "unknown" || stated == to_string(r)) out.recomputations.push_back(r);
  }
  if (out.recomputations.empty()) throw record.refuse("recompute", "none, selective, full or unknown");
  if (out.job.network->decodes_images() && stated == "unknown") out.recomputations = {Recomputation::none};
}

}  // namespace

void read_layout(const Fields& record, TrainingCase& out) {
  Layout& layout = out.job.layout;
  read_widths(record, out.machine, layout);
  layout.offload = offload_of(record);
  layout.sequence_parallel = record.flag("layout.sequence_parallel");
  read_experts(record, out);
  layout.stage_layers = stage_layers(record, out.job.network->layer_count());
  read_batch(record, out);
  read_schedule(record, out.job.network->layer_count(), out);
  read_sharding(record, out);
  read_recomputation(record, out);
}

}  // namespace headroom::scenarios::validation
