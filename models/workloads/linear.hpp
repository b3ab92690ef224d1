// SPDX-License-Identifier: Apache-2.0
// A matrix of weights applied to every token, and its two products in the backward pass. In less than 16 bit
// what comes in (forward) and its gradient (backward) are cast by passes over memory: read in 16 bit, written
// as they are and transposed, since the tensor cores of Hopper multiply 8-bit operands of one orientation
// only and two products read each (Transformer Engine's cast-transpose kernels). Weights are cast once a
// step, which is little.
#pragma once
#include <vector>

#include "models/compute/kernel.hpp"

namespace headroom::models {

struct Linear {
  const char* name;
  const char* input_gradient_name;
  const char* weight_gradient_name;
  double tokens, in, out;  // of this rank
  Precision precision;
  double count = 1;  // matrices of this size, each with so many tokens of its own (experts)

  void append_forward(std::vector<Kernel>& kernels) const {
    append_cast(kernels, tokens * in);
    kernels.push_back(forward());
  }
  [[nodiscard]] Kernel forward() const {  // without a cast
    return gemm(name, tokens, out, in, precision, count);
  }
  void append_backward(std::vector<Kernel>& kernels) const {
    append_cast(kernels, tokens * out);
    kernels.push_back(gemm(input_gradient_name, tokens, in, out, precision, count));
    kernels.push_back(gemm(weight_gradient_name, in, out, tokens, precision, count));
  }

 private:
  void append_cast(std::vector<Kernel>& kernels, double elements) const {
    const double wide = bytes_of(Precision::bf16), narrow = bytes_of(precision);
    if (narrow < wide) kernels.push_back(memory_bound("cast", count * elements * (wide + 2 * narrow)));
  }
};

}  // namespace headroom::models
