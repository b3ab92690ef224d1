// SPDX-License-Identifier: Apache-2.0
// Before the first block and after the last: embedding; final norm, output head and loss. Recomputation
// leaves both alone. The vocabulary is split over the tensor-parallel ranks (arXiv:1909.08053, section 3).
#include "models/workloads/linear.hpp"
#include "models/workloads/transformer_parts.hpp"

namespace headroom::models::transformer {
namespace {

using Kind = LayerExchange::Kind;

// Cross-entropy works on fp32 logits: reads the product's output and writes it as fp32, reads that twice
// (maximum; sum of exponentials), writes probabilities. Backward reads probabilities, writes fp32 gradients,
// reads them, writes them in the product's format.
double loss_bytes(const Rank& rank, double fp32_passes) {
  return rank.tokens * rank.vocabulary * (rank.element_bytes + fp32_passes * bytes_of(Precision::fp32));
}

// Maximum, sum of exponentials and the label's logit of each token, in fp32 (Megatron-LM's vocab-parallel
// cross-entropy).
std::vector<LayerExchange> loss_exchanges(const Rank& rank) {
  const LayerExchange one{Kind::all_reduce, rank.tokens * bytes_of(Precision::fp32)};
  return {one, one, one};
}

void add_head_exchanges(const Rank& rank, Segment& segment) {
  segment.forward_after = loss_exchanges(rank);
  if (rank.how.sequence_parallel) {
    segment.forward_before = {hidden_exchange(rank, Kind::all_gather)};
    segment.backward_after = {hidden_exchange(rank, Kind::reduce_scatter)};
  } else {
    segment.backward_after = {hidden_exchange(rank, Kind::all_reduce)};
  }
}

}  // namespace

Segment embedding_segment(const Rank& rank) {
  const double all_tokens = rank.tokens * rank.model.hidden * rank.element_bytes;
  Segment segment;
  segment.name = "embedding";
  // Every rank writes rows for all tokens (zeros for those of others): read a row, write it.
  segment.forward = {memory_bound("embedding", 2 * all_tokens)};
  // Scatter-add: read the gradient, read and write the rows' gradients.
  segment.backward = {memory_bound("embedding gradient", 3 * all_tokens)};
  if (rank.model.learned_positions > 0) {
    segment.forward.push_back(memory_bound("positions", 3 * rank.stream_bytes()));
    segment.backward.push_back(memory_bound("positions gradient", 3 * rank.stream_bytes()));
  }
  if (rank.how.tensor > 1 && rank.how.sequence_parallel) {
    segment.forward_after = {hidden_exchange(rank, Kind::reduce_scatter)};
    segment.backward_before = {hidden_exchange(rank, Kind::all_gather)};
  } else if (rank.how.tensor > 1) {
    segment.forward_after = {hidden_exchange(rank, Kind::all_reduce)};
  }
  if (rank.model.adapters.any()) {  // frozen: nobody asks for a gradient
    segment.backward_before.clear();
    segment.backward.clear();
  }
  return segment;
}

Segment head_segment(const Rank& rank) {
  const Linear head{"head",
                    "head input gradient",
                    "head weight gradient",
                    rank.tokens,
                    rank.model.hidden,
                    rank.vocabulary,
                    at_least_16_bit(rank.how.precision),
                    1,
                    rank.model.adapters.any()};
  Segment segment;
  segment.name = "head";
  segment.forward = {norm_forward(rank, "final norm"), head.forward(),
                     memory_bound("cross-entropy", loss_bytes(rank, 4))};
  segment.backward = {memory_bound("cross-entropy gradient", loss_bytes(rank, 3))};
  head.append_backward(segment.backward);
  segment.backward.push_back(norm_backward(rank, "final norm gradient"));
  if (rank.how.tensor > 1) add_head_exchanges(rank, segment);
  return segment;
}

}  // namespace headroom::models::transformer
