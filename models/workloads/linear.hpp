// SPDX-License-Identifier: Apache-2.0
// A matrix of weights applied to every token, and its two products in the backward pass.
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

  [[nodiscard]] Kernel forward() const { return gemm(name, tokens, out, in, precision); }
  void append_backward(std::vector<Kernel>& kernels) const {
    kernels.push_back(gemm(input_gradient_name, tokens, in, out, precision));
    kernels.push_back(gemm(weight_gradient_name, in, out, tokens, precision));
  }
};

}  // namespace headroom::models
