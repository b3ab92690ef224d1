// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "scenarios/validate/statistics.hpp"
#include "scenarios/validate/sweeps.hpp"

namespace headroom::scenarios::validation {
namespace {

struct Chosen {  // a figure of a group
  const Outcome* outcome;
  const Figure* figure;
};
using FigureFilter = std::function<bool(const Figure&)>;

std::string scale_of(const Outcome& outcome) {
  static constexpr std::array<int, 5> bounds = {1, 8, 64, 512, 1 << 30};
  static constexpr std::array<const char*, 5> names = {"1", "2-8", "9-64", "65-512", "over 512"};
  if (outcome.accelerators < 1) return "not stated";
  std::size_t i = 0;
  while (outcome.accelerators > bounds[i]) ++i;
  return names[i];
}

void add_errors(const std::vector<Chosen>& chosen, SummaryRow& row) {
  std::map<std::string, double> of_source;
  for (const Chosen& c : chosen) of_source[c.outcome->source] += 1;
  std::vector<std::pair<double, double>> errors, logs;
  double inside = 0;
  for (const auto& [outcome, figure] : chosen) {
    const double weight = 1 / of_source[outcome->source];
    errors.emplace_back(std::abs(figure->predicted / figure->observed - 1), weight);
    logs.emplace_back(std::log(time_ratio(*outcome, *figure)), weight);
    if (figure->low <= figure->observed && figure->observed <= figure->high) inside += weight;
  }
  row.figures = chosen.size();
  if (chosen.empty()) return;
  row.median_error = weighted_quantile(errors, 0.5);
  row.p90_error = weighted_quantile(errors, 0.9);
  row.bias = std::exp(weighted_quantile(logs, 0.5)) - 1;
  row.inside = inside / static_cast<double>(of_source.size());
}

void add_sweeps(const std::vector<const Sweep*>& sweeps, SummaryRow& row) {
  if (sweeps.empty()) return;
  std::vector<double> ranks, ratios;
  for (const Sweep* sweep : sweeps) {
    ranks.push_back(sweep->rank_correlation);
    ratios.push_back(sweep->chosen_over_best);
  }
  row.rank_correlation = median(ranks);
  row.chosen_over_best = median(ratios);
}

class Summary {
 public:
  explicit Summary(std::span<const Outcome> outcomes) : outcomes_(outcomes), sweeps_(sweeps_of(outcomes)) {}

  std::vector<SummaryRow> rows() {
    std::map<std::string, std::vector<const Outcome*>> sets;
    for (const Outcome& outcome : outcomes_) sets[outcome.set].push_back(&outcome);
    for (const auto& [set, members] : sets) add_set(set, members);
    add_memory();
    for (const Sweep& sweep : sweeps_) {
      SummaryRow row{"training", "sweep", sweep.name, sweep.records, sweep.records, sweep.records, {}, {}, {},
                     {},         {},      {}};
      add_sweeps({&sweep}, row);
      rows_.push_back(row);
    }
    return std::move(rows_);
  }

 private:
  void add_set(const std::string& set, const std::vector<const Outcome*>& members) {
    add_row(set, "all", set, members, [](const Figure&) { return true; });
    if (members.front()->has_points) {
      add_figure_sets(set, members);
    } else {
      add_groups(set, "workload", members, [](const Outcome& o) { return o.kind; });
    }
    add_groups(set, "accelerator", members, [](const Outcome& o) { return o.accelerator; });
    add_groups(set, "scale", members, scale_of);
    add_groups(set, "source", members, [](const Outcome& o) { return o.source; });
  }

  // Peaks of memory, where records tell them, as figures of their own; there is no interval for these.
  void add_memory() {
    std::vector<Outcome> peaks;
    for (const Outcome& outcome : outcomes_) {
      if (!outcome.memory) continue;
      peaks.push_back(outcome);
      peaks.back().status = Status::predicted;
      peaks.back().is_rate = false;
      peaks.back().figures = {
          {{}, outcome.memory->observed_bytes, outcome.memory->predicted_bytes, 0, 0, outcome.kind}};
    }
    if (peaks.empty()) return;
    std::vector<const Outcome*> members;
    for (const Outcome& peak : peaks) members.push_back(&peak);
    add_row("peak memory", "all", "peak memory", members, [](const Figure&) { return true; });
    rows_.back().inside.reset();
  }

  // Figures of one record may be of several sets: small and large messages.
  void add_figure_sets(const std::string& set, const std::vector<const Outcome*>& members) {
    std::map<std::string, std::vector<const Outcome*>> groups;
    for (const Outcome* outcome : members) {
      for (const Figure& figure : outcome->figures) {
        auto& group = groups[figure.set];
        if (group.empty() || group.back() != outcome) group.push_back(outcome);
      }
    }
    for (const auto& [name, group] : groups) {
      add_row(set, "workload", name, group, [&wanted = name](const Figure& f) { return f.set == wanted; });
    }
  }

  void add_groups(const std::string& set, const char* by, const std::vector<const Outcome*>& members,
                  const std::function<std::string(const Outcome&)>& key) {
    std::map<std::string, std::vector<const Outcome*>> groups;
    for (const Outcome* outcome : members) groups[key(*outcome)].push_back(outcome);
    for (const auto& [name, group] : groups)
      add_row(set, by, name, group, [](const Figure&) { return true; });
  }

  void add_row(const std::string& set, const char* by, const std::string& name,
               const std::vector<const Outcome*>& members, const FigureFilter& wanted) {
    SummaryRow row;
    row.set = set;
    row.by = by;
    row.name = name;
    std::vector<Chosen> chosen;
    for (const Outcome* outcome : members) {
      row.records += 1;
      row.predicted += outcome->status == Status::predicted ? 1 : 0;
      for (const Figure& figure : outcome->figures) {
        if (wanted(figure)) chosen.push_back({outcome, &figure});
      }
    }
    add_errors(chosen, row);
    if (set == "training") add_sweeps(sweeps_in(row), row);
    rows_.push_back(std::move(row));
  }

  [[nodiscard]] std::vector<const Sweep*> sweeps_in(const SummaryRow& row) const {
    std::vector<const Sweep*> found;
    for (const Sweep& sweep : sweeps_) {
      if (row.by == "all" || (row.by == "source" && row.name == sweep.source)) found.push_back(&sweep);
    }
    return found;
  }

  std::span<const Outcome> outcomes_;
  std::vector<Sweep> sweeps_;
  std::vector<SummaryRow> rows_;
};

}  // namespace

std::vector<SummaryRow> summary_of(std::span<const Outcome> outcomes) {
  return Summary(outcomes).rows();
}

}  // namespace headroom::scenarios::validation
