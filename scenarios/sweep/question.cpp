// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "scenarios/language/expectations.hpp"
#include "scenarios/language/json_text.hpp"
#include "scenarios/language/readers.hpp"
#include "scenarios/sweep/digest.hpp"

namespace headroom::scenarios {
namespace {

constexpr double most_points = 1e5;  // each keeps a few KB of figures

// What says which questions there are and what they are called, not what is asked: no point needs it.
void drop_what_is_not_asked(Node& document) {
  constexpr std::array words{"vary", "variants", "expected", "name", "question", "baseline", "$schema"};
  std::erase_if(document.members,
                [&](const Member& m) { return std::find(words.begin(), words.end(), m.key) != words.end(); });
}

std::size_t count_points(const Node& document, const std::vector<Axis>& axes, std::size_t variants) {
  double count = static_cast<double>(variants);
  for (const Axis& axis : axes) count *= static_cast<double>(axis.size());
  if (count > most_points) {
    throw complaint(document.find("vary")->place, "vary", fmt::format("at most {} points", most_points),
                    fmt::format("{}", count));
  }
  return static_cast<std::size_t>(count);
}

// An axis and somebody who would have the last word on the same field.
void check_not_varied(const std::vector<Axis>& axes, std::span<const Assignment> set) {
  for (const Axis& axis : axes) {
    for (const std::string& path : axis.paths) {
      for (const Assignment& assignment : set) {
        if (overlap(path, assignment.path))
          throw complaint(assignment.value.place, assignment.path, "a field that no axis of vary changes",
                          in_quotes(path));
      }
    }
  }
}

bool is_price_or_length(const std::string& path) {
  return path.starts_with("economics.") || path == "economics" || path == "workload.tokens" ||
         path == "workload.samples" || path == "workload.epochs";
}

bool is_priced_axis(const Axis& axis) {
  return std::all_of(axis.paths.begin(), axis.paths.end(), is_price_or_length);
}

// The value as written, and what stands in a file that it may name.
void add_to(Digest& digest, const Node& value, const std::filesystem::path& folder) {
  digest.add(print_json(value));
  if (value.is(Node::Kind::text)) digest.add_file(folder / value.text).add_file(value.text);
  for (const Node& item : value.items) add_to(digest, item, folder);
  for (const Member& member : value.members) add_to(digest, member.value, folder);
}

}  // namespace

SweepQuestion::SweepQuestion(const std::filesystem::path& file, std::span<const std::string> overrides,
                             models::Catalogue catalogue, Asked asked)
    : file_(file), catalogue_(std::move(catalogue)) {
  const std::vector<Assignment> set = read_overrides(overrides);
  const Node document = with(load_document(file), {}, set);
  const Values values(document);
  name_ = values.given("name") ? values.text("name") : file.stem().string();
  question_ = values.text("question");
  baseline_ = values.text("baseline");
  if (asked == Asked::plan && values.text("workload.kind") != "training")
    throw values.refuse("workload.kind", "training (a collective has no layout to plan)");
  axes_ = read_axes(document);
  variants_ = read_variants(document);
  if (axes_.empty() && variants_.empty() && asked == Asked::sweep)
    throw complaint(document.place, "vary", "an array of axes, or variants", "neither");
  if (variants_.empty()) variants_.emplace_back();
  check_not_varied(axes_, set);
  for (const Variant& variant : variants_) {
    check_not_varied(axes_, variant.set);
    documents_.push_back(with(document, variant, set));
    drop_what_is_not_asked(documents_.back());
    if (asked == Asked::plan) assign(documents_.back(), parse_assignment("layout.auto=true"));
    Digest digest;
    add_to(digest, documents_.back(), file.parent_path());
    digests_.push_back(digest.text());
  }
  points_ = count_points(document, axes_, variants_.size());
  // Bands are of the question as the file asks it.
  if (set.empty() && document.find("expected") != nullptr)
    expected_ = read_expectations(document, names_of_points());
}

std::size_t SweepQuestion::variant_of(std::size_t point) const {
  return point / (points_ / variants_.size());
}

std::size_t SweepQuestion::index_of(std::size_t point, std::size_t axis) const {
  for (std::size_t a = axes_.size() - 1; a > axis; --a) point /= axes_[a].size();
  return point % axes_[axis].size();
}

std::string SweepQuestion::name_of(std::size_t point) const {
  return name_of(point, false);
}

std::string SweepQuestion::short_name_of(std::size_t point) const {
  return name_of(point, true);
}

std::string SweepQuestion::name_of(std::size_t point, bool last_words) const {
  std::string name = variants_[variant_of(point)].name;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    for (std::size_t p = 0; p < axes_[a].paths.size(); ++p) {
      const std::string& path = axes_[a].paths[p];
      name += fmt::format("{}{}={}", name.empty() ? "" : ", ",
                          last_words ? path.substr(path.rfind('.') + 1) : path,
                          value_text(axes_[a].values[p][index_of(point, a)]));
    }
  }
  return name;
}

std::vector<std::string> SweepQuestion::names_of_points() const {
  std::vector<std::string> names;
  for (std::size_t point = 0; point < points_; ++point) names.push_back(name_of(point));
  return names;
}

Scenario SweepQuestion::scenario(std::size_t point, std::span<const Assignment> further) const {
  Node document = documents_[variant_of(point)];
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    for (std::size_t p = 0; p < axes_[a].paths.size(); ++p)
      assign(document, {axes_[a].paths[p], axes_[a].values[p][index_of(point, a)]});
  }
  for (const Assignment& assignment : further) assign(document, assignment);
  return read_question(document, name_of(point), file_, catalogue_);
}

std::string SweepQuestion::digest(std::size_t point) const {
  Digest digest;
  digest.add(digests_[variant_of(point)]);
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    for (std::size_t p = 0; p < axes_[a].paths.size(); ++p) {
      digest.add(axes_[a].paths[p]);
      add_to(digest, axes_[a].values[p][index_of(point, a)], file_.parent_path());
    }
  }
  return digest.text();
}

std::vector<std::vector<std::size_t>> SweepQuestion::groups() const {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::vector<std::size_t>, std::size_t> by_place;  // in the grid without the priced axes
  for (std::size_t point = 0; point < points_; ++point) {
    std::vector<std::size_t> place{variant_of(point)};
    for (std::size_t a = 0; a < axes_.size(); ++a)
      if (!is_priced_axis(axes_[a])) place.push_back(index_of(point, a));
    const auto [at, is_new] = by_place.try_emplace(std::move(place), groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].push_back(point);
  }
  return groups;
}

std::string value_text(const Node& value) {
  return value.is(Node::Kind::text) ? value.text : print_json(value);
}

}  // namespace headroom::scenarios
