// SPDX-License-Identifier: Apache-2.0
#include "models/economics/power.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::models {
namespace {

void add_accelerators(const Purchase& p, double busy_fraction, PriceNotes& notes, Power& out) {
  const double limit = p.accelerator.power_watts;
  if (limit <= 0) notes.say(fmt::format("the power of {} is not known and left out", p.accelerator.id));
  const double idle = p.accelerator.idle_watts.value_or(
      limit * p.catalogue.number("economics", "default", "idle_power_fraction"));
  const auto count = static_cast<double>(p.bill.accelerators);
  out.accelerator_peak_watts = count * limit;
  out.peak_watts += out.accelerator_peak_watts;
  out.average_watts += count * (idle + busy_fraction * (limit - idle));
}

// Processors, memory, fans, NICs: what a server draws beyond its accelerators, taken as constant.
void add_rest_of_servers(const Purchase& p, PriceNotes& notes, Power& out) {
  if (!p.record || !p.record->power_watts) {
    notes.say("the power of the servers is not known: only accelerators and switches are counted");
    return;
  }
  const double cards = p.record->description.accelerators * p.accelerator.power_watts;
  const double rest = static_cast<double>(p.bill.servers) * std::max(0.0, *p.record->power_watts - cards);
  out.average_watts += rest;
  out.peak_watts += rest;
}

void add_switches(const Purchase& p, PriceNotes& notes, Power& out) {
  for (const auto& tier : p.bill.switches) {
    const auto found = p.catalogue.switch_for(p.fabric.transport, tier.ports, p.fabric.link_bytes_per_second);
    if (!found || (!found->power_watts && !found->typical_watts)) {
      notes.say(fmt::format("the power of the {} switches is not known and left out", tier.tier));
      continue;
    }
    const auto count = static_cast<double>(tier.count);
    const double typical = found->typical_watts.value_or(found->power_watts.value_or(0));
    out.average_watts += count * typical;
    out.peak_watts += count * found->power_watts.value_or(typical);
  }
}

}  // namespace

Power power_of(const Purchase& purchase, double busy_fraction, PriceNotes& notes) {
  Power out;
  add_accelerators(purchase, busy_fraction, notes, out);
  add_rest_of_servers(purchase, notes, out);
  add_switches(purchase, notes, out);
  return out;
}

}  // namespace headroom::models
