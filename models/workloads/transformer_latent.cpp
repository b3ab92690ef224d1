// SPDX-License-Identifier: Apache-2.0
// Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434, sec. 2.1) as it is trained: keys and values are
// made whole, and attention runs over all heads. The matrices that make the short vectors are on every
// tensor-parallel rank and see its share of the stream; those that widen them are split by heads.
#include "models/workloads/linear.hpp"
#include "models/workloads/transformer_parts.hpp"

namespace headroom::models::transformer {
namespace {

struct Matrices {
  std::vector<Linear> all;  // in the order of the forward pass, without the output

  explicit Matrices(const Rank& rank) {
    const LatentAttention& l = rank.model.latent;
    const double hidden = rank.model.hidden, query = rank.heads * (l.nope_dim + l.rope_dim);
    const Precision p = rank.how.precision;
    if (l.query_rank > 0) {
      all.push_back({"query down", "query down input gradient", "query down weight gradient",
                     rank.stream_tokens, hidden, l.query_rank, p});
      all.push_back({"query up", "query up input gradient", "query up weight gradient", rank.tokens,
                     l.query_rank, query, p});
    } else {
      all.push_back(
          {"query", "query input gradient", "query weight gradient", rank.tokens, hidden, query, p});
    }
    all.push_back({"key/value down", "key/value down input gradient", "key/value down weight gradient",
                   rank.stream_tokens, hidden, l.key_value_rank + l.rope_dim, p});
    all.push_back({"key/value up", "key/value up input gradient", "key/value up weight gradient", rank.tokens,
                   l.key_value_rank, rank.heads * (l.nope_dim + l.value_dim), p});
  }
};

// Norms of the short vectors, and the rotation of queries and of the one shared key: read and written.
double short_vector_bytes(const Rank& rank) {
  const LatentAttention& l = rank.model.latent;
  const double norms = 2 * rank.stream_tokens * (l.query_rank + l.key_value_rank);
  const double rotated = 2 * rank.tokens * (rank.heads + 1) * l.rope_dim;
  return (norms + rotated) * rank.element_bytes;
}

}  // namespace

Segment latent_attention_segment(const Rank& rank) {
  const Matrices matrices(rank);
  const Linear out{"attention out",   "attention out input gradient", "attention out weight gradient",
                   rank.tokens,       rank.context_width(),           rank.model.hidden,
                   rank.how.precision};
  const std::vector<Kernel> core = core_forward(rank);
  Segment segment;
  segment.name = "attention";
  segment.forward.push_back(norm_forward(rank, "attention norm"));
  for (const Linear& matrix : matrices.all) matrix.append_forward(segment.forward);
  segment.forward.push_back(memory_bound("short vectors", short_vector_bytes(rank)));
  segment.forward.insert(segment.forward.end(), core.begin(), core.end());
  out.append_forward(segment.forward);
  append_output_norm(rank, segment.forward);
  segment.forward.push_back(residual_forward(rank));

  append_residual_backward(rank, segment.backward);
  append_output_norm_backward(rank, segment.backward);
  out.append_backward(segment.backward);
  append_core_backward(rank, segment.backward);
  segment.backward.push_back(memory_bound("short vectors gradient", short_vector_bytes(rank)));
  for (auto matrix = matrices.all.rbegin(); matrix != matrices.all.rend(); ++matrix)
    matrix->append_backward(segment.backward);
  segment.backward.push_back(norm_backward(rank, "attention norm gradient"));
  finish_half(rank, Half::attention, core, segment);
  return segment;
}

}  // namespace headroom::models::transformer
