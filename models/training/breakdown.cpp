// SPDX-License-Identifier: Apache-2.0
#include "models/training/breakdown.hpp"

#include <algorithm>

namespace headroom::models {
namespace {

using sim::OperationId;
using sim::Ticks;
using sim::to_seconds;

StepCategory category_of(const sim::Program& program, OperationId op) {
  return static_cast<StepCategory>(program.label(program.operation(op).label).category);
}

// The operations of one stream in their order, joint ones included.
std::vector<OperationId> operations_on(const sim::Program& program, sim::StreamId stream) {
  std::vector<OperationId> ops;
  for (std::size_t i = 0; i < program.operation_count(); ++i)
    if (program.operation(OperationId(i)).stream == stream) ops.push_back(OperationId(i));
  const std::size_t own = ops.size();
  for (const auto& entry : program.further_entries())
    if (entry.stream == stream) ops.push_back(entry.operation);
  std::inplace_merge(ops.begin(), ops.begin() + static_cast<std::ptrdiff_t>(own), ops.end());
  return ops;
}

// For each operation of `ops` (sorted): the prerequisite that ended last.
std::vector<OperationId> last_prerequisites(const sim::Program& program, const sim::Timeline& timeline,
                                            const std::vector<OperationId>& ops) {
  std::vector<OperationId> last(ops.size());
  for (const auto& edge : program.edges()) {
    const auto it = std::lower_bound(ops.begin(), ops.end(), edge.operation);
    if (it == ops.end() || *it != edge.operation) continue;
    OperationId& best = last[static_cast<std::size_t>(it - ops.begin())];
    if (best.is_none() || timeline.finish[edge.prerequisite.value] > timeline.finish[best.value])
      best = edge.prerequisite;
  }
  return last;
}

// Adds an idle stretch [from, to) of the compute stream that ended when `cause` did.
void add_gap(Breakdown& b, const sim::Program& program, const sim::Timeline& timeline, OperationId cause,
             Ticks from, Ticks to) {
  const StepCategory category = cause.is_none() ? StepCategory::compute : category_of(program, cause);
  switch (category) {
    case StepCategory::tensor:
    case StepCategory::expert:
    case StepCategory::context:
    case StepCategory::data:
      b.*exposed_part(category) += to_seconds(to - from);
      return;
    case StepCategory::pipeline: {
      const Ticks under_way = std::clamp(timeline.start[cause.value], from, to);
      b.bubble += to_seconds(under_way - from);
      b.exposed_pipeline += to_seconds(to - under_way);
      return;
    }
    default:
      b.bubble += to_seconds(to - from);
  }
}

void add_operation(Breakdown& b, const StepProgram& step, OperationId op, double seconds) {
  const sim::WorkId work = step.program->operation(op).work;
  const StepCategory category = category_of(*step.program, op);
  switch (category) {
    case StepCategory::compute: {
      const double alone = std::min(seconds, step.alone_seconds[work.value]);
      const double host = std::min(alone, step.host_seconds[work.value]);
      b.host += host;
      b.compute += alone - host;
      b.*exposed_part(step.slowed_by[work.value]) += seconds - alone;
      break;
    }
    case StepCategory::tensor:
    case StepCategory::expert:
    case StepCategory::context:
    case StepCategory::pipeline:
    case StepCategory::data:
      b.*exposed_part(category) += seconds;
      break;
    case StepCategory::optimiser:
      b.optimiser += seconds;
      break;
    case StepCategory::input:
      b.input += seconds;
      break;
  }
}

// How long each stream works, by StreamId.
std::vector<Ticks> busy_ticks(const sim::Program& program, const sim::Timeline& timeline) {
  std::vector<Ticks> busy(program.stream_count());
  const auto add = [&](sim::StreamId stream, std::size_t op) {
    if (!stream.is_none()) busy[stream.value] += timeline.finish[op] - timeline.start[op];
  };
  for (std::size_t i = 0; i < program.operation_count(); ++i)
    add(program.operation(OperationId(i)).stream, i);
  for (const auto& entry : program.further_entries()) add(entry.stream, entry.operation.value);
  return busy;
}

}  // namespace

Breakdown breakdown_of(const StepProgram& step, const sim::Timeline& timeline, const Member& member) {
  const sim::Program& program = *step.program;
  const std::vector<OperationId> ops = operations_on(program, member.compute);
  const std::vector<OperationId> causes = last_prerequisites(program, timeline, ops);
  Breakdown b;
  Ticks now = 0;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const OperationId op = ops[i];
    if (timeline.start[op.value] > now)
      add_gap(b, program, timeline, causes[i], now, timeline.start[op.value]);
    now = std::max(now, timeline.start[op.value]);
    add_operation(b, step, op, to_seconds(timeline.finish[op.value] - now));
    now = std::max(now, timeline.finish[op.value]);
  }
  b.bubble += to_seconds(timeline.makespan - now);  // other stages still work
  return b;
}

const Member& critical_member(const StepProgram& step, const sim::Timeline& timeline) {
  const std::vector<Ticks> busy = busy_ticks(*step.program, timeline);
  const Member* critical = &step.stages.front().front();
  for (const auto& members : step.stages)
    for (const Member& m : members)
      if (busy[m.compute.value] > busy[critical->compute.value]) critical = &m;
  return *critical;
}

double busy_fraction(const StepProgram& step, const sim::Timeline& timeline) {
  if (timeline.makespan == 0) return 0;
  const std::vector<Ticks> ticks = busy_ticks(*step.program, timeline);
  double busy = 0, members_seen = 0;
  for (const auto& members : step.stages)
    for (const Member& m : members) {
      busy += to_seconds(ticks[m.compute.value]);
      ++members_seen;
    }
  return std::min(1.0, busy / (to_seconds(timeline.makespan) * members_seen));  // sums of many round
}

}  // namespace headroom::models
