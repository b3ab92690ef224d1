// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/node.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::scenarios {
namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;  // UTF-8
}

// At most `longest` bytes on one line: never half a character, nothing that a terminal would act on.
std::string printable(std::string_view text, std::size_t longest) {
  std::size_t end = std::min(text.size(), longest);
  while (end < text.size() && end > 0 && continues_character(text[end])) --end;
  std::string shown;
  for (const char c : text.substr(0, end)) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return end < text.size() ? shown + "..." : shown;
}

}  // namespace

std::string Place::text() const {
  if (!source) return {};
  return line > 0 ? fmt::format("{}:{}:{}", *source, line, column) : *source;
}

const Node* Node::find(std::string_view key) const {
  const auto found =
      std::find_if(members.begin(), members.end(), [key](const Member& m) { return m.key == key; });
  return found == members.end() ? nullptr : &found->value;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

const Node* Node::at_path(std::string_view path) const {
  const Node* node = this;
  while (node != nullptr && !path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    node = node->find(path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return node;
}

std::string Node::shown() const {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return boolean ? "true" : "false";
    case Kind::number:
      return fmt::format("{}", number);
    case Kind::text:
      return in_quotes(text);
    case Kind::array:
      return "an array";
    case Kind::object:
      return "an object";
  }
  return {};
}

void merge(Node& base, const Node& upper) {
  if (!base.is(Node::Kind::object) || !upper.is(Node::Kind::object)) {
    base = upper;
    return;
  }
  for (const Member& member : upper.members) {
    if (Node* standing = base.find(member.key)) {
      merge(*standing, member.value);
    } else {
      base.members.push_back(member);
    }
  }
}

Error complaint(const Place& place, std::string_view path, std::string_view expected,
                std::string_view found) {
  constexpr std::size_t longest_path = 120;  // bytes; the language's own are shorter
  const std::string where = place.text();
  return bad_input(fmt::format("{}{}{}{}expected {}, found {}", where, where.empty() ? "" : ": ",
                               printable(path, longest_path), path.empty() ? "" : ": ", expected, found));
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;  // bytes: what still reads well within a line
  return '"' + printable(text, longest) + '"';
}

}  // namespace headroom::scenarios
