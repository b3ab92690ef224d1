// SPDX-License-Identifier: Apache-2.0
#include "scenarios/import/aliases.hpp"

#include <array>
#include <string>

#include "scenarios/language/field_table.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::hf {
namespace {

template <std::size_t N>
using Keys = std::array<std::string_view, N>;

constexpr Keys<5> layers{"num_hidden_layers", "n_layer", "num_layers", "n_layers", "layer_num"};
constexpr Keys<5> hidden{"hidden_size", "n_embd", "n_embed", "d_model", "dim"};
constexpr Keys<4> heads{"num_attention_heads", "n_head", "n_heads", "num_heads"};
constexpr Keys<7> kv_heads{"num_key_value_heads",   "num_kv_heads", "n_head_kv",           "n_kv_heads",
                           "multi_query_group_num", "head_num_kv",  "num_attention_groups"};
constexpr Keys<5> head_dim{"head_dim", "attention_head_dim", "kv_channels", "d_head", "d_kv"};
constexpr Keys<6> ffn{"intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size", "inter_size", "d_ff"};
constexpr Keys<1> dense_ffn{"intermediate_size_mlp"};
constexpr Keys<1> expansion{"expansion_ratio"};
constexpr Keys<2> vocabulary{"vocab_size", "n_vocab"};
constexpr Keys<1> padded_vocabulary{"padded_vocab_size"};
constexpr Keys<3> positions{"max_position_embeddings", "n_positions", "n_ctx"};

constexpr Keys<4> experts{"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"};
constexpr Keys<5> per_token{"num_experts_per_tok", "experts_per_token", "moe_top_k", "top_k_experts", "topk"};
constexpr Keys<3> expert_ffn{"moe_intermediate_size", "expert_intermediate_size", "moe_ffn_hidden_size"};
constexpr Keys<2> shared_experts{"n_shared_experts", "num_shared_experts"};
constexpr Keys<4> shared_ffn{"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
                             "share_expert_dim", "shared_intermediate_size"};
constexpr Keys<1> expert_latent{"moe_latent_size"};
constexpr Keys<1> dense_layers{"first_k_dense_replace"};
constexpr Keys<4> expert_period{"decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_interval",
                                "moe_layer_freq"};
constexpr Keys<3> extra_layers{"num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules"};

constexpr Keys<1> q_rank{"q_lora_rank"};
constexpr Keys<1> kv_rank{"kv_lora_rank"};
constexpr Keys<1> nope_dim{"qk_nope_head_dim"};
constexpr Keys<1> rope_dim{"qk_rope_head_dim"};
constexpr Keys<1> value_dim{"v_head_dim"};
constexpr Keys<1> index_heads{"index_n_heads"};
constexpr Keys<1> index_dim{"index_head_dim"};
constexpr Keys<1> query_width{"share_q_dim"};

constexpr Keys<2> window{"sliding_window", "sliding_window_size"};
constexpr Keys<1> chunk{"attention_chunk_size"};
constexpr Keys<2> window_period{"sliding_window_pattern", "_sliding_window_pattern"};
constexpr Keys<1> window_from{"max_window_layers"};
constexpr Keys<1> window_heads{"swa_num_attention_heads"};
constexpr Keys<1> window_kv_heads{"swa_num_key_value_heads"};
constexpr Keys<1> window_head_dim{"swa_head_dim"};
constexpr Keys<1> window_value_dim{"swa_v_head_dim"};
constexpr Keys<1> global_head_dim{"global_head_dim"};
constexpr Keys<1> global_kv_heads{"num_global_key_value_heads"};
constexpr Keys<1> full_period{"full_attention_interval"};

constexpr Keys<1> linear_key_heads{"linear_num_key_heads"};
constexpr Keys<1> linear_key_dim{"linear_key_head_dim"};
constexpr Keys<1> linear_value_heads{"linear_num_value_heads"};
constexpr Keys<1> linear_value_dim{"linear_value_head_dim"};
constexpr Keys<1> linear_convolution{"linear_conv_kernel_dim"};

constexpr Keys<1> mamba_heads{"mamba_num_heads"};
constexpr Keys<1> mamba_head_dim{"mamba_head_dim"};
constexpr Keys<1> mamba_groups{"n_groups"};
constexpr Keys<1> mamba_state{"ssm_state_size"};
constexpr Keys<1> mamba_convolution{"conv_kernel"};

constexpr auto table = std::to_array<Alias>({
    {"layers", layers, 1, most_layers},
    {"hidden", hidden, 1, widest},
    {"heads", heads, 1, widest},
    {"kv_heads", kv_heads, 1, widest},
    {"head_dim", head_dim, 1, widest},
    {"ffn", ffn, 1, widest},
    {"dense_ffn", dense_ffn, 1, widest},
    {"expansion", expansion, 1, widest},
    {"vocabulary", vocabulary, 1, largest_vocabulary},
    {"padded_vocabulary", padded_vocabulary, 1, largest_vocabulary},
    {"positions", positions, 1, largest_vocabulary},
    {"experts", experts, 0, widest},
    {"experts_per_token", per_token, 0, widest},
    {"expert_ffn", expert_ffn, 1, widest},
    {"shared_experts", shared_experts, 0, widest},
    {"shared_ffn", shared_ffn, 0, widest},
    {"expert_latent", expert_latent, 1, widest},
    {"dense_layers", dense_layers, 0, most_layers},
    {"expert_period", expert_period, 1, most_layers, "moe_layer_freq"},
    {"extra_layers", extra_layers, 0, most_layers},
    {"q_rank", q_rank, 1, widest},
    {"kv_rank", kv_rank, 1, widest},
    {"nope_dim", nope_dim, 1, widest},
    {"rope_dim", rope_dim, 1, widest},
    {"value_dim", value_dim, 1, widest},
    {"index_heads", index_heads, 1, widest},
    {"index_dim", index_dim, 1, widest},
    {"query_width", query_width, 1, widest},
    {"window", window, 1, largest_vocabulary},
    {"chunk", chunk, 1, largest_vocabulary},
    {"window_period", window_period, 1, most_layers},
    {"window_from", window_from, 0, most_layers},
    {"window_heads", window_heads, 1, widest},
    {"window_kv_heads", window_kv_heads, 1, widest},
    {"window_head_dim", window_head_dim, 1, widest},
    {"window_value_dim", window_value_dim, 1, widest},
    {"global_head_dim", global_head_dim, 1, widest},
    {"global_kv_heads", global_kv_heads, 1, widest},
    {"full_period", full_period, 1, most_layers},
    {"linear_key_heads", linear_key_heads, 1, widest},
    {"linear_key_dim", linear_key_dim, 1, widest},
    {"linear_value_heads", linear_value_heads, 1, widest},
    {"linear_value_dim", linear_value_dim, 1, widest},
    {"linear_convolution", linear_convolution, 1, widest},
    {"mamba_heads", mamba_heads, 1, widest},
    {"mamba_head_dim", mamba_head_dim, 1, widest},
    {"mamba_groups", mamba_groups, 1, widest},
    {"mamba_state", mamba_state, 1, widest},
    {"mamba_convolution", mamba_convolution, 1, widest},
});

}  // namespace

std::span<const Alias> aliases() {
  return table;
}

const Alias& alias(std::string_view field) {
  for (const Alias& a : table)
    if (a.field == field) return a;
  throw internal("no such field of a configuration: " + std::string(field));
}

}  // namespace headroom::scenarios::hf
