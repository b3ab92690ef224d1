// SPDX-License-Identifier: Apache-2.0
// A scenario file as one tree: `extends` resolved, nothing interpreted yet.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "scenarios/language/node.hpp"

namespace headroom::scenarios {

// One `--set path=value`.
struct Assignment {
  std::string path;
  Node value;
};

// A file as text. Throws Error(bad_input) that says why it cannot be read, or that it is too large to be
// meant.
[[nodiscard]] std::string read_text(const std::filesystem::path& file);
// Reads a file and, under it, what it extends. `expected` is not inherited: a band holds for the question it
// was written for.
[[nodiscard]] Node load_document(const std::filesystem::path& file);
// The same for a text; `file` is its name in messages, and `extends` is looked up beside it.
[[nodiscard]] Node load_document_text(std::string_view text, const std::filesystem::path& file);

// "path=value" of the command line.
[[nodiscard]] Assignment parse_assignment(std::string_view text);
// Puts a value at a path of the document; an object is merged into an object that stands there.
void assign(Node& document, const Assignment& assignment);

}  // namespace headroom::scenarios
