// SPDX-License-Identifier: Apache-2.0
// A matrix of weights applied to every token, and its two products in the backward pass. In less than 16 bit
// what comes in (forward) and its gradient (backward) are cast by passes over memory: read in 16 bit, written
// as they are and transposed, since the tensor cores of Hopper multiply 8-bit operands of one orientation
// only and two products read each (Transformer Engine's cast-transpose kernels). Weights are cast once a
// step, which is little. A frozen matrix has no weight gradient, so nothing is needed transposed.
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
  bool frozen = false;
  // Bytes that a frozen weight takes in memory, where it must be widened for each product; 0: it need not.
  double narrow_weight_bytes = 0;

  void append_forward(std::vector<Kernel>& kernels) const {
    append_cast(kernels, tokens * in);
    append_widening(kernels);
    kernels.push_back(forward());
  }
  [[nodiscard]] Kernel forward() const {  // without a cast
    return gemm(name, tokens, out, in, precision, count);
  }
  void append_backward(std::vector<Kernel>& kernels) const {
    append_cast(kernels, tokens * out);
    append_widening(kernels);
    kernels.push_back(gemm(input_gradient_name, tokens, in, out, precision, count));
    if (frozen) return;
    kernels.push_back(gemm(weight_gradient_name, in, out, tokens, precision, count));
    kernels.back().weight_gradient = true;
  }

 private:
  void append_cast(std::vector<Kernel>& kernels, double elements) const {
    const double wide = bytes_of(Precision::bf16), narrow = bytes_of(precision);
    const double copies = frozen ? 1 : 2;
    if (narrow < wide) kernels.push_back(memory_bound("cast", count * elements * (wide + copies * narrow)));
  }
  void append_widening(std::vector<Kernel>& kernels) const {
    if (narrow_weight_bytes > 0)
      kernels.push_back(
          memory_bound("widen weights", count * in * out * (narrow_weight_bytes + bytes_of(precision))));
  }
};

}  // namespace headroom::models
