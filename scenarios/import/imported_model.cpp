// SPDX-License-Identifier: Apache-2.0
#include "scenarios/import/imported_model.hpp"

#include <fmt/format.h>

#include "scenarios/import/read_decoder.hpp"
#include "scenarios/import/weights.hpp"
#include "scenarios/language/document.hpp"

namespace headroom::scenarios::hf {
namespace {

// "config.json" is called by its folder.
std::string name_of(const std::filesystem::path& file) {
  const std::string stem = file.stem().string();
  const std::string folder = file.parent_path().filename().string();
  return stem == "config" && !folder.empty() && folder != "." && folder != ".." ? folder : stem;
}

// Parts beside the language model, by the key that describes them.
struct Companion {
  std::string_view key, what;
};
constexpr Companion companions[] = {{"vision_config", "the vision model"},
                                    {"mm_vision_tower", "the vision model"},
                                    {"audio_config", "the audio model"},
                                    {"audio_processor", "the audio model"},
                                    {"vision_lora", "the adapters (LoRA) for images"},
                                    {"speech_lora", "the adapters (LoRA) for speech"}};

void add_notes(Config& config, ImportedModel& out) {
  if (!out.known)
    out.notes.push_back(fmt::format(
        "not an architecture that Headroom knows ({}): sized as a generic decoder from its dimensions",
        out.architecture));
  for (const Companion& companion : companions)
    if (config.find(companion.key) != nullptr)
      out.notes.push_back(fmt::format("{} is not counted", companion.what));
  if (const auto layers = config.maybe("extra_layers"); layers && *layers > 0)
    out.notes.push_back(
        fmt::format("{} layer{} for multi-token prediction not counted", *layers, *layers == 1 ? "" : "s"));
  const Node* quantisation = config.find("quantization_config");
  const Node* cache = quantisation == nullptr ? nullptr : quantisation->find("kv_cache_scheme");
  if (cache != nullptr && !cache->is(Node::Kind::null))
    out.notes.emplace_back(
        "kv_cache_scheme asks servers for a narrower cache; the cache is given at the element type");
}

void read_as_decoder(Config& config, ImportedModel& out) {
  refuse_others(config);
  const Kind kind = kind_of(config);
  out.architecture = kind.name;
  out.known = kind.known;
  out.decoder = read_decoder(config, kind);
  const std::vector<Tensor> inventory = tensors(out.decoder);
  out.parameters = count(inventory);
  out.cache_element_bytes = element_bytes(config);
  out.weight_bytes = weight_bytes(config, inventory, out.cache_element_bytes);
  out.why_not = why_not_simulated(out.decoder);
  if (!out.why_not.empty()) return;
  out.shape = shape_of(out.decoder);
  for (const std::string& what : left_out(out.decoder)) out.notes.push_back("not simulated: " + what);
}

void read_as_encoder(Config& config, ImportedModel& out) {
  out.encoder = true;
  out.architecture = "bert";
  out.shape = read_bert(config);
  out.cache_element_bytes = element_bytes(config);
  out.parameters.total = out.parameters.active = models::make_encoder({*out.shape})->parameters();
  out.weight_bytes = out.parameters.total * out.cache_element_bytes;
  out.shape->sequence = 0;
  out.notes.emplace_back("an encoder: no cache; parameters with the heads of pretraining");
}

}  // namespace

double ImportedModel::cache_bytes(double tokens) const {
  return cached_elements(decoder, tokens) * cache_element_bytes;
}

ImportedModel import_model_text(std::string text, const std::filesystem::path& file) {
  Config config = parse_config(std::move(text), file);
  ImportedModel out;
  config.check_numbers();
  out.name = name_of(file);
  out.file = file.string();
  if (is_bert(config))
    read_as_encoder(config, out);
  else
    read_as_decoder(config, out);
  add_notes(config, out);
  if (out.shape) out.shape->name = out.name;
  out.origins = config.origins();
  return out;
}

ImportedModel import_model(const std::filesystem::path& file) {
  return import_model_text(read_text(file), file);
}

}  // namespace headroom::scenarios::hf
