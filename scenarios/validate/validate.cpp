// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/validate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "scenarios/validate/intervals.hpp"
#include "scenarios/validate/network_case.hpp"
#include "scenarios/validate/predict_training.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

void predict(RecordKind kind, const Fields& record, const Basis& basis, Outcome& outcome) {
  if (kind == RecordKind::training) {
    describe_training(record, outcome);
    predict_training(record, basis, outcome);
  } else {
    describe_network(record, outcome);
    predict_network(record, basis, outcome);
  }
  for (const Figure& figure : outcome.figures) {
    if (!std::isfinite(figure.predicted) || figure.predicted <= 0)
      throw internal(fmt::format("predicted {}", figure.predicted));
  }
}

void refuse(const std::string& reason, Outcome& outcome) {
  outcome.status = Status::unsupported;
  outcome.reason = reason;
  outcome.figures.clear();
  outcome.provenance.clear();
}

Outcome outcome_of(RecordKind kind, const Node& node, std::size_t number, const Basis& basis) {
  Outcome outcome;
  const Node* id = node.find("id");
  outcome.id = id != nullptr && id->is(Node::Kind::text) ? id->text : fmt::format("record {}", number);
  try {
    predict(kind, Fields(node), basis, outcome);
  } catch (const std::exception& error) {
    refuse(error.what(), outcome);
  }
  return outcome;
}

}  // namespace

std::vector<Outcome> predict_records(const std::vector<RecordFile>& files, const Basis& basis,
                                     const Progress& progress) {
  std::size_t total = 0;
  for (const RecordFile& file : files) total += file.records.size();
  std::vector<Outcome> outcomes;
  outcomes.reserve(total);
  for (const RecordFile& file : files) {
    for (const Node& record : file.records) {
      if (progress) progress(outcomes.size(), total);
      outcomes.push_back(outcome_of(file.kind, record, outcomes.size() + 1, basis));
    }
  }
  return outcomes;
}

std::vector<Outcome> validate(const std::vector<RecordFile>& files, const Basis& basis,
                              const Progress& progress) {
  std::vector<Outcome> outcomes = predict_records(files, basis, progress);
  std::vector<Residual> like = residuals_of(outcomes);
  std::set<std::string> given;
  for (const Outcome& outcome : outcomes) given.insert(outcome.id);
  for (RecordFile file : shipped_records()) {
    std::erase_if(file.records, [&](const Node& record) { return given.count(record.find("id")->text) > 0; });
    const auto shipped = residuals_of(predict_records({file}, basis));
    like.insert(like.end(), shipped.begin(), shipped.end());
  }
  set_intervals(outcomes, like);
  return outcomes;
}

}  // namespace headroom::scenarios::validation
