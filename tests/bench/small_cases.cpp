// SPDX-License-Identifier: Apache-2.0
// headroom-small-case NAME: one of four small cases whose instructions tests/house/instructions.sh counts.
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "sim/simulation.hpp"
#include "tests/bench/all_to_all_sharing.hpp"
#include "tests/bench/hold_model.hpp"
#include "tests/bench/training.hpp"
#include "tests/sim/programs.hpp"

// What is counted; by a name that no compiler mangles, and not inlined.
extern "C" __attribute__((noinline)) bool counted(const std::function<bool()>& work) {
  return work();
}

namespace headroom::bench {
namespace {

bool event_loop() {
  return counted([] { return hold(10'000, 200'000); });
}

bool max_min() {
  const FatTree tree(128);
  sim::MaxMin sharing = all_to_all(tree);
  return counted([&] { return !sharing.solve_next().empty(); }) && all_rates_equal(sharing, tree.hosts());
}

bool ring() {
  const sim::test::Ring ring{.ranks = 64, .bytes = 64e6};
  return counted([&] { return run(ring.make()).makespan > 0; });
}

bool folded_step() {
  const Training training = training_of(llama_8b_64, true);
  return counted([&] { return training.step().step_seconds > 0; });
}

}  // namespace
}  // namespace headroom::bench

int main(int argc, char** argv) {
  using namespace headroom::bench;
  const std::map<std::string, bool (*)()> cases{
      {"event-loop", event_loop}, {"max-min", max_min}, {"ring-64", ring}, {"folded-step", folded_step}};
  const auto chosen = cases.find(argc == 2 ? argv[1] : "");
  if (chosen == cases.end()) {
    std::fputs("usage: headroom-small-case event-loop|max-min|ring-64|folded-step\n", stderr);
    return 2;
  }
  return chosen->second() ? 0 : 1;
}
