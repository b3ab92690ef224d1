// SPDX-License-Identifier: Apache-2.0
#include "scenarios/import/read_decoder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::scenarios::hf {
namespace {

constexpr double extra_positions = 2;  // OPT's table begins at row two

void read_ends(Config& config, const Family& family, Decoder& out) {
  const auto padded = config.maybe("padded_vocabulary");
  out.vocabulary = padded ? *padded : config.number("vocabulary");
  out.tied =
      config.flag_or("tied", {"tie_word_embeddings"}, family.tied, "absent: default of the architecture");
  out.head_bias = config.flag("head bias", {"lm_head_bias"}).value_or(family.head_bias);
  out.embedding_norm = family.embedding_norm;
  if (family.positions == Positions::none) return;
  out.learned_positions = config.number("positions");
  if (family.positions == Positions::table_and_two) out.learned_positions += extra_positions;
}

// Falcon: one norm for attention and MLP that run side by side, one each in its second architecture.
double norms_of(Config& config, const Family& family) {
  if (family.type != "falcon") return family.norms;
  const bool two = config.flag("", {"new_decoder_architecture"}).value_or(false) ||
                   !config.flag("", {"parallel_attn"}).value_or(true);
  return two ? 2 : 1;
}

bool any(const std::vector<Place>& places, auto is) {
  return std::any_of(places.begin(), places.end(), is);
}

// The parts, each read once, and only where a layer has them.
struct Parts {
  std::optional<Attention> full, window;
  std::optional<DeltaNet> delta;
  std::optional<Mamba> mamba;
  std::optional<Mlp> mlp;
  std::optional<Experts> experts;
};

Parts read_parts(Config& config, const Family& family, double hidden, const std::vector<Place>& places) {
  const auto mixes = [&](Mixer mixer) {
    return any(places, [mixer](const Place& p) { return p.mixer == mixer; });
  };
  const auto ends = [&](Tail tail) { return any(places, [tail](const Place& p) { return p.tail == tail; }); };
  Parts out;
  if (mixes(Mixer::full) || mixes(Mixer::window)) {
    const Attention attention = read_attention(config, family, hidden);
    if (mixes(Mixer::full)) out.full = full_attention(config, attention);
    if (mixes(Mixer::window)) out.window = windowed_attention(config, attention);
  }
  if (mixes(Mixer::linear)) out.delta = read_delta(config);
  if (mixes(Mixer::mamba)) out.mamba = read_mamba(config);
  if (ends(Tail::experts)) out.experts = read_experts(config, family);
  // Gemma 4 keeps its MLP beside the experts.
  if (ends(Tail::dense) || family.type == "gemma4") out.mlp = read_mlp(config, family, hidden);
  return out;
}

Block block_of(const Place& place, const Parts& parts, bool mlp_beside_experts, double norms) {
  Block out;
  out.norms = norms;
  if (place.mixer == Mixer::full) out.attention = parts.full;
  if (place.mixer == Mixer::window) out.attention = parts.window;
  if (out.attention && !place.own_index) out.attention->index_heads = out.attention->index_dim = 0;
  if (place.mixer == Mixer::linear) out.delta = parts.delta;
  if (place.mixer == Mixer::mamba) out.mamba = parts.mamba;
  if (place.tail == Tail::experts) out.experts = parts.experts;
  if (place.tail == Tail::dense || mlp_beside_experts) out.mlp = parts.mlp;
  return out;
}

}  // namespace

Decoder read_decoder(Config& config, const Kind& kind) {
  const Family& family = kind.family;
  Decoder out;
  out.norm = family.norm;
  out.mlp_module = family.mlp_module;
  out.parallel = family.parallel;
  out.hidden = config.number("hidden");
  const std::vector<Place> places = read_places(config, family);
  const Parts parts = read_parts(config, family, out.hidden, places);
  const double norms = norms_of(config, family);
  for (const Place& place : places)
    out.layers.push_back(block_of(place, parts, family.type == "gemma4", norms));
  read_ends(config, family, out);
  return out;
}

}  // namespace headroom::scenarios::hf
