// SPDX-License-Identifier: Apache-2.0
// What a tenth more of each part brings and costs; what perfect parts would bring; the waterfall of a step.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenarios/answer.hpp"
#include "scenarios/views/answer_json.hpp"
#include "scenarios/views/answer_lines.hpp"
#include "scenarios/views/elasticity_view.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/answer_fixture.hpp"
#include "tests/scenarios/texts.hpp"

using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;

namespace {

Answer answer_to(const std::vector<std::string>& overrides = {}, const std::string& text = training_text) {
  return simulate(read_first(text, overrides));
}

const Elasticity& of(const Answer& answer, const std::string& part) {
  const auto found = std::find_if(answer.elasticities.begin(), answer.elasticities.end(),
                                  [&](const Elasticity& e) { return e.part.starts_with(part); });
  REQUIRE(found != answer.elasticities.end());
  return *found;
}

// Owning costs nothing but the purchase over its life: no power to draw, nobody to pay, no interest.
const std::vector<std::string> purchase_alone = {"economics.electricity=0 USD/kWh",
                                                 "economics.space=0 USD/kW/month", "economics.maintenance=0",
                                                 "economics.cost_of_capital=0"};

}  // namespace

TEST_CASE("a tenth more of a part never slows a step, and the best stand first") {
  const Answer answer = answer_to({"layout.recomputation=full"});
  const double step = answer.quantities.at("step_seconds");
  REQUIRE(answer.elasticities.size() >= 8);
  for (const Elasticity& e : answer.elasticities) {
    CAPTURE(e.part);
    CHECK(e.step_seconds <= step * (1 + 1e-9));
    CHECK(e.step_seconds >= step / 1.1);
  }
  CHECK(std::is_sorted(answer.elasticities.begin(), answer.elasticities.end(),
                       [](const auto& a, const auto& b) { return a.step_seconds < b.step_seconds; }));
  CHECK(answer.elasticities.front().part == "arithmetic rate (FLOP/s)");
}

TEST_CASE("where owning is the purchase alone, a part is worth as much as it speeds up") {
  const Answer answer = answer_to(purchase_alone);
  const double step = answer.quantities.at("step_seconds"), capex = answer.cost->capex_usd;
  for (const Elasticity& e : answer.elasticities)
    CHECK(*e.worth_usd == Approx(capex * (step / e.step_seconds - 1)).margin(1e-6 * capex));
}

TEST_CASE("a part lowers the cost of a step just where its price is below what it is worth") {
  for (const Elasticity& e : answer_to().elasticities) {
    if (!e.usd) continue;
    CAPTURE(e.part);
    CHECK((*e.step_usd_change < 0) == (*e.usd < *e.worth_usd));
  }
}

TEST_CASE("prices of parts are a tenth of what is bought as them") {
  const Answer answer = answer_to();
  CHECK(*of(answer, "NIC and fabric").usd == Approx(0.1 * answer.cost->network_usd));
  const auto cards = std::find_if(answer.cost->capex.begin(), answer.cost->capex.end(), [](const auto& line) {
    return line.kind == headroom::models::CostKind::accelerators;
  });
  REQUIRE(cards != answer.cost->capex.end());
  CHECK(*of(answer, "device memory bandwidth").usd == Approx(0.1 * cards->usd));
}

TEST_CASE("a part whose price nobody knows has none, which is not zero") {
  const Answer answer = answer_to();
  CHECK_FALSE(of(answer, "storage").usd.has_value());
  CHECK_FALSE(of(answer, "latency").usd.has_value());
  CHECK(of(answer_to({"economics.storage=1 PB"}), "storage").usd.has_value());
  const auto json = nlohmann::json::parse(answers_json(fixture_file(), std::vector{answer}));
  for (const auto& e : json["answers"][0]["elasticities"])
    if (e["a_tenth_more_of"] == "storage and host decode") CHECK(e["price_usd"].is_null());
}

TEST_CASE("more device memory is told only where the layout is chosen, which may then recompute less") {
  const std::string open = with(training_text, R"("tensor": 4, "pipeline": 2, "microbatch": 1, )",
                                R"("auto": true, "tensor": 1, "pipeline": 1, "zero": 1, "microbatch": 2, )");
  const Answer chosen = answer_to({"workload.sequence=8192", "layout.global_batch=64"}, open);
  REQUIRE(chosen.feasible);
  CHECK(of(chosen, "device memory, ").step_seconds < chosen.quantities.at("step_seconds"));
  const Answer held = answer_to();
  CHECK(std::none_of(held.elasticities.begin(), held.elasticities.end(),
                     [](const Elasticity& e) { return e.part.starts_with("device memory, "); }));
}

TEST_CASE("the waterfall begins at the peak of the accelerators and sums to the step") {
  const Answer plain = answer_to({"layout.global_batch=64"});
  const Answer recomputed = answer_to({"layout.global_batch=64", "layout.recomputation=full"});
  for (const Answer& answer : {plain, recomputed}) {
    const std::vector<Part> parts = time_parts(answer);
    double sum = 0;
    for (const Part& part : parts) {
      CHECK(part.amount >= 0);
      sum += part.amount;
    }
    CHECK(sum == Approx(answer.quantities.at("step_seconds")));
    CHECK(parts.front().amount == Approx(answer.quantities.at("mfu") * answer.quantities.at("step_seconds")));
  }
  // The forward pass once more: between a fifth and a third of what the kernels take.
  const double again = recomputed.quantities.at("recomputation_seconds");
  CHECK(again > 0.2 * plain.training->breakdown.compute);
  CHECK(again < 0.4 * plain.training->breakdown.compute);
}

TEST_CASE("nothing perfect makes a step faster than the peak of the accelerators") {
  const Answer answer = answer_to({"layout.recomputation=full"});
  REQUIRE_FALSE(answer.improvements.empty());
  for (const Improvement& better : answer.improvements) {
    CAPTURE(better.change);
    CHECK(better.step_seconds < answer.quantities.at("step_seconds"));
    CHECK(better.step_seconds > answer.quantities.at("ideal_seconds"));
  }
}

TEST_CASE("a collective has no table of parts") {
  CHECK(elasticity_table(answer_to({}, collective_text)).rows.empty());
}

TEST_CASE("the table of parts says what each is worth, and names those that bring nothing") {
  const ElasticityTable table = elasticity_table(answer_to());
  REQUIRE(table.rows.size() > 1);
  for (const auto& row : table.rows) CHECK(row.size() == table.rows.front().size());
  CHECK(table.note.find("Nothing to gain from: ") != std::string::npos);
  CHECK(table.note.find("storage and host decode") != std::string::npos);
}
