// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep/plots.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/language/values.hpp"
#include "scenarios/views/html.hpp"
#include "scenarios/views/quantity_text.hpp"

namespace headroom::scenarios {
namespace {

constexpr std::size_t most_curves = 8;  // that a reader still tells apart
constexpr std::size_t most_plots = 12;  // of one figure

bool is_number(const Field& field) {
  return unit_kind(field.kind) != nullptr || field.kind == Kind::whole || field.kind == Kind::number;
}

// In SI units; empty where the values are not numbers.
std::vector<double> sizes_of(const std::string& path, const std::vector<Node>& values) {
  std::vector<double> sizes;
  const std::size_t index = field_index(path);
  if (index == fields().size() || !is_number(fields()[index])) return sizes;
  for (const Node& value : values) {
    if (value.is(Node::Kind::array)) return {};  // several sizes at once
    const Value read = read_value(fields()[index], value, path);
    sizes.push_back(read.numbers.empty() ? read.number : read.numbers.front());
  }
  return sizes;
}

// The next plot's values of the fixed dimensions; false after the last.
bool advance(std::vector<std::size_t>& fixed, const std::vector<std::size_t>& sizes) {
  for (std::size_t i = fixed.size(); i-- > 0;) {
    if (++fixed[i] < sizes[i]) return true;
    fixed[i] = 0;
  }
  return false;
}

}  // namespace

SweepPlots::SweepPlots(const SweepQuestion& question, std::span<const SweepRow> rows)
    : question_(question), rows_(rows) {
  add_variants();
  for (std::size_t a = 0; a < question.axes().size(); ++a) add_axis(a);
  std::erase_if(dimensions_, [](const Dimension& d) { return d.axis.labels.size() < 2; });
  std::stable_sort(dimensions_.begin(), dimensions_.end(), [](const Dimension& a, const Dimension& b) {
    if (a.axis.sizes.empty() != b.axis.sizes.empty()) return b.axis.sizes.empty();
    return a.axis.labels.size() > b.axis.labels.size();
  });
}

void SweepPlots::add_variants() {
  Dimension d{{"variant", {}, {}}, {}};
  for (const Variant& variant : question_.variants()) d.axis.labels.push_back(variant.name);
  for (std::size_t point = 0; point < rows_.size(); ++point)
    d.index_of.push_back(question_.variant_of(point));
  dimensions_.push_back(std::move(d));
}

void SweepPlots::add_axis(std::size_t a) {
  const Axis& axis = question_.axes()[a];
  Dimension d{{axis.paths.front(), {}, sizes_of(axis.paths.front(), axis.values.front())}, {}};
  for (const Node& value : axis.values.front()) d.axis.labels.push_back(value_text(value));
  for (std::size_t p = 1; p < axis.paths.size(); ++p) d.axis.title += ", with " + axis.paths[p];
  for (std::size_t point = 0; point < rows_.size(); ++point)
    d.index_of.push_back(question_.index_of(point, a));
  dimensions_.push_back(std::move(d));
}

std::string SweepPlots::of(const std::string& quantity) const {
  if (dimensions_.empty()) return "";
  std::vector<std::size_t> sizes;
  for (std::size_t i = 2; i < dimensions_.size(); ++i) sizes.push_back(dimensions_[i].axis.labels.size());
  std::vector<std::size_t> fixed(sizes.size());
  std::string out;
  std::size_t drawn = 0, left_out = 0;
  do {
    if (drawn < most_plots) {
      out += slice(quantity, fixed);
      ++drawn;
    } else {
      ++left_out;
    }
  } while (advance(fixed, sizes));
  if (left_out > 0) out += fmt::format("<p class=\"quiet\">and {} more plots of this kind</p>\n", left_out);
  return out;
}

std::string SweepPlots::slice(const std::string& quantity, std::vector<std::size_t> fixed) const {
  charts::GridFigure figure;
  figure.across = dimensions_.front().axis;
  figure.other = dimensions_.size() > 1 ? dimensions_[1].axis : charts::GridAxis{"", {""}, {}};
  figure.values.assign(figure.other.labels.size(),
                       std::vector<std::optional<double>>(figure.across.labels.size()));
  figure.print = [&](double value) { return print_quantity(quantity, value); };
  for (std::size_t point = 0; point < rows_.size(); ++point) {
    bool here = true;
    for (std::size_t i = 0; i < fixed.size(); ++i)
      here = here && dimensions_[i + 2].index_of[point] == fixed[i];
    const auto found = rows_[point].quantities.find(quantity);
    if (!here || found == rows_[point].quantities.end()) continue;
    const std::size_t row = dimensions_.size() > 1 ? dimensions_[1].index_of[point] : 0;
    figure.values[row][dimensions_.front().index_of[point]] = found->second;
  }
  std::string where;
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    const charts::GridAxis& axis = dimensions_[i + 2].axis;
    where += fmt::format("{}{} = {}", i > 0 ? ", " : "", axis.title, axis.labels[fixed[i]]);
  }
  if (!where.empty()) where = "<p class=\"quiet\">" + html::escape(where) + "</p>\n";
  return where + (figure.other.labels.size() <= most_curves ? curves(figure) : heat_map(figure));
}

}  // namespace headroom::scenarios
