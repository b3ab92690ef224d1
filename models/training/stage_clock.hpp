// SPDX-License-Identifier: Apache-2.0
// One stage's streams without the simulator: each ends where its last operation does, and an operation takes
// as long as it does alone.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "models/training/exchanges.hpp"
#include "models/training/schedule.hpp"
#include "models/training/stage_costs.hpp"

namespace headroom::models {

// What a stage sends to a neighbour: under way from `sent` to `arrives`.
struct Transfer {
  double sent = -1, arrives = -1;
  [[nodiscard]] bool is_sent() const { return sent >= 0; }
};

// Runs a stage's tasks in their order. What streams do to each other is kept to three rules: compute waits
// for parameters that come in; kernels beside communication kernels get the multiprocessors that those
// leave; two exchanges with the same bottleneck share it evenly.
class StageClock {
 public:
  StageClock(const TrainingJob& job, const StageCosts& costs, Exchanges& exchanges, int stage);

  void wait_for(const Transfer& input);
  void forward(const Task& task);
  void backward(const Task& task);  // or its part for weights
  // To the next (forward) or previous stage, as soon as the link is free.
  [[nodiscard]] Transfer send(bool forward, double bytes);
  // What is left of the gradients goes out once all tasks have run.
  void flush_gradients();
  // An exchange between two stages, after what both still have to send.
  static void reduce_together(StageClock& a, StageClock& b, double seconds);
  void optimise();

  // One microbatch through a chunk, when nothing goes on beside: all passes, or forward.
  [[nodiscard]] double seconds_alone(int chunk) const;
  [[nodiscard]] double forward_seconds_alone(int chunk) const;
  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] double busy() const { return busy_; }  // compute stream: kernels and what blocks them
  [[nodiscard]] const Breakdown& breakdown() const { return breakdown_; }

 private:
  // An exchange beside compute, alone.
  struct Exchange {
    double seconds = 0;
    double transfer_share = 0;                       // of its time it moves bytes, the rest is latency
    double device_share = 0;                         // of the multiprocessors, on average
    std::optional<topologies::LinkKind> bottleneck;  // none: nothing to share
  };
  struct LayerTimes {
    Breakdown forward, backward, weights;
    Exchange gather;
    double gradient_bytes = 0, expert_gradient_bytes = 0;
  };
  using Chunk = std::vector<const LayerTimes*>;

  void note_bottleneck(const CollectiveTime& time, Exchange& exchange) const;
  [[nodiscard]] Breakdown times_of(const Pieces& pieces);
  [[nodiscard]] double exposed_seconds(const Piece& exchange);
  [[nodiscard]] const LayerTimes& layer_times(const LayerCosts& layer);
  [[nodiscard]] Exchange exchange(GroupKind kind, Collective collective, double bytes);
  [[nodiscard]] const Exchange& reduction(double bytes);
  [[nodiscard]] const Exchange& expert_reduction(double bytes);
  [[nodiscard]] static Exchange one_after_the_other(const Exchange& a, const Exchange& b);

  void wait_until(double time, double Breakdown::*part);
  void run(const Breakdown& work);
  void run_kernels(double seconds);
  [[nodiscard]] double shared_seconds(double exchanging, const Exchange& what, double all);
  template <class Iterator>
  void run_layers(Iterator first, Iterator last, Breakdown LayerTimes::*pass, bool gathers, bool reduces);
  void gather(const Exchange& exchange, double earliest);
  void fill_bucket(const LayerTimes& layer);

  const TrainingJob& job_;
  const Layout& layout_;
  Exchanges& exchanges_;
  int stage_;
  bool overlaps_;  // data-parallel communication runs beside kernels
  double stage_parameters_, stage_expert_parameters_;
  std::map<const LayerCosts*, LayerTimes> layers_;
  std::map<double, Exchange> reduction_times_, expert_reduction_times_;  // by bytes
  // By category, from StepCategory::tensor on: the last exchange inside a layer, to know its bottleneck.
  std::array<Exchange, 3> inside_layers_;
  std::vector<Chunk> chunks_;
  std::vector<Breakdown> chunk_forward_, chunk_backward_, chunk_weights_;
  std::vector<int> backwards_left_;  // by chunk

  double now_ = 0, busy_ = 0;
  // A stream that hands tensors on: when it is free again, and how long the last size took.
  struct Sending {
    double free = 0, bytes = 0, seconds = 0;
  };
  Sending forward_, backward_;
  // A stream beside compute: busy from `since` to `until`, at present with `what`.
  struct Beside {
    double since = 0, until = 0;
    Exchange what;
  };
  void put_beside(const Exchange& exchange, double earliest, Beside& stream, Beside& other);
  Beside gathers_, reductions_;
  double either_since_ = 0, either_work_ = 0;  // since when one or the other was busy, and with how much
  double previous_layer_end_ = 0, layer_end_ = 0;
  double bucket_bytes_ = 0, expert_bucket_bytes_ = 0;
  Breakdown breakdown_;
};

}  // namespace headroom::models
