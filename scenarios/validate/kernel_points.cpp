// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/kernel_points.hpp"

#include <algorithm>
#include <cmath>

#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

struct Kind {
  const char* name;
  void (*add_points)(const Fields&, KernelRecord&);
};
constexpr Kind kinds[] = {{"gemm", add_product_and_attention_points},
                          {"attention", add_product_and_attention_points},
                          {"memory_bound_kernel", add_memory_points},
                          {"memory_bandwidth", add_memory_points},
                          {"launch_overhead", add_memory_points}};

const Kind* kind_named(const std::string& name) {
  const auto* found =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) { return name == k.name; });
  return found == std::end(kinds) ? nullptr : found;
}

// At the peaks of the data sheet.
double least_seconds(const KernelPoint& point, const models::Accelerator& device) {
  double seconds = 0;
  for (const models::Kernel& kernel : point.kernels)
    seconds += std::max(kernel.flops / device.peak(kernel.precision).value_or(HUGE_VAL),
                        kernel.memory_bytes / device.memory_bytes_per_second);
  return seconds;
}

// Measurements that a framework or a library timed from the host have a fixed cost that is none of the
// kernel's: of their shortest time, if that is short enough to be a launch, what is left beside the work. 0
// for others.
double host_seconds(const Fields& record, const KernelRecord& kernels) {
  constexpr double longest_launch = 50e-6;  // recall: frameworks take 5 to 40 us
  const std::string library = record.text("software_generation.library").value_or("unknown");
  if ((library != "cublas" && library != "pytorch") || record.text("launch") == "graph") return 0;
  const auto shortest = std::min_element(
      kernels.points.begin(), kernels.points.end(),
      [](const KernelPoint& a, const KernelPoint& b) { return a.measured_seconds() < b.measured_seconds(); });
  if (shortest == kernels.points.end() || shortest->measured_seconds() > longest_launch) return 0;
  return std::max(0.0, shortest->measured_seconds() - least_seconds(*shortest, kernels.accelerator));
}

}  // namespace

bool is_of_kernels(const std::string& kind) {
  return kind_named(kind) != nullptr;
}

KernelRecord kernel_record(const Fields& record, const models::Catalogue& catalogue) {
  KernelRecord out;
  out.set = record.need_text("kind");
  if (record.text("op") == "max_achievable_matmul")
    throw bad_input("op: the best of a search over shapes is a bound, not the time of a kernel");
  out.accelerator = catalogue.accelerator(record.need_text("machine.accelerator"));
  if (record.items("points") == nullptr) throw record.refuse("points", "an array");
  const std::string kind = out.set;
  kind_named(kind)->add_points(record, out);
  out.host_seconds = host_seconds(record, out);
  return out;
}

double seconds_of(const KernelPoint& point, const KernelRecord& record,
                  const models::ComputeProfile& profile) {
  double seconds = record.host_seconds;
  for (const models::Kernel& kernel : point.kernels)
    seconds += kernel_time(kernel, record.accelerator, profile).seconds;
  return seconds;
}

}  // namespace headroom::scenarios::validation
