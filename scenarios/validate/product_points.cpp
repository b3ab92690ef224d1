// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scenarios/validate/kernel_points.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

using models::Kernel;
using models::Precision;

struct Sweep {
  std::string id, library, dtype;
  bool attention = false;
  models::Accelerator accelerator;
};

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

Precision precision_of(const Sweep& sweep) {
  const std::string& dtype = sweep.dtype;
  if (dtype == "fp32") return Precision::fp32;
  if (dtype == "tf32") return Precision::tf32;
  if (dtype == "fp16") return Precision::fp16;
  if (contains(dtype, "fp8")) return Precision::fp8;
  if (contains(dtype, "fp4")) return Precision::fp4;
  if (contains(dtype, "int8")) return Precision::int8;
  if (dtype != "bf16") throw bad_input(fmt::format("dtype: {} is not modelled", in_quotes(dtype)));
  // Parts without bf16 (Volta and older) run the same shapes in fp16.
  return sweep.accelerator.peak(Precision::bf16) ? Precision::bf16 : Precision::fp16;
}

// TensorRT-LLM's narrow products quantise the activations first: per-tensor fp8 finds the largest value (one
// pass, and small kernels around it), the other formats scale blocks or rows in one pass.
Kernel quantisation(const Sweep& sweep, double elements) {
  return sweep.dtype == "fp8" ? models::memory_bound("quantise", elements * (2 + 2 + 1), 5)
                              : models::memory_bound("quantise", elements * (2 + 1), 2);
}

std::vector<Kernel> product_kernels(const Sweep& sweep, const Fields& point) {
  const double m = point.need_positive("m"), n = point.need_positive("n"), k = point.need_positive("k");
  const Precision precision = precision_of(sweep);
  std::vector<Kernel> kernels{models::gemm("product", m, n, k, precision)};
  const bool narrow = models::bytes_of(precision) < 2;
  if (sweep.library == "tensorrt-llm" && narrow) kernels.push_back(quantisation(sweep, m * k));
  return kernels;
}

// FlashAttention's charts: 2,048 hidden elements in heads of head_dim (Dao, 2307.08691, section 4.1).
std::vector<Kernel> chart_kernels(const Sweep& sweep, const Fields& point) {
  constexpr double hidden = 2048;
  const double batch = point.need_positive("batch"), tokens = point.need_positive("seqlen");
  const double dim = point.need_positive("head_dim"), heads = hidden / dim;
  const bool causal = point.flag("causal");
  const auto kernel = [&](bool backward) {
    return models::attention(batch, tokens, tokens, heads, heads, dim, causal, backward, precision_of(sweep));
  };
  std::vector<Kernel> kernels{kernel(false)};
  if (contains(sweep.id, "fwdbwd")) kernels.push_back(kernel(true));
  return kernels;
}

// Inference kernels: a query per sequence (decode) or all of them (prefill); before them the queries, keys
// and values are read and written once (rotary embedding, cache).
std::vector<Kernel> inference_kernels(const Sweep& sweep, const Fields& point, bool decode) {
  const double batch = point.need_positive("batch"), tokens = point.need_positive("seqlen");
  const double queries = decode ? 1 : tokens;
  const double heads = point.need_positive("heads"), kv_heads = point.need_positive("kv_heads");
  const double dim = point.need_positive("head_dim");
  const double prepared = batch * queries * (heads + 2 * kv_heads) * dim;
  return {
      models::attention(batch, queries, tokens, heads, kv_heads, dim, !decode, false, precision_of(sweep)),
      models::memory_bound("prepare", prepared * 2 * 2, decode ? 2 : 3)};
}

std::vector<Kernel> kernels_at(const Sweep& sweep, const Fields& point, const std::string& op) {
  if (!sweep.attention) return product_kernels(sweep, point);
  if (point.has("impl")) return chart_kernels(sweep, point);
  return inference_kernels(sweep, point, contains(op, "decode"));
}

double total(const std::vector<Kernel>& kernels, double Kernel::*what) {
  double sum = 0;
  for (const Kernel& kernel : kernels) sum += kernel.*what;
  return sum;
}

// Implementations of another generation than the profile of the accelerator describes.
bool other_generation(const Sweep& sweep, const Fields& point) {
  const std::string implementation = point.text("impl").value_or("");
  if (implementation == "FA2") return sweep.accelerator.architecture == "Hopper";
  if (implementation == "FA1" || implementation == "PyTorch" || implementation == "standard") return true;
  const bool has_block_scaling =
      sweep.accelerator.architecture != "Ada" && !contains(sweep.accelerator.id, "rtx");
  return sweep.dtype == "fp8_block" && !has_block_scaling;
}

// Bound by memory with all bytes in the L2 cache: the cache's bandwidth is not modelled.
bool shows_the_cache(const Sweep& sweep, const std::vector<Kernel>& kernels) {
  constexpr double shorter_is_latency = 2e-6;
  const double bytes = total(kernels, &Kernel::memory_bytes);
  const double memory_seconds = bytes / sweep.accelerator.memory_bytes_per_second;
  const double peak = sweep.accelerator.peak(kernels.front().precision).value_or(0);
  return bytes < sweep.accelerator.l2_bytes && memory_seconds > shorter_is_latency &&
         memory_seconds > total(kernels, &Kernel::flops) / peak;
}

Sweep sweep_of(const Fields& record, const models::Accelerator& accelerator) {
  Sweep sweep;
  sweep.id = record.need_text("id");
  sweep.library = record.text("software_generation.library").value_or("unknown");
  sweep.dtype = record.text("dtype").value_or("bf16");
  sweep.attention = record.text("kind") == "attention";
  sweep.accelerator = accelerator;
  return sweep;
}

}  // namespace

void add_product_and_attention_points(const Fields& record, KernelRecord& out) {
  const Sweep sweep = sweep_of(record, out.accelerator);
  const std::string op = record.text("op").value_or("");
  for (const Node& node : *record.items("points")) {
    const Fields fields(node);
    const auto measured = measured_at(fields);
    if (!measured || other_generation(sweep, fields)) continue;
    KernelPoint point{kernels_at(sweep, fields, op), *measured, 0, {}};
    if (shows_the_cache(sweep, point.kernels)) continue;
    point.amount = total(point.kernels, &Kernel::flops);
    for (const char* size : {"m", "n", "k", "batch", "seqlen", "heads", "kv_heads", "head_dim"}) {
      if (const auto value = fields.number(size)) point.at.emplace_back(size, *value);
    }
    out.points.push_back(std::move(point));
  }
}

}  // namespace headroom::scenarios::validation
