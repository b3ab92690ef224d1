// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "scenarios/import/read_decoder.hpp"

namespace headroom::scenarios::hf {
namespace {

// Vaswani et al., arXiv:1706.03762, section 3.3: the width of the MLP that GPT kinds take where none is
// given.
constexpr double usual_expansion = 4;

double read_ffn(Config& config, const Family& family, double hidden) {
  if (const auto dense = config.maybe("dense_ffn")) return *dense;
  if (const auto given = config.maybe("ffn")) return *given;
  if (family.gated) throw config.missing("ffn");
  const double expansion = config.maybe("expansion").value_or(usual_expansion);
  config.infer("ffn", fmt::format("{}", expansion * hidden), fmt::format("absent: {} x hidden", expansion));
  return expansion * hidden;
}

// QWen's first generation counts the columns of gate and up projection together.
double per_projection(Config& config, const Family& family, double ffn) {
  if (family.type != "qwen") return ffn;
  const double half = ffn / 2;
  if (std::floor(half) != half) throw config.refuse("intermediate_size", "an even number");
  config.infer("ffn", fmt::format("{}", half), "half of it: qwen counts gate and up projection together");
  return half;
}

double read_shared(Config& config, const Family& family, double expert_ffn) {
  const auto experts = config.maybe("shared_experts");
  if (experts == 0.0) return 0;
  if (const auto width = config.maybe("shared_ffn")) return *width;
  if (experts) return *experts * expert_ffn;
  if (!family.shared_expert) return 0;
  config.infer("shared_ffn", fmt::format("{}", expert_ffn),
               fmt::format("{}: one expert that all tokens share", family.type));
  return expert_ffn;
}

}  // namespace

Mlp read_mlp(Config& config, const Family& family, double hidden) {
  const double ffn = per_projection(config, family, read_ffn(config, family, hidden));
  const bool bias = config.flag_or("MLP bias", {"mlp_bias", "add_bias_linear", "enable_bias", "bias"},
                                   family.mlp_bias, "absent: as the architecture has it");
  return {ffn, family.gated, bias};
}

Experts read_experts(Config& config, const Family& family) {
  Experts out;
  out.count = config.number("experts");
  out.per_token = config.number("experts_per_token");
  if (out.per_token < 1 || out.per_token > out.count)
    throw config.refuse("num_experts_per_tok", fmt::format("1 to {}, the number of experts", out.count),
                        fmt::format("{}", out.per_token));
  if (const auto own = config.maybe("expert_ffn")) {
    out.ffn = *own;
  } else {
    out.ffn = config.number("ffn");
    config.infer("expert_ffn", fmt::format("{}", out.ffn), "absent: equal to ffn");
  }
  out.gated = family.gated;
  out.bias = family.expert_bias;
  const bool asked = config.flag("router bias", {"use_routing_bias", "use_moe_router_bias"}).value_or(false);
  out.router_biases = asked ? 1 : family.router_biases;
  out.shared_ffn = read_shared(config, family, out.ffn);
  out.shared_gate = family.shared_gate && out.shared_ffn > 0;
  out.latent = config.maybe("expert_latent").value_or(0);
  return out;
}

}  // namespace headroom::scenarios::hf
