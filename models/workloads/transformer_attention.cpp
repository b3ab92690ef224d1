// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/transformer_adapters.hpp"

namespace headroom::models::transformer {
namespace {

// Without flash attention scores and probabilities are matrices in memory, causal or not.
class UnfusedCore {
 public:
  explicit UnfusedCore(const Rank& rank)
      : s_(rank.model.sequence),
        q_(attending_tokens(rank)),
        d_(rank.model.head_dim),
        batch_(rank.how.microbatch * heads_attended(rank, rank.heads)),
        precision_(at_least_16_bit(rank.how.precision)),
        score_bytes_(batch_ * q_ * s_ * rank.element_bytes),
        mask_bytes_(rank.model.dropout ? batch_ * q_ * s_ : 0) {}

  // Softmax reads scores and writes probabilities. Dropout reads and writes them again and writes its mask.
  [[nodiscard]] std::vector<Kernel> forward() const {
    std::vector<Kernel> kernels = {gemm("scores", q_, s_, d_, precision_, batch_),
                                   memory_bound("softmax", 2 * score_bytes_)};
    if (mask_bytes_ > 0) kernels.push_back(memory_bound("attention dropout", 2 * score_bytes_ + mask_bytes_));
    kernels.push_back(gemm("context", q_, d_, s_, precision_, batch_));
    return kernels;
  }

  // Two products for each of the forward's. Softmax reads probabilities and their gradient, writes the
  // scores'.
  void append_backward(std::vector<Kernel>& kernels) const {
    kernels.push_back(gemm("value gradient", s_, d_, q_, precision_, batch_));
    kernels.push_back(gemm("probability gradient", q_, s_, d_, precision_, batch_));
    if (mask_bytes_ > 0)
      kernels.push_back(memory_bound("attention dropout gradient", 2 * score_bytes_ + mask_bytes_));
    kernels.push_back(memory_bound("softmax gradient", 3 * score_bytes_));
    kernels.push_back(gemm("query gradient", q_, d_, s_, precision_, batch_));
    kernels.push_back(gemm("key gradient", s_, d_, q_, precision_, batch_));
  }

 private:
  double s_, q_, d_, batch_;  // keys, queries, head dimension, heads of all sequences
  Precision precision_;
  double score_bytes_, mask_bytes_;
};

// Of queries and keys on one side and values on the other where they differ: the mean, which both products
// together cost.
double core_head_dim(const TransformerShape& m) {
  return m.latent.any() ? (m.latent.nope_dim + m.latent.rope_dim + m.latent.value_dim) / 2 : m.head_dim;
}

// With a sliding window every token sees as many keys, but for those at the beginning: on the average w - w^2
// / 2s of a window w and s tokens.
std::vector<Kernel> flash(const Rank& rank, bool backward) {
  const TransformerShape& m = rank.model;
  const double queries = attending_tokens(rank);
  if (m.causal && rank.block.windowed && m.window < m.sequence)
    return {core_kernel(rank, m.window - m.window * m.window / (2 * m.sequence), false, backward)};
  if (const std::optional<Kernel> others = ring_attention(rank, backward))
    return {core_kernel(rank, queries, m.causal, backward), *others, ring_sum(rank, backward)};
  // A rank's pieces of a split sequence see half of all keys in the mean, all that are gathered before.
  if (queries < m.sequence)
    return {core_kernel(rank, m.causal ? m.sequence / 2 : m.sequence, false, backward)};
  return {core_kernel(rank, m.sequence, m.causal, backward)};
}

}  // namespace

Kernel core_kernel(const Rank& rank, double keys, bool causal, bool backward) {
  const TransformerShape& m = rank.model;
  const double kv_heads = m.latent.any() ? rank.heads : rank.kv_heads;
  return attention(rank.how.microbatch, attending_tokens(rank), keys, heads_attended(rank, rank.heads),
                   heads_attended(rank, kv_heads), core_head_dim(m), causal, backward,
                   at_least_16_bit(rank.how.precision));
}

std::vector<Kernel> core_forward(const Rank& rank) {
  if (rank.how.flash_attention) return flash(rank, false);
  return UnfusedCore(rank).forward();
}

void append_core_backward(const Rank& rank, std::vector<Kernel>& kernels) {
  if (!rank.how.flash_attention) return UnfusedCore(rank).append_backward(kernels);
  const std::vector<Kernel> core = flash(rank, true);
  kernels.insert(kernels.end(), core.begin(), core.end());
}

namespace {

// Models without a table of learned positions rotate queries and keys: both are read and written.
bool rotary(const Rank& rank) {
  return rank.model.learned_positions == 0;
}
Kernel rotate(const Rank& rank, const char* name) {
  const double width = (rank.heads + rank.kv_heads) * rank.model.head_dim;
  return memory_bound(name, 2 * rank.tokens * width * rank.element_bytes);
}

}  // namespace

Segment attention_segment(const Rank& rank) {
  const double hidden = rank.model.hidden;
  const Precision p = rank.how.precision;
  const Projection qkv(
      rank, Matrix::qkv,
      {"qkv", "qkv input gradient", "qkv weight gradient", rank.tokens, hidden, rank.qkv_width(), p});
  const Projection out(rank, Matrix::attention_out,
                       {"attention out", "attention out input gradient", "attention out weight gradient",
                        rank.tokens, rank.query_width(), hidden, p});
  const std::vector<Kernel> core = core_forward(rank);

  Segment segment;
  segment.name = "attention";
  std::vector<Kernel>& forward = segment.forward;
  forward = {norm_forward(rank, "attention norm")};
  qkv.append_forward(forward);
  if (rotary(rank)) forward.push_back(rotate(rank, "rotary"));
  forward.insert(forward.end(), core.begin(), core.end());
  out.append_forward(forward);
  append_output_norm(rank, forward);
  forward.push_back(residual_forward(rank));

  append_residual_backward(rank, segment.backward);
  append_output_norm_backward(rank, segment.backward);
  out.append_backward(segment.backward);
  append_core_backward(rank, segment.backward);
  if (rotary(rank)) segment.backward.push_back(rotate(rank, "rotary gradient"));
  qkv.append_backward(segment.backward);
  segment.backward.push_back(norm_backward(rank, "attention norm gradient"));
  finish_half(rank, Half::attention, core, segment);
  return segment;
}

}  // namespace headroom::models::transformer
