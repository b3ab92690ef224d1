// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "topologies/describe.hpp"
#include "topologies/quantities.hpp"

namespace headroom::topologies {
namespace {

std::string line(const std::string& part, long count, const std::string& detail) {
  return fmt::format("{:<28}{:>10}{}{}\n", part, count, detail.empty() ? "" : "  ", detail);
}

}  // namespace

std::string bill_table(const BillOfMaterials& bill) {
  std::string text = fmt::format("{:<28}{:>10}  detail\n", "part", "count");
  text += line("servers", bill.servers, "");
  text += line("accelerators", bill.accelerators, "");
  text += line("NICs", bill.nics, "");
  for (const SwitchCount& s : bill.switches) {
    text += line(s.tier == "switch" ? "switch" : s.tier + " switches", s.count,
                 fmt::format("{} ports each, {} of {} used", s.ports, s.ports_used, s.count * s.ports));
  }
  for (const CableCount& c : bill.cables) {
    text += line("cables, " + c.where, c.count,
                 fmt::format("{}, {}", gigabits(c.bytes_per_second), to_string(c.length)));
  }
  if (bill.bisection_bytes_per_second > 0) {
    text += fmt::format("bisection bandwidth: {} each way\n", bandwidth(bill.bisection_bytes_per_second));
  }
  return text;
}

}  // namespace headroom::topologies
