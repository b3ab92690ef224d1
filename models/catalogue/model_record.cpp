// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <initializer_list>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/units.hpp"

namespace headroom::models {
namespace {

std::vector<std::string> beyond_dense(const Record& facts) {
  std::vector<std::string> out;
  if (const auto layers = facts.maybe_number("decoder_layers"); layers && *layers > 0)
    out.push_back(fmt::format("decoder_layers {}", print_number(*layers)));
  // Which layers have the window must be known, too.
  if (facts.maybe_number("sliding_window") && !facts.maybe_number("full_attention_every"))
    out.push_back(fmt::format("sliding_window {}", print_number(*facts.maybe_number("sliding_window"))));
  // Experts in every other layer: the shape knows dense layers as the first ones only, and stages of a
  // pipeline would not hold what they do.
  if (const auto interval = facts.maybe_number("expert_layer_interval"); interval && *interval > 1)
    out.push_back(fmt::format("expert_layer_interval {}", print_number(*interval)));
  if (const auto text = facts.maybe_text("not_standard"); !text.empty()) out.push_back(text);
  return out;
}

void read_experts(const Record& facts, ModelRecord& out) {
  const auto dimension = [&](const char* key) { return facts.maybe_number(key).value_or(0); };
  out.experts = dimension("experts");
  out.experts_per_token = dimension("experts_per_token");
  out.expert_ffn = dimension("expert_ffn");
  out.shared_expert_ffn = dimension("shared_expert_ffn");
  out.expert_groups_per_token = dimension("expert_groups_per_token");
  out.shared_gate = facts.maybe_flag("shared_gate").value_or(false);
  out.router_bias = facts.maybe_flag("router_bias").value_or(false);
  out.dense_layers = static_cast<int>(dimension("dense_layers"));
  out.q_lora_rank = dimension("q_lora_rank");
  out.kv_lora_rank = dimension("kv_lora_rank");
  out.qk_nope_head_dim = dimension("qk_nope_head_dim");
  out.qk_rope_head_dim = dimension("qk_rope_head_dim");
  out.v_head_dim = dimension("v_head_dim");
}

void read_recommender(const Record& facts, ModelRecord& out) {
  out.dense_features = facts.number("dense_features");
  out.embedding_dim = facts.number("embedding_dim");
  out.cross_layers = facts.maybe_number("cross_layers").value_or(0);
  out.cross_rank = facts.maybe_number("cross_rank").value_or(0);
  out.bottom_mlp = facts.maybe_numbers("bottom_mlp");
  out.top_mlp = facts.maybe_numbers("top_mlp");
  out.table_rows = facts.maybe_numbers("tables");
  out.table_lookups = facts.maybe_numbers("lookups");
}

}  // namespace

ModelRecord Catalogue::model(std::string_view id) const {
  const Record& facts = record("model", id);
  const auto dimension = [&](const char* key) { return facts.maybe_number(key).value_or(0); };
  const auto flag = [&](const char* key) { return facts.maybe_flag(key).value_or(false); };
  ModelRecord out;
  out.id = facts.id();
  out.name = facts.text("name");
  out.kind = facts.text("kind");
  out.layers = facts.find("layers") == nullptr ? 0 : facts.integer("layers");
  out.hidden = dimension("hidden");
  out.heads = dimension("heads");
  // Configuration files leave out what follows from the rest: as many key/value heads as heads, hidden /
  // heads wide.
  out.kv_heads = facts.maybe_number("kv_heads").value_or(out.heads);
  out.head_dim = facts.maybe_number("head_dim").value_or(out.heads > 0 ? out.hidden / out.heads : 0);
  out.ffn = dimension("ffn");
  out.vocabulary = dimension("vocabulary");
  out.sequence = dimension("sequence");
  out.max_sequence = dimension("max_sequence");
  out.gated = flag("gated");
  out.tied = flag("tied");
  out.layer_norm = flag("layer_norm");
  out.attention_bias = flag("attention_bias");
  out.attention_out_bias = flag("attention_out_bias");
  out.mlp_bias = flag("mlp_bias");
  out.dropout = flag("dropout");
  out.learned_positions = dimension("learned_positions");
  out.query_key_norm = flag("query_key_norm");
  out.window = dimension("sliding_window");
  out.full_attention_every = static_cast<int>(dimension("full_attention_every"));
  read_experts(facts, out);
  if (out.kind == "recommender") read_recommender(facts, out);
  out.image = dimension("image");
  out.patch = dimension("patch");
  out.parameters = facts.maybe_number("parameters");
  out.beyond_dense = beyond_dense(facts);
  return out;
}

}  // namespace headroom::models
