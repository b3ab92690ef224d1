// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/gated_mlp.hpp"

namespace headroom::models::transformer {

// SwiGLU's gate and up projections are one product.
Mlp::Mlp(const Rank& rank, const MlpNames& names, double tokens, double ffn, double count)
    : names_(names),
      up_(rank, Matrix::up,
          {names.up, names.up_input_gradient, names.up_weight_gradient, tokens, rank.model.hidden,
           (rank.model.gated ? 2 : 1) * ffn, rank.how.precision, count}),
      down_(rank, Matrix::down,
            {names.down, names.down_input_gradient, names.down_weight_gradient, tokens, ffn,
             rank.model.hidden, rank.how.precision, count}),
      element_bytes_(rank.element_bytes) {}

// The activation reads the first matrix's output (with SwiGLU gate and up) and writes what the second reads.
void Mlp::append_forward(std::vector<Kernel>& kernels) const {
  up_.append_forward(kernels);
  const Linear &up = up_.base(), &down = down_.base();
  kernels.push_back(
      memory_bound(names_.activation, up.count * up.tokens * (up.out + down.in) * element_bytes_));
  down_.append_forward(kernels);
}

// It reads the same input and the output's gradient, and writes the input's gradient.
void Mlp::append_backward(std::vector<Kernel>& kernels) const {
  down_.append_backward(kernels);
  const Linear &up = up_.base(), &down = down_.base();
  kernels.push_back(memory_bound(names_.activation_gradient,
                                 up.count * up.tokens * (2 * up.out + down.in) * element_bytes_));
  up_.append_backward(kernels);
}

}  // namespace headroom::models::transformer
