// SPDX-License-Identifier: Apache-2.0
#include "models/economics/price_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace headroom::models {

namespace {

void add_once(const std::string& text, std::vector<std::string>& texts) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

}  // namespace

void PriceNotes::say(const std::string& note) {
  add_once(note, notes_);
}

void PriceNotes::judge(const std::string& what, const std::string& date, bool recalled) {
  if (recalled) add_once(what, recalled_);
  if (older_than_a_year(date, today_)) add_once(fmt::format("{} ({})", what, date), old_);
}

std::vector<std::string> PriceNotes::take() {
  std::vector<std::string> out;
  if (!old_.empty()) out.push_back(fmt::format("prices more than a year old: {}", fmt::join(old_, ", ")));
  if (!recalled_.empty())
    out.push_back(fmt::format("prices recalled, not read anywhere: {}", fmt::join(recalled_, ", ")));
  out.insert(out.end(), notes_.begin(), notes_.end());
  return out;
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
