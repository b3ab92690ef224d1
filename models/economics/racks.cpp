// SPDX-License-Identifier: Apache-2.0
#include "models/economics/racks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/catalogue/units.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

long up(long count, long each) {
  return (count + each - 1) / each;
}

}  // namespace

std::optional<RackPlan> racks_of(const Purchase& p, const Power& power, double limit_watts,
                                 PriceNotes& notes) {
  if (!power.server_peak_watts) {
    notes.say("racks are not counted: the power of the servers is not known");
    return std::nullopt;
  }
  RackPlan plan{limit_watts, *power.server_peak_watts, 0, 0, 0};
  if (plan.server_watts > limit_watts)
    throw infeasible(
        fmt::format("one {} draws up to {}, a rack may draw {}; smallest change: "
                    "economics.rack_power {}",
                    p.server.name, print_watts(plan.server_watts), print_watts(limit_watts),
                    print_watts(plan.server_watts)));
  plan.servers_per_rack = static_cast<long>(std::floor(limit_watts / plan.server_watts));
  if (p.record && p.record->rack_units) {
    const double height = p.catalogue.number("economics", "default", "rack_units");
    plan.servers_per_rack =
        std::clamp(static_cast<long>(height / *p.record->rack_units), 1L, plan.servers_per_rack);
  }
  plan.server_racks = up(p.bill.servers, plan.servers_per_rack);
  plan.network_racks = static_cast<long>(std::ceil(power.switch_peak_watts / limit_watts));
  return plan;
}

}  // namespace headroom::models
