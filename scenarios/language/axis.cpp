// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/axis.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/language/values.hpp"
#include "scenarios/language/variants.hpp"

namespace headroom::scenarios {
namespace {

constexpr std::size_t most_axes = 16;

std::string shown_path(const std::string& path) {
  return "vary[]." + path;
}

// The words of a question that name it do not change its answer.
void check_varied(const Member& member) {
  check_path(member.place, member.key);
  for (const char* word : {"vary", "name", "question", "$schema"}) {
    if (member.key == word)
      throw complaint(member.place, "vary[]", "paths of what is asked", in_quotes(member.key));
  }
}

std::vector<Node> read_values(const Member& member) {
  const Node& node = member.value;
  const std::string path = shown_path(member.key);
  if (node.is(Node::Kind::object)) return range_values(node, member.key);
  if (!node.is(Node::Kind::array) || node.items.empty()) {
    throw complaint(node.place, path, "an array of values, or a range of from, to and steps or factor",
                    node.is(Node::Kind::array) ? "an empty array" : node.shown());
  }
  return node.items;
}

void check_values(const std::string& path, const std::vector<Node>& values) {
  const std::size_t index = field_index(path);
  if (index == fields().size()) return;  // a section: read with the point
  for (const Node& value : values) (void)read_value(fields()[index], value, shown_path(path));
}

Axis read_axis(const Node& node) {
  if (!node.is(Node::Kind::object) || node.members.empty()) {
    throw complaint(node.place, "vary[]", "an object of one or more paths with their values",
                    node.is(Node::Kind::object) ? "none" : node.shown());
  }
  Axis axis;
  for (const Member& member : node.members) {
    check_varied(member);
    axis.paths.push_back(member.key);
    axis.values.push_back(read_values(member));
    check_values(member.key, axis.values.back());
    if (axis.values.back().size() != axis.size()) {
      throw complaint(
          member.value.place, shown_path(member.key),
          fmt::format("as many values as {} has, which changes with it: {}", axis.paths.front(), axis.size()),
          fmt::format("{}", axis.values.back().size()));
    }
  }
  return axis;
}

}  // namespace

bool overlap(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return b.starts_with(a) && (a.size() == b.size() || b[a.size()] == '.');
}

std::vector<Axis> read_axes(const Node& document) {
  std::vector<Axis> axes;
  const Node* list = document.find("vary");
  if (list == nullptr) return axes;
  if (!list->is(Node::Kind::array) || list->items.empty() || list->items.size() > most_axes) {
    throw complaint(list->place, "vary",
                    fmt::format("an array of 1 to {} axes (objects of paths and values)", most_axes),
                    list->is(Node::Kind::array) ? fmt::format("{}", list->items.size()) : list->shown());
  }
  std::vector<std::string> varied;
  for (const Node& item : list->items) {
    axes.push_back(read_axis(item));
    for (const std::string& path : axes.back().paths) {
      for (const std::string& other : varied) {
        if (overlap(path, other))
          throw complaint(item.place, shown_path(path), "each path in one axis only", in_quotes(other));
      }
      varied.push_back(path);
    }
  }
  return axes;
}

}  // namespace headroom::scenarios
