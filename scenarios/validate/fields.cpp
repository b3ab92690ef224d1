// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/fields.hpp"

#include <cmath>

namespace headroom::scenarios::validation {
namespace {

constexpr double largest_count = 1e9;  // what an int holds, and more than any machine has of anything

}  // namespace

Error Fields::refuse(std::string_view path, std::string_view expected) const {
  const Node* node = record_.at_path(path);
  const bool nothing = node == nullptr || node->is(Node::Kind::null);
  return complaint({}, path, expected, nothing ? "nothing" : node->shown());
}

const Node* Fields::find(std::string_view path, Node::Kind kind, std::string_view expected) const {
  const Node* node = record_.at_path(path);
  if (node == nullptr || node->is(Node::Kind::null)) return nullptr;
  if (!node->is(kind)) throw refuse(path, expected);
  return node;
}

std::optional<std::string> Fields::text(std::string_view path) const {
  const Node* node = find(path, Node::Kind::text, "a text");
  return node == nullptr ? std::nullopt : std::optional(node->text);
}

std::optional<double> Fields::number(std::string_view path) const {
  const Node* node = find(path, Node::Kind::number, "a number");
  return node == nullptr ? std::nullopt : std::optional(node->number);
}

std::optional<int> Fields::count(std::string_view path) const {
  const auto value = number(path);
  if (!value) return std::nullopt;
  if (!(*value >= 0 && *value <= largest_count) || std::floor(*value) != *value) {
    throw refuse(path, "a whole number");
  }
  return static_cast<int>(*value);
}

bool Fields::flag(std::string_view path) const {
  const Node* node = find(path, Node::Kind::boolean, "true or false");
  return node != nullptr && node->boolean;
}

const std::vector<Node>* Fields::items(std::string_view path) const {
  const Node* node = find(path, Node::Kind::array, "an array");
  return node == nullptr ? nullptr : &node->items;
}

bool Fields::has(std::string_view path) const {
  const Node* node = record_.at_path(path);
  return node != nullptr && !node->is(Node::Kind::null);
}

std::string Fields::need_text(std::string_view path) const {
  const auto value = text(path);
  if (!value) throw refuse(path, "a text");
  return *value;
}

double Fields::need_positive(std::string_view path) const {
  const auto value = number(path);
  if (!value || !(*value > 0)) throw refuse(path, "a number above 0");
  return *value;
}

int Fields::need_count(std::string_view path) const {
  const auto value = count(path);
  if (!value || *value < 1) throw refuse(path, "a whole number of at least 1");
  return *value;
}

int Fields::count_or(std::string_view path, int otherwise) const {
  return count(path).value_or(otherwise);
}

}  // namespace headroom::scenarios::validation
