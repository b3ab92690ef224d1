// SPDX-License-Identifier: Apache-2.0
// Cost against speedup in table, page and JSON.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scenarios/trade.hpp"

namespace headroom::scenarios {

inline constexpr const char* trade_title = "What more speed costs (* nothing is as fast and as cheap)";

// A head and a row for each answer, the cheapest first: name, accelerators, time, speedup, efficiency, cost,
// each further percent of speed, mark.
struct TradeTable {
  std::string alignment;
  std::vector<std::vector<std::string>> rows;
};
[[nodiscard]] TradeTable trade_table(const Trade& trade, std::span<const Answer> answers);
// Of many answers only those that nothing beats, and the baseline.
[[nodiscard]] TradeTable frontier_table(const Trade& trade, std::span<const Answer> answers);
// What the others offer for the cost, for the power and at the speed of the baseline.
[[nodiscard]] std::vector<std::string> baseline_lines(const Trade& trade, std::span<const Answer> answers);
// Answers without a place in it, and why; of many the first.
[[nodiscard]] std::vector<std::string> left_out_lines(const Trade& trade, std::span<const Answer> answers);
// All of that as text: of `frontier_alone` the frontier_table.
[[nodiscard]] std::string trade_text(const Trade& trade, std::span<const Answer> answers,
                                     bool frontier_alone);
// The same as a section of a page, with a plot of cost against speedup.
[[nodiscard]] std::string trade_section(const Trade& trade, std::span<const Answer> answers);
[[nodiscard]] nlohmann::ordered_json trade_json(const Trade& trade, std::span<const Answer> answers);

}  // namespace headroom::scenarios
