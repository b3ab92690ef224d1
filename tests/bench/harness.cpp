// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/harness.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <utility>

#include "sim/error.hpp"

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

Measurement measure_in_own_process(const std::function<double()>& work) {
  std::array<int, 2> pipe_ends{};
  const bool piped = pipe(pipe_ends.data()) == 0;
  const auto [from_child, to_parent] = pipe_ends;
  std::fflush(nullptr);  // or the child writes it a second time
  const pid_t child = piped ? fork() : -1;
  double answer = 0;
  if (child == 0) {
    answer = work();
    _exit(write(to_parent, &answer, sizeof answer) == sizeof answer ? 0 : 1);  // destructors are the parent's
  }
  close(to_parent);
  int status = 0;
  rusage used{};
  const bool answered = read(from_child, &answer, sizeof answer) == sizeof answer;
  close(from_child);
  if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0 || !answered) {
    throw internal("benchmark: the process did not come to its answer");
  }
  constexpr double microseconds = 1e6, kibibytes_of_gibibyte = 1024.0 * 1024.0;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / microseconds;
  };
  return {seconds(used.ru_utime) + seconds(used.ru_stime),
          static_cast<double>(used.ru_maxrss) / kibibytes_of_gibibyte, answer};
}

}  // namespace headroom::bench
