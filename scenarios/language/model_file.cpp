// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/import/imported_model.hpp"
#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {
namespace {

hf::ImportedModel imported(const Values& values, std::string_view path) {
  try {
    return hf::import_model(file_named(values, path));
  } catch (const Error& error) {
    throw values.at(path, error);
  }
}

}  // namespace

std::filesystem::path file_named(const Values& values, std::string_view path) {
  const Place& place = values.place(path);
  const std::filesystem::path file = values.text(path);
  return place.line > 0 ? std::filesystem::path(*place.source).parent_path() / file : file;
}

bool names_file(const std::string& model) {
  return model.ends_with(".json");
}

ModelFile read_model_file(const Values& values, std::string_view path) {
  const hf::ImportedModel model = imported(values, path);
  if (!model.shape)
    throw values.refuse(path, "a model that can be simulated",
                        fmt::format("{} ({})", model.name, model.why_not));
  return {*model.shape, model.encoder};
}

void describe_model_file(const Values& values, Scenario& scenario) {
  for (const char* path : {"workload.model", "workload.model.like"}) {
    if (!values.given(path) || !names_file(values.text(path))) continue;
    const hf::ImportedModel model = imported(values, path);
    for (const std::string& note : model.notes)
      scenario.warnings.push_back(fmt::format("{}: {}", path, note));
    for (const hf::Origin& origin : model.origins)
      scenario.inputs[fmt::format("{} {}", path, origin.field)] = origin.value;
  }
}

}  // namespace headroom::scenarios
