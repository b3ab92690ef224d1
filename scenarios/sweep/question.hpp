// SPDX-License-Identifier: Apache-2.0
// What `headroom sweep` and `headroom plan` are asked: every variant of a file at every point of the grid
// that its axes span.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "models/catalogue/catalogue.hpp"
#include "scenarios/language/axis.hpp"
#include "scenarios/language/variants.hpp"
#include "scenarios/scenario.hpp"

namespace headroom::scenarios {

enum class Asked {
  sweep,  // every point; there must be axes or variants
  plan,   // the best point; what is not given of the layout is to be chosen (layout.auto)
};

class SweepQuestion {
 public:
  // Throws Error(bad_input) for what is wrong with the file as a whole; what is wrong with a point is said by
  // scenario(). `overrides` win over everything, so they may not set what an axis varies.
  SweepQuestion(const std::filesystem::path& file, std::span<const std::string> overrides,
                models::Catalogue catalogue, Asked asked = Asked::sweep);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& question() const { return question_; }
  [[nodiscard]] const std::string& baseline() const { return baseline_; }  // of speedups; a point's name
  [[nodiscard]] const std::vector<Axis>& axes() const { return axes_; }
  [[nodiscard]] const std::vector<Variant>& variants() const { return variants_; }  // at least one
  // Bands; `variant` and `over` are names of points.
  [[nodiscard]] const std::vector<Expectation>& expected() const { return expected_; }

  // Points are numbered with the last axis changing fastest and variants slowest.
  [[nodiscard]] std::size_t points() const { return points_; }
  [[nodiscard]] std::size_t variant_of(std::size_t point) const;
  [[nodiscard]] std::size_t index_of(std::size_t point, std::size_t axis) const;
  // "RoCE, cluster.servers=2, layout.tensor=4": the variant, and what --set would be given.
  [[nodiscard]] std::string name_of(std::size_t point) const;
  // The same with the last words of paths: "RoCE, servers=2, tensor=4".
  [[nodiscard]] std::string short_name_of(std::size_t point) const;
  // With `further` set over everything. Throws Error(bad_input) when there is no such thing at this point.
  [[nodiscard]] Scenario scenario(std::size_t point, std::span<const Assignment> further = {}) const;
  // Of all that the answer rests on but the program itself.
  [[nodiscard]] std::string digest(std::size_t point) const;

  // Points that differ in prices and in the length of the run only stand in one group: one simulation answers
  // them. In the order of their first points.
  [[nodiscard]] std::vector<std::vector<std::size_t>> groups() const;

 private:
  [[nodiscard]] std::string name_of(std::size_t point, bool last_words) const;
  [[nodiscard]] std::vector<std::string> names_of_points() const;

  std::filesystem::path file_;
  models::Catalogue catalogue_;
  std::string name_, question_, baseline_;
  std::vector<Axis> axes_;
  std::vector<Variant> variants_;
  std::vector<Node> documents_;       // by variant, with what it and the command line set
  std::vector<std::string> digests_;  // of these documents
  std::vector<Expectation> expected_;
  std::size_t points_ = 1;
};

// A value as a name says it: text as it is, everything else as JSON.
[[nodiscard]] std::string value_text(const Node& value);

}  // namespace headroom::scenarios
