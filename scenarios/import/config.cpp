// SPDX-License-Identifier: Apache-2.0
#include "scenarios/import/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/catalogue/units.hpp"
#include "scenarios/language/values.hpp"

namespace headroom::scenarios::hf {
namespace {

// Where models that also see or hear keep the language model.
constexpr std::string_view language_blocks[] = {"thinker_config", "text_config", "llm_config",
                                                "language_config", "language_model"};

const Node* present(const Node* node) {
  if (node == nullptr || node->is(Node::Kind::null)) return nullptr;
  return node->is(Node::Kind::text) && node->text.empty() ? nullptr : node;
}

bool has_dimension(const Node& object) {
  for (const char* field : {"layers", "hidden", "heads"})
    for (const std::string_view key : alias(field).keys)
      if (present(object.find(key)) != nullptr) return true;
  return false;
}

std::string nested_block(const Node& object) {
  for (const std::string_view key : language_blocks) {
    const Node* block = object.find(key);
    if (block == nullptr || !block->is(Node::Kind::object)) continue;
    const std::string deeper = nested_block(*block);
    if (!deeper.empty()) return fmt::format("{}.{}", key, deeper);
    if (has_dimension(*block)) return std::string(key);
  }
  return {};
}

std::string keys_of(const Node& object) {
  std::vector<std::string> keys;
  constexpr std::size_t shown = 4;
  for (const Member& m : object.members)
    if (keys.size() < shown) keys.push_back(m.key);
  return keys.empty() ? "an empty object"
                      : fmt::format("an object with {}{}", fmt::join(keys, ", "),
                                    object.members.size() > shown ? ", ..." : "");
}

// Files in the wild write 8, 8.0 and "8".
std::optional<double> number_of(const Node& node) {
  if (node.is(Node::Kind::number)) return node.number;
  if (!node.is(Node::Kind::text)) return std::nullopt;
  try {
    return models::parse_number(node.text);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string range_of(const Alias& a) {
  return fmt::format("a whole number from {} to {}", a.least, a.largest);
}

}  // namespace

Config::Config(Node document) : document_(std::move(document)) {
  if (!document_.is(Node::Kind::object))
    throw complaint(document_.place, "", "a model's configuration (an object)", document_.shown());
  block_ = nested_block(document_);
  if (block_.empty() && !has_dimension(document_))
    throw complaint(document_.place, "",
                    "a Hugging Face model configuration (hidden_size, num_hidden_layers, ...)",
                    keys_of(document_));
  if (!block_.empty()) infer("language model", block_, "the block that holds the language model");
}

std::string Config::path(std::string_view key) const {
  return block_.empty() || language(key) == nullptr ? std::string(key) : fmt::format("{}.{}", block_, key);
}

const Node* Config::language(std::string_view key) const {
  return present(block_.empty() ? document_.find(key) : document_.at_path(fmt::format("{}.{}", block_, key)));
}

const Node* Config::find(std::string_view key) const {
  const Node* inner = language(key);
  return inner != nullptr ? inner : present(document_.find(key));
}

std::optional<double> Config::at(const Alias& a, std::string_view key) const {
  const Node* node = language(key);
  if (node == nullptr || (a.list_key == key && node->is(Node::Kind::array))) return std::nullopt;
  const auto value = number_of(*node);
  if (!value || *value < a.least || *value > a.largest || std::floor(*value) != *value)
    throw complaint(node->place, path(key), range_of(a), node->shown());
  return value;
}

void Config::check_numbers() const {
  for (const Alias& a : aliases())
    for (const std::string_view key : a.keys) (void)at(a, key);
}

std::optional<double> Config::maybe(std::string_view field) {
  const Alias& a = alias(field);
  std::optional<double> found;
  std::string_view found_at;
  for (const std::string_view key : a.keys) {
    const auto value = at(a, key);
    if (!value) continue;
    if (found && *found != *value) throw refuse(key, fmt::format("{} as {} says", *found, path(found_at)));
    if (!found) read(field, fmt::format("{}", *value), key);
    found = value;
    found_at = key;
  }
  return found;
}

double Config::number(std::string_view field) {
  if (const auto value = maybe(field)) return *value;
  throw missing(field);
}

double Config::number_or(std::string_view field, double inferred, std::string_view rule) {
  if (const auto value = maybe(field)) return *value;
  infer(field, fmt::format("{}", inferred), std::string(rule));
  return inferred;
}

bool Config::has(std::string_view field) const {
  const auto keys = alias(field).keys;
  return std::any_of(keys.begin(), keys.end(),
                     [this](std::string_view key) { return language(key) != nullptr; });
}

std::optional<bool> Config::flag(std::string_view field, Keys keys) {
  for (const std::string_view key : keys) {
    const Node* node = find(key);
    if (node == nullptr) continue;
    if (!node->is(Node::Kind::boolean))
      throw complaint(node->place, path(key), "true or false", node->shown());
    if (!field.empty()) read(field, node->boolean ? "yes" : "no", key);
    return node->boolean;
  }
  return std::nullopt;
}

bool Config::flag_or(std::string_view field, Keys keys, bool inferred, std::string_view rule) {
  if (const auto value = flag(field, keys)) return *value;
  infer(field, inferred ? "yes" : "no", std::string(rule));
  return inferred;
}

std::string Config::text(std::string_view key) const {
  const Node* node = find(key);
  if (node == nullptr) return {};
  if (!node->is(Node::Kind::text)) throw complaint(node->place, path(key), "a text", node->shown());
  return node->text;
}

void Config::infer(std::string_view field, std::string value, std::string from) {
  record({std::string(field), std::move(value), std::move(from), true});
}

void Config::read(std::string_view field, std::string value, std::string_view key) {
  record({std::string(field), std::move(value), path(key), false});
}

void Config::record(Origin origin) {
  if (std::find(origins_.begin(), origins_.end(), origin) == origins_.end())
    origins_.push_back(std::move(origin));
}

Error Config::refuse(std::string_view key, std::string_view expected, std::string_view found) const {
  const Node* node = find(key);
  return complaint(node == nullptr ? document_.place : node->place, path(key), expected,
                   found.empty() && node != nullptr ? node->shown() : found);
}

Error Config::missing(std::string_view field) const {
  const Node* block = block_.empty() ? &document_ : document_.at_path(block_);
  return complaint(block->place, block_,
                   fmt::format("{} (one of {})", field, fmt::join(alias(field).keys, ", ")), "none of them");
}

}  // namespace headroom::scenarios::hf
