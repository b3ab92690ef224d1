// SPDX-License-Identifier: Apache-2.0
#include "scenarios/import/read_decoder.hpp"

namespace headroom::scenarios::hf {
namespace {

constexpr double sentence_kinds = 2;  // what make_encoder() builds

}  // namespace

bool is_bert(const Config& config) {
  const std::string type = config.text("model_type");
  return type == "bert" || (type.empty() && config.find("type_vocab_size") != nullptr);
}

models::TransformerShape read_bert(Config& config) {
  config.infer("architecture", "bert",
               config.text("model_type").empty() ? "type_vocab_size is there" : "model_type");
  const Node* kinds = config.find("type_vocab_size");
  if (kinds != nullptr && !(kinds->is(Node::Kind::number) && kinds->number == sentence_kinds))
    throw config.refuse("type_vocab_size", "2, as BERT has it");
  Family family;
  family.gated = false;
  family.attention_bias = family.mlp_bias = true;
  models::TransformerShape out;
  out.layers = static_cast<int>(config.number("layers"));
  out.hidden = config.number("hidden");
  const Attention attention = read_attention(config, family, out.hidden);
  out.heads = attention.heads;
  out.kv_heads = attention.kv_heads;
  out.head_dim = attention.key_dim;
  out.ffn = config.number("ffn");
  out.vocabulary = config.number("vocabulary");
  out.learned_positions = out.sequence = config.number("positions");
  out.tied = out.layer_norm = out.dropout = true;
  out.attention_bias = out.attention_out_bias = out.mlp_bias = true;
  return out;
}

}  // namespace headroom::scenarios::hf
