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
  segment.forward.push_back(norm_forward(rank, "mlp norm"));
  mlp.append_forward(segment.forward);
  segment.forward.push_back(residual_forward(rank));
  append_residual_backward(rank, segment.backward);
  mlp.append_backward(segment.backward);
  segment.backward.push_back(norm_backward(rank, "mlp norm gradient"));
  finish_half(rank, {}, segment);
  return segment;
}

}  // namespace headroom::models::transformer
