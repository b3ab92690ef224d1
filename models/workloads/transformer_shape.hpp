// SPDX-License-Identifier: Apache-2.0
// Arithmetic on a transformer's dimensions, before any sharding. Private to this folder.
#pragma once
#include "models/workloads/network.hpp"

namespace headroom::models::transformer {

// Throws Error(bad_input) naming the dimension and the value found.
void check(const TransformerShape& shape);
// Why `tensor` ranks cannot share the matrices, with the widths that can; empty when they can.
[[nodiscard]] std::string width_problem(const TransformerShape& shape, int tensor);
// Weights of the blocks that every token is multiplied with.
[[nodiscard]] double block_matrix_parameters(const TransformerShape& shape);
// Weights that every token is multiplied with, output head included, embedding table not.
[[nodiscard]] double matrix_parameters(const TransformerShape& shape);

}  // namespace headroom::models::transformer
