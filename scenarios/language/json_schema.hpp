// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "models/catalogue/catalogue.hpp"

namespace headroom::scenarios {

// The scenario language as JSON Schema (draft 2020-12), from the table that the reader uses: for editors that
// complete and check while one types. Names are those of the catalogue.
[[nodiscard]] std::string json_schema(const models::Catalogue& catalogue);

}  // namespace headroom::scenarios
