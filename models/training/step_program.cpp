// SPDX-License-Identifier: Apache-2.0
#include "models/training/step_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "models/training/filling.hpp"
#include "models/training/host_optimiser.hpp"
#include "models/training/stage_tasks.hpp"
#include "models/training/step_collectives.hpp"
#include "models/training/step_works.hpp"

namespace headroom::models {
namespace {

using sim::OperationId;
using sim::WorkId;

// FSDP gathers the parameters of the next layer while one computes (PyTorch: backward_prefetch,
// forward_prefetch = 1).
constexpr std::size_t gather_lead = 2;

class Builder {
 public:
  Builder(const topologies::Cluster& cluster, const TrainingJob& job, const StageCosts& costs,
          Exchanges& exchanges)
      : job_(job),
        layout_(job.layout),
        costs_(costs),
        exchanges_(exchanges),
        program_(std::make_shared<sim::Program>()),
        works_(cluster, job, exchanges, *program_),
        collectives_(cluster, job, exchanges, *program_, works_) {}

  StepProgram build() {
    make_members();
    for (int stage = 0; stage < layout_.pipeline; ++stage) add_stage(stage);
    connect_stages();
    add_tied_embeddings();
    for (int stage = 0; stage < layout_.pipeline; ++stage) add_optimiser(stage);
    StepProgram step{program_, std::move(stages_), {}, {}, {}, {}};
    works_.finish(step);
    return step;
  }

 private:
  using Members = std::vector<Member>;
  using Operations = OperationPerMember;

  // ---- ranks and their streams ----
  void make_members() {
    stages_.resize(static_cast<std::size_t>(layout_.pipeline));
    for (int stage = 0; stage < layout_.pipeline; ++stage)
      for (int d = 0; d < (exchanges_.folded() ? 1 : layout_.replicas()); ++d)
        for (int t = 0; t < (exchanges_.folded() ? 1 : layout_.tensor); ++t)
          stages_[static_cast<std::size_t>(stage)].push_back(make_member(stage, d, t));
  }

  Member make_member(int stage, int d, int t) {
    const int number = exchanges_.grid().rank(stage, d, t);
    const std::string rank = fmt::format("rank {} (stage {})", number, stage);
    const auto stream = [&](const char* name) {
      return program_->add_stream(fmt::format("{}: {}", rank, name));
    };
    Member m{stage,
             d,
             t,
             stream("compute"),
             stream("send forward"),
             stream("send backward"),
             runs_beside_kernels() ? stream("beside") : sim::StreamId{},
             stream("gather"),
             stream("reduce"),
             {},
             {}};
    m.speed = job_.slow.speed_of(number);
    m.multiprocessors = program_->add_resource(rank + ": multiprocessors", 1);
    m.device_memory =
        program_->add_resource(rank + ": device memory", job_.accelerator.memory_bytes_per_second *
                                                             job_.compute.memory_fraction * m.speed);
    return m;
  }

  // Exchanges inside layers that do.
  [[nodiscard]] bool runs_beside_kernels() const {
    return job_.software.overlap_tensor || job_.software.overlap_expert || layout_.context > 1;
  }

  // ---- one stage: all tasks in order ----
  struct StageState {
    Members& members;
    StageTasks tasks;
    double bucket_bytes = 0;             // gradients that wait for their bucket to fill
    double expert_bucket_bytes = 0;      // and those of experts
    std::vector<Operations> layer_ends;  // of the layers visited so far (ZeRO-3 only)
  };

  void add_stage(int stage) {
    StageState s{stages_[static_cast<std::size_t>(stage)], StageTasks(layout_, stage), 0, 0, {}};
    for (std::size_t i = 0; i < s.tasks.all.size(); ++i) add_task(s, i);
    flush_bucket(s);
  }

  void add_task(StageState& s, std::size_t index) {
    const Task& task = s.tasks.all[index];
    if (task.pass == Pass::weights) return add_backward(s, index);
    const int virtual_stage = task.chunk * layout_.pipeline + s.members.front().stage;
    const int last = layout_.pipeline * layout_.virtual_stages - 1;
    if (task.is_forward() ? virtual_stage > 0 : virtual_stage < last)
      wait_for_neighbour(s, task, virtual_stage);
    if (task.is_forward())
      add_forward(s, index);
    else
      add_backward(s, index);
    if (task.is_forward() ? virtual_stage < last : virtual_stage > 0) send(s, task, virtual_stage);
  }

  [[nodiscard]] const Chunk& chunk_of(const StageState& s, const Task& task) const {
    return costs_.chunk(s.members.front().stage, task.chunk);
  }
  [[nodiscard]] bool reduces_every_microbatch() const { return layout_.zero_stage >= 2; }
  // ZeRO 1 and 2: what the optimiser of the last step updated comes back layer by layer during the first
  // forward pass of this one (Megatron-LM: --overlap-param-gather).
  [[nodiscard]] bool returns_parameters() const {
    const bool updates_shards = layout_.zero_stage == 1 || layout_.zero_stage == 2;
    return updates_shards && layout_.effective_shard_group() > 1;
  }
  [[nodiscard]] bool returns_parameters_in(const Task& task) const {
    return returns_parameters() && job_.software.overlap_data_parallel && task.is_forward() &&
           task.microbatch == 0;
  }
  [[nodiscard]] bool beside_communication(const StageState& s, std::size_t task) const {
    if (layout_.replicas() == 1 || !job_.software.overlap_data_parallel) return false;
    if (returns_parameters() && task < s.tasks.returned_by) return true;
    return reduces_every_microbatch() || task >= s.tasks.overlap_from;
  }

  void add_forward(StageState& s, std::size_t index) {
    const Task& task = s.tasks.all[index];
    const Chunk& chunk = chunk_of(s, task);
    const sim::LabelId label = compute_label(task);
    if (!layout_.fetches_layers() && !returns_parameters_in(task)) {
      add_pieces(s, merged(chunk, s.members.front().stage, task), label, beside_communication(s, index));
      return;
    }
    for (const LayerCosts* layer : chunk) {
      gather_layer(s, *layer);
      add_pieces(s, layer->forward, label, beside_communication(s, index));
      s.layer_ends.push_back(compute_tails(s.members));
    }
  }

  void add_backward(StageState& s, std::size_t index) {
    const Task& task = s.tasks.all[index];
    const Chunk& chunk = chunk_of(s, task);
    const sim::LabelId label = compute_label(task);
    const bool reduces = layout_.replicas() > 1 && s.tasks.makes_gradients(index) &&
                         (reduces_every_microbatch() || s.tasks.completes_gradients(index));
    if (!reduces && !layout_.fetches_layers()) {
      add_pieces(s, merged(chunk, s.members.front().stage, task), label, beside_communication(s, index));
      return;
    }
    for (auto layer = chunk.rbegin(); layer != chunk.rend(); ++layer) {
      if (layout_.fetches_layers()) gather_layer(s, **layer);
      add_pieces(s, (*layer)->pieces(task.pass), label, beside_communication(s, index));
      s.layer_ends.push_back(compute_tails(s.members));
      if (reduces) fill_bucket(s, **layer);
    }
    if (job_.software.overlap_data_parallel || reduces_every_microbatch()) flush_bucket(s);
    if (!job_.software.overlap_data_parallel && reduces_every_microbatch())
      wait_for_stream(s.members, &Member::reduce, StepCategory::data, "wait for gradients");
  }

  // The pieces of a whole chunk, when nothing has to happen between its layers.
  const Pieces& merged(const Chunk& chunk, int stage, const Task& task) {
    const auto [it, is_new] = merged_.try_emplace({stage, task.chunk, task.pass});
    if (!is_new) return it->second;
    if (task.is_forward())
      for (const LayerCosts* layer : chunk) append_merged(it->second, layer->forward);
    else
      for (auto layer = chunk.rbegin(); layer != chunk.rend(); ++layer)
        append_merged(it->second, (*layer)->pieces(task.pass));
    return it->second;
  }

  void add_pieces(StageState& s, const Pieces& pieces, sim::LabelId label, bool beside) {
    for (const Piece& piece : pieces) {
      if (piece.is_overlapped()) {
        add_overlapped(s.members, piece, label);
      } else if (piece.is_exchange()) {
        collectives_.add(s.members, piece.group, piece.exchange, piece.exchange_bytes, &Member::compute,
                         category_label(category_of(piece.group), to_string(piece.exchange)));
      } else {
        for (const Member& m : s.members) program_->add(m.compute, works_.kernels(piece, m, beside), label);
      }
    }
  }

  void add_overlapped(const Members& members, const Piece& piece, sim::LabelId label) {
    collectives_.add(members, piece.group, piece.exchange, piece.exchange_bytes, &Member::beside,
                     category_label(category_of(piece.group), to_string(piece.exchange)),
                     compute_tails(members));
    for (const Member& m : members) program_->add(m.compute, works_.kernels(piece, m, true), label);
    wait_for_stream(members, &Member::beside, category_of(piece.group),
                    "wait for an exchange inside a layer");
  }

  // ---- parameters come in before a layer runs ----
  void gather_layer(StageState& s, const LayerCosts& layer) {
    const bool frees_memory = layout_.fetches_layers();  // else there is room for all layers at once
    const double frozen_bytes = frees_memory ? layer.frozen_bytes : 0;
    if (layer.parameters + layer.expert_parameters + frozen_bytes <= 0) return;
    const std::size_t visited = s.layer_ends.size();
    const Operations after =
        frees_memory && visited >= gather_lead ? s.layer_ends[visited - gather_lead] : Operations{};
    const double bytes = layer.parameters * job_.states.weight + frozen_bytes;
    const double fetch = fetch_seconds(exchanges_.cluster(), layout_, bytes);
    for (std::size_t i = 0; fetch > 0 && i < s.members.size(); ++i) {
      const OperationId op = program_->add(s.members[i].gather, works_.delay(fetch),
                                           category_label(StepCategory::data, "fetch from the host"));
      if (!after.empty()) program_->after(op, after[i]);
    }
    gather(s.members, bytes, layer.expert_parameters * job_.states.weight, after);
  }

  void gather(const Members& members, double bytes, double expert_bytes, const Operations& after) {
    const sim::LabelId label = category_label(StepCategory::data, "gather parameters");
    collectives_.add(members, GroupKind::shard, Collective::all_gather, bytes, &Member::gather, label, after);
    collectives_.add(members, GroupKind::expert_replicas, Collective::all_gather, expert_bytes,
                     &Member::gather, label, after);
    wait_for_stream(members, &Member::gather, StepCategory::data, "wait for parameters");
  }

  // ---- gradients go out bucket by bucket ----
  void fill_bucket(StageState& s, const LayerCosts& layer) {
    s.bucket_bytes += layer.parameters * job_.software.gradient_bytes;
    s.expert_bucket_bytes += layer.expert_parameters * job_.software.gradient_bytes;
    const double waiting = s.bucket_bytes + s.expert_bucket_bytes;
    if (job_.software.overlap_data_parallel && waiting >= job_.software.bucket_bytes) flush_bucket(s);
  }

  void flush_bucket(StageState& s) {
    flush_experts(s);
    if (s.bucket_bytes <= 0) return;
    const double bytes = s.bucket_bytes;
    s.bucket_bytes = 0;
    const Operations after = compute_tails(s.members);
    const sim::LabelId label = category_label(StepCategory::data, "reduce gradients");
    if (layout_.zero_stage == 0) {
      collectives_.add(s.members, GroupKind::data, Collective::all_reduce, bytes, &Member::reduce, label,
                       after);
      return;
    }
    collectives_.add(s.members, GroupKind::shard, Collective::reduce_scatter, bytes, &Member::reduce, label,
                     after);
    if (splits_shards(layout_))
      collectives_.add(s.members, GroupKind::replicate, Collective::all_reduce,
                       bytes / layout_.effective_shard_group(), &Member::reduce, label, after);
  }

  void flush_experts(StageState& s) {
    collectives_.add(s.members, GroupKind::expert_replicas,
                     layout_.zero_stage == 0 ? Collective::all_reduce : Collective::reduce_scatter,
                     s.expert_bucket_bytes, &Member::reduce,
                     category_label(StepCategory::data, "reduce gradients of experts"),
                     compute_tails(s.members));
    s.expert_bucket_bytes = 0;
  }

  // ---- between stages ----
  // Key of a task's input: (direction, virtual stage that consumes it, microbatch).
  [[nodiscard]] std::size_t input_key(bool forward, int virtual_stage, int microbatch) const {
    const auto per_direction = static_cast<std::size_t>(layout_.pipeline * layout_.virtual_stages);
    return ((forward ? 1 : 0) * per_direction + static_cast<std::size_t>(virtual_stage)) *
               static_cast<std::size_t>(layout_.microbatches()) +
           static_cast<std::size_t>(microbatch);
  }

  void wait_for_neighbour(StageState& s, const Task& task, int virtual_stage) {
    const sim::LabelId label = category_label(StepCategory::pipeline, "wait for neighbour stage");
    Operations& waits = waits_[input_key(task.is_forward(), virtual_stage, task.microbatch)];
    for (const Member& m : s.members) waits.push_back(program_->add(m.compute, works_.delay(0), label));
  }

  void send(StageState& s, const Task& task, int virtual_stage) {
    const int to = task.is_forward() ? virtual_stage + 1 : virtual_stage - 1;
    const int producer = std::min(virtual_stage, to);  // whose output activation (or its gradient) travels
    const double bytes =
        costs_.chunk(producer % layout_.pipeline, producer / layout_.pipeline).back()->boundary_bytes;
    const GroupKind kind = task.is_forward() ? GroupKind::to_next : GroupKind::to_previous;
    const sim::LabelId label =
        category_label(StepCategory::pipeline, task.is_forward() ? "send activations" : "send gradients");
    const StreamOf stream = task.is_forward() ? &Member::send_forward : &Member::send_backward;
    Operations& sends = sends_[input_key(task.is_forward(), to, task.microbatch)];
    for (std::size_t i = 0; i < s.members.size(); ++i) {
      const Member& m = s.members[i];
      const WorkId work =
          works_.collective(exchanges_.plan(kind, m.stage, i, Collective::send_receive, bytes), {}, {});
      const OperationId op = program_->add(m.*stream, work, label);
      program_->after(op, program_->last_operation(m.compute));
      sends.push_back(op);
    }
  }

  void connect_stages() {
    for (const auto& [key, waits] : waits_) {
      const Operations& sends = sends_.at(key);
      for (std::size_t i = 0; i < waits.size(); ++i) program_->after(waits[i], sends[i]);
    }
  }

  // ---- the end of the step ----
  void add_tied_embeddings() {
    const double parameters = job_.network->tied_parameters(shard_shape(job_));
    if (layout_.pipeline == 1 || parameters <= 0) return;
    const double bytes = parameters * job_.software.gradient_bytes;
    const sim::LabelId label = category_label(StepCategory::data, "reduce tied embeddings");
    const Members &first = stages_.front(), &last = stages_.back();
    for (std::size_t i = 0; i < first.size(); ++i) {
      const CollectivePlan& plan =
          exchanges_.plan(GroupKind::embeddings, 0, i, Collective::all_reduce, bytes);
      const OperationId joint = program_->add_joint(
          works_.collective(plan, exchanges_.group(GroupKind::embeddings, 0, i), {&first[i], &last[i]}),
          label, 2);
      for (const Member* m : {&first[i], &last[i]}) {
        program_->enter(joint, m->reduce);
        program_->after(joint, program_->last_operation(m->compute));
      }
    }
  }

  void add_optimiser(int stage) {
    Members& members = stages_[static_cast<std::size_t>(stage)];
    if (layout_.replicas() > 1 || layout_.pipeline > 1)
      wait_for_stream(members, &Member::reduce, StepCategory::data, "wait for gradients");
    const double parameters = costs_.stage_parameters(stage) / layout_.effective_shard_group() +
                              costs_.stage_expert_parameters(stage) / layout_.expert_shard_group();
    for (const Member& m : members)
      program_->add(m.compute,
                    works_.delay(optimiser_seconds(exchanges_.cluster(), job_, parameters, m.speed)),
                    category_label(StepCategory::optimiser, "optimiser"));
    if (!returns_parameters() || job_.software.overlap_data_parallel) return;
    gather(members, costs_.stage_parameters(stage) * job_.states.weight,
           costs_.stage_expert_parameters(stage) * job_.states.weight, compute_tails(members));
  }

  void wait_for_stream(const Members& members, StreamOf stream, StepCategory category, const char* text) {
    for (const Member& m : members) {
      const OperationId last = program_->last_operation(m.*stream);
      if (last.is_none()) continue;
      program_->after(program_->add(m.compute, works_.delay(0), category_label(category, text)), last);
    }
  }

  Operations compute_tails(const Members& members) const {
    Operations tails;
    for (const Member& m : members) tails.push_back(program_->last_operation(m.compute));
    return tails;
  }

  // ---- labels ----
  sim::LabelId category_label(StepCategory category, const char* text) {
    return program_->add_label(text, static_cast<std::uint8_t>(category));
  }
  sim::LabelId compute_label(const Task& task) {
    const std::string chunk = layout_.virtual_stages > 1 ? fmt::format(", chunk {}", task.chunk) : "";
    return program_->add_label(
        fmt::format("{} of microbatch {}{}", to_string(task.pass), task.microbatch, chunk),
        static_cast<std::uint8_t>(StepCategory::compute));
  }

  const TrainingJob& job_;
  const Layout& layout_;
  const StageCosts& costs_;
  Exchanges& exchanges_;
  std::shared_ptr<sim::Program> program_;
  StepWorks works_;
  StepCollectives collectives_;
  std::vector<Members> stages_;
  std::map<std::tuple<int, int, Pass>, Pieces> merged_;
  std::map<std::size_t, Operations> waits_, sends_;
};

}  // namespace

StepProgram build_step_program(const topologies::Cluster& cluster, const TrainingJob& job,
                               const StageCosts& costs, Exchanges& exchanges) {
  return Builder(cluster, job, costs, exchanges).build();
}

}  // namespace headroom::models
