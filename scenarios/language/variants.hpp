// SPDX-License-Identifier: Apache-2.0
// What questions of one file differ in: paths and values over those of the document.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scenarios/language/document.hpp"

namespace headroom::scenarios {

struct Variant {
  std::string name;
  std::vector<Assignment> set;
};

// The `variants` of a document; empty: it has none.
[[nodiscard]] std::vector<Variant> read_variants(const Node& document);
[[nodiscard]] std::vector<std::string> names_of(std::span<const Variant> variants);

// The "path=value" texts of the command line.
[[nodiscard]] std::vector<Assignment> read_overrides(std::span<const std::string> overrides);

// Throws Error(bad_input), with the nearest name, unless the path is a field of a question or a section of
// them.
void check_path(const Place& place, std::string_view path);

// The document with what a variant and, over it, the command line set.
[[nodiscard]] Node with(const Node& document, const Variant& variant, std::span<const Assignment> overrides);

}  // namespace headroom::scenarios
