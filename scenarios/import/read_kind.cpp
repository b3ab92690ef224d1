// SPDX-License-Identifier: Apache-2.0
// Which architecture a file means.
#include <fmt/format.h>

#include <algorithm>

#include "scenarios/import/read_decoder.hpp"

namespace headroom::scenarios::hf {
namespace {

std::string architecture_of(const Config& config) {
  const Node* list = config.find("architectures");
  if (list == nullptr) return {};
  if (!list->is(Node::Kind::array) || list->items.empty() || !list->items.front().is(Node::Kind::text))
    throw config.refuse("architectures", "a list of class names");
  return list->items.front().text;
}

// Tasks of classes that are no decoders of text, whatever their dimensions say.
constexpr std::string_view other_tasks[] = {"MaskedLM",      "Classification", "QuestionAnswering",
                                            "Transformer2D", "ForPreTraining", "Vision",
                                            "CTC",           "Detection"};

void refuse_other_task(const Config& config, std::string_view architecture) {
  for (const std::string_view task : other_tasks)
    if (architecture.find(task) != std::string_view::npos)
      throw config.refuse("architectures", "a decoder of text, or BERT", in_quotes(architecture));
}

// Gated MLPs are called by their activation: SwiGLU is SiLU with a gate.
bool gated_by_activation(Config& config) {
  for (const char* key : {"hidden_act", "hidden_activation", "activation_function", "mlp_hidden_act",
                          "activation", "activation_type"}) {
    const std::string name = config.text(key);
    if (name.empty()) continue;
    const bool gated = name == "silu" || name == "swish" || name == "swiglu" || name == "geglu";
    config.infer("gated MLP", gated ? "yes" : "no", fmt::format("{} is {}", key, name));
    return gated;
  }
  throw config.refuse(
      "hidden_act", "an activation, by which an unknown architecture shows whether its MLP is gated", "none");
}

Family generic_family(Config& config) {
  Family family;
  family.gated = gated_by_activation(config);
  const bool rms = config.find("rms_norm_eps") != nullptr;
  family.norm = rms ? Norm::rms : Norm::layer;
  config.infer("norm", rms ? "RMSNorm" : "LayerNorm", rms ? "rms_norm_eps is there" : "no rms_norm_eps");
  family.tied = true;  // transformers 4.57, PretrainedConfig
  family.asked_query_norm = QueryNorm::per_head;
  return family;
}

}  // namespace

Kind kind_of(Config& config) {
  const std::string type = config.text("model_type"), architecture = architecture_of(config);
  const Family* family = type.empty() ? family_of_architecture(architecture) : family_of_type(type);
  const std::string name = !type.empty() ? type : !architecture.empty() ? architecture : "no name";
  if (family != nullptr) {
    config.read("architecture", std::string(family->type), type.empty() ? "architectures" : "model_type");
    return {*family, true, name};
  }
  refuse_other_task(config, architecture);
  config.infer("architecture", "generic decoder", fmt::format("{}: not a known architecture", name));
  return {generic_family(config), false, name};
}

}  // namespace headroom::scenarios::hf
