// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace headroom::models {

// What a reader of costs must know about the prices behind them; each thing is said once.
class PriceNotes {
 public:
  explicit PriceNotes(std::string catalogue_date) : today_(std::move(catalogue_date)) {}

  void say(const std::string& note);
  // Lists it among the prices that were recalled and among those more than a year old, where that holds.
  void judge(const std::string& what, const std::string& date, bool recalled);

  // The lists of prices first.
  [[nodiscard]] std::vector<std::string> take();

 private:
  std::string today_;
  std::vector<std::string> recalled_, old_;
  std::vector<std::string> notes_;
};

// Whether `date` ("2024", "2024-05", "2024-05-14") lies more than a year before `today` ("2026-12-01"): a
// date without day or month counts as the end of its year or month. An empty date is of unknown age: false.
[[nodiscard]] bool older_than_a_year(const std::string& date, const std::string& today);

}  // namespace headroom::models
