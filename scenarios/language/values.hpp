// SPDX-License-Identifier: Apache-2.0
// A document held against the table of fields: every value checked, then looked up by its path, in SI units.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/language/field.hpp"
#include "scenarios/language/node.hpp"

namespace headroom::scenarios {

struct Value {
  bool present = false;  // given, or the table has a default
  bool given = false;
  double number = 0;  // whole, number, quantities; of a choice: its place in the list; of a boolean: 0 or 1
  std::string text;   // texts, names and choices
  std::string shown;  // as written
  std::vector<double> numbers;  // lists
  Place place;
};

// Checks one value against its field. Throws Error(bad_input) with the place and the path.
[[nodiscard]] Value read_value(const Field& field, const Node& node, std::string_view path);

class Values {
 public:
  // Checks keys, types, units and ranges. `base` is put before paths: "variants[]" for an item of variants.
  explicit Values(const Node& document, std::string_view base = "");

  [[nodiscard]] bool given(std::string_view path) const { return value(path).given; }
  [[nodiscard]] const Place& place(std::string_view path) const { return value(path).place; }
  // The looked-up field must be given or have a default; else Error(bad_input) says that it is missing.
  [[nodiscard]] double number(std::string_view path) const { return get(path).number; }
  [[nodiscard]] int whole(std::string_view path) const { return static_cast<int>(get(path).number); }
  [[nodiscard]] bool flag(std::string_view path) const { return get(path).number != 0; }
  [[nodiscard]] const std::string& text(std::string_view path) const { return get(path).text; }
  [[nodiscard]] const std::vector<double>& numbers(std::string_view path) const { return get(path).numbers; }
  // A choice as the enumeration whose order the table's list of choices has.
  template <class Enumeration>
  [[nodiscard]] Enumeration choice(std::string_view path) const {
    return static_cast<Enumeration>(whole(path));
  }
  template <class Enumeration>
  [[nodiscard]] std::vector<Enumeration> choices(std::string_view path) const {
    std::vector<Enumeration> all;
    for (const double place : numbers(path)) all.push_back(static_cast<Enumeration>(static_cast<int>(place)));
    return all;
  }
  [[nodiscard]] std::optional<double> if_given(std::string_view path) const;

  // A complaint about the value at a path; `found` empty: the value as written.
  [[nodiscard]] Error refuse(std::string_view path, std::string_view expected,
                             std::string_view found = "") const;
  // The same trouble with the place and the path before it; only with the place, where its text names its own
  // path.
  [[nodiscard]] Error at(std::string_view path, const Error& trouble) const;
  [[nodiscard]] Error at_place_of(std::string_view path, const Error& trouble) const;
  // Throws when a field is given that means nothing in this kind of question.
  void refuse_other_than(Question question) const;
  // Every value that was given, as text by path: what two questions are compared by.
  [[nodiscard]] std::map<std::string, std::string> inputs() const;

 private:
  void read_object(const Node& object, const std::string& path);
  void read_member(const Member& member, const std::string& parent);
  [[nodiscard]] const Value& value(std::string_view path) const;
  [[nodiscard]] const Value& get(std::string_view path) const;

  std::vector<Value> values_;  // by field
  std::string base_;
  Place place_;  // of the whole document, for what is missing
};

// The complaint about a key that no field has, with the nearest keys.
[[nodiscard]] Error unknown_key(const Place& place, std::string_view path, std::string_view parent);

}  // namespace headroom::scenarios
