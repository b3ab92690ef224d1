// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

// Benchmarks that carry their expected answer: a fast wrong one fails.
//
// A file of benchmarks defines, at namespace scope,
//
//     const Registration ring{{"ring-1024", "s", 1.0, [] { return Result{seconds, answer == expected}; }}};
//
// and is listed in CMakeLists.txt with the libraries that it needs.
namespace headroom::bench {

struct Result {
  double value;       // in the benchmark's unit; less is better
  bool answer_right;  // whether what was computed is what is known to come out
};

struct Benchmark {
  std::string name, unit;
  double target;  // value should be at most this, on one core of a machine of our day
  std::function<Result()> run;
};

// All benchmarks that were registered, by name.
[[nodiscard]] std::vector<Benchmark> registered_benchmarks();

struct Registration {
  explicit Registration(Benchmark benchmark);
};

// CPU time of this process.
[[nodiscard]] double cpu_seconds();

// The least CPU time of `tries` calls of `work`: what disturbs a measurement only ever adds to it.
template <class Work>
[[nodiscard]] double best_cpu_seconds(int tries, Work work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < tries; ++i) {
    const double begin = cpu_seconds();
    work();
    best = std::min(best, cpu_seconds() - begin);
  }
  return best;
}

}  // namespace headroom::bench
