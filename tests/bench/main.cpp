// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

#include "tests/bench/harness.hpp"

namespace {

using headroom::bench::Benchmark;
using headroom::bench::Better;
using headroom::bench::Pace;
using headroom::bench::Result;

struct Arguments {
  bool json = false, slow = false, understood = true;
  std::string_view filter;

  [[nodiscard]] bool chooses(const Benchmark& benchmark) const {
    return benchmark.name.find(filter) != std::string::npos && (slow || benchmark.pace == Pace::quick);
  }
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--json") {
      arguments.json = true;
    } else if (word == "--slow") {
      arguments.slow = true;
    } else if (word == "--filter" && i + 1 < argc) {
      arguments.filter = argv[++i];
    } else {
      arguments.understood = false;
    }
  }
  return arguments;
}

void print_row(const Benchmark& benchmark, const Result& result) {
  fmt::print("{:<40} {:>10.4g} {:<8} {} {:>8.4g}  {:<7} {}\n", benchmark.name, result.value, benchmark.unit,
             benchmark.better == Better::less ? "<=" : ">=", benchmark.target,
             benchmark.met_by(result.value) ? "met" : "MISSED", result.answer_right ? "right" : "WRONG");
  std::fflush(stdout);
}

nlohmann::ordered_json to_json(const Benchmark& benchmark, const Result& result) {
  return {{"name", benchmark.name},
          {"value", result.value},
          {"unit", benchmark.unit},
          {"target", benchmark.target},
          {"better", benchmark.better == Better::less ? "less" : "more"},
          {"met", benchmark.met_by(result.value)},
          {"answer_right", result.answer_right}};
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv);
  if (!arguments.understood) {
    fmt::print(stderr, "usage: headroom-bench [--json] [--slow] [--filter SUBSTRING]\n");
    return 2;
  }
  if (!arguments.json) {
    fmt::print("{:<40} {:>10} {:<8} {:>11}  {:<7} {}\n", "benchmark", "value", "unit", "target", "speed",
               "answer");
  }
  auto rows = nlohmann::ordered_json::array();
  bool all_right = true;
  for (const Benchmark& benchmark : headroom::bench::registered_benchmarks()) {
    if (!arguments.chooses(benchmark)) {
      continue;
    }
    const Result result = benchmark.run();
    all_right = all_right && result.answer_right;
    rows.push_back(to_json(benchmark, result));
    if (!arguments.json) {
      print_row(benchmark, result);
    }
  }
  if (arguments.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"benchmarks", rows}}.dump(2));
  }
  return all_right ? 0 : 1;
}
