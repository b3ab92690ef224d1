// SPDX-License-Identifier: Apache-2.0
#include "models/economics/price_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace headroom::models {

void PriceNotes::say(const std::string& note) {
  if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(note);
}

void PriceNotes::judge(const std::string& what, const std::string& date, bool recalled) {
  if (recalled) say(fmt::format("the price of {} is recalled, not read anywhere", what));
  if (older_than_a_year(date, today_))
    say(fmt::format("the price of {} is more than a year old ({})", what, date));
}

bool older_than_a_year(const std::string& date, const std::string& today) {
  constexpr std::size_t year_digits = 4;
  if (date.size() < year_digits || today.size() < year_digits) return false;
  const std::string year_ago =
      std::to_string(std::atoi(today.substr(0, year_digits).c_str()) - 1) + today.substr(year_digits);
  // ISO dates compare as text; '~' sorts behind every digit and so stands for the end of the year or month.
  return date + (date.size() < year_ago.size() ? "~" : "") < year_ago;
}

}  // namespace headroom::models
