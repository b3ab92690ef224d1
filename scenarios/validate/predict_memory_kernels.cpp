// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/compute/kernel_time.hpp"
#include "scenarios/validate/network_case.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

using models::Kernel;

// Working sets this many times the L2 cache show the memory's bandwidth.
constexpr double caches_beyond = 4;
// A sweep over the size of thread blocks states no bytes: its plateau is that of a copy of any large size.
constexpr double plateau_bytes = 1e10;

struct MemorySweep {
  std::string kind;
  models::Accelerator accelerator;
};

// The bytes that the kernel of a point moves; nothing where caches or too few threads set its time.
std::optional<double> bytes_at(const MemorySweep& sweep, const Fields& point) {
  if (const auto occupancy = point.number("occupancy_pct")) {
    return *occupancy >= 100 ? std::optional(plateau_bytes) : std::nullopt;
  }
  const auto bytes = point.number("bytes");
  if (!bytes || !(*bytes > 0)) return std::nullopt;
  const bool in_cache = *bytes < caches_beyond * sweep.accelerator.l2_bytes;
  if (sweep.kind == "memory_bandwidth" && in_cache) return std::nullopt;
  return *bytes;
}

}  // namespace

void predict_memory_kernels(const Fields& record, const models::Catalogue& catalogue, Outcome& outcome) {
  MemorySweep sweep;
  sweep.kind = record.need_text("kind");
  sweep.accelerator = catalogue.accelerator(record.need_text("machine.accelerator"));
  const models::ComputeProfile& profile = compute_profile(sweep.accelerator);
  const auto* points = record.items("points");
  if (points == nullptr) throw record.refuse("points", "an array");
  const double host = host_seconds(record, outcome);
  for (const Node& node : *points) {
    const Fields point(node);
    const auto measured = measured_at(point);
    const auto bytes = bytes_at(sweep, point);
    if (!measured || !bytes) continue;
    const Kernel kernel = models::memory_bound("copy", *bytes);
    const double seconds = host + kernel_time(kernel, sweep.accelerator, profile).seconds;
    Figure figure;
    if (const auto stated = point.number("bytes")) figure.at = {{"bytes", *stated}};
    figure.set = "memory-bound kernels";
    add_figure(outcome, *measured, seconds, *bytes, std::move(figure));
  }
  outcome.set = "memory-bound kernels";
  outcome.provenance.push_back(
      fmt::format("kernel times: profile {} ({})", profile.name, profile.provenance));
}

}  // namespace headroom::scenarios::validation
