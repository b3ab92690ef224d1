// SPDX-License-Identifier: Apache-2.0
// A recommender as one rank sees it. Private to this folder.
#pragma once
#include <vector>

#include "models/workloads/recommender.hpp"

namespace headroom::models::recommender {

[[nodiscard]] double lookups(const RecommenderShape& shape);  // of one sample
[[nodiscard]] double table_parameters(const RecommenderShape& shape);
// Of this rank's share of the tables: rows in 32 bit, and of each row one number of row-wise Adagrad.
[[nodiscard]] double table_bytes(const RecommenderShape& shape, const ShardShape& how);
// Of this rank's samples, one vector a table.
[[nodiscard]] double pooled_bytes(const RecommenderShape& shape, const ShardShape& how);
// Lookups, and the update of the rows in the backward pass; pooled embeddings travel in between.
[[nodiscard]] Segment table_segment(const RecommenderShape& shape, const ShardShape& how);

[[nodiscard]] double dense_parameters(const RecommenderShape& shape);
[[nodiscard]] double dense_multiply_adds(const RecommenderShape& shape);  // of one sample
[[nodiscard]] double dense_activation_bytes(const RecommenderShape& shape, const ShardShape& how);
// Bottom MLP, interaction, top MLP.
[[nodiscard]] std::vector<Segment> dense_segments(const RecommenderShape& shape, const ShardShape& how);

}  // namespace headroom::models::recommender
