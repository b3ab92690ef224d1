// SPDX-License-Identifier: Apache-2.0
#include "tests/models/compute/measured_kernels.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/catalogue/catalogue.hpp"

namespace headroom::models {

namespace {

using nlohmann::json;

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

struct Sweep {
  std::string id, library, dtype;
  Accelerator accelerator;
};

Precision precision_of(const std::string& dtype) {
  if (dtype == "fp32") return Precision::fp32;
  if (contains(dtype, "fp8")) return Precision::fp8;
  if (dtype == "nvfp4") return Precision::fp4;
  if (dtype == "int8sq") return Precision::int8;
  return Precision::bf16;
}

// V100 has no bf16.
Precision supported(Precision p, const Accelerator& accelerator) {
  return accelerator.peak(p) ? p : Precision::fp16;
}

// TensorRT-LLM's narrow products quantise the activations first: per-tensor fp8 finds the largest value (one
// pass, and small kernels around it), the other formats scale blocks or rows in one pass.
Kernel quantisation(const Sweep& sweep, double elements) {
  return sweep.dtype == "fp8" ? memory_bound("quantise", elements * (2 + 2 + 1), 5)
                              : memory_bound("quantise", elements * (2 + 1), 2);
}

std::vector<Kernel> product_kernels(const Sweep& sweep, const json& point) {
  const double m = point.at("m"), n = point.at("n"), k = point.at("k");
  const Precision precision = precision_of(sweep.dtype);
  std::vector<Kernel> kernels{gemm("product", m, n, k, supported(precision, sweep.accelerator))};
  const bool quantises = sweep.library == "tensorrt-llm" && precision != Precision::bf16;
  if (quantises) kernels.push_back(quantisation(sweep, m * k));
  return kernels;
}

// FlashAttention's charts: 2,048 hidden elements in heads of head_dim.
std::vector<Kernel> chart_kernels(const Sweep& sweep, const json& point) {
  const double batch = point.at("batch"), tokens = point.at("seqlen"), dim = point.at("head_dim");
  const bool causal = point.at("causal");
  const double heads = 2048 / dim;
  std::vector<Kernel> kernels{
      attention(batch, tokens, tokens, heads, heads, dim, causal, false, Precision::fp16)};
  if (contains(sweep.id, "fwdbwd")) {
    kernels.push_back(attention(batch, tokens, tokens, heads, heads, dim, causal, true, Precision::fp16));
  }
  return kernels;
}

// Inference kernels: a query per sequence (decode) or all of them (prefill); before them the queries, keys
// and values are read and written once (rotary embedding, cache).
std::vector<Kernel> inference_kernels(const Sweep& sweep, const json& point) {
  const bool decode = contains(sweep.id, "decode");
  const double batch = point.at("batch"), tokens = point.at("seqlen"), queries = decode ? 1 : tokens;
  const double heads = point.value("heads", 64.0),
               kv_heads = point.value("kv_heads", 2.0);  // InferSim: 64, 2, 128
  const double dim = point.value("head_dim", 128.0);
  const double prepared = batch * queries * (heads + 2 * kv_heads) * dim;
  return {attention(batch, queries, tokens, heads, kv_heads, dim, !decode, false, Precision::bf16),
          memory_bound("prepare", prepared * 2 * 2, decode ? 2 : 3)};
}

double total(const std::vector<Kernel>& kernels, double Kernel::*what) {
  double sum = 0;
  for (const Kernel& kernel : kernels) sum += kernel.*what;
  return sum;
}

bool other_generation(const Sweep& sweep, const json& point) {
  const std::string implementation = point.value("impl", "");
  if (implementation == "FA2") return sweep.accelerator.architecture == "Hopper";
  if (implementation == "FA1" || implementation == "PyTorch" || implementation == "standard") return true;
  const bool has_block_scaling =
      sweep.accelerator.architecture != "Ada" && !contains(sweep.accelerator.id, "rtx");
  return sweep.dtype == "fp8_block" && !has_block_scaling;
}

bool shows_the_cache(const Sweep& sweep, const std::vector<Kernel>& kernels) {
  constexpr double shorter_is_latency = 2e-6;
  const double bytes = total(kernels, &Kernel::memory_bytes);
  const double memory_seconds = bytes / sweep.accelerator.memory_bytes_per_second;
  const double compute_seconds =
      total(kernels, &Kernel::flops) / *sweep.accelerator.peak(kernels.front().precision);
  return bytes < sweep.accelerator.l2_bytes && memory_seconds > shorter_is_latency &&
         memory_seconds > compute_seconds;
}

double measured_seconds(const json& point, const std::vector<Kernel>& kernels) {
  if (point.contains("time_us")) return point.at("time_us").get<double>() * 1e-6;
  return total(kernels, &Kernel::flops) / (point.at("tflops").get<double>() * 1e12);
}

void read_points(const json& json_record, const Sweep& sweep, bool attention,
                 std::vector<MeasuredKernels>& out) {
  const std::size_t first = out.size();
  double least = 1;
  for (const json& point : json_record.at("points")) {
    const auto kernels = !attention               ? product_kernels(sweep, point)
                         : point.contains("impl") ? chart_kernels(sweep, point)
                                                  : inference_kernels(sweep, point);
    const double seconds = measured_seconds(point, kernels);
    least = std::min(least, seconds);
    if (other_generation(sweep, point) || shows_the_cache(sweep, kernels)) continue;
    out.push_back({sweep.id, attention, sweep.accelerator, kernels, 0, seconds});
  }
  const bool timed_from_host = sweep.library == "cublas" || sweep.library == "pytorch";
  if (!timed_from_host) return;
  for (std::size_t i = first; i < out.size(); ++i) out[i].host_seconds = least;
}

}  // namespace

std::vector<MeasuredKernels> read_measured_kernels(const std::string& file) {
  std::ifstream stream(file);
  const json document = json::parse(stream);
  std::vector<MeasuredKernels> measured;
  for (const json& json_record : document.at("records")) {
    const std::string kind = json_record.at("kind");
    const json& accelerator = json_record.at("machine").at("accelerator");
    if (json_record.at("use") != "calibration" || (kind != "gemm" && kind != "attention")) continue;
    if (accelerator.is_null()) continue;
    const json& dtype = json_record.at("dtype");
    const Sweep sweep{json_record.at("id"), json_record.at("software_generation").at("library"),
                      dtype.is_null() ? "bf16" : dtype.get<std::string>(),
                      Catalogue::built_in().accelerator(accelerator.get<std::string>())};
    read_points(json_record, sweep, kind == "attention", measured);
  }
  return measured;
}

}  // namespace headroom::models
