// SPDX-License-Identifier: Apache-2.0
// A collective message by message.
#include <algorithm>
#include <string>

#include "models/communication/collective.hpp"
#include "models/communication/loads.hpp"
#include "models/communication/schedule.hpp"

namespace headroom::models {

namespace {

using nccl::Flow;
using topologies::Cluster;

struct Context {
  sim::Program& program;
  LinkResources& links;
  const Cluster& cluster;
  const CollectivePlan& plan;
  std::span<const int> group;
  std::span<const sim::StreamId> streams;
  sim::LabelId label;

  [[nodiscard]] std::size_t position(int accelerator) const {
    return static_cast<std::size_t>(std::find(group.begin(), group.end(), accelerator) - group.begin());
  }
};

// Adds what `bytes` over the flow's path take, per byte of the message that the flow is `share` of.
void append_demands(Context& context, const Flow& flow, double share, std::vector<sim::Demand>& demands) {
  std::vector<topologies::Hop> hops;
  nccl::append_hops(context.cluster, flow, hops);
  for (const topologies::Hop& hop : hops) {
    const auto kind = static_cast<std::size_t>(context.cluster.link(hop.link).kind);
    const double per_byte = share * hop.fraction * context.plan.wire[kind];
    const sim::ResourceId resource = context.links.resource(hop.link);
    const auto known = std::find_if(demands.begin(), demands.end(),
                                    [=](const sim::Demand& d) { return d.resource == resource; });
    if (known == demands.end()) {
      demands.push_back({resource, per_byte});
    } else {
      known->per_unit += per_byte;
    }
  }
}

// One message of a rank: its flows side by side (one a ring), each with its part of the bytes.
struct Message {
  std::vector<Flow> flows;
  double bytes_per_byte = 0;
};

sim::WorkId message_work(Context& context, const Message& message, int steps) {
  std::vector<sim::Demand> demands;
  double latency = context.plan.latency_seconds / steps;
  if (context.plan.ideal) latency = 0;
  for (const Flow& flow : message.flows) {
    append_demands(context, flow, flow.bytes_per_byte / message.bytes_per_byte, demands);
    if (context.plan.ideal) {
      latency = std::max(latency, context.cluster.path_latency_seconds(flow.from, flow.to));
    }
  }
  sim::Work work;
  work.latency_seconds = latency;
  work.amount = context.plan.bytes * message.bytes_per_byte / steps;
  work.rate_cap = context.plan.rate_cap * message.bytes_per_byte;
  work.demands = demands;
  return context.program.add_work(work);
}

// What each rank sends, and from whom each receives.
struct Ring {
  std::vector<Message> messages;
  std::vector<std::vector<std::size_t>> senders;
};

Ring ring_of(const Context& context) {
  auto edges = context.plan.ring_as_given
                   ? nccl::ring_edges_as_given(context.group)
                   : nccl::ring_edges(context.cluster, nccl::place(context.cluster, context.group));
  Ring ring{std::vector<Message>(context.group.size()),
            std::vector<std::vector<std::size_t>>(context.group.size())};
  for (const Flow& flow : nccl::ring_flows(std::move(edges), context.plan.collective, context.group.size(),
                                           context.group.front())) {
    const std::size_t from = context.position(flow.from);
    ring.messages[from].flows.push_back(flow);
    ring.messages[from].bytes_per_byte += flow.bytes_per_byte;
    auto& senders = ring.senders[context.position(flow.to)];
    if (std::find(senders.begin(), senders.end(), from) == senders.end()) senders.push_back(from);
  }
  return ring;
}

// Ends the collective on every stream once the last message has come in.
void end_on_streams(Context& context, const Ring& ring, const std::vector<sim::OperationId>& last) {
  const sim::WorkId nothing = context.program.add_work({});
  for (std::size_t i = 0; i < context.group.size(); ++i) {
    const sim::OperationId end = context.program.add(context.streams[i], nothing, context.label);
    for (std::size_t sender : ring.senders[i]) context.program.after(end, last[sender]);
  }
}

// In every step a rank passes on what it received in the step before.
void add_ring_messages(Context& context) {
  const Ring ring = ring_of(context);
  const std::size_t n = context.group.size();
  std::vector<sim::WorkId> works;
  for (const Message& message : ring.messages)
    works.push_back(message_work(context, message, context.plan.steps));
  std::vector<sim::OperationId> before(n), now(n);
  for (int step = 0; step < context.plan.steps; ++step) {
    for (std::size_t i = 0; i < n; ++i) {
      now[i] = context.program.add(context.streams[i], works[i], context.label);
      if (step == 0) continue;
      for (std::size_t sender : ring.senders[i]) context.program.after(now[i], before[sender]);
    }
    std::swap(before, now);
  }
  end_on_streams(context, ring, before);
}

std::vector<Flow> direct_flows(const Context& context) {
  if (context.plan.collective == Collective::send_receive) return nccl::send_flows(context.group);
  return nccl::all_to_all_flows(context.cluster, nccl::place(context.cluster, context.group),
                                context.plan.relayed);
}

// All sends of a rank at once, each on a lane of its own beside the rank's stream.
void add_direct_messages(Context& context) {
  sim::Program& program = context.program;
  const sim::WorkId nothing = program.add_work({});
  std::vector<sim::OperationId> begins;
  for (const sim::StreamId stream : context.streams)
    begins.push_back(program.add(stream, nothing, context.label));
  std::vector<std::pair<std::size_t, sim::OperationId>> arrivals;
  for (const Flow& flow : direct_flows(context)) {
    const std::size_t from = context.position(flow.from), to = context.position(flow.to);
    const sim::StreamId lane =
        program.add_stream("send " + std::to_string(flow.from) + "->" + std::to_string(flow.to));
    const Message message{{flow}, flow.bytes_per_byte};
    const sim::OperationId send = program.add(lane, message_work(context, message, 1), context.label);
    program.after(send, begins[from]);
    arrivals.emplace_back(from, send);
    arrivals.emplace_back(to, send);
  }
  std::vector<sim::OperationId> ends;
  for (const sim::StreamId stream : context.streams)
    ends.push_back(program.add(stream, nothing, context.label));
  for (const auto& [rank, send] : arrivals) program.after(ends[rank], send);
}

// Trees, chains and the switch pass slices on as they come: one flow through all links.
void add_pipelined(Context& context) {
  const sim::WorkId work = add_fluid_work(context.program, context.links, context.plan);
  const auto participants = static_cast<std::uint32_t>(context.group.size());
  const sim::OperationId joint = context.program.add_joint(work, context.label, participants);
  for (const sim::StreamId stream : context.streams) context.program.enter(joint, stream);
}

}  // namespace

void add_messages(sim::Program& program, LinkResources& links, const Cluster& cluster,
                  const CollectivePlan& plan, std::span<const int> group,
                  std::span<const sim::StreamId> streams, sim::LabelId label) {
  if (group.size() < 2 || plan.bytes == 0) return;
  Context context{program, links, cluster, plan, group, streams, label};
  if (plan.algorithm == Algorithm::direct) return add_direct_messages(context);
  if (plan.algorithm == Algorithm::ring && plan.collective != Collective::broadcast)
    return add_ring_messages(context);
  add_pipelined(context);
}

}  // namespace headroom::models
