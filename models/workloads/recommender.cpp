// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/recommender.hpp"

#include <fmt/format.h>

#include <utility>

#include "models/workloads/recommender_parts.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

using namespace recommender;

class Recommender final : public Network {
 public:
  explicit Recommender(RecommenderShape shape) : shape_(std::move(shape)) {}

  const std::string& name() const override { return shape_.name; }
  double parameters() const override { return dense_parameters(shape_) + table_parameters(shape_); }
  int layer_count() const override { return 1; }  // all that is dense: it is not worth a pipeline
  int layer_class(int) const override { return 0; }

  Layer first(const ShardShape& how) const override {
    Layer layer;
    layer.name = "embeddings";
    layer.segments = {table_segment(shape_, how)};
    layer.table_bytes = table_bytes(shape_, how);
    layer.activation_bytes = pooled_bytes(shape_, how);
    return layer;
  }
  Layer layer(int, const ShardShape& how) const override {
    Layer layer;
    layer.name = "dense";
    layer.segments = dense_segments(shape_, how);
    layer.parameters = dense_parameters(shape_);
    layer.activation_bytes = dense_activation_bytes(shape_, how);
    return layer;
  }
  // One answer a sample: nothing beside the rest.
  Layer last(const ShardShape&) const override { return {}; }
  double tied_parameters(const ShardShape&) const override { return 0; }

  double units_per_sample() const override { return 1; }
  const char* unit_name() const override { return "samples"; }
  double model_flops_per_sample() const override { return 3 * 2 * dense_multiply_adds(shape_); }
  const char* model_flops_convention() const override {
    return "3 x forward; forward = 2 FLOP per multiply-add of the MLPs and of the interaction; sums of "
           "looked-up rows are not counted";
  }

  // Dense features and the label in 32 bit, row numbers in 32 bit (Criteo's files, preprocessed).
  double stored_bytes_per_sample() const override {
    constexpr double bytes_of_number = 4;
    return (shape_.dense_features + lookups(shape_) + 1) * bytes_of_number;
  }
  double input_bytes_per_sample() const override { return stored_bytes_per_sample(); }
  bool decodes_images() const override { return false; }
  bool has_tables() const override { return true; }

  std::string tensor_width_problem(int tensor) const override {
    if (tensor == 1) return {};
    return fmt::format(
        "{} has no tensor-parallel form (its tables are spread over all ranks), found tensor "
        "width {}; legal widths: 1",
        shape_.name, tensor);
  }
  std::string context_width_problem(int context, ContextExchange, int) const override {
    return fmt::format("{} has no sequences to split, found context width {}; legal widths: 1", shape_.name,
                       context);
  }

 private:
  RecommenderShape shape_;
};

void require(bool right, const RecommenderShape& shape, const char* what, double found) {
  if (!right) throw bad_input(fmt::format("model {}: {}, found {}", shape.name, what, found));
}

}  // namespace

std::shared_ptr<const Network> make_recommender(const RecommenderShape& shape) {
  const auto count = [](const auto& list) { return static_cast<double>(list.size()); };
  require(shape.dense_features >= 1, shape, "dense_features must be at least 1", shape.dense_features);
  require(shape.dim >= 1, shape, "embedding_dim must be at least 1", shape.dim);
  require(!shape.tables.empty(), shape, "tables must be given", count(shape.tables));
  require(!shape.bottom.empty() && shape.bottom.back() == shape.dim, shape,
          "bottom_mlp must end in embedding_dim", shape.bottom.empty() ? 0 : shape.bottom.back());
  require(!shape.top.empty() && shape.top.back() == 1, shape, "top_mlp must end in one answer",
          shape.top.empty() ? 0 : shape.top.back());
  for (const EmbeddingTable& table : shape.tables) {
    require(table.rows >= 1, shape, "a table must have a row at least", table.rows);
    require(table.lookups > 0, shape, "a table must be looked up", table.lookups);
  }
  return std::make_shared<Recommender>(shape);
}

RecommenderShape recommender_shape(const ModelRecord& record) {
  RecommenderShape shape;
  shape.name = record.name;
  shape.dense_features = record.dense_features;
  shape.dim = record.embedding_dim;
  // Configurations begin with the width of the input.
  if (!record.bottom_mlp.empty()) shape.bottom.assign(record.bottom_mlp.begin() + 1, record.bottom_mlp.end());
  shape.top = record.top_mlp;
  shape.cross_layers = record.cross_layers;
  shape.cross_rank = record.cross_rank;
  if (!record.table_lookups.empty() && record.table_lookups.size() != record.table_rows.size())
    throw bad_input(fmt::format("model {}: expected lookups of {} tables, found {}", record.id,
                                record.table_rows.size(), record.table_lookups.size()));
  for (std::size_t i = 0; i < record.table_rows.size(); ++i)
    shape.tables.push_back(
        {record.table_rows[i], record.table_lookups.empty() ? 1 : record.table_lookups[i]});
  return shape;
}

}  // namespace headroom::models
