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

// Measurements that a framework or a library timed from the host have a fixed cost that is none of the
// kernel's: their shortest time, which is all overhead. 0 for others.
double host_seconds(const Fields& record) {
  const std::string library = record.text("software_generation.library").value_or("unknown");
  if (library != "cublas" && library != "pytorch") return 0;
  double least = HUGE_VAL;
  for (const Node& node : *record.items("points")) {
    if (const auto time = Fields(node).number("time_us"); time && *time > 0)
      least = std::min(least, *time * 1e-6);
  }
  return least == HUGE_VAL ? 0 : least;
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
  out.host_seconds = host_seconds(record);
  kind_named(out.set)->add_points(record, out);
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
