// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "scenarios/import/views.hpp"

namespace headroom::scenarios::hf {
namespace {

using Json = nlohmann::ordered_json;

void add_experts(const models::MixtureOfExperts& experts, Json& out) {
  if (!experts.any()) return;
  out["experts"] = experts.experts;
  out["experts_per_token"] = experts.per_token;
  out["expert_ffn"] = experts.ffn;
  out["shared_expert_ffn"] = experts.shared_ffn;
  out["dense_layers"] = experts.dense_layers;
  out["shared_expert_gate"] = experts.shared_gate;
  out["router_bias"] = experts.router_bias;
}

void add_latent(const models::LatentAttention& latent, Json& out) {
  if (!latent.any()) return;
  out["key_value_rank"] = latent.key_value_rank;
  out["query_rank"] = latent.query_rank;
  out["rope_dim"] = latent.rope_dim;
  out["nope_dim"] = latent.nope_dim;
  out["value_dim"] = latent.value_dim;
}

// As scenarios/language/fields_workload.cpp calls them. An encoder has no inline form.
Json workload_model(const ImportedModel& model) {
  if (!model.shape || model.encoder) return nullptr;
  const models::TransformerShape& s = *model.shape;
  Json out = {{"name", s.name},
              {"layers", s.layers},
              {"hidden", s.hidden},
              {"heads", s.heads},
              {"kv_heads", s.kv_heads},
              {"head_dim", s.head_dim},
              {"ffn", s.ffn},
              {"vocabulary", s.vocabulary},
              {"gated", s.gated},
              {"tied", s.tied},
              {"norm", s.layer_norm ? "layer" : "rms"},
              {"attention_bias", s.attention_bias},
              {"attention_out_bias", s.attention_out_bias},
              {"mlp_bias", s.mlp_bias},
              {"query_key_norm", s.query_key_norm},
              {"parallel", s.parallel},
              {"block_norms", s.block_norms}};
  if (s.learned_positions > 0) out["learned_positions"] = s.learned_positions;
  if (s.window > 0) {
    out["window"] = s.window;
    out["full_attention_every"] = s.full_attention_every;
  }
  add_experts(s.experts, out);
  add_latent(s.latent, out);
  return out;
}

Json object(const ImportedModel& model) {
  Json out = {{"name", model.name},
              {"file", model.file},
              {"architecture", model.architecture},
              {"known_architecture", model.known},
              {"parameters", model.parameters.total},
              {"active_parameters", model.parameters.active},
              {"weight_bytes", model.weight_bytes},
              {"kv_bytes_per_token", model.cache_bytes_per_token()},
              {"model", workload_model(model)},
              {"not_simulated_because", model.why_not.empty() ? Json(nullptr) : Json(model.why_not)},
              {"notes", model.notes},
              {"fields", Json::array()}};
  for (const Origin& origin : model.origins)
    out["fields"].push_back({{"field", origin.field},
                             {"value", origin.value},
                             {"from", origin.from},
                             {"inferred", origin.inferred}});
  return out;
}

}  // namespace

std::string import_json(std::span<const ImportedModel> models, bool list) {
  Json out = Json::array();
  for (const ImportedModel& model : models) out.push_back(object(model));
  return (list ? out : out.at(0)).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace headroom::scenarios::hf
