// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/language/field.hpp"
#include "scenarios/language/json_schema.hpp"
#include "scenarios/views/text_table.hpp"

namespace headroom::cli {
namespace {

// Every field on a line, for reading.
std::string field_list() {
  scenarios::TextTable table("l", 0);
  table.row({"field", "default", "what it holds", "what it means"});
  for (const scenarios::Field& field : scenarios::fields()) {
    const std::string standard = field.required ? "(required)" : std::string(field.standard);
    table.row({std::string(field.path), standard, expectation_of(field), std::string(field.documentation)});
  }
  return table.text();
}

}  // namespace

int schema_command(const Words& words) {
  Arguments arguments(
      "headroom schema [--list] [options]\nThe scenario language as JSON Schema (draft 2020-12).");
  arguments.add_flag("list", "print every field on a line, for reading");
  arguments.add_text("catalogue", "FOLDER", "facts of your own over the built-in ones");
  if (!arguments.read(words, 0, 0)) return 0;
  print(arguments.has("list") ? field_list() : scenarios::json_schema(arguments.catalogue()));
  return 0;
}

}  // namespace headroom::cli
