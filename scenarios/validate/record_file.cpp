// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/record_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <span>

#include "scenarios/language/json_text.hpp"
#include "sim/embedded_file.hpp"

namespace headroom::embedded {
std::span<const EmbeddedFile> truth();
}

namespace headroom::scenarios::validation {
namespace {

constexpr std::string_view schema = "headroom-truth-1";
constexpr std::size_t most_records = 1000000;  // entries of one array: keeps hostile input from costing time

std::string text_of(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw bad_input(fmt::format("{}: expected a file, found a directory", file.string()));
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw bad_input(
        fmt::format("{}: expected a readable file, found: {}", file.string(), std::strerror(errno)));
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

// The member, of the kind it must have.
Node& member(Node& document, std::string_view key, Node::Kind kind, std::string_view expected) {
  Node* node = document.find(key);
  if (node == nullptr) throw complaint(document.place, key, expected, "nothing");
  if (!node->is(kind)) throw complaint(node->place, key, expected, node->shown());
  return *node;
}

}  // namespace

RecordFile parse_record_file(std::string_view text, const std::string& name) {
  Node document = parse_json(text, std::make_shared<const std::string>(name), most_records);
  if (!document.is(Node::Kind::object)) {
    throw complaint(document.place, "", "measurements (an object)", document.shown());
  }
  const std::string wanted = fmt::format("\"{}\"", schema);
  const Node& found = member(document, "schema", Node::Kind::text, wanted);
  if (found.text != schema) throw complaint(found.place, "schema", wanted, found.shown());
  RecordFile file;
  const Node& kind = member(document, "kind", Node::Kind::text, "\"training\" or \"network\"");
  if (kind.text == "network") {
    file.kind = RecordKind::network;
  } else if (kind.text != "training") {
    throw complaint(kind.place, "kind", "\"training\" or \"network\"", kind.shown());
  }
  file.records = std::move(member(document, "records", Node::Kind::array, "an array of records").items);
  return file;
}

RecordFile read_record_file(const std::filesystem::path& file) {
  return parse_record_file(text_of(file), file.string());
}

std::vector<RecordFile> shipped_records() {
  std::vector<RecordFile> files;
  for (const EmbeddedFile& file : embedded::truth()) {
    files.push_back(parse_record_file(file.text, std::string(file.name)));
  }
  return files;
}

std::vector<RecordFile> read_record_files(const std::vector<std::filesystem::path>& files) {
  if (files.empty()) return shipped_records();
  std::vector<RecordFile> read;
  for (const std::filesystem::path& file : files) read.push_back(read_record_file(file));
  return read;
}

}  // namespace headroom::scenarios::validation
