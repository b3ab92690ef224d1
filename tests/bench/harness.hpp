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
  double value;       // in the benchmark's unit
  bool answer_right;  // whether what was computed is what is known to come out
};

enum class Better { less, more };
// slow: takes minutes or much memory, and runs only when asked for.
enum class Pace { quick, slow };

struct Benchmark {
  std::string name, unit;
  double target;  // on one core of a machine of our day
  std::function<Result()> run;
  Better better = Better::less;
  Pace pace = Pace::quick;

  [[nodiscard]] bool met_by(double value) const {
    return better == Better::less ? value <= target : value >= target;
  }
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

struct Measurement {
  double cpu_seconds, peak_gibibytes;
  double answer;  // what the work returned
};

// What `work` takes in a process of its own: memory that it gives back does not count for the next one, and
// libraries with globals can be used several times. Throws Error(internal) if it comes to no answer.
[[nodiscard]] Measurement measure_in_own_process(const std::function<double()>& work);

}  // namespace headroom::bench
