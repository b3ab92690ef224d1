// SPDX-License-Identifier: Apache-2.0
#include "scenarios/import/module_pattern.hpp"

#include <fmt/format.h>

namespace headroom::scenarios::hf {
namespace {

constexpr std::size_t most_globs = 4096;  // each is held against each module

// What checkpoints put before "layers.": not part of a module's place in the language model.
constexpr std::string_view prefixes[] = {"language_model.", "model.", "transformer."};

std::string without_prefixes(std::string_view name) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view prefix : prefixes) {
      if (!name.starts_with(prefix)) continue;
      name.remove_prefix(prefix.size());
      again = true;
    }
  }
  return std::string(name);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// "re:.*lm_head" is "*lm_head".
std::string glob_of(const Node& item) {
  std::string text = item.text.substr(3);
  replace_all(text, ".*", "*");
  replace_all(text, "\\.", ".");
  if (text.find_first_of("\\[](){}^$+?|") != std::string::npos)
    throw complaint(item.place, "", "a pattern of names and .* only", item.shown());
  return text;
}

bool glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

ModulePatterns::ModulePatterns(const Node& object, Config::Keys keys) {
  for (const std::string_view key : keys) {
    const Node* list = object.find(key);
    if (list == nullptr || list->is(Node::Kind::null)) continue;
    if (!list->is(Node::Kind::array)) throw complaint(list->place, key, "a list of modules", list->shown());
    for (const Node& item : list->items) add(item);
  }
}

void ModulePatterns::add(const Node& item) {
  if (!item.is(Node::Kind::text)) throw complaint(item.place, "", "the name of a module", item.shown());
  std::string name = without_prefixes(item.text.starts_with("re:") ? glob_of(item) : item.text);
  replace_all(name, "shared_experts", "shared_expert");
  if (name.find('*') == std::string::npos) {
    names_.insert(std::move(name));
    return;
  }
  if (globs_.size() >= most_globs)
    throw complaint(item.place, "", fmt::format("at most {} patterns", most_globs), "more");
  globs_.push_back(std::move(name));
}

bool ModulePatterns::match(const std::string& module) const {
  const std::string_view view = module;
  for (std::size_t begin = 0; begin <= view.size();) {
    const std::size_t dot = std::min(view.find('.', begin), view.size());
    if (names_.count(view.substr(0, dot)) > 0 || names_.count(view.substr(begin, dot - begin)) > 0)
      return true;
    begin = dot + 1;
  }
  for (const std::string& pattern : globs_)
    if (glob(pattern, module) || glob(pattern + ".*", module)) return true;
  return false;
}

}  // namespace headroom::scenarios::hf
