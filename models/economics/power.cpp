// SPDX-License-Identifier: Apache-2.0
#include "models/economics/power.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::models {
namespace {

void add(std::string part, double average, double peak, double idle, Power& out) {
  out.lines.push_back({std::move(part), average, peak});
  out.average_watts += average;
  out.peak_watts += peak;
  out.idle_watts += idle;
}

void add_accelerators(const Purchase& p, double busy_fraction, PriceNotes& notes, Power& out) {
  const double limit = p.accelerator.power_watts;
  if (limit <= 0) notes.say(fmt::format("the power of {} is not known and left out", p.accelerator.id));
  const double idle = p.accelerator.idle_watts.value_or(
      limit * p.catalogue.number("economics", "default", "idle_power_fraction"));
  const auto count = static_cast<double>(p.bill.accelerators);
  out.accelerator_peak_watts = count * limit;
  add("accelerators at work", count * busy_fraction * limit, out.accelerator_peak_watts, 0, out);
  add("accelerators waiting", count * (1 - busy_fraction) * idle, 0, count * idle, out);
}

// Processors, memory, fans, NICs: what a server draws beyond its accelerators, taken as constant.
void add_rest_of_servers(const Purchase& p, PriceNotes& notes, Power& out) {
  if (!p.record || !p.record->power_watts) {
    notes.say("the power of the servers is not known: only accelerators and switches are counted");
    return;
  }
  const double cards = p.record->description.accelerators * p.accelerator.power_watts;
  const auto servers = static_cast<double>(p.bill.servers);
  const double share =
      servers > 0 ? p.record->share_bought(static_cast<int>(p.bill.accelerators / p.bill.servers)) : 1;
  const double rest = share * std::max(0.0, *p.record->power_watts - cards);
  if (servers > 0) out.server_peak_watts = rest + out.accelerator_peak_watts / servers;
  add("rest of the servers", servers * rest, servers * rest, servers * rest, out);
}

void add_switches(const Purchase& p, PriceNotes& notes, Power& out) {
  double average = 0;
  for (const auto& tier : p.bill.switches) {
    const auto found = p.catalogue.switch_for(p.fabric.transport, tier.ports, p.fabric.link_bytes_per_second);
    if (!found || (!found->power_watts && !found->typical_watts)) {
      notes.say(fmt::format("the power of the {} switches is not known and left out", tier.tier));
      continue;
    }
    const auto count = static_cast<double>(tier.count);
    const double typical = found->typical_watts.value_or(found->power_watts.value_or(0));
    average += count * typical;
    out.switch_peak_watts += count * found->power_watts.value_or(typical);
  }
  if (out.switch_peak_watts > 0) add("switches", average, out.switch_peak_watts, average, out);
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
