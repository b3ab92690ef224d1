// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/harness.hpp"

#include <time.h>

#include <utility>

namespace headroom::bench {

namespace {

std::vector<Benchmark>& registry() {
  static std::vector<Benchmark> benchmarks;
  return benchmarks;
}

}  // namespace

std::vector<Benchmark> registered_benchmarks() {
  std::vector<Benchmark> benchmarks = registry();
  std::sort(benchmarks.begin(), benchmarks.end(),
            [](const Benchmark& a, const Benchmark& b) { return a.name < b.name; });
  return benchmarks;
}

Registration::Registration(Benchmark benchmark) {
  registry().push_back(std::move(benchmark));
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  constexpr double nanoseconds = 1e9;
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / nanoseconds;
}

}  // namespace headroom::bench
