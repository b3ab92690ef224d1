// SPDX-License-Identifier: Apache-2.0
// One solve of all flows of an all-to-all.
#include "tests/bench/all_to_all_sharing.hpp"
#include "tests/bench/growth.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

struct Solve {
  std::size_t flows;
  double seconds;
  bool right;
};

Solve solve(std::size_t hosts) {
  const FatTree tree(hosts);
  const sim::MaxMin prepared = all_to_all(tree);
  Solve result{hosts * (hosts - 1), INFINITY, true};
  sim::MaxMin sharing = prepared;
  for (int i = 0; i < 5; ++i) {
    sharing = prepared;
    std::size_t solved = 0;
    result.seconds =
        std::min(result.seconds, best_cpu_seconds(1, [&] { solved = sharing.solve_next().size(); }));
    result.right = result.right && solved == result.flows && all_rates_equal(sharing, hosts);
  }
  return result;
}

Result solve_65k() {
  constexpr double nanoseconds = 1e9;
  const Solve solved = solve(256);
  return {solved.seconds / static_cast<double>(solved.flows) * nanoseconds, solved.right};
}

// Beyond the caches, which are no part of the algorithm: in them a flow takes a fifth of the time.
Result growth() {
  std::vector<Size> sizes;
  bool right = true;
  for (const std::size_t hosts : {640U, 768U, 1024U}) {
    const Solve solved = solve(hosts);
    sizes.push_back({static_cast<double>(solved.flows), solved.seconds});
    right = right && solved.right;
  }
  return {growth_exponent(sizes), right};
}

const Registration registration{{"max-min-65k", "ns/flow", 25, solve_65k}};
const Registration registration_of_growth{{"growth-flows", "exponent", 1.1, growth}};

}  // namespace
}  // namespace headroom::bench
