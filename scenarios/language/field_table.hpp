// SPDX-License-Identifier: Apache-2.0
// The words in which the tables of fields are written: path, default as in a file ("" = none), range,
// documentation.
#pragma once
#include "scenarios/language/field.hpp"

namespace headroom::scenarios {

// Bounds that no real cluster reaches; they keep a slip of the finger from costing hours or all memory.
inline constexpr double most = 1e6;  // servers, samples of a microbatch, epochs
inline constexpr double most_layers = 1e4;
inline constexpr double most_per_server = 1024;
inline constexpr double widest = 1 << 20;                         // elements of a model's dimension
inline constexpr double largest_vocabulary = 1e8;                 // also of sequences
inline constexpr double longest_name = 200, longest_text = 2000;  // bytes
inline constexpr double petabyte = 1e15, exabyte = 1e18;
inline constexpr double slowest_link = 1e6;  // bytes/s
inline constexpr double joules_per_kwh = 3.6e6;
inline constexpr double hour = 3600, year = 365.25 * 24 * hour;
inline constexpr double largest_exact = 9007199254740992;  // 2^53: every whole number up to it is a double

using Text = std::string_view;

constexpr Field text(Text path, Text standard, double low, double high, Text documentation) {
  return {path, Kind::text, documentation, standard, low, high};
}
constexpr Field flag(Text path, Text standard, Text documentation) {
  return {path, Kind::boolean, documentation, standard};
}
constexpr Field choice(Text path, Text standard, Text choices, Text documentation) {
  return {path, Kind::choice, documentation, standard, 0, 0, choices};
}
constexpr Field choices(Text path, Text standard, Text choices, Text documentation) {
  return {path, Kind::choice_list, documentation, standard, 0, 0, choices};
}
constexpr Field whole(Text path, Text standard, double low, double high, Text documentation) {
  return {path, Kind::whole, documentation, standard, low, high};
}
constexpr Field number(Text path, Text standard, double low, double high, Text documentation) {
  return {path, Kind::number, documentation, standard, low, high};
}
constexpr Field quantity(Kind kind, Text path, Text standard, double low, double high, Text documentation) {
  return {path, kind, documentation, standard, low, high};
}
constexpr Field named(Kind kind, Text path, Text documentation) {
  return {path, kind, documentation};
}

constexpr Field required(Field field) {
  field.required = true;
  return field;
}
constexpr Field training(Field field) {
  field.question = Question::training;
  return field;
}
constexpr Field collective(Field field) {
  field.question = Question::collective;
  return field;
}

// The tables.
[[nodiscard]] std::span<const Field> file_fields();
[[nodiscard]] std::span<const Field> cluster_fields();
[[nodiscard]] std::span<const Field> workload_fields();
[[nodiscard]] std::span<const Field> layout_fields();
[[nodiscard]] std::span<const Field> economics_fields();
[[nodiscard]] std::span<const Field> plan_fields();

}  // namespace headroom::scenarios
