// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "scenarios/language/json_text.hpp"

namespace headroom::scenarios {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t largest_file = std::size_t{1} << 20;  // bytes; the largest scenario has a few thousand

void remove_member(Node& object, std::string_view key) {
  std::erase_if(object.members, [key](const Member& m) { return m.key == key; });
}

// Says which file asked for it.
std::string read_base(const fs::path& base, const Place& asked_for_at) {
  try {
    return read_text(base);
  } catch (const Error& error) {
    throw bad_input(fmt::format("{}: extends: {}", asked_for_at.text(), error.what()));
  }
}

// `chain` holds the files that led here, from the first one on.
Node load(std::string_view text, const fs::path& file, std::vector<fs::path>& chain);

Node load_base(const Node& extends, const fs::path& file, std::vector<fs::path>& chain) {
  if (!extends.is(Node::Kind::text)) {
    throw complaint(extends.place, "extends", "the path of a scenario file", extends.shown());
  }
  const fs::path base = (file.parent_path() / extends.text).lexically_normal();
  if (std::find(chain.begin(), chain.end(), base) != chain.end()) {
    throw complaint(extends.place, "extends", "a file that does not extend this one",
                    in_quotes(extends.text) + " (a cycle)");
  }
  return load(read_base(base, extends.place), base, chain);
}

Node load(std::string_view text, const fs::path& file, std::vector<fs::path>& chain) {
  chain.push_back(file.lexically_normal());
  Node document = parse_json(text, std::make_shared<const std::string>(file.string()));
  if (!document.is(Node::Kind::object)) {
    throw complaint(document.place, "", "a scenario (an object)", document.shown());
  }
  const Node* extends = document.find("extends");
  if (extends == nullptr) return document;
  Node merged = load_base(*extends, file, chain);
  remove_member(merged, "expected");
  remove_member(document, "extends");
  merge(merged, document);
  return merged;
}

}  // namespace

std::string read_text(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    throw bad_input(fmt::format("{}: expected a file, found a directory", file.string()));
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw bad_input(
        fmt::format("{}: expected a readable file, found: {}", file.string(), std::strerror(errno)));
  }
  std::string text(largest_file + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > largest_file) {
    throw bad_input(fmt::format("{}: expected at most {} bytes, found more", file.string(), largest_file));
  }
  return text;
}

Node load_document(const fs::path& file) {
  return load_document_text(read_text(file), file);
}

Node load_document_text(std::string_view text, const fs::path& file) {
  std::vector<fs::path> chain;
  return load(text, file, chain);
}

Assignment parse_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  const auto source = std::make_shared<const std::string>(fmt::format("--set {}", text));
  if (equals == std::string_view::npos || equals == 0) {
    throw bad_input(fmt::format("--set: expected path=value, found {}", in_quotes(text)));
  }
  return {std::string(text.substr(0, equals)), parse_value(text.substr(equals + 1), source)};
}

void assign(Node& document, const Assignment& assignment) {
  std::string_view rest = assignment.path;
  Node* node = &document;
  while (true) {
    const std::size_t dot = rest.find('.');
    const std::string_view key = rest.substr(0, dot);
    Node* child = node->find(key);
    if (child == nullptr) {
      child = &node->members.emplace_back(Member{std::string(key), assignment.value.place, {}}).value;
      child->place = assignment.value.place;
    }
    if (dot == std::string_view::npos) {
      merge(*child, assignment.value);
      return;
    }
    if (child->is(Node::Kind::null)) child->kind = Node::Kind::object;
    if (!child->is(Node::Kind::object)) {
      throw complaint(assignment.value.place, assignment.path,
                      fmt::format("an object at {}",
                                  assignment.path.substr(0, assignment.path.size() - rest.size() + dot)),
                      child->shown());
    }
    node = child;
    rest.remove_prefix(dot + 1);
  }
}

}  // namespace headroom::scenarios
