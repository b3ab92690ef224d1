// SPDX-License-Identifier: Apache-2.0
// Adapters beside frozen matrices (LoRA: Hu et al., arXiv:2106.09685; QLoRA: Dettmers et al.,
// arXiv:2305.14314), as Hugging Face's PEFT and NeMo run them: each has a matrix A of its own for the input,
// a matrix B for the output, and kernels of its own for dropout, scale and sum. Private to this folder.
//
// Under tensor parallelism an adapter is split as the matrix beside it is: of one split by columns B, of one
// split by rows A. The other of the two is whole on every rank. What it yields (or its gradient) is part of
// the sum that the matrix's own exchange makes; what is exchanged besides is `rank` wide, and left out.
#pragma once
#include <vector>

#include "models/workloads/linear.hpp"
#include "models/workloads/transformer_parts.hpp"

namespace headroom::models::transformer {

// The products of a block: queries, keys and values are one, and so are SwiGLU's gate and up.
enum class Matrix { qkv, attention_out, up, down };

// Of a product's output, the widths on this rank that have an adapter each; empty: none has.
[[nodiscard]] std::vector<double> adapted_outputs(const Rank& rank, Matrix matrix);

// A product of a block: trained, or frozen with adapters beside it. The frozen product stands where the
// block's exchange is, since it is the one that can hide it: of a matrix split by columns first in the
// forward pass and last in the backward pass, of one split by rows the other way round.
class Projection {
 public:
  // `base` is frozen where the model has adapters.
  Projection(const Rank& rank, Matrix matrix, Linear base);

  void append_forward(std::vector<Kernel>& kernels) const;
  void append_backward(std::vector<Kernel>& kernels) const;
  [[nodiscard]] const Linear& base() const { return base_; }

 private:
  void append_adapters_forward(std::vector<Kernel>& kernels) const;
  void append_adapters_backward(std::vector<Kernel>& kernels) const;

  bool split_by_rows_;
  Linear base_;
  std::vector<double> adapted_outputs_;
  double rank_, element_bytes_;
  bool dropout_;
};

// Of one block, on this rank.
[[nodiscard]] double block_adapter_parameters(const Rank& rank);
[[nodiscard]] double frozen_block_bytes(const Rank& rank);  // without the adapters
// The input of a product is kept for its weights' gradient, or for that of an adapter which reads it whole.
[[nodiscard]] bool keeps_input(const Rank& rank, Matrix matrix);
// What adapters keep besides: what A yields, and with dropout what it reads.
[[nodiscard]] double kept_by_adapters(const Rank& rank);
// Live while a product runs: its matrix, widened; 0 where it need not be.
[[nodiscard]] double widened_bytes(const Rank& rank);

}  // namespace headroom::models::transformer
