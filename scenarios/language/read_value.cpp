// SPDX-License-Identifier: Apache-2.0
// One value against its field: type, unit, range.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/catalogue/near_names.hpp"
#include "scenarios/language/values.hpp"

namespace headroom::scenarios {
namespace {

constexpr std::size_t longest_list = 1000;  // sizes of a sweep, pipeline stages of a list

[[noreturn]] void refuse(const Field& field, const Node& node, std::string_view path) {
  throw complaint(node.place, path, expectation_of(field), node.shown());
}

void check_range(const Field& field, double number, const Node& node, std::string_view path) {
  if (!(number >= field.low && number <= field.high)) refuse(field, node, path);
}

double read_number(const Field& field, const Node& node, std::string_view path) {
  if (!node.is(Node::Kind::number)) refuse(field, node, path);
  check_range(field, node.number, node, path);
  const bool whole = field.kind == Kind::whole || field.kind == Kind::whole_list;
  if (whole && node.number != std::floor(node.number)) refuse(field, node, path);
  return node.number;
}

// Text with a unit; only a count may be a bare number.
double read_quantity(const Field& field, const Node& node, std::string_view path) {
  const UnitKind& unit = *unit_kind(field.kind);
  if (field.kind == Kind::count && node.is(Node::Kind::number)) {
    check_range(field, node.number, node, path);
    return node.number;
  }
  if (node.is(Node::Kind::number)) {
    throw complaint(node.place, path, fmt::format("{} such as \"{}\"", unit.name, unit.example),
                    fmt::format("{}: unit missing", node.shown()));
  }
  if (!node.is(Node::Kind::text)) refuse(field, node, path);
  double number = 0;
  try {
    number = unit.parse(node.text);
  } catch (const Error& error) {
    throw bad_input(fmt::format("{}: {}: {}", node.place.text(), path, error.what()));
  }
  check_range(field, number, node, path);
  return number;
}

double read_choice(const Field& field, const Node& node, std::string_view path) {
  const std::vector<std::string> choices = split_choices(field.choices);
  if (!node.is(Node::Kind::text)) refuse(field, node, path);
  const auto found = std::find(choices.begin(), choices.end(), node.text);
  if (found == choices.end()) {
    const auto near = models::near_names(node.text, choices, 1);
    throw complaint(node.place, path, expectation_of(field),
                    node.shown() + (near.empty() ? "" : fmt::format(" (nearest: {})", near.front())));
  }
  return static_cast<double>(found - choices.begin());
}

std::vector<double> read_list(const Field& field, const Node& node, std::string_view path) {
  const auto read_item = [&](const Node& item) {
    if (field.kind == Kind::bytes_list) return read_quantity(field, item, path);
    return field.kind == Kind::choice_list ? read_choice(field, item, path) : read_number(field, item, path);
  };
  if (field.kind != Kind::whole_list && !node.is(Node::Kind::array)) return {read_item(node)};
  if (!node.is(Node::Kind::array)) refuse(field, node, path);
  if (node.items.empty() || node.items.size() > longest_list) {
    throw complaint(node.place, path, fmt::format("1 to {} items", longest_list),
                    fmt::format("{}", node.items.size()));
  }
  std::vector<double> numbers;
  for (const Node& item : node.items) numbers.push_back(read_item(item));
  return numbers;
}

bool is_one_line(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

// As two questions are compared: a list in brackets, everything else as written.
std::string shown_value(const Node& node) {
  if (!node.is(Node::Kind::array)) return node.is(Node::Kind::text) ? node.text : node.shown();
  std::vector<std::string> items;
  for (const Node& item : node.items) items.push_back(shown_value(item));
  return fmt::format("[{}]", fmt::join(items, ", "));
}

}  // namespace

Value read_value(const Field& field, const Node& node, std::string_view path) {
  Value value;
  value.present = value.given = true;
  value.place = node.place;
  switch (field.kind) {
    case Kind::boolean:
      if (!node.is(Node::Kind::boolean)) refuse(field, node, path);
      value.number = node.boolean ? 1 : 0;
      break;
    case Kind::text:
      if (!node.is(Node::Kind::text)) refuse(field, node, path);
      check_range(field, static_cast<double>(node.text.size()), node, path);
      if (!is_one_line(node.text)) refuse(field, node, path);
      break;
    case Kind::server:
    case Kind::accelerator:
    case Kind::region:
      if (!node.is(Node::Kind::text)) refuse(field, node, path);
      break;
    case Kind::model:
      if (!node.is(Node::Kind::text) && !node.is(Node::Kind::object)) refuse(field, node, path);
      break;
    case Kind::assignments:
      if (!node.is(Node::Kind::object)) refuse(field, node, path);
      break;
    case Kind::axes:
      if (!node.is(Node::Kind::array)) refuse(field, node, path);
      break;
    case Kind::choice:
      value.number = read_choice(field, node, path);
      break;
    case Kind::whole:
    case Kind::number:
      value.number = read_number(field, node, path);
      break;
    case Kind::whole_list:
    case Kind::bytes_list:
    case Kind::choice_list:
      value.numbers = read_list(field, node, path);
      break;
    default:
      value.number = read_quantity(field, node, path);
      break;
  }
  value.text = node.text;
  value.shown = shown_value(node);
  return value;
}

}  // namespace headroom::scenarios
