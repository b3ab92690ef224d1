// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <nlohmann/json.hpp>

#include "scenarios/language/field.hpp"
#include "scenarios/language/json_schema.hpp"
#include "scenarios/language/json_text.hpp"
#include "scenarios/language/values.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/texts.hpp"

using namespace headroom::scenarios;
using nlohmann::json;

namespace {

// The schema of a path such as "cluster.fabric.link".
json schema_at(const json& root, const std::string& path) {
  json here = root;
  std::size_t begin = 0;
  while (begin < path.size()) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    std::string key = path.substr(begin, end - begin);
    const bool array = key.size() > 2 && key.substr(key.size() - 2) == "[]";
    if (array) key.resize(key.size() - 2);
    if (here.contains("anyOf")) here = json(here["anyOf"].back());  // a name or an object: workload.model
    here = json(here.at("properties").at(key));
    if (array) here = json(here.at("items"));
    begin = end + 1;
  }
  return here;
}

// A value that the field allows, as JSON.
json allowed_value(const Field& field) {
  if (const UnitKind* unit = unit_kind(field.kind))
    return unit->print(field.low > 0 ? field.low : field.high);
  switch (field.kind) {
    case Kind::text:
      return "abc";
    case Kind::boolean:
      return true;
    case Kind::choice:
    case Kind::choice_list:
      return split_choices(field.choices).back();
    case Kind::whole:
    case Kind::number:
      return field.low;
    case Kind::whole_list:
      return json::array({field.low});
    case Kind::axes:
      return json::array({json::object()});
    case Kind::assignments:
      return json::object();
    default:
      return "name";
  }
}

}  // namespace

TEST_CASE("the schema knows every field, with its documentation, and nothing else") {
  const json schema = json::parse(json_schema(headroom::models::Catalogue::built_in()));
  CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
  CHECK(schema["additionalProperties"] == false);
  std::size_t described = 0;
  for (const Field& field : fields()) {
    INFO(field.path);
    const json here = schema_at(schema, std::string(field.path));
    CHECK(here["description"] == std::string(field.documentation));
    ++described;
  }
  std::size_t in_schema = 0;
  const std::function<void(const json&)> count = [&](const json& node) {
    if (node.is_object() && node.contains("description")) ++in_schema;
    if (node.is_structured())
      for (const json& below : node) count(below);
  };
  count(schema);
  CHECK(in_schema == described);
}

TEST_CASE("the reader accepts every documented field at its bounds, and the default of the table") {
  for (const Field& field : fields()) {
    INFO(field.path);
    const auto source = std::make_shared<const std::string>("test");
    CHECK_NOTHROW(read_value(field, parse_json(allowed_value(field).dump(), source), field.path));
    if (!field.standard.empty())
      CHECK_NOTHROW(read_value(field, parse_json(field.standard, source), field.path));
  }
}

TEST_CASE("a value just outside its range is refused") {
  for (const Field& field : fields()) {
    if (field.kind != Kind::whole && field.kind != Kind::number) continue;
    INFO(field.path);
    const auto source = std::make_shared<const std::string>("test");
    const double above = std::nextafter(field.high, 1e300) + 1;
    CHECK_THROWS_AS(read_value(field, parse_json(json(above).dump(), source), field.path), headroom::Error);
  }
}

TEST_CASE("documentation is one line each, and paths are unique") {
  std::vector<std::string_view> paths;
  for (const Field& field : fields()) {
    INFO(field.path);
    CHECK_FALSE(field.documentation.empty());
    CHECK(field.documentation.size() < 130);
    CHECK(field.documentation.find('\n') == std::string_view::npos);
    CHECK(std::find(paths.begin(), paths.end(), field.path) == paths.end());
    paths.push_back(field.path);
  }
}
