// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/json_schema.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "scenarios/language/field.hpp"

namespace headroom::scenarios {
namespace {

using Json = nlohmann::ordered_json;

Json names_schema(const models::Catalogue& catalogue, const char* kind) {
  return {{"type", "string"}, {"enum", catalogue.list(kind)}};
}

Json range_schema(const Field& field, const char* type) {
  return {{"type", type}, {"minimum", field.low}, {"maximum", field.high}};
}

Json quantity_schema(const Field& field) {
  return {{"type", "string"},
          {"pattern", "^\\s*[0-9.]"},
          {"examples", {std::string(unit_kind(field.kind)->example)}}};
}

Json axes_schema() {
  const Json range{{"type", "object"},
                   {"additionalProperties", false},
                   {"required", {"from", "to"}},
                   {"properties",
                    {{"from", {{"type", {"number", "string"}}}},
                     {"to", {{"type", {"number", "string"}}}},
                     {"steps", {{"type", "integer"}, {"minimum", 2}}},
                     {"factor", {{"type", "number"}, {"exclusiveMinimum", 0}}}}}};
  const Json list{{"type", "array"}, {"minItems", 1}};
  return {{"type", "array"},
          {"minItems", 1},
          {"items",
           {{"type", "object"}, {"minProperties", 1}, {"additionalProperties", {{"anyOf", {list, range}}}}}}};
}

Json value_schema(const Field& field, const models::Catalogue& catalogue) {
  switch (field.kind) {
    case Kind::text:
      return {{"type", "string"},
              {"minLength", static_cast<long>(field.low)},
              {"maxLength", static_cast<long>(field.high)}};
    case Kind::boolean:
      return {{"type", "boolean"}};
    case Kind::choice:
      return {{"type", "string"}, {"enum", split_choices(field.choices)}};
    case Kind::choice_list: {
      const Json one{{"type", "string"}, {"enum", split_choices(field.choices)}};
      return {{"anyOf", {one, {{"type", "array"}, {"minItems", 1}, {"items", one}}}}};
    }
    case Kind::whole:
      return range_schema(field, "integer");
    case Kind::number:
      return range_schema(field, "number");
    case Kind::count:
      return {{"anyOf", {quantity_schema(field), range_schema(field, "number")}}};
    case Kind::whole_list:
      return {{"type", "array"}, {"minItems", 1}, {"items", range_schema(field, "integer")}};
    case Kind::bytes_list: {
      const Json one = quantity_schema(field);
      return {{"anyOf", {one, {{"type", "array"}, {"minItems", 1}, {"items", one}}}}};
    }
    case Kind::server:
      return names_schema(catalogue, "server");
    case Kind::accelerator:
      return names_schema(catalogue, "accelerator");
    case Kind::region:
      return names_schema(catalogue, "region");
    case Kind::model:
      return names_schema(catalogue, "model");
    case Kind::assignments:
      return {{"type", "object"}};
    case Kind::axes:
      return axes_schema();
    default:
      return quantity_schema(field);
  }
}

Json field_schema(const Field& field, const models::Catalogue& catalogue) {
  Json schema = value_schema(field, catalogue);
  schema["description"] = field.documentation;
  if (!field.standard.empty()) schema["default"] = Json::parse(field.standard);
  return schema;
}

// An object with the keys that stand under a path.
Json object_schema(const std::string& path, const models::Catalogue& catalogue);

Json key_schema(const std::string& path, const models::Catalogue& catalogue) {
  const std::size_t index = field_index(path);
  const bool field = index < fields().size();
  if (!keys_under(path + "[]").empty()) {
    return {{"type", "array"}, {"items", object_schema(path + "[]", catalogue)}};
  }
  if (keys_under(path).empty()) return field_schema(fields()[index], catalogue);
  Json object = object_schema(path, catalogue);
  if (!field) return object;
  Json both{{"anyOf", {value_schema(fields()[index], catalogue), std::move(object)}}};
  both["description"] = fields()[index].documentation;
  return both;
}

Json object_schema(const std::string& path, const models::Catalogue& catalogue) {
  Json schema{{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
  Json required = Json::array();
  for (const std::string& key : keys_under(path)) {
    const std::string below = path.empty() ? key : fmt::format("{}.{}", path, key);
    schema["properties"][key] = key_schema(below, catalogue);
    const std::size_t index = field_index(below);
    // A file that extends another may leave out what the other has: only items of arrays stand alone.
    if (index < fields().size() && fields()[index].required && below.find("[]") != std::string::npos) {
      required.push_back(key);
    }
  }
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

}  // namespace

std::string json_schema(const models::Catalogue& catalogue) {
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Headroom scenario"}};
  schema.update(object_schema("", catalogue));
  return schema.dump(1) + '\n';
}

}  // namespace headroom::scenarios
