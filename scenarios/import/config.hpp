// SPDX-License-Identifier: Apache-2.0
// A Hugging Face config.json under the eyes of the reader: numbers by our names, and for each where it was
// found or by which rule it was inferred.
#pragma once
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/import/aliases.hpp"
#include "scenarios/language/node.hpp"

namespace headroom::scenarios::hf {

// "kv_heads", "32", "num_key_value_heads absent: as many as heads"
struct Origin {
  std::string field, value, from;
  bool inferred = false;

  bool operator==(const Origin&) const = default;
};

class Config {
 public:
  using Keys = std::initializer_list<std::string_view>;

  // Finds the block that describes the language model, where it is nested. Throws Error(bad_input) when the
  // file describes no model.
  explicit Config(Node document);

  // Every number of the alias table that is there, also where nothing asks for it: a file with a nonsensical
  // dimension is not to be trusted. Throws as maybe() does.
  void check_numbers() const;
  // A number of the alias table; null, "" and absent are the same. Throws Error(bad_input) for what is no
  // whole number in range, and for two keys that contradict each other.
  [[nodiscard]] std::optional<double> maybe(std::string_view field);
  [[nodiscard]] double number(std::string_view field);  // throws when it is absent
  [[nodiscard]] double number_or(std::string_view field, double inferred, std::string_view rule);
  [[nodiscard]] bool has(std::string_view field) const;
  [[nodiscard]] std::optional<bool> flag(std::string_view field, Keys keys);
  [[nodiscard]] bool flag_or(std::string_view field, Keys keys, bool inferred, std::string_view rule);
  [[nodiscard]] std::string text(std::string_view key) const;  // empty: absent

  // The language block first, then what is around it; null for absent and null.
  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] const Node& document() const { return document_; }
  [[nodiscard]] const std::string& block() const { return block_; }  // "text_config"; empty: the whole file

  void infer(std::string_view field, std::string value, std::string from);
  void read(std::string_view field, std::string value, std::string_view key);
  [[nodiscard]] const std::vector<Origin>& origins() const { return origins_; }
  // "expected X, found Y" at a key.
  [[nodiscard]] Error refuse(std::string_view key, std::string_view expected,
                             std::string_view found = "") const;
  [[nodiscard]] Error missing(std::string_view field) const;

 private:
  [[nodiscard]] std::optional<double> at(const Alias& alias, std::string_view key) const;
  void record(Origin origin);  // once, however often it is asked for
  [[nodiscard]] const Node* language(std::string_view key) const;
  [[nodiscard]] std::string path(std::string_view key) const;

  Node document_;
  std::string block_;
  std::vector<Origin> origins_;
};

// `text` may be JSON as Python writes it (NaN and Infinity); `file` is its name in messages.
[[nodiscard]] Config parse_config(std::string text, const std::filesystem::path& file);

}  // namespace headroom::scenarios::hf
