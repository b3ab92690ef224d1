// SPDX-License-Identifier: Apache-2.0
// What a Hugging Face config.json says about a model, and what of it can be simulated.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/workloads/network.hpp"
#include "scenarios/import/config.hpp"
#include "scenarios/import/decoder.hpp"
#include "scenarios/import/tensors.hpp"

namespace headroom::scenarios::hf {

struct ImportedModel {
  std::string name, file, architecture;
  bool known = true;     // false: sized as a generic decoder
  bool encoder = false;  // BERT: `decoder` is empty
  Decoder decoder;
  ParameterCount parameters;
  double weight_bytes = 0;
  double cache_element_bytes = 0;
  // For the simulation; without it `why_not` says what stands in the way.
  std::optional<models::TransformerShape> shape;
  std::string why_not;
  std::vector<Origin> origins;     // field by field
  std::vector<std::string> notes;  // what is not counted or not simulated

  [[nodiscard]] double cache_bytes(double tokens) const;
  // Of the next token, while it fits into every window.
  [[nodiscard]] double cache_bytes_per_token() const { return cache_bytes(1); }
};

// Throws Error(bad_input) with place and reason for what is no model, contradicts itself, or is a kind of
// model that Headroom does not describe.
[[nodiscard]] ImportedModel import_model(const std::filesystem::path& file);
[[nodiscard]] ImportedModel import_model_text(std::string text, const std::filesystem::path& file);

// Why a decoder cannot be simulated; empty: it can, as this shape, up to what the notes leave out.
[[nodiscard]] std::string why_not_simulated(const Decoder& decoder);
[[nodiscard]] models::TransformerShape shape_of(const Decoder& decoder);
[[nodiscard]] std::vector<std::string> left_out(const Decoder& decoder);

}  // namespace headroom::scenarios::hf
