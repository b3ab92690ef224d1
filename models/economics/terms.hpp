// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "models/catalogue/catalogue.hpp"
#include "models/economics/options.hpp"
#include "models/economics/price_notes.hpp"

namespace headroom::models {

// A figure, and who says so: "scenario", or source and date.
struct Term {
  double value = 0;
  std::string source;
};

// On which terms one owns: what the scenario says, or the catalogue.
struct Terms {
  Term electricity;  // USD per joule
  Term pue;
  Term life;         // seconds
  Term interest;     // per year
  Term space;        // USD per watt and second
  Term maintenance;  // fraction of the purchase per year
  Term engineer;     // USD per second, each
};

// Refuses what cannot be.
[[nodiscard]] Terms terms_of(const EconomicsOptions& options, const Catalogue& catalogue, PriceNotes& notes);

}  // namespace headroom::models
