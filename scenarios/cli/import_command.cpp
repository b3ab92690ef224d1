// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iostream>
#include <span>

#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/import/views.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

constexpr std::size_t most_files = 10000;

// One bad file among several does not stop the others.
std::vector<scenarios::hf::ImportedModel> read_all(std::span<const std::string> files) {
  std::vector<scenarios::hf::ImportedModel> models;
  for (const std::string& file : files) {
    try {
      models.push_back(scenarios::hf::import_model(file));
    } catch (const Error& error) {
      if (files.size() == 1) throw;
      std::cerr << "headroom: " << error.what() << '\n';
    }
  }
  return models;
}

}  // namespace

int import_command(const Words& words) {
  Arguments arguments(
      "headroom import hf CONFIG.json... [--json]\nModels' Hugging Face configurations: parameters, bytes, "
      "and for "
      "each field where it stood or how it was inferred.");
  arguments.add_flag("json", "for programs; its \"model\" is a scenario's workload.model");
  if (!arguments.read(words, 2, most_files)) return 0;
  const std::string& kind = arguments.positional().front();
  if (kind != "hf") throw bad_input(fmt::format("expected hf (a Hugging Face config.json), found {}", kind));
  const auto files = std::span(arguments.positional()).subspan(1);
  const auto models = read_all(files);
  print(arguments.has("json") ? scenarios::hf::import_json(models, files.size() > 1)
                              : scenarios::hf::import_table(models));
  return models.size() == files.size() ? 0 : static_cast<int>(Failure::bad_input);
}

}  // namespace headroom::cli
