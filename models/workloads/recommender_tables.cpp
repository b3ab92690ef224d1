// SPDX-License-Identifier: Apache-2.0
// Embedding tables: bytes, not arithmetic. Lookup kernels of today (FBGEMM, HugeCTR) come near the memory's
// bandwidth (Mudigere et al., arXiv:2104.05158, section 5), so they are passes over memory; every row of a
// lookup is read, caches are left out. Row numbers come to the tables by the input pipeline, as in HugeCTR
// and NVIDIA's DLRM.
#include <algorithm>
#include <cmath>

#include "models/workloads/recommender_parts.hpp"

namespace headroom::models::recommender {
namespace {

// A row is read and written in whole accesses of device memory: two sectors of 32 bytes.
constexpr double access_bytes = 64;
constexpr double index_bytes = 8;  // of a row number
// Rows are brought into order before they are updated: number and place of each lookup are read and written
// by the passes of a radix sort over 32 bits, 8 at a time.
constexpr double sort_passes = 4;

double row_bytes(const RecommenderShape& shape) {
  return std::ceil(shape.dim * bytes_of(Precision::fp32) / access_bytes) * access_bytes;
}

double pooled_element_bytes(const ShardShape& how) {
  return std::max(bytes_of(how.precision), bytes_of(Precision::bf16));
}

// Rows that a step touches on one rank: of a small table no more than there are, however many samples of all
// ranks look them up.
double touched_rows(const RecommenderShape& shape, const ShardShape& how) {
  double rows = 0;
  for (const EmbeddingTable& table : shape.tables)
    rows += std::min(table.lookups * how.microbatch * how.expert, table.rows);
  return rows / how.expert;
}

}  // namespace

double lookups(const RecommenderShape& shape) {
  double sum = 0;
  for (const EmbeddingTable& table : shape.tables) sum += table.lookups;
  return sum;
}

double table_parameters(const RecommenderShape& shape) {
  double rows = 0;
  for (const EmbeddingTable& table : shape.tables) rows += table.rows;
  return rows * shape.dim;
}

double table_bytes(const RecommenderShape& shape, const ShardShape& how) {
  const double per_row = (shape.dim + (how.training ? 1 : 0)) * bytes_of(Precision::fp32);
  return table_parameters(shape) / shape.dim * per_row / how.expert;
}

double pooled_bytes(const RecommenderShape& shape, const ShardShape& how) {
  return how.microbatch * static_cast<double>(shape.tables.size()) * shape.dim * pooled_element_bytes(how);
}

// A rank looks up its share of the tables for the samples of all ranks: as much as all tables for its own.
Segment table_segment(const RecommenderShape& shape, const ShardShape& how) {
  const double here = how.microbatch * lookups(shape), pooled = pooled_bytes(shape, how);
  const LayerExchange exchange{LayerExchange::Kind::all_to_all, pooled, LayerExchange::Between::expert};
  Segment segment;
  segment.name = "embeddings";
  segment.forward = {memory_bound("lookup", here * (row_bytes(shape) + index_bytes) + pooled)};
  segment.forward_after = {exchange};
  if (!how.training) return segment;
  segment.backward_before = {exchange};
  // Each lookup reads the gradient of its sum; each row that was touched is read and written once, with its
  // state.
  const double gradients = here * shape.dim * pooled_element_bytes(how);
  const double rows = touched_rows(shape, how) * 2 * (row_bytes(shape) + access_bytes);
  segment.backward = {
      memory_bound("sort of rows", here * sort_passes * 2 * 2 * index_bytes, static_cast<int>(sort_passes)),
      memory_bound("update of rows", gradients + rows)};
  return segment;
}

}  // namespace headroom::models::recommender
