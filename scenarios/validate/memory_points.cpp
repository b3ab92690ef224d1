// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/kernel_points.hpp"

namespace headroom::scenarios::validation {
namespace {

// Working sets this many times the L2 cache show the memory's bandwidth.
constexpr double caches_beyond = 4;
// A sweep over the size of thread blocks states no bytes: its plateau is that of a copy of any large size.
constexpr double plateau_bytes = 1e10;

// The bytes that the kernel of a point moves; nothing where caches or too few threads set its time.
std::optional<double> bytes_at(const std::string& kind, const models::Accelerator& accelerator,
                               const Fields& point) {
  if (const auto occupancy = point.number("occupancy_pct")) {
    return *occupancy >= 100 ? std::optional(plateau_bytes) : std::nullopt;
  }
  const auto bytes = point.number("bytes");
  if (!bytes || !(*bytes > 0)) return std::nullopt;
  const bool in_cache = *bytes < caches_beyond * accelerator.l2_bytes;
  if (kind == "memory_bandwidth" && in_cache) return std::nullopt;
  return *bytes;
}

}  // namespace

void add_memory_points(const Fields& record, KernelRecord& out) {
  const std::string kind = record.need_text("kind");
  out.set = "memory-bound kernels";
  for (const Node& node : *record.items("points")) {
    const Fields fields(node);
    const auto measured = measured_at(fields);
    const auto bytes = bytes_at(kind, out.accelerator, fields);
    if (!measured || !bytes) continue;
    KernelPoint point{{models::memory_bound("copy", *bytes)}, *measured, *bytes, {}};
    if (const auto stated = fields.number("bytes")) point.at = {{"bytes", *stated}};
    out.points.push_back(std::move(point));
  }
}

}  // namespace headroom::scenarios::validation
