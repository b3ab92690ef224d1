// SPDX-License-Identifier: Apache-2.0
// What headroom plan answers, held against every layout and cluster tried one by one.
#include "scenarios/plan/plan.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "scenarios/plan/layout_choice.hpp"
#include "scenarios/plan/objective.hpp"
#include "scenarios/plan/views.hpp"
#include "scenarios/scenario_reader.hpp"
#include "tests/catch.hpp"

namespace fs = std::filesystem;
using namespace headroom;
using namespace headroom::scenarios;

namespace {

const std::string head = R"({
  "cluster": {"server": "dgx_a100_80", "servers": 2,
              "fabric": {"kind": "single-switch", "link": "200 Gbit/s"}},
  "workload": {"kind": "training", "precision": "bf16", "tokens": "1G", "sequence": 1024,
               "model": {"layers": 6, "hidden": 1024, "heads": 8, "vocabulary": 32000}},
  "layout": {"global_batch": 32})";

class PlanFolder {
 public:
  PlanFolder() : path_(fs::temp_directory_path() / ("headroom-plan-" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  PlanFolder(const PlanFolder&) = delete;
  PlanFolder& operator=(const PlanFolder&) = delete;
  ~PlanFolder() { fs::remove_all(path_); }

  // The common head of the questions, and what more is asked.
  [[nodiscard]] SweepQuestion question(const std::string& more,
                                       const std::vector<std::string>& set = {}) const {
    std::ofstream(path_ / "p.json") << head + (more.empty() ? "" : ", " + more) + "}";
    return {path_ / "p.json", set, models::Catalogue::built_in(), Asked::plan};
  }
  [[nodiscard]] Plan plan(const std::string& more, const std::vector<std::string>& set = {}) const {
    return make_plan(question(more, set));
  }

 private:
  fs::path path_;
};

double run_seconds(const PlanEntry& entry) {
  return entry.answer.quantities.at("run_seconds");
}

}  // namespace

TEST_CASE("In closed form the best of a plan is the best of all layouts tried one by one") {
  const PlanFolder folder;
  const SweepQuestion question = folder.question("", {"fidelity=analytic"});
  const Plan plan = make_plan(question);
  const Scenario scenario = question.scenario(0);
  double best = 0;
  std::size_t fitting = 0;
  for (const models::Layout& layout : layouts_of(scenario)) {
    if (layout.recomputation == models::Recomputation::full) continue;  // slower, and everything fits
    const Answer answer = predict(with_layout(scenario, layout));
    if (!answer.feasible) continue;
    ++fitting;
    const double seconds = answer.quantities.at("run_seconds");
    if (best == 0 || seconds < best) best = seconds;
  }
  REQUIRE(fitting > 300);
  REQUIRE_FALSE(plan.entries.empty());
  CHECK(run_seconds(plan.entries.front()) == Approx(best).epsilon(1e-12));
  CHECK(plan.best_shift == 0);
  const models::SearchCounts& c = plan.counts.layouts;
  CHECK(c.too_large + c.too_slow + c.timed == c.layouts);
}

TEST_CASE("A plan is the same whatever the threads") {
  const PlanFolder folder;
  const SweepQuestion question = folder.question(
      R"("vary": [{"cluster.servers": [1, 2, 3, 4]}, {"economics.electricity": ["0.1 USD/kWh", "0.3 USD/kWh"]}],
         "objective": ["time", "cost"])");
  const std::string alone = plan_json(make_plan(question, {.jobs = 1}));
  CHECK(alone == plan_json(make_plan(question, {.jobs = 2})));
  CHECK(alone == plan_json(make_plan(question, {.jobs = 8})));
  CHECK(alone.find("\"feasible\": true") != std::string::npos);
}

TEST_CASE("No answer of a plan breaks a limit") {
  const PlanFolder folder;
  const std::string vary = R"("vary": [{"cluster.servers": [1, 2, 4, 8]}])";
  const Plan open = folder.plan(vary + R"(, "objective": "cost")");
  REQUIRE(open.entries.size() > 3);
  const double budget = open.entries[3].having->usd, deadline = run_seconds(open.entries[3]);
  const Plan limited = folder.plan(
      vary + fmt::format(R"(, "limits": {{"budget": "{} USD", "deadline": "{} s", "accelerators": 32}})",
                         budget, deadline));
  REQUIRE_FALSE(limited.entries.empty());
  CHECK(limited.counts.over_limits > 0);
  for (const PlanEntry& entry : limited.entries) {
    CHECK(entry.having->usd <= budget);
    CHECK(run_seconds(entry) <= deadline);
    CHECK(entry.accelerators() + entry.idle() <= 32);
  }
}

TEST_CASE("Limits that nothing keeps are answered with changes, and each change makes an answer") {
  const PlanFolder folder;
  const Plan open = folder.plan("");
  const double seconds = run_seconds(open.entries.front());
  const Plan tight = folder.plan(fmt::format(R"("limits": {{"deadline": "{} s"}})", 0.8 * seconds));
  CHECK(tight.entries.empty());
  REQUIRE(tight.changes.size() == 2);
  INFO(tight.changes[0]);
  INFO(tight.changes[1]);
  CHECK(tight.changes[0].starts_with("limits.deadline of "));
  CHECK(tight.changes[1] == "4 servers instead of 2");
  const std::string limit = fmt::format("limits.deadline={} s", 0.8 * seconds);
  CHECK_FALSE(folder.plan("", {limit, "cluster.servers=4"}).entries.empty());
  CHECK_FALSE(folder.plan("", {fmt::format("limits.deadline={} s", seconds)}).entries.empty());
}

TEST_CASE("A model too large for every layout is told the memory that it would need") {
  const PlanFolder folder;
  const Plan plan = folder.plan("", {"workload.model.layers=400", "workload.model.hidden=16384",
                                     "workload.model.ffn=65536", "cluster.servers=1"});
  CHECK(plan.entries.empty());
  REQUIRE_FALSE(plan.changes.empty());
  CHECK(plan.changes[0].starts_with("accelerators with "));
}

TEST_CASE("What a scenario gives of the layout, every answer has") {
  const PlanFolder folder;
  const Plan plan =
      folder.plan("", {"layout.tensor=4", "layout.pipeline=2", "layout.recomputation=selective"});
  REQUIRE(plan.entries.size() > 1);
  for (const PlanEntry& entry : plan.entries) {
    CHECK(entry.layout().tensor == 4);
    CHECK(entry.layout().pipeline == 2);
    CHECK(entry.layout().recomputation == models::Recomputation::selective);
  }
}

TEST_CASE("Accelerators that no good layout uses are shown as idle, and paid for") {
  const PlanFolder folder;
  // 10 accelerators and a batch of 32: five pairs cannot share it, eight can.
  const Plan plan =
      folder.plan("", {"cluster.server=smc_4029gp_trt2", "cluster.accelerator=v100_pcie_32",
                       "cluster.servers=1", "cluster.fabric.kind=none", "workload.precision=fp16"});
  REQUIRE_FALSE(plan.entries.empty());
  const PlanEntry& best = plan.entries.front();
  CHECK(best.accelerators() == 8);
  CHECK(best.idle() == 2);
  CHECK(best.answer.quantities.at("accelerators") == 10);
  const Answer eight = predict(best.answer.scenario);
  CHECK(eight.quantities.at("idle_accelerators") == 2);
  CHECK(plan_table(plan, {}).find("2 accelerators") != std::string::npos);
}

TEST_CASE("A batch that no layout splits is told the nearest ones that some do") {
  const PlanFolder folder;
  try {
    (void)folder.plan("", {"cluster.servers=1", "cluster.accelerators_per_server=7", "layout.data=7"});
    FAIL("32 samples do not split over 7");
  } catch (const Error& error) {
    CHECK(error.failure() == Failure::infeasible);
    CHECK(std::string(error.what()).find("nearest global batches: 28 and 35") != std::string::npos);
  }
}

TEST_CASE(
    "The frontier of a plan has nothing that another answer beats, and all objectives heed the limits") {
  const PlanFolder folder;
  const Plan plan = folder.plan(
      R"("vary": [{"cluster.servers": [1, 2, 4, 8]}, {"cluster.fabric.link": ["25 Gbit/s", "200 Gbit/s"]}],
         "objective": ["time", "cost", "power"])");
  std::set<std::size_t> points;
  for (const PlanEntry& a : plan.entries) {
    REQUIRE(a.objectives.size() == 3);
    const bool beaten = std::any_of(plan.entries.begin(), plan.entries.end(), [&](const PlanEntry& b) {
      return dominates(b.objectives, a.objectives);
    });
    if (a.on_frontier) CHECK_FALSE(beaten);
    if (a.on_frontier) points.insert(a.point);
  }
  CHECK(points.size() > 2);
  // What is on the frontier comes first.
  bool behind = false;
  for (const PlanEntry& entry : plan.entries) {
    behind = behind || !entry.on_frontier;
    CHECK(entry.on_frontier == !behind);
  }
}

TEST_CASE("A layout left to simulate is the plan's fastest") {
  const PlanFolder folder;
  const SweepQuestion question = folder.question("", {"fidelity=analytic"});
  const Answer answer = predict(question.scenario(0));
  CHECK(answer.quantities.at("step_seconds") ==
        make_plan(question).entries.front().answer.quantities.at("step_seconds"));
}

TEST_CASE("71 attention heads leave no tensor width but 1 and 71") {
  const PlanFolder folder;
  const SweepQuestion question =
      folder.question("", {"workload.model.heads=71", "workload.model.kv_heads=1",
                           "workload.model.hidden=4544", "workload.model.ffn=18176"});
  for (const models::Layout& layout : layouts_of(question.scenario(0))) CHECK(layout.tensor == 1);
}

TEST_CASE("What cannot be planned says why") {
  const PlanFolder folder;
  const auto complaint = [&](const std::vector<std::string>& set) {
    try {
      (void)folder.plan("", set);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("planned");
  };
  CHECK(
      complaint({"layout.tensor=3"}).find("8 attention heads of custom transformer cannot be split over 3") !=
      std::string::npos);
  CHECK(complaint({"workload.kind=collective"}).find("workload.kind: expected training") !=
        std::string::npos);
  const Plan unpriced = folder.plan(R"("objective": "co2")");
  CHECK(unpriced.entries.empty());
  REQUIRE_FALSE(unpriced.changes.empty());
  CHECK(unpriced.changes.back().find("economics.region") != std::string::npos);
  CHECK_FALSE(folder.plan(R"("objective": "co2")", {"economics.region=germany"}).entries.empty());
}
