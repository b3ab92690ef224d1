// SPDX-License-Identifier: Apache-2.0
// Sequences split over context-parallel ranks. Whatever works token by token sees a rank's own tokens; what
// follows is how attention comes to the keys and values of all. Where a causal sequence is cut into twice as
// many pieces as ranks, and rank i has pieces i and 2c - 1 - i, all ranks have as much to do (Megatron-Core;
// Llama 3, arXiv:2407.21783, sec. 3.3.2).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/workloads/transformer_parts.hpp"

namespace headroom::models::transformer {
namespace {

using Kind = LayerExchange::Kind;
using Between = LayerExchange::Between;

// Keys and values of a token, latent ones made whole.
double key_value_width(const Rank& rank) {
  const LatentAttention& l = rank.model.latent;
  return l.any() ? rank.heads * (l.nope_dim + l.rope_dim + l.value_dim)
                 : 2 * rank.kv_heads * rank.model.head_dim;
}
// Of a rank's own tokens.
double block_bytes(const Rank& rank) {
  return rank.tokens * key_value_width(rank) * rank.element_bytes;
}

// What a rank sends to get whole sequences of its share of the heads. Fewer key/value heads than ranks are
// sent more than once.
double all_to_all_bytes(const Rank& rank) {
  const TransformerShape& m = rank.model;
  if (m.latent.any())
    return block_bytes(rank) +
           rank.tokens * rank.heads * (m.latent.nope_dim + m.latent.rope_dim) * rank.element_bytes;
  const double key_value_heads = std::max<double>(rank.kv_heads, rank.how.context);
  return rank.tokens * (rank.query_width() + 2 * key_value_heads * m.head_dim) * rank.element_bytes;
}

// Windows reach into neighbouring blocks only, which Megatron-Core does not do by a ring.
ContextExchange exchange_of(const Rank& rank) {
  const ContextExchange asked = rank.how.context_exchange;
  return asked == ContextExchange::ring && rank.block.windowed ? ContextExchange::all_gather : asked;
}

// A rank passes on each block but the last that reaches it: the volume of a ring all-gather. The backward
// pass sends blocks round again, and with each the sum of its gradients.
void add_ring(const Rank& rank, Segment& segment) {
  const double all = rank.how.context * block_bytes(rank);
  segment.forward_before.push_back({Kind::all_gather, all, Between::context, ring_attention(rank, false)});
  segment.backward_before.push_back(
      {Kind::all_gather, 2 * all, Between::context, ring_attention(rank, true)});
}

// The backward pass gathers again, and each rank gets the sum of the gradients of its keys and values.
void add_all_gather(const Rank& rank, Segment& segment) {
  const double all = rank.how.context * block_bytes(rank);
  segment.forward_before.push_back({Kind::all_gather, all, Between::context});
  segment.backward_before.push_back({Kind::all_gather, all, Between::context});
  segment.backward_after.push_back({Kind::reduce_scatter, all, Between::context});
}

// Queries, keys and values there, the context back; the gradients the other way.
void add_all_to_all(const Rank& rank, Segment& segment) {
  const LayerExchange there{Kind::all_to_all, all_to_all_bytes(rank), Between::context};
  const LayerExchange back{Kind::all_to_all, rank.tokens * rank.context_width() * rank.element_bytes,
                           Between::context};
  segment.forward_before.push_back(there);
  segment.forward_after.push_back(back);
  segment.backward_before.push_back(back);
  segment.backward_after.push_back(there);
}

bool splits(const TransformerShape& shape, int context, ContextExchange exchange, int tensor) {
  const int pieces = shape.causal ? 2 * context : context;
  if (std::fmod(shape.sequence, pieces) != 0) return false;
  return exchange != ContextExchange::all_to_all || std::fmod(shape.heads / tensor, context) == 0;
}

}  // namespace

double attending_tokens(const Rank& rank) {
  return exchange_of(rank) == ContextExchange::all_to_all ? rank.model.sequence
                                                          : rank.model.sequence / rank.how.context;
}

double heads_attended(const Rank& rank, double heads) {
  return exchange_of(rank) == ContextExchange::all_to_all ? std::max(heads / rank.how.context, 1.0) : heads;
}

// A causal rank's queries see half of each block of another rank: all of them its front piece, or those of
// the back piece both.
std::optional<Kernel> ring_attention(const Rank& rank, bool backward) {
  if (rank.how.context == 1 || !rank.how.flash_attention || exchange_of(rank) != ContextExchange::ring)
    return {};
  const double block = attending_tokens(rank);
  return repeated(core_kernel(rank, rank.model.causal ? block / 2 : block, false, backward),
                  rank.how.context - 1);
}

// What each block yields is added to what those before it did: both are read, the sum is written.
Kernel ring_sum(const Rank& rank, bool backward) {
  const double width = backward ? rank.query_width() + key_value_width(rank) : rank.context_width();
  const int blocks = rank.how.context - 1;
  return memory_bound("sum over blocks", 3 * blocks * rank.tokens * width * rank.element_bytes, blocks);
}

void add_context_exchanges(const Rank& rank, Segment& segment) {
  switch (exchange_of(rank)) {
    case ContextExchange::ring:
      return add_ring(rank, segment);
    case ContextExchange::all_gather:
      return add_all_gather(rank, segment);
    case ContextExchange::all_to_all:
      return add_all_to_all(rank, segment);
  }
}

double context_buffer_bytes(const Rank& rank) {
  if (rank.how.context == 1) return 0;
  constexpr double with_gradients = 2, at_hand_and_coming = 2;
  switch (exchange_of(rank)) {
    case ContextExchange::ring:
      return with_gradients * at_hand_and_coming * block_bytes(rank);
    case ContextExchange::all_gather:
      return with_gradients * rank.how.context * block_bytes(rank);
    case ContextExchange::all_to_all:
      break;
  }
  return with_gradients * all_to_all_bytes(rank);
}

std::string context_problem(const TransformerShape& shape, int context, ContextExchange exchange,
                            int tensor) {
  if (splits(shape, context, exchange, tensor)) return {};
  int below = context - 1, above = context + 1;
  while (!splits(shape, below, exchange, tensor) && below > 1) --below;
  while (!splits(shape, above, exchange, tensor) && above < shape.sequence) ++above;
  const std::string heads = exchange == ContextExchange::all_to_all
                                ? fmt::format(" and {} heads", shape.heads / tensor)
                                : std::string();
  const std::string nearest =
      above < shape.sequence ? fmt::format("{} and {}", below, above) : fmt::format("{}", below);
  return fmt::format(
      "sequences of {} tokens{} of {} cannot be split over {} context-parallel ranks{}; "
      "nearest legal widths: {}",
      shape.sequence, heads, shape.name, context,
      shape.causal ? ", each with a piece from the front and one from the back" : "", nearest);
}

}  // namespace headroom::models::transformer
