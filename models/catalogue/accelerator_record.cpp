// SPDX-License-Identifier: Apache-2.0
#include <initializer_list>

#include "models/catalogue/catalogue.hpp"

namespace headroom::models {

Accelerator Catalogue::accelerator(std::string_view id) const {
  const Record& facts = record("accelerator", id);
  Accelerator out;
  out.id = facts.id();
  out.name = facts.text("name");
  out.vendor = facts.text("vendor");
  out.architecture = facts.text("architecture");
  for (const auto p : {Precision::fp32, Precision::tf32, Precision::fp16, Precision::bf16, Precision::fp8,
                       Precision::fp4, Precision::int8})
    out.peak_flops[static_cast<std::size_t>(p)] = facts.maybe_number(std::string(to_string(p)) + "_flops");
  out.memory_bytes = facts.number("memory_bytes");
  out.memory_bytes_per_second = facts.number("memory_bytes_per_second");
  out.multiprocessors = facts.find("multiprocessors") == nullptr ? 0 : facts.integer("multiprocessors");
  out.l2_bytes = facts.maybe_number("l2_bytes").value_or(0);
  out.power_watts = facts.maybe_number("power_watts").value_or(0);
  out.idle_watts = facts.maybe_number("idle_watts");
  out.scale_up_bytes_per_second = facts.maybe_number("scale_up_bytes_per_second").value_or(0);
  out.pcie_bytes_per_second = facts.maybe_number("pcie_bytes_per_second").value_or(0);
  out.pcie_generation = facts.find("pcie_generation") == nullptr ? 0 : facts.integer("pcie_generation");
  out.peer_to_peer = facts.maybe_flag("peer_to_peer").value_or(true);
  out.measured_matmul_flops_bf16 = facts.maybe_number("measured_bf16_flops");
  return out;
}

}  // namespace headroom::models
