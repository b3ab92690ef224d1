// SPDX-License-Identifier: Apache-2.0
// A plan as work of a sim::Program.
#include "models/communication/collective.hpp"

namespace headroom::models {

sim::ResourceId LinkResources::resource(topologies::LinkId link) {
  const auto [place, added] = by_link_.try_emplace(link.value);
  if (added) {
    place->second = program_.add_resource(cluster_.link_name(link), cluster_.link(link).bytes_per_second);
    used_.emplace_back(link, place->second);
  }
  return place->second;
}

sim::WorkId add_fluid_work(sim::Program& program, LinkResources& links, const CollectivePlan& plan,
                           std::span<const sim::Demand> further) {
  std::vector<sim::Demand> demands;
  demands.reserve(plan.loads.size() + further.size());
  for (const LinkLoad& load : plan.loads) demands.push_back({links.resource(load.link), load.bytes_per_byte});
  demands.insert(demands.end(), further.begin(), further.end());
  sim::Work work;
  work.latency_seconds = plan.latency_seconds;
  work.amount = plan.bytes;
  work.rate_cap = plan.rate_cap;
  work.demands = demands;
  return program.add_work(work);
}

}  // namespace headroom::models
