// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/training_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenarios/validate/adapters_of.hpp"
#include "scenarios/validate/network_of.hpp"
#include "scenarios/validate/recommender_of.hpp"
#include "scenarios/validate/training_layout.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

using models::Precision;

struct NamedPrecision {
  const char* name;
  Precision precision;
};
constexpr auto precisions = std::to_array<NamedPrecision>({{"fp32", Precision::fp32},
                                                           {"tf32", Precision::tf32},
                                                           {"fp16", Precision::fp16},
                                                           {"bf16", Precision::bf16},
                                                           {"fp8", Precision::fp8},
                                                           {"mxfp8", Precision::fp8},
                                                           {"nvfp4", Precision::fp4}});

// Training software whose kernels are fused and tuned for its models, by hand or by a compiler (XLA,
// OneFlow): the software profile "fused".
constexpr auto fused_frameworks = std::to_array<std::string_view>(
    {"megatron-lm", "megatron-bridge", "nemo", "maxtext", "paxml", "jax", "oneflow", "mxnet", "hugectr"});
// The ones of NVIDIA that hide tensor-parallel exchanges by Transformer Engine (since 2023;
// their recipes set ub_tp_comm_overlap or tp_comm_overlap): "overlapped".
constexpr auto overlapping_frameworks = std::to_array<std::string_view>({"megatron-bridge", "nemo"});
constexpr int overlapping_year = 2023;
// All others run as "framework" from PyTorch 2.0 (March 2023) on, before as "eager". As "eager", whenever
// they were measured: DeepSpeed's fork of Megatron-LM, which is that of 2021, and AdaptDL of 2021 on
// PyTorch 1.
constexpr int second_pytorch_year = 2023;
constexpr auto software_of_2021 = std::to_array<std::string_view>({"megatron-deepspeed", "adaptdl"});
// The year from which software other than "eager" is taken to use FlashAttention (Dao et al., 2205.14135).
// Scripts that fine-tune BERT (DeepLearningExamples, Hugging Face) stayed with unfused attention.
constexpr int flash_attention_year = 2023;

constexpr int most_accelerators = 1000000;  // of a cluster, as in scenarios

void refuse_unusable(const Fields& record) {
  const bool stated = record.has("usable");
  if (stated && !record.flag("usable"))
    throw bad_input(
        fmt::format("usable: false, {}", record.text("unusable_reason").value_or("no reason given")));
  if (const auto* mixed = record.items("machine.mixed"); mixed != nullptr && !mixed->empty())
    throw bad_input("machine.mixed: a job on unlike accelerators is not modelled");
}

Precision precision_of(const Fields& record, std::vector<std::string>& assumptions) {
  std::string name = record.need_text("precision.compute");
  const auto* candidates = record.items("precision.candidates");
  if (name == "unknown" && candidates != nullptr && !candidates->empty()) {
    name = candidates->front().text;
    assumptions.push_back(fmt::format("precision not stated: {}, the record's first candidate", name));
  }
  for (const NamedPrecision& known : precisions) {
    if (known.name == name) return known.precision;
  }
  throw record.refuse("precision.compute", "fp32, tf32, fp16, bf16, fp8, mxfp8 or nvfp4");
}

// Whether what calls itself fp32 runs on TF32 tensor cores where there are some: convolutions do by default
// in PyTorch since 1.7 and TensorFlow since 2.4 (both late in 2020); products do in TensorFlow, and did in
// PyTorch until 1.12 (June 2022). Sources: pytorch.org/docs/stable/notes/cuda.html, TensorFlow 2.4 release
// notes.
bool runs_as_tf32(const Fields& record, bool is_convolution) {
  constexpr int first_year = 2021, last_year_of_products = 2021;
  const int year = record.count_or("software.year", 0);
  if (year < first_year) return false;
  return is_convolution || year <= last_year_of_products ||
         record.text("software.framework").value_or("") == "tensorflow";
}

// A rack of one scale-up domain counts as one server: as many accelerators of it as split the job evenly.
void join_servers_of_domain(MachineFacts& facts) {
  if (facts.scale_up != "nvl_domain" || facts.servers == 1) return;
  const int all = facts.servers * facts.per_server;
  int share = facts.per_server;
  for (int n = facts.per_server; n <= std::min(facts.scale_up_domain, all); n += facts.per_server) {
    if (all % n == 0) share = n;
  }
  if (facts.ports_per_server) *facts.ports_per_server *= share / facts.per_server;
  facts.per_server = facts.server_size = share;
  facts.servers = all / share;
}

MachineFacts machine_facts(const Fields& record) {
  MachineFacts facts;
  facts.accelerator = record.need_text("machine.accelerator");
  facts.servers = record.need_count("machine.servers");
  facts.per_server = record.need_count("machine.per_server");
  facts.server_size = record.count_or("machine.server_size", facts.per_server);
  facts.scale_up = record.need_text("machine.scale_up.kind");
  facts.scale_up_generation = record.text("machine.scale_up.generation").value_or("");
  facts.scale_up_domain = record.count_or("machine.scale_up.domain", 0);
  facts.network = record.text("machine.network.kind").value_or("unknown");
  facts.ports_per_server = record.count("machine.network.ports_per_server");
  facts.gbit_per_port = record.number("machine.network.gbit_per_port");
  const int all = record.need_count("machine.accelerators");
  if (static_cast<double>(facts.servers) * facts.per_server != all)
    throw record.refuse("machine.accelerators",
                        fmt::format("{} servers x {} per server", facts.servers, facts.per_server));
  if (all > most_accelerators)
    throw record.refuse("machine.accelerators", fmt::format("at most {}", most_accelerators));
  join_servers_of_domain(facts);
  return facts;
}

// Adam's states are Megatron-LM's in mixed precision; in 32 bit the weights are their own master copy.
models::StateBytes states_of(bool adam, Precision precision) {
  if (!adam) return models::sgd_with_momentum(precision);
  if (models::bytes_of(precision) < 4) return {};
  return {.weight = 4, .gradient = 4, .master = 0, .moments = 8};
}

const char* profile_of(std::string_view framework, int year) {
  const bool hides = std::find(overlapping_frameworks.begin(), overlapping_frameworks.end(), framework) !=
                     overlapping_frameworks.end();
  if (hides && year >= overlapping_year) return "overlapped";
  if (std::find(fused_frameworks.begin(), fused_frameworks.end(), framework) != fused_frameworks.end())
    return "fused";
  const bool is_old =
      std::find(software_of_2021.begin(), software_of_2021.end(), framework) != software_of_2021.end();
  return year >= second_pytorch_year && !is_old ? "framework" : "eager";
}

models::SoftwareOptions software_of(const Fields& record, Precision precision) {
  const std::string framework = record.text("software.framework").value_or("unknown");
  const int year = record.count_or("software.year", flash_attention_year);
  models::SoftwareOptions software;
  software.profile = models::software_profile(profile_of(framework, year));
  software.overlap_tensor = software.profile.overlap_tensor;
  software.gradient_bytes = models::bytes_of(precision) < 4 ? 2 : 4;
  const bool tunes_encoder = record.text("kind") == "bert" && record.text("task") == "finetune";
  software.flash_attention =
      software.profile.name != "eager" && year >= flash_attention_year && !tunes_encoder;
  return software;
}

}  // namespace

TrainingCase training_case(const Fields& record, const Basis& basis) {
  refuse_unusable(record);
  TrainingCase out;
  models::TrainingJob& job = out.job;
  job.precision = precision_of(record, out.assumptions);
  job.network = record.text("kind") == "recommender"
                    ? recommender_of(record, basis.catalogue, out.assumptions)
                    : network_of(record, adapters_of(record, job.precision, out.assumptions));
  out.machine = build_machine(machine_facts(record), basis.catalogue);
  remove_unused(out.machine);
  job.accelerator = out.machine.accelerator;
  if (job.precision == Precision::fp32 && job.accelerator.peak(Precision::tf32) &&
      runs_as_tf32(record, job.network->decodes_images())) {
    job.precision = Precision::tf32;
    out.assumptions.emplace_back("fp32 runs as TF32, the default of frameworks of that year");
  }
  if (!job.accelerator.peak(job.precision))
    throw bad_input(fmt::format("precision.compute: {} has no rate for {}", job.accelerator.id,
                                to_string(job.precision)));
  job.compute = basis.profiles.of(job.accelerator);
  job.states = states_of(!job.network->decodes_images() && !job.network->has_tables(), job.precision);
  job.software = software_of(record, job.precision);
  read_layout(record, out);
  return out;
}

}  // namespace headroom::scenarios::validation
