// SPDX-License-Identifier: Apache-2.0
// Recommenders of the DLRM kind (Naumov et al., arXiv:1906.00091): rows of large embedding tables are looked
// up and summed, dense features go through an MLP, pairs of all these vectors interact, a second MLP answers.
// The tables are spread over all ranks, by tables, columns or rows, as even as can be; everything else is
// data parallel, so pooled embeddings travel from where their tables are to where their samples are
// (Mudigere et al., arXiv:2104.05158).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "models/catalogue/records.hpp"
#include "models/workloads/network.hpp"

namespace headroom::models {

struct EmbeddingTable {
  double rows = 0, lookups = 0;  // rows that one sample looks up and sums
};

struct RecommenderShape {
  std::string name;
  double dense_features = 0, dim = 0;  // dim: of an embedding, and of what the bottom MLP ends in
  std::vector<double> bottom, top;     // widths of the layers' outputs
  std::vector<EmbeddingTable> tables;
  // Interaction: dot products of all pairs of vectors, or (cross_layers > 0) low-rank cross layers over their
  // concatenation (DCN v2: Wang et al., arXiv:2008.13535, eq. 2).
  double cross_layers = 0, cross_rank = 0;
};
// Throws Error(bad_input) naming what is missing or contradicts the rest.
[[nodiscard]] std::shared_ptr<const Network> make_recommender(const RecommenderShape& shape);
[[nodiscard]] RecommenderShape recommender_shape(const ModelRecord& record);

}  // namespace headroom::models
