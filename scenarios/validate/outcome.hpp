// SPDX-License-Identifier: Apache-2.0
// What came of one record: a prediction beside the measurement, or the reason why there is none.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::scenarios::validation {

enum class Status { predicted, unsupported, does_not_fit };
[[nodiscard]] const char* to_string(Status s);

// A measured figure and its prediction, in the unit of the record.
struct Figure {
  std::vector<std::pair<std::string, double>> at;  // network records: bytes, or the shape; training: empty
  double observed = 0, predicted = 0;
  double low = 0, high = 0;  // in which 8 of 10 observed values should lie (intervals.hpp)
  std::string set;           // of like cases: "training", "collectives from 1 MiB", "gemm", ...
};

// Peak memory of the accelerator that needs most.
struct MemoryFigure {
  double observed_bytes = 0, predicted_bytes = 0;
};

struct Outcome {
  std::string id;
  Status status = Status::unsupported;
  std::string reason;    // why there is no prediction
  std::string quantity;  // of all figures: "iteration_s", "samples_per_s", "seconds", "flop_per_s", ...
  bool is_rate = false;  // more is faster
  std::optional<double> observed;  // training records: the figure to predict, also where it was not
  std::vector<Figure> figures;  // predicted ones: one of a training record, one a point of a network record
  bool has_points = false;      // of a network record
  std::optional<MemoryFigure> memory;  // of a training record that says what it measured
  std::vector<std::string> provenance;

  // What the record is about, for the statistics.
  std::string set;  // of like records: "training", "time to train", "collectives", ...
  std::string kind, source, accelerator;
  int accelerators = 0;
  std::string sweep;   // records of one sweep differ only in their layout
  std::string layout;  // in words
};

// Predicted over observed time; above 1: predicted too slow.
[[nodiscard]] double time_ratio(const Outcome& outcome, const Figure& figure);

}  // namespace headroom::scenarios::validation
