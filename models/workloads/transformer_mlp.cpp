// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/gated_mlp.hpp"
#include "models/workloads/transformer_parts.hpp"

namespace headroom::models::transformer {

Segment mlp_segment(const Rank& rank) {
  const MlpNames names{"mlp up",     "mlp up input gradient",   "mlp up weight gradient",
                       "mlp down",   "mlp down input gradient", "mlp down weight gradient",
                       "activation", "activation gradient"};
  const Mlp mlp(rank, names, rank.tokens, rank.ffn);
  Segment segment;
  segment.name = "mlp";
  const bool own_norm = rank.model.block_norms > 1;
  if (own_norm) segment.forward.push_back(norm_forward(rank, "mlp norm"));
  mlp.append_forward(segment.forward);
  append_output_norm(rank, segment.forward);
  segment.forward.push_back(residual_forward(rank));
  append_residual_backward(rank, segment.backward);
  append_output_norm_backward(rank, segment.backward);
  mlp.append_backward(segment.backward);
  if (own_norm) segment.backward.push_back(norm_backward(rank, "mlp norm gradient"));
  finish_half(rank, Half::mlp, {}, segment);
  return segment;
}

}  // namespace headroom::models::transformer
