// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/variants.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/language/values.hpp"

namespace headroom::scenarios {
namespace {

constexpr std::size_t most_variants = 256;

// Fields that say which questions there are, not what is asked.
bool is_of_whole_file(std::string_view path) {
  return path == "extends" || path.starts_with("variants") || path.starts_with("expected");
}

bool is_known(std::string_view path) {
  return field_index(path) < fields().size() || !keys_under(path).empty();
}

}  // namespace

void check_path(const Place& place, std::string_view path) {
  if (!is_of_whole_file(path) && is_known(path)) return;
  // The first key that is not known where it stands.
  std::size_t end = path.find('.');
  while (end != std::string_view::npos && is_known(path.substr(0, end))) end = path.find('.', end + 1);
  const std::string_view wrong = path.substr(0, end);
  const std::size_t dot = wrong.rfind('.');
  throw unknown_key(place, wrong, dot == std::string_view::npos ? "" : wrong.substr(0, dot));
}

std::vector<Variant> read_variants(const Node& document) {
  std::vector<Variant> variants;
  const Node* list = document.find("variants");
  if (list == nullptr) return variants;
  if (!list->is(Node::Kind::array) || list->items.empty() || list->items.size() > most_variants) {
    throw complaint(list->place, "variants", fmt::format("an array of 1 to {} objects", most_variants),
                    list->shown());
  }
  for (const Node& item : list->items) {
    const Values values(item, "variants[]");
    Variant variant{values.text("variants[].name"), {}};
    if (std::any_of(variants.begin(), variants.end(),
                    [&](const Variant& v) { return v.name == variant.name; })) {
      throw values.refuse("variants[].name", "a name of its own");
    }
    (void)values.text("variants[].set");  // says so when it is missing
    for (const Member& member : item.find("set")->members) {
      check_path(member.value.place, member.key);
      variant.set.push_back({member.key, member.value});
    }
    variants.push_back(std::move(variant));
  }
  return variants;
}

std::vector<std::string> names_of(std::span<const Variant> variants) {
  std::vector<std::string> names;
  for (const Variant& variant : variants) names.push_back(variant.name);
  return names;
}

std::vector<Assignment> read_overrides(std::span<const std::string> overrides) {
  std::vector<Assignment> assignments;
  for (const std::string& text : overrides) {
    assignments.push_back(parse_assignment(text));
    check_path(assignments.back().value.place, assignments.back().path);
  }
  return assignments;
}

Node with(const Node& document, const Variant& variant, std::span<const Assignment> overrides) {
  Node copy = document;
  for (const Assignment& assignment : variant.set) assign(copy, assignment);
  for (const Assignment& assignment : overrides) assign(copy, assignment);
  return copy;
}

}  // namespace headroom::scenarios
