// SPDX-License-Identifier: Apache-2.0
// What the table and the page both say about an answer, in words.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scenarios/answer.hpp"

namespace headroom::scenarios {

struct Line {
  std::string label, value, note;
};
// "16 x dgx_a100 (8 x NVIDIA A100 80 GB each), ..." and what runs on it.
[[nodiscard]] std::vector<Line> setup_lines(const Scenario& scenario);
// The answer itself: step time, throughput, MFU, memory, run time and cost, or bus bandwidth.
[[nodiscard]] std::vector<Line> headline(const Answer& answer);

struct Part {
  std::string label;
  double amount;        // seconds, bytes or USD
  std::string percent;  // of the whole; the percentages sum to 100.0 %
  std::string note;
};
// Where the time of a step goes, from what it would take at the peak of the accelerators; they sum to the
// step.
[[nodiscard]] std::vector<Part> time_parts(const Answer& answer);
[[nodiscard]] std::vector<Part> memory_parts(const models::MemoryEstimate& memory);

// The figures that tell the answers of a question with variants apart, the most telling first.
[[nodiscard]] std::vector<std::string> compared_quantities(std::span<const Answer> answers);

// The busiest links: of those that are alike, two of each kind.
[[nodiscard]] std::vector<models::LinkUse> telling_links(const Answer& answer);
// Whether the answers differ in a figure.
[[nodiscard]] bool differs(std::span<const Answer> answers, const std::string& name);

// A figure as text; "-" where the answer has none.
[[nodiscard]] std::string figure_text(const Answer& answer, const std::string& name);

// The name under which a question with variants lists an answer.
[[nodiscard]] std::string title_of(const Answer& answer);

}  // namespace headroom::scenarios
