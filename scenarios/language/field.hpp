// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::scenarios {

enum class Kind {
  text,
  boolean,
  choice,
  whole,
  number,
  // Text with a unit, read by models/catalogue/units.hpp:
  bytes,
  bandwidth,
  seconds,
  power,
  energy_price,
  space_price,
  carbon_intensity,
  money,
  rent,
  rate,
  count,        // "1.4T" or a number
  whole_list,   // array of whole numbers
  bytes_list,   // one text with a unit, or an array of them
  choice_list,  // one of the choices, or an array of them
  // Names of the catalogue:
  server,
  accelerator,
  model,
  region,
  assignments,  // object: path -> value
  axes,         // array of objects: path -> values (axis.hpp)
};

// Which questions a field makes sense for.
enum class Question { any, training, collective };

// One field of the scenario language. The reader checks by these, the JSON Schema is generated from them, and
// the documentation prints them.
struct Field {
  std::string_view path;  // "cluster.fabric.link"; "variants[].name" inside arrays of objects
  Kind kind;
  std::string_view documentation;  // one line
  std::string_view standard = "";  // the default as it would stand in a file; empty: see the documentation
  double low = 0,
         high = std::numeric_limits<double>::max();  // allowed range in SI units; of text: its length
  std::string_view choices = "";  // "a|b|c", in the order of the C++ enumeration that a choice becomes
  bool required = false;
  Question question = Question::any;
};

// All fields, section by section in the order in which a reader meets them.
[[nodiscard]] std::span<const Field> fields();
// Index of the field with this path, or fields().size().
[[nodiscard]] std::size_t field_index(std::string_view path);
// The keys that may stand under a path ("" = the top, "variants[]" = an item); empty when nothing may.
[[nodiscard]] const std::vector<std::string>& keys_under(std::string_view path);

// What a field holds, for messages and documentation: `a bandwidth such as "200 Gbit/s"`, `a whole number
// from 1 to 8`, `one of adam, sgd`.
[[nodiscard]] std::string expectation_of(const Field& field);
[[nodiscard]] std::vector<std::string> split_choices(std::string_view choices);
// Reader, printer and words of a kind that is written with a unit (or of count).
struct UnitKind {
  double (*parse)(std::string_view);
  std::string (*print)(double);
  std::string_view name;     // "a bandwidth"
  std::string_view example;  // "200 Gbit/s"
};
// Null for the other kinds.
[[nodiscard]] const UnitKind* unit_kind(Kind kind);

}  // namespace headroom::scenarios
