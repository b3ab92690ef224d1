// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep/answer_group.hpp"

#include <fmt/format.h>

#include <optional>

#include "scenarios/answer.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

SweepRow row_of(const Answer& answer) {
  return {answer.feasible ? PointState::answered : PointState::infeasible, answer.why_not, answer.quantities,
          answer.limit, answer.warnings};
}

// `like`: the answer at a point of the same group, once there is one.
SweepRow answer_point(const SweepQuestion& question, std::size_t point, std::optional<Answer>& like) {
  try {
    const Scenario scenario = question.scenario(point);
    if (like) return row_of(predict_priced(scenario, *like));
    like = predict(scenario);
    return row_of(*like);
  } catch (const Error& error) {
    if (error.failure() == Failure::internal)
      throw internal(fmt::format("{}: {}", question.name_of(point), error.what()));
    SweepRow row;
    row.state = error.failure() == Failure::infeasible ? PointState::infeasible : PointState::refused;
    row.reason = error.what();
    return row;
  }
}

}  // namespace

std::vector<PointRow> answer_group(const SweepQuestion& question, const std::vector<std::size_t>& points) {
  std::vector<PointRow> rows;
  std::optional<Answer> like;
  for (const std::size_t point : points) rows.emplace_back(point, answer_point(question, point, like));
  return rows;
}

}  // namespace headroom::scenarios
