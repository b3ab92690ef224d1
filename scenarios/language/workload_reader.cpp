// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/training/layout.hpp"
#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {
namespace {

using models::Layout;
using models::Precision;

// Forward passes through a layer that a step may simulate, over all stages (unfolded: over all ranks). One
// costs 500 to 1,000 bytes and some 3 us: beyond this a step needs more memory than machines have.
constexpr double most_layer_passes = 2e7;

bool is_wide(Precision precision) {
  return precision == Precision::fp32 || precision == Precision::tf32;  // operands stored in 32 bit
}

bool reads_tokens(const models::Network& network) {
  return std::string_view(network.unit_name()) == "tokens";
}

Layout read_layout(const Values& values, int accelerators) {
  Layout layout;
  layout.tensor = values.whole("layout.tensor");
  layout.pipeline = values.whole("layout.pipeline");
  layout.context = values.whole("layout.context");
  layout.context_exchange = values.choice<models::ContextExchange>("layout.context_exchange");
  const double model_ranks = static_cast<double>(layout.tensor) * layout.context * layout.pipeline;
  layout.data = std::max(1, static_cast<int>(accelerators / model_ranks));
  layout.virtual_stages = values.whole("layout.virtual_stages");
  layout.schedule =
      layout.virtual_stages > 1 ? models::Schedule::interleaved : models::Schedule::one_forward_one_backward;
  if (values.given("layout.schedule")) layout.schedule = values.choice<models::Schedule>("layout.schedule");
  layout.sequence_parallel = values.flag("layout.sequence_parallel");
  layout.expert = values.whole("layout.expert");
  if (values.given("layout.expert_tensor")) layout.expert_tensor = values.whole("layout.expert_tensor");
  layout.zero_stage = values.whole("layout.zero");
  layout.shard_group = values.whole("layout.shard_group");
  layout.offload = values.choice<models::Offload>("layout.offload");
  layout.microbatch = values.number("layout.microbatch");
  layout.global_batch = values.if_given("layout.global_batch").value_or(layout.microbatch * layout.data);
  layout.recomputation = values.choice<models::Recomputation>("layout.recomputation");
  if (values.given("layout.recomputed_layers"))
    layout.recomputed_layers = values.whole("layout.recomputed_layers");
  if (values.given("layout.stage_layers")) {
    for (const double layers : values.numbers("layout.stage_layers")) {
      layout.stage_layers.push_back(static_cast<int>(layers));
    }
  }
  return layout;
}

void check(const Values& values, const Layout& layout, const models::Network& network, int accelerators) {
  const double ranks_of_a_stage =
      values.flag("fold") ? 1 : 1.0 * layout.tensor * layout.context * layout.data;
  const double layers_and_chunks = network.layer_count() + 1.0 * layout.pipeline * layout.virtual_stages;
  const double passes =
      layout.global_batch / layout.microbatch / layout.data * layers_and_chunks * ranks_of_a_stage;
  if (passes > most_layer_passes) {
    throw values.refuse(
        "layout.global_batch",
        fmt::format("at most {} forward passes through layers to simulate", most_layer_passes),
        fmt::format("{}", passes));
  }
  try {
    check_layout(layout, network, accelerators);
  } catch (const Error& error) {
    throw values.at_place_of("layout.tensor", error);
  }
  if (values.given("layout.data") && values.whole("layout.data") != layout.data) {
    throw values.refuse(
        "layout.data",
        fmt::format("{} ({} accelerators / (tensor {} x context {} x pipeline {}))", layout.data,
                    accelerators, layout.tensor, layout.context, layout.pipeline));
  }
}

// Adam's states are Megatron-LM's in mixed precision; in fp32 the weights are their own master copy.
models::StateBytes states_of(bool adam, Precision precision) {
  if (!adam) return models::sgd_with_momentum(precision);
  if (!is_wide(precision)) return {};
  return {.weight = 4, .gradient = 4, .master = 0, .moments = 8};
}

models::SoftwareOptions read_software(const Values& values, Precision precision) {
  models::SoftwareOptions software;
  software.profile = models::software_profile(values.text("software.profile"));
  software.overlap_expert = values.flag("software.overlap_expert");
  software.overlap_tensor = values.given("software.overlap_tensor") ? values.flag("software.overlap_tensor")
                                                                    : software.profile.overlap_tensor;
  software.overlap_data_parallel = values.flag("software.overlap");
  software.bucket_bytes = values.number("software.bucket");
  software.gradient_bytes = is_wide(precision) ? 4 : 2;
  if (values.given("software.gradient_precision")) {
    software.gradient_bytes = values.text("software.gradient_precision") == "fp32" ? 4 : 2;
  }
  software.flash_attention = values.flag("software.flash_attention");
  software.communication.algorithm = values.choice<models::Algorithm>("software.algorithm");
  software.communication.protocol = values.choice<models::Protocol>("software.protocol");
  software.communication.in_network_reduction = values.flag("software.in_network_reduction");
  software.communication.ideal = values.flag("software.ideal_network");
  return software;
}

// Tokens or images of the whole run.
double run_units(const Values& values, const models::Network& network) {
  if (values.given("workload.tokens")) {
    if (!reads_tokens(network))
      throw values.refuse("workload.tokens",
                          fmt::format("samples and epochs for a model that sees {}", network.unit_name()));
    if (values.given("workload.samples")) {
      throw values.refuse("workload.samples", "tokens or samples", "both");
    }
    return values.number("workload.tokens");
  }
  if (!values.given("workload.samples")) {
    if (values.given("workload.epochs")) {
      throw values.refuse("workload.samples", "the samples of an epoch", "nothing");
    }
    return 0;
  }
  return values.number("workload.samples") * values.number("workload.epochs") * network.units_per_sample();
}

}  // namespace

TrainingWorkload read_training(const Values& values, const models::Catalogue& catalogue, int accelerators) {
  TrainingWorkload workload;
  workload.network = read_network(values, catalogue);
  workload.precision = values.choice<Precision>("workload.precision");
  bool adam = reads_tokens(*workload.network);
  if (values.given("workload.optimizer")) adam = values.text("workload.optimizer") == "adam";
  workload.states = states_of(adam, workload.precision);
  if (values.flag("layout.auto")) {
    workload.layout_space = read_layout_space(values);
  } else {
    workload.layout = read_layout(values, accelerators);
    if (workload.network->has_tables() && !values.given("layout.expert"))
      workload.layout.expert = workload.layout.ranks_of_stage();
    check(values, workload.layout, *workload.network, accelerators);
  }
  workload.software = read_software(values, workload.precision);
  workload.input.storage_bytes_per_second = values.if_given("workload.input.storage").value_or(0);
  workload.input.decode_samples_per_second = values.if_given("workload.input.decode").value_or(0);
  workload.run_units = run_units(values, *workload.network);
  return workload;
}

CollectiveWorkload read_collective(const Values& values, int accelerators) {
  CollectiveWorkload workload;
  workload.operation = values.choice<models::Collective>("workload.operation");
  workload.bytes = values.numbers("workload.bytes");
  if (values.given("workload.ranks")) workload.ranks = values.whole("workload.ranks");
  if (workload.ranks > accelerators) {
    throw values.refuse("workload.ranks",
                        fmt::format("2 to {} (the accelerators of the cluster)", accelerators));
  }
  workload.rank_stride = values.whole("workload.rank_stride");
  workload.options.algorithm = values.choice<models::Algorithm>("workload.algorithm");
  workload.options.protocol = values.choice<models::Protocol>("workload.protocol");
  workload.options.in_network_reduction = values.flag("software.in_network_reduction");
  workload.options.ideal = values.flag("software.ideal_network");
  return workload;
}

}  // namespace headroom::scenarios
