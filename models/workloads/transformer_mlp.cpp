// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/linear.hpp"
#include "models/workloads/transformer_parts.hpp"

namespace headroom::models::transformer {
namespace {

// Reads the first matrix's output (with SwiGLU gate and up), writes what the second matrix reads.
Kernel activation_forward(const Rank& rank) {
  return memory_bound("activation", rank.tokens * (rank.up_width() + rank.ffn) * rank.element_bytes);
}

// Reads the same input and the output's gradient, writes the input's gradient.
Kernel activation_backward(const Rank& rank) {
  return memory_bound("activation gradient",
                      rank.tokens * (2 * rank.up_width() + rank.ffn) * rank.element_bytes);
}

}  // namespace

Segment mlp_segment(const Rank& rank) {
  const double hidden = rank.model.hidden;
  const Precision p = rank.how.precision;
  const Linear up{
      "mlp up", "mlp up input gradient", "mlp up weight gradient", rank.tokens, hidden, rank.up_width(), p};
  const Linear down{
      "mlp down", "mlp down input gradient", "mlp down weight gradient", rank.tokens, rank.ffn, hidden, p};

  Segment segment;
  segment.name = "mlp";
  segment.forward = {norm_forward(rank, "mlp norm")};
  up.append_forward(segment.forward);
  segment.forward.push_back(activation_forward(rank));
  down.append_forward(segment.forward);
  segment.forward.push_back(residual_forward(rank));
  append_residual_backward(rank, segment.backward);
  down.append_backward(segment.backward);
  segment.backward.push_back(activation_backward(rank));
  up.append_backward(segment.backward);
  segment.backward.push_back(norm_backward(rank, "mlp norm gradient"));
  finish_half(rank, {}, segment);
  return segment;
}

}  // namespace headroom::models::transformer
