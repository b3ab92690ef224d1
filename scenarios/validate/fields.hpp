// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/language/node.hpp"

namespace headroom::scenarios::validation {

// The fields of one record, by path ("machine.network.kind"). Nothing is returned for what is absent or null;
// what has another type, or is needed and absent, throws Error(bad_input) "path: expected ..., found ...":
// the record cannot be used, and this is the reason.
class Fields {
 public:
  explicit Fields(const Node& record) : record_(record) {}

  [[nodiscard]] std::optional<std::string> text(std::string_view path) const;
  [[nodiscard]] std::optional<double> number(std::string_view path) const;
  [[nodiscard]] std::optional<int> count(std::string_view path) const;  // a whole number of at least 0
  [[nodiscard]] bool flag(std::string_view path) const;                 // false where nothing is said
  // Of an array; nullptr where there is none.
  [[nodiscard]] const std::vector<Node>* items(std::string_view path) const;
  [[nodiscard]] bool has(std::string_view path) const;

  [[nodiscard]] std::string need_text(std::string_view path) const;
  [[nodiscard]] double need_positive(std::string_view path) const;
  [[nodiscard]] int need_count(std::string_view path) const;  // at least 1
  [[nodiscard]] int count_or(std::string_view path, int otherwise) const;

  // "path: expected ..., found ..." about what stands there.
  [[nodiscard]] Error refuse(std::string_view path, std::string_view expected) const;

 private:
  [[nodiscard]] const Node* find(std::string_view path, Node::Kind kind, std::string_view expected) const;

  const Node& record_;
};

}  // namespace headroom::scenarios::validation
