// SPDX-License-Identifier: Apache-2.0
// Two matrices with an activation between them (with SwiGLU's gate three), or several such pairs side by
// side: the dense MLP, shared experts, routed experts. Private to this folder.
#pragma once
#include "models/workloads/transformer_adapters.hpp"

namespace headroom::models::transformer {

struct MlpNames {
  const char *up, *up_input_gradient, *up_weight_gradient;
  const char *down, *down_input_gradient, *down_weight_gradient;
  const char *activation, *activation_gradient;
};

class Mlp {
 public:
  // `count` MLPs of width `ffn`, each with so many `tokens`; all of this rank.
  Mlp(const Rank& rank, const MlpNames& names, double tokens, double ffn, double count = 1);

  void append_forward(std::vector<Kernel>& kernels) const;
  void append_backward(std::vector<Kernel>& kernels) const;

 private:
  MlpNames names_;
  Projection up_, down_;
  double element_bytes_;
};

}  // namespace headroom::models::transformer
