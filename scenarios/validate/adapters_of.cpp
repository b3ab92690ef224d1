// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/adapters_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace headroom::scenarios::validation {
namespace {

using models::Adapters;

// The rules of MLPerf's llama2_70b_lora (training_rules.adoc): rank 16 beside queries, keys, values and the
// output of attention, dropout 0.1.
constexpr std::string_view mlperf_repository = "mlcommons/training_results";
constexpr double mlperf_rank = 16;
// Recipes that fine-tune in NeMo and Megatron-Bridge with performance_mode: target_modules = ["linear_qkv"],
// no dropout (NeMo, collections/llm/recipes/llama3_*.py, finetune_performance_optimizations); rank 8 or 16.
constexpr double recipe_rank = 16;
// They keep one adapter for each product.
constexpr auto joining_frameworks = std::to_array<std::string_view>({"nemo", "megatron-bridge"});

bool joins(const Fields& record) {
  const std::string framework = record.text("software.framework").value_or("unknown");
  return std::find(joining_frameworks.begin(), joining_frameworks.end(), framework) !=
         joining_frameworks.end();
}

// "... rank 16 ..." in the notes.
double stated_rank(const Fields& record, double otherwise) {
  const std::string notes = record.text("notes").value_or("");
  const std::string_view word = "rank ";
  const std::size_t at = notes.find(word);
  const double rank = at == std::string::npos ? 0 : std::strtod(notes.c_str() + at + word.size(), nullptr);
  return rank >= 1 ? rank : otherwise;
}

}  // namespace

Adapters adapters_of(const Fields& record, models::Precision computed,
                     std::vector<std::string>& assumptions) {
  if (record.text("task").value_or("pretrain") != "lora") return {};
  const bool mlperf = record.text("source.repo").value_or("").starts_with(mlperf_repository);
  Adapters adapters;
  adapters.rank = stated_rank(record, mlperf ? mlperf_rank : recipe_rank);
  adapters.targets = mlperf ? Adapters::Targets::attention : Adapters::Targets::query_value;
  adapters.dropout = mlperf;
  adapters.joint = joins(record);
  // Transformer Engine keeps weights that nobody updates in 8 bit alone (fp8_params in MLPerf's submissions).
  const bool narrow = models::bytes_of(computed) < models::bytes_of(models::Precision::bf16);
  adapters.base = narrow ? Adapters::Base::fp8 : Adapters::Base::as_computed;
  assumptions.push_back(fmt::format("adapters of rank {} beside {}, frozen weights in {}", adapters.rank,
                                    mlperf ? "all of attention, with dropout (MLPerf's rules)"
                                           : "queries, keys and values (NeMo's recipes)",
                                    narrow ? "8 bit" : "16 bit"));
  return adapters;
}

}  // namespace headroom::scenarios::validation
