// SPDX-License-Identifier: Apache-2.0
// From a configuration to a decoder, part by part. Private to this folder.
#pragma once
#include "models/workloads/network.hpp"
#include "scenarios/import/config.hpp"
#include "scenarios/import/families.hpp"

namespace headroom::scenarios::hf {

// What the file names, or what its keys show where no table row has that name (and says so).
struct Kind {
  Family family;
  bool known = true;
  std::string name;  // as the file calls it
};
[[nodiscard]] Kind kind_of(Config& config);

// Which part stands where. `none`: the block leaves it out.
enum class Mixer { full, window, linear, mamba, none };
enum class Tail { dense, experts, none };
struct Place {
  Mixer mixer = Mixer::full;
  Tail tail = Tail::dense;
  bool own_index = true;  // false: attends to the tokens that a layer before it picked (GLM-5.2)
};
[[nodiscard]] std::vector<Place> read_places(Config& config, const Family& family);

[[nodiscard]] Attention read_attention(Config& config, const Family& family, double hidden);
// What full and windowed layers of one model have of their own.
[[nodiscard]] Attention full_attention(Config& config, Attention attention);
[[nodiscard]] Attention windowed_attention(Config& config, Attention attention);
[[nodiscard]] DeltaNet read_delta(Config& config);
[[nodiscard]] Mamba read_mamba(Config& config);
[[nodiscard]] Mlp read_mlp(Config& config, const Family& family, double hidden);
[[nodiscard]] Experts read_experts(Config& config, const Family& family);

// Throws Error(bad_input) with the reason where the file asks for what a decoder of decoder.hpp does not
// have.
void refuse_others(const Config& config);
// BERT, the one encoder; `sequence` of the shape is as long as its positions reach.
[[nodiscard]] bool is_bert(const Config& config);
[[nodiscard]] models::TransformerShape read_bert(Config& config);
[[nodiscard]] Decoder read_decoder(Config& config, const Kind& kind);

}  // namespace headroom::scenarios::hf
