// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>

#include "models/catalogue/facts.hpp"
#include "models/catalogue/records.hpp"

namespace headroom::models {

// The fact `key` of a record as a price; empty: not known.
[[nodiscard]] inline std::optional<Price> price_of(const Record& record, std::string_view key) {
  const Fact* fact = record.find(key);
  if (fact == nullptr) return std::nullopt;
  return Price{record.number(key), fact->source, fact->date, fact->note, fact->recalled()};
}

}  // namespace headroom::models
