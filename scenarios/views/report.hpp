// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "scenarios/answer.hpp"

namespace headroom::scenarios {

// The answers as one self-contained HTML page (inline style and SVG, no scripts, nothing loaded) that prints
// well.
[[nodiscard]] std::string report_html(const ScenarioFile& file, std::span<const Answer> answers);

}  // namespace headroom::scenarios
