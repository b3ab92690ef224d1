// SPDX-License-Identifier: Apache-2.0
// What the two halves of a block (attention, MLP) have in common: the norm before, the residual addition
// after, the exchanges around. Kernels of a segment run between its exchanges; that the norm really precedes
// the all-gather and the residual addition follows the reduce-scatter changes no sum, since these exchanges
// block.
#include <algorithm>
#include <utility>

#include "models/workloads/transformer_parts.hpp"

namespace headroom::models::transformer {
namespace {

bool has_output_norms(const TransformerShape& model) {
  return model.block_norms > 2;
}

void append(std::vector<LayerExchange>& to, const std::vector<LayerExchange>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void append_context(std::vector<LayerExchange>& to, const std::vector<LayerExchange>& from) {
  for (const LayerExchange& e : from)
    if (e.between == LayerExchange::Between::context) to.push_back(e);
}

bool is_product(const Kernel& kernel) {
  return kernel.kind == KernelKind::gemm;
}
const Kernel& first_product(const std::vector<Kernel>& kernels) {
  return *std::find_if(kernels.begin(), kernels.end(), is_product);
}
const Kernel& last_product(const std::vector<Kernel>& kernels) {
  return *std::find_if(kernels.rbegin(), kernels.rend(), is_product);
}
LayerExchange beside(const Kernel& product, LayerExchange exchange) {
  exchange.beside = product;
  return exchange;
}

// Side by side, both halves read what one gather brought and add to one sum: what stands between them falls
// away (Chowdhery et al., PaLM, arXiv:2204.02311, section 2). Backward, the MLP comes first.
void drop_between(Half half, Segment& segment) {
  if (half == Half::attention) {
    segment.forward_after.clear();
    segment.backward_before.clear();
  } else {
    segment.forward_before.clear();
    segment.backward_after.clear();
  }
}

// Megatron-LM's f and g operators: an all-reduce after each half, forward and backward (arXiv:1909.08053,
// fig. 3). With sequence parallelism g-bar: all-gather before and reduce-scatter after (Korthikanti et al.,
// arXiv:2205.05198, section 4.2.2). The backward pass also gathers the half's input again for the weight
// gradients; Megatron hides that gather behind the input gradient's product, so it is not among the exchanges
// that block. The others lie beside products that Transformer Engine can cut up with them
// (--tp-comm-overlap): gathers before the product that reads what they bring, scatters after the one that
// makes what they reduce; in the backward pass the scatter runs beside the weight gradient's product.
void add_exchanges(const Rank& rank, Half half, Segment& segment) {
  using Kind = LayerExchange::Kind;
  if (rank.how.sequence_parallel) {
    segment.forward_before = {
        beside(first_product(segment.forward), hidden_exchange(rank, Kind::all_gather))};
    segment.forward_after = {
        beside(last_product(segment.forward), hidden_exchange(rank, Kind::reduce_scatter))};
    segment.backward_before = {
        beside(first_product(segment.backward), hidden_exchange(rank, Kind::all_gather))};
    segment.backward_after = {
        beside(last_product(segment.backward), hidden_exchange(rank, Kind::reduce_scatter))};
  } else {
    segment.forward_after = segment.backward_after = {hidden_exchange(rank, Kind::all_reduce)};
  }
  if (rank.model.parallel) drop_between(half, segment);
}

}  // namespace

// Reads the stream, writes the normalised stream; the statistics (one or two numbers per token) are left out.
Kernel norm_forward(const Rank& rank, const char* name) {
  return memory_bound(name, 2 * rank.stream_bytes());
}

// Reads the gradient and the input, writes the input's gradient.
Kernel norm_backward(const Rank& rank, const char* name) {
  return memory_bound(name, 3 * rank.stream_bytes());
}

// Reads the half's output and the stream, writes the stream; dropout writes its mask.
Kernel residual_forward(const Rank& rank) {
  const double mask = rank.model.dropout ? rank.stream_tokens * rank.model.hidden * mask_bytes : 0;
  return memory_bound("residual", 3 * rank.stream_bytes() + mask);
}

// Dropout: reads gradient and mask, writes gradient. Where the stream forked, two gradients are read and
// their sum is written.
void append_residual_backward(const Rank& rank, std::vector<Kernel>& kernels) {
  if (rank.model.dropout)
    kernels.push_back(memory_bound(
        "dropout gradient", 2 * rank.stream_bytes() + rank.stream_tokens * rank.model.hidden * mask_bytes));
  kernels.push_back(memory_bound("residual gradient", 3 * rank.stream_bytes()));
}

LayerExchange hidden_exchange(const Rank& rank, LayerExchange::Kind kind) {
  return {kind, rank.tokens * rank.model.hidden * rank.element_bytes};
}

void append_output_norm(const Rank& rank, std::vector<Kernel>& forward) {
  if (has_output_norms(rank.model)) forward.push_back(norm_forward(rank, "output norm"));
}

void append_output_norm_backward(const Rank& rank, std::vector<Kernel>& backward) {
  if (has_output_norms(rank.model)) backward.push_back(norm_backward(rank, "output norm gradient"));
}

void finish_half(const Rank& rank, Half half, const std::vector<Kernel>& core, Segment& segment) {
  if (rank.how.tensor > 1) add_exchanges(rank, half, segment);
  if (rank.how.context > 1 && half == Half::attention) add_context_exchanges(rank, segment);
  repeat_forward(rank, core, segment);
}

void repeat_forward(const Rank& rank, const std::vector<Kernel>& core, Segment& segment) {
  std::vector<Kernel> repeated;
  if (rank.how.recomputation == Recomputation::selective) {
    repeated = core;
    append_context(segment.backward_before, segment.forward_before);
    append_context(segment.backward_before, segment.forward_after);
  }
  if (rank.how.recomputation == Recomputation::full) {
    repeated = segment.forward;
    std::vector<LayerExchange> exchanges = segment.forward_before;
    append(exchanges, segment.forward_after);
    append(exchanges, segment.backward_before);
    segment.backward_before = std::move(exchanges);
  }
  segment.backward.insert(segment.backward.begin(), repeated.begin(), repeated.end());
}

Layer finished(std::string name, const Rank& rank, std::vector<Segment> segments, double parameters,
               const Activations& activations) {
  if (!rank.how.training)
    for (Segment& s : segments) {
      s.backward_before.clear();
      s.backward.clear();
      s.backward_after.clear();
    }
  Layer layer;
  layer.name = std::move(name);
  layer.segments = std::move(segments);
  layer.parameters = parameters;
  layer.activation_bytes = activations.kept;
  layer.working_bytes = activations.working;
  // With sequence parallelism a stage hands on its shard, without it every rank hands on the whole.
  layer.boundary_bytes = rank.stream_bytes();
  return layer;
}

}  // namespace headroom::models::transformer
