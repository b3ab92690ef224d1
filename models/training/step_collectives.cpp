// SPDX-License-Identifier: Apache-2.0
#include "models/training/step_collectives.hpp"

namespace headroom::models {

void StepCollectives::add(const std::vector<Member>& members, GroupKind kind, Collective collective,
                          double bytes, StreamOf stream, sim::LabelId label,
                          const OperationPerMember& after) {
  const int stage = members.front().stage;
  if (bytes <= 0 || exchanges_.group_size(kind) < 2) return;
  const int first_rank = exchanges_.grid().rank(stage, 0, 0);
  const std::size_t count = exchanges_.folded() ? 1 : exchanges_.group_count(kind);
  for (std::size_t g = 0; g < count; ++g) {
    const std::vector<int>& ranks = exchanges_.group(kind, stage, g);
    Group group{exchanges_.plan(kind, stage, g, collective, bytes), ranks, {}, members.data()};
    if (exchanges_.folded())
      group.on.push_back(members.data());
    else
      for (const int rank : ranks) group.on.push_back(&members[static_cast<std::size_t>(rank - first_rank)]);
    if (job_.fidelity == Fidelity::message)
      add_messages_of(group, stream, label, after);
    else
      add_at_once(group, stream, label, after);
  }
}

void StepCollectives::add_at_once(const Group& group, StreamOf stream, sim::LabelId label,
                                  const OperationPerMember& after) {
  const bool blocks_kernels = stream == &Member::compute;
  const sim::WorkId work =
      works_.collective(group.plan, group.ranks, blocks_kernels ? std::vector<const Member*>{} : group.on);
  const auto joint = program_.add_joint(work, label, static_cast<std::uint32_t>(group.on.size()));
  for (const Member* m : group.on) {
    program_.enter(joint, m->*stream);
    if (!after.empty()) program_.after(joint, after[static_cast<std::size_t>(m - group.first)]);
  }
}

void StepCollectives::add_messages_of(const Group& group, StreamOf stream, sim::LabelId label,
                                      const OperationPerMember& after) {
  std::vector<sim::StreamId> streams;
  for (const Member* m : group.on) {
    streams.push_back(m->*stream);
    if (after.empty()) continue;
    const sim::OperationId wait = program_.add(m->*stream, works_.delay(0), label);
    program_.after(wait, after[static_cast<std::size_t>(m - group.first)]);
  }
  add_messages(program_, works_.links(), cluster_, group.plan, group.ranks, streams, label);
}

}  // namespace headroom::models
