// SPDX-License-Identifier: Apache-2.0
// Reads a scenario file: see scenarios/README.md for the language, scenarios/language/fields_*.cpp for its
// table.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "models/catalogue/catalogue.hpp"
#include "scenarios/scenario.hpp"

namespace headroom::scenarios {

// `overrides` are "path=value" texts that win over the file and over its variants. Everything wrong is one
// line,
//   file:line:column: path: expected X, found Y (nearest: Z)
// thrown as Error(bad_input); no default ever stands in for a value that could not be read.
[[nodiscard]] ScenarioFile read_scenario(const std::filesystem::path& file,
                                         std::span<const std::string> overrides = {},
                                         const models::Catalogue& catalogue = models::Catalogue::built_in());
// The same for a text; `file` is its name in messages, and `extends` is looked up beside it.
[[nodiscard]] ScenarioFile read_scenario_text(
    std::string_view text, const std::filesystem::path& file, std::span<const std::string> overrides = {},
    const models::Catalogue& catalogue = models::Catalogue::built_in());

// Only the cluster of a file, which then needs no workload. `variant` empty: the file without its variants.
[[nodiscard]] ClusterChoice read_cluster_of(
    const std::filesystem::path& file, const std::string& variant,
    std::span<const std::string> overrides = {},
    const models::Catalogue& catalogue = models::Catalogue::built_in());

}  // namespace headroom::scenarios
