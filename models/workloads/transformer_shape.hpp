// SPDX-License-Identifier: Apache-2.0
// Arithmetic on a transformer's dimensions, before any sharding. Private to this folder.
#pragma once
#include "models/workloads/network.hpp"

namespace headroom::models::transformer {

// What blocks of one model may differ in.
struct BlockKind {
  bool experts = false;   // a mixture of experts in place of the MLP
  bool windowed = false;  // attention sees a sliding window only
  [[nodiscard]] int number() const { return (experts ? 2 : 0) + (windowed ? 1 : 0); }
};
[[nodiscard]] BlockKind kind_of_layer(const TransformerShape& shape, int layer);

// Throws Error(bad_input) naming the dimension and the value found.
void check(const TransformerShape& shape);
// Why `tensor` ranks cannot share the matrices, with the widths that can; empty when they can.
[[nodiscard]] std::string width_problem(const TransformerShape& shape, int tensor);
[[nodiscard]] std::string context_problem(const TransformerShape& shape, int context,
                                          ContextExchange exchange, int tensor);
// Weights of the blocks that a token is multiplied with: of routed experts those that it goes to.
[[nodiscard]] double attention_matrix_parameters(const TransformerShape& shape);  // of one layer
[[nodiscard]] double block_matrix_parameters(const TransformerShape& shape);
// Weights that a token is multiplied with, output head included, embedding table not.
[[nodiscard]] double matrix_parameters(const TransformerShape& shape);

}  // namespace headroom::models::transformer
