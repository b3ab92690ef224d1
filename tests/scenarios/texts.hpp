// SPDX-License-Identifier: Apache-2.0
// Small scenarios that read without complaint, and ways to break them.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/scenario_reader.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::testing {

inline const std::string training_text = R"({
  "name": "small",
  "question": "How long is a step?",
  "cluster": {"server": "dgx_a100", "servers": 2,
              "fabric": {"kind": "single-switch", "link": "200 Gbit/s", "transport": "infiniband"}},
  "workload": {"kind": "training", "model": "llama-2-7b-hf", "sequence": 4096, "tokens": "1B"},
  "layout": {"tensor": 4, "pipeline": 2, "microbatch": 1, "global_batch": 16},
  "economics": {"electricity": "0.12 USD/kWh", "depreciation": "4 years"},
  "seed": 7
})";

inline const std::string collective_text = R"({
  "cluster": {"server": "dgx_a100"},
  "workload": {"kind": "collective", "operation": "all_reduce", "bytes": ["8 B", "1 GiB"], "ranks": 4}
})";

// The text with the first `from` replaced.
inline std::string with(std::string text, std::string_view from, std::string_view to) {
  return text.replace(text.find(from), from.size(), to);
}

// What reading says, or "read".
inline std::string complaint_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    (void)read_scenario_text(text, "s.json", overrides);
  } catch (const Error& error) {
    return (error.failure() == Failure::bad_input ? "" : "not bad input: ") + std::string(error.what());
  }
  return "read";
}

inline Scenario read_first(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return read_scenario_text(text, "s.json", overrides).scenarios.front();
}

}  // namespace headroom::scenarios::testing
