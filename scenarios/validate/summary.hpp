// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenarios/validate/outcome.hpp"

namespace headroom::scenarios::validation {

// How far predictions of one group of records are from what was measured. Errors are relative, of the figure
// that the record states: |predicted / observed - 1|. Over several sources each source weighs the same,
// however many records it has.
struct SummaryRow {
  std::string set;   // of the records: "training", "time to train", "collective", "gemm", ...
  std::string by;    // "all", "workload", "accelerator", "scale", "source", "sweep"
  std::string name;  // "dense-llm", "h100_sxm", "9-64", ...
  std::size_t records = 0, predicted = 0, figures = 0;
  std::optional<double> median_error, p90_error;
  std::optional<double> bias;              // median of predicted / observed time - 1; above 0: too slow
  std::optional<double> inside;            // share of observed values inside the interval
  std::optional<double> rank_correlation;  // Spearman, in sweeps of layouts: the median sweep
  std::optional<double> chosen_over_best;  // measured time of the layout predicted fastest / the fastest's

  [[nodiscard]] double coverage() const {
    return records == 0 ? 0 : static_cast<double>(predicted) / static_cast<double>(records);
  }
};

[[nodiscard]] std::vector<SummaryRow> summary_of(std::span<const Outcome> outcomes);

}  // namespace headroom::scenarios::validation
