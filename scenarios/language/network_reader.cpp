// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/workloads/recommender.hpp"
#include "models/workloads/vision.hpp"
#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {
namespace {

using models::ModelRecord;
using models::TransformerShape;

ModelRecord model_record(const Values& values, std::string_view path, const models::Catalogue& catalogue) {
  const std::string& name = values.text(path);
  try {
    return catalogue.model(name);
  } catch (const Error& error) {
    throw values.at(path, error);
  }
}

// Refuses a model that has parts we do not know: nothing is passed off as another model.
TransformerShape shape_of(const Values& values, std::string_view path, const ModelRecord& record) {
  const bool is_whole_model = path == "workload.model";  // else dimensions to start from, of language models
  const bool has_blocks =
      record.kind == "decoder" || record.kind == "encoder" || (record.kind == "vision" && is_whole_model);
  if (!has_blocks || !record.beyond_dense.empty()) {
    const std::string beyond =
        record.beyond_dense.empty() ? "" : fmt::format(" with {}", fmt::join(record.beyond_dense, ", "));
    throw values.refuse(path,
                        "a language model of uniform blocks, BERT, a vision transformer, a convolutional "
                        "network or a recommender",
                        fmt::format("{} (kind {}{})", record.id, record.kind, beyond));
  }
  TransformerShape shape;
  shape.name = record.name;
  shape.layers = record.layers;
  shape.hidden = record.hidden;
  shape.heads = record.heads;
  shape.kv_heads = record.kv_heads;
  shape.head_dim = record.head_dim;
  shape.ffn = record.ffn;
  shape.vocabulary = record.vocabulary;
  shape.sequence = record.sequence;
  shape.gated = record.gated;
  shape.tied = record.tied;
  shape.layer_norm = record.layer_norm;
  shape.attention_bias = record.attention_bias;
  shape.attention_out_bias = record.attention_out_bias;
  shape.mlp_bias = record.mlp_bias;
  shape.dropout = record.dropout;
  shape.learned_positions = record.learned_positions;
  shape.query_key_norm = record.query_key_norm;
  shape.window = record.window;
  shape.full_attention_every = record.full_attention_every;
  shape.experts = {.experts = record.experts,
                   .per_token = record.experts_per_token,
                   .ffn = record.expert_ffn,
                   .shared_ffn = record.shared_expert_ffn,
                   .shared_gate = record.shared_gate,
                   .router_bias = record.router_bias,
                   .dense_layers = record.dense_layers,
                   .groups_per_token = record.expert_groups_per_token};
  shape.latent = {record.q_lora_rank, record.kv_lora_rank, record.qk_rope_head_dim, record.qk_nope_head_dim,
                  record.v_head_dim};
  return shape;
}

// Puts what the scenario gives over the shape. Without a model to start from, the table's defaults count too.
void override_shape(const Values& values, bool from_model, TransformerShape& shape) {
  const auto path = [](const char* key) { return fmt::format("workload.model.{}", key); };
  const auto size = [&](const char* key, double& dimension) {
    if (const auto given = values.if_given(path(key)); given && (values.given(path(key)) || !from_model)) {
      dimension = *given;
    }
  };
  const auto flag = [&](const char* key, bool& property) {
    double value = property ? 1 : 0;
    size(key, value);
    property = value != 0;
  };
  if (!from_model || values.given(path("name"))) shape.name = values.text(path("name"));
  double layers = shape.layers, layer_norm = shape.layer_norm ? 1 : 0;
  size("layers", layers);
  size("hidden", shape.hidden);
  size("heads", shape.heads);
  size("ffn", shape.ffn);
  size("vocabulary", shape.vocabulary);
  size("learned_positions", shape.learned_positions);
  size("norm", layer_norm);  // of the choices rms and layer
  double dense_layers = shape.experts.dense_layers, every = shape.full_attention_every;
  size("experts", shape.experts.experts);
  size("experts_per_token", shape.experts.per_token);
  size("expert_ffn", shape.experts.ffn);
  size("shared_expert_ffn", shape.experts.shared_ffn);
  size("dense_layers", dense_layers);
  size("expert_groups_per_token", shape.experts.groups_per_token);
  size("expert_imbalance", shape.experts.imbalance);
  size("window", shape.window);
  size("full_attention_every", every);
  shape.experts.dense_layers = static_cast<int>(dense_layers);
  shape.full_attention_every = static_cast<int>(every);
  flag("parallel", shape.parallel);
  size("block_norms", shape.block_norms);
  flag("shared_expert_gate", shape.experts.shared_gate);
  flag("router_bias", shape.experts.router_bias);
  size("key_value_rank", shape.latent.key_value_rank);
  size("query_rank", shape.latent.query_rank);
  size("rope_dim", shape.latent.rope_dim);
  size("nope_dim", shape.latent.nope_dim);
  size("value_dim", shape.latent.value_dim);
  flag("query_key_norm", shape.query_key_norm);
  flag("gated", shape.gated);
  flag("tied", shape.tied);
  flag("attention_bias", shape.attention_bias);
  flag("attention_out_bias", shape.attention_out_bias);
  flag("mlp_bias", shape.mlp_bias);
  flag("dropout", shape.dropout);
  shape.layers = static_cast<int>(layers);
  shape.layer_norm = layer_norm != 0;
  // These follow from hidden and heads where nobody says otherwise.
  const bool resized = values.given(path("hidden")) || values.given(path("heads"));
  if (!from_model || resized) shape.kv_heads = shape.heads;
  if (!from_model || resized) shape.head_dim = shape.heads > 0 ? shape.hidden / shape.heads : 0;
  size("kv_heads", shape.kv_heads);
  size("head_dim", shape.head_dim);
  if (shape.ffn == 0) shape.ffn = 4 * shape.hidden;  // Vaswani et al., 1706.03762, sec. 3.3
}

TransformerShape inline_shape(const Values& values, const models::Catalogue& catalogue) {
  const bool from_model = values.given("workload.model.like");
  TransformerShape shape;
  if (from_model) {
    shape =
        names_file(values.text("workload.model.like"))
            ? read_model_file(values, "workload.model.like").shape
            : shape_of(values, "workload.model.like", model_record(values, "workload.model.like", catalogue));
  } else {
    for (const char* dimension : {"layers", "hidden", "heads", "vocabulary"}) {
      (void)values.number(fmt::format("workload.model.{}", dimension));  // says what is missing
    }
  }
  override_shape(values, from_model, shape);
  return shape;
}

std::shared_ptr<const models::Network> without_language(const Values& values, const ModelRecord& record) {
  for (const char* field : {"workload.adapters.rank", "workload.sequence", "workload.filled_share"})
    if (values.given(field)) throw values.refuse(field, "nothing, since it is one of language models");
  try {
    if (record.kind == "cnn") return models::make_cnn(record.id);
    if (record.kind == "recommender") return models::make_recommender(models::recommender_shape(record));
    return models::make_vision(
        {.blocks = shape_of(values, "workload.model", record), .image = record.image, .patch = record.patch});
  } catch (const Error& error) {
    throw values.at("workload.model", error);
  }
}

models::Adapters read_adapters(const Values& values) {
  for (const char* field : {"workload.adapters.targets", "workload.adapters.base",
                            "workload.adapters.dropout", "workload.adapters.joint"})
    if (values.given(field) && values.number("workload.adapters.rank") == 0)
      throw values.refuse(field, "a workload.adapters.rank beside it", "none: everything is trained");
  return {.rank = values.number("workload.adapters.rank"),
          .targets = values.choice<models::Adapters::Targets>("workload.adapters.targets"),
          .base = values.choice<models::Adapters::Base>("workload.adapters.base"),
          .dropout = values.flag("workload.adapters.dropout"),
          .joint = values.flag("workload.adapters.joint")};
}

}  // namespace

std::shared_ptr<const models::Network> read_network(const Values& values,
                                                    const models::Catalogue& catalogue) {
  const std::string& name = values.text("workload.model");
  TransformerShape shape;
  bool encodes = false;
  if (name.empty()) {
    shape = inline_shape(values, catalogue);
  } else if (names_file(name)) {
    const ModelFile file = read_model_file(values, "workload.model");
    shape = file.shape;
    encodes = file.encodes;
  } else {
    const ModelRecord record = model_record(values, "workload.model", catalogue);
    if (record.kind == "cnn" || record.kind == "recommender" || record.kind == "vision")
      return without_language(values, record);
    shape = shape_of(values, "workload.model", record);
    encodes = record.kind == "encoder";
  }
  shape.adapters = read_adapters(values);
  if (values.given("workload.sequence") || shape.sequence == 0)
    shape.sequence = values.number("workload.sequence");
  try {
    if (values.given("workload.filled_share") && !encodes)
      throw values.refuse("workload.filled_share", "nothing, since only encoders are given padded sequences");
    return encodes ? models::make_encoder(
                         {.blocks = shape, .filled_share = values.number("workload.filled_share")})
                   : models::make_transformer(shape);
  } catch (const Error& error) {
    throw values.at("workload.model", error);
  }
}

}  // namespace headroom::scenarios
