// SPDX-License-Identifier: Apache-2.0
// A mixture of experts as one rank sees it (Megatron-Core's all-to-all dispatcher): the router sorts its
// share of the tokens by expert, they travel to the ranks that hold their experts, are worked on in one
// grouped product a matrix, travel back, and are summed by weight. Where the ranks of a tensor-parallel group
// split each expert, they gather the tokens of all of them first.
#include "models/workloads/gated_mlp.hpp"
#include "models/workloads/transformer_parts.hpp"

namespace headroom::models::transformer {
namespace {

using Kind = LayerExchange::Kind;

double copies_bytes(const Rank& rank) {
  return rank.routed_tokens() * rank.model.hidden * rank.element_bytes;
}

// Scores of all experts in fp32, and the best of them; then tokens are read and their copies written in the
// order of experts.
Segment router_segment(const Rank& rank) {
  const double experts = rank.model.experts.experts;
  const double score_bytes = rank.stream_tokens * experts * bytes_of(Precision::fp32);
  const Linear router{"router",
                      "router input gradient",
                      "router weight gradient",
                      rank.stream_tokens,
                      rank.model.hidden,
                      experts,
                      at_least_16_bit(rank.how.precision)};
  Segment segment;
  segment.name = "router";
  segment.forward = {norm_forward(rank, "expert norm"), router.forward(),
                     memory_bound("choice of experts", 3 * score_bytes),
                     memory_bound("sort by expert", rank.stream_bytes() + copies_bytes(rank))};
  segment.backward = {memory_bound("sort by expert gradient", rank.stream_bytes() + copies_bytes(rank)),
                      memory_bound("choice of experts gradient", 3 * score_bytes)};
  router.append_backward(segment.backward);
  segment.backward.push_back(norm_backward(rank, "expert norm gradient"));
  repeat_forward(rank, {}, segment);
  return segment;
}

double sent_bytes(const Rank& rank) {
  const MixtureOfExperts& e = rank.model.experts;
  const bool limited = e.groups_per_token > 0 && e.groups_per_token < e.per_token;
  return copies_bytes(rank) * (limited ? e.groups_per_token / e.per_token : 1);
}

void add_exchanges(const Rank& rank, Segment& segment) {
  std::vector<LayerExchange> there, back;
  if (rank.how.expert > 1) {
    there.push_back({Kind::all_to_all, sent_bytes(rank), LayerExchange::Between::expert});
    back.push_back({Kind::all_to_all, sent_bytes(rank), LayerExchange::Between::expert});
  }
  if (rank.how.expert_tensor > 1) {
    const double all = copies_bytes(rank) * rank.how.expert_tensor;
    there.push_back({Kind::all_gather, all});
    back.insert(back.begin(), {Kind::reduce_scatter, all});
  }
  segment.forward_before = segment.backward_before = there;
  segment.forward_after = segment.backward_after = back;
}

Segment routed_segment(const Rank& rank) {
  const MlpNames names{"experts up",         "experts up input gradient",   "experts up weight gradient",
                       "experts down",       "experts down input gradient", "experts down weight gradient",
                       "experts activation", "experts activation gradient"};
  const double tokens_of_one = rank.routed_tokens() * rank.how.expert_tensor / rank.experts_here();
  const Mlp experts(rank, names, tokens_of_one, rank.expert_ffn(), rank.experts_here());
  Segment segment;
  segment.name = "experts";
  experts.append_forward(segment.forward);
  experts.append_backward(segment.backward);
  add_exchanges(rank, segment);
  repeat_forward(rank, {}, segment);
  return segment;
}

// Copies are read, weighed and summed; the residual addition stands here, too.
Segment combine_segment(const Rank& rank) {
  const double bytes = copies_bytes(rank) + rank.stream_bytes();
  Segment segment;
  segment.name = "combine";
  segment.forward = {memory_bound("sum by weight", bytes), residual_forward(rank)};
  append_residual_backward(rank, segment.backward);
  segment.backward.push_back(memory_bound("sum by weight gradient", bytes + copies_bytes(rank)));
  repeat_forward(rank, {}, segment);
  return segment;
}

// What every token goes through: an MLP that tensor parallelism splits as it does the dense one.
Segment shared_segment(const Rank& rank) {
  const MlpNames names{"shared up",         "shared up input gradient",   "shared up weight gradient",
                       "shared down",       "shared down input gradient", "shared down weight gradient",
                       "shared activation", "shared activation gradient"};
  const Mlp shared(rank, names, rank.tokens, rank.shared_ffn());
  Segment segment;
  segment.name = "shared experts";
  shared.append_forward(segment.forward);
  shared.append_backward(segment.backward);
  finish_half(rank, Half::mlp, {}, segment);
  return segment;
}

}  // namespace

std::vector<Segment> expert_segments(const Rank& rank) {
  std::vector<Segment> segments{router_segment(rank), routed_segment(rank)};
  if (rank.model.experts.shared_ffn > 0) segments.push_back(shared_segment(rank));
  segments.push_back(combine_segment(rank));
  return segments;
}

std::vector<Segment> block_segments(const Rank& rank) {
  std::vector<Segment> segments{rank.model.latent.any() ? latent_attention_segment(rank)
                                                        : attention_segment(rank)};
  if (!rank.block.experts) {
    segments.push_back(mlp_segment(rank));
    return segments;
  }
  for (Segment& segment : expert_segments(rank)) segments.push_back(std::move(segment));
  return segments;
}

}  // namespace headroom::models::transformer
