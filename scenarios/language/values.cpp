// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/values.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/catalogue/near_names.hpp"
#include "scenarios/language/json_text.hpp"

namespace headroom::scenarios {
namespace {

std::string join_path(std::string_view parent, std::string_view key) {
  return parent.empty() ? std::string(key) : fmt::format("{}.{}", parent, key);
}

// What every document starts from: the defaults of the table.
const std::vector<Value>& standard_values() {
  static const std::vector<Value> standards = [] {
    std::vector<Value> values;
    const auto source = std::make_shared<const std::string>("default");
    for (const Field& field : fields()) {
      Value value;
      if (!field.standard.empty()) value = read_value(field, parse_json(field.standard, source), field.path);
      value.given = false;
      values.push_back(std::move(value));
    }
    return values;
  }();
  return standards;
}

}  // namespace

Error unknown_key(const Place& place, std::string_view path, std::string_view parent) {
  const std::size_t dot = path.rfind('.');
  const std::string_view key = dot == std::string_view::npos ? path : path.substr(dot + 1);
  std::vector<std::string> near = models::near_names(key, keys_under(parent));
  // The right key in the wrong section.
  for (const Field& field : fields()) {
    const std::size_t last = field.path.rfind('.');
    if (last != std::string_view::npos && field.path.substr(last + 1) == key) near.emplace_back(field.path);
  }
  std::string found = in_quotes(key);
  if (!near.empty()) found += fmt::format(" (nearest: {})", fmt::join(near, ", "));
  return complaint(place, path, parent.empty() ? "a key of a scenario" : fmt::format("a key of {}", parent),
                   found);
}

Values::Values(const Node& document, std::string_view base)
    : values_(standard_values()), base_(base), place_(document.place) {
  if (!document.is(Node::Kind::object)) throw complaint(document.place, base, "an object", document.shown());
  read_object(document, base_);
}

void Values::read_object(const Node& object, const std::string& path) {
  for (const Member& member : object.members) read_member(member, path);
}

void Values::read_member(const Member& member, const std::string& parent) {
  const std::string path = join_path(parent, member.key);
  const Node& node = member.value;
  const bool object = node.is(Node::Kind::object);
  const std::size_t index = field_index(path);
  if (index < fields().size()) values_[index] = read_value(fields()[index], node, path);
  if (!keys_under(path).empty()) {
    if (object) {
      read_object(node, path);
    } else if (index == fields().size()) {
      throw complaint(node.place, path, "an object", node.shown());
    }
  } else if (!keys_under(path + "[]").empty()) {
    if (!node.is(Node::Kind::array)) throw complaint(node.place, path, "an array of objects", node.shown());
  } else if (index == fields().size()) {
    throw unknown_key(member.place, path, parent);
  }
}

const Value& Values::value(std::string_view path) const {
  const std::size_t index = field_index(path);
  if (index == values_.size()) throw internal(fmt::format("no field {} in the scenario language", path));
  return values_[index];
}

const Value& Values::get(std::string_view path) const {
  const Value& found = value(path);
  if (!found.present) throw complaint(place_, path, expectation_of(fields()[field_index(path)]), "nothing");
  return found;
}

std::optional<double> Values::if_given(std::string_view path) const {
  const Value& found = value(path);
  return found.present ? std::optional(found.number) : std::nullopt;
}

Error Values::refuse(std::string_view path, std::string_view expected, std::string_view found) const {
  const Value& wrong = value(path);
  return complaint(wrong.given ? wrong.place : place_, path, expected, found.empty() ? wrong.shown : found);
}

Error Values::at(std::string_view path, const Error& trouble) const {
  return at_place_of(path, {trouble.failure(), fmt::format("{}: {}", path, trouble.what())});
}

Error Values::at_place_of(std::string_view path, const Error& trouble) const {
  const Value& cause = value(path);
  return {trouble.failure(),
          fmt::format("{}: {}", (cause.given ? cause.place : place_).text(), trouble.what())};
}

void Values::refuse_other_than(Question question) const {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Field& field = fields()[i];
    if (!values_[i].given || field.question == Question::any || field.question == question) continue;
    throw complaint(values_[i].place, field.path,
                    fmt::format("nothing here in a {} question",
                                question == Question::training ? "training" : "collective"),
                    values_[i].shown);
  }
}

std::map<std::string, std::string> Values::inputs() const {
  std::map<std::string, std::string> all;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (values_[i].given) all.emplace(fields()[i].path, values_[i].shown);
  }
  return all;
}

}  // namespace headroom::scenarios
