// SPDX-License-Identifier: Apache-2.0
// Costs from the scenario to the answer.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "scenarios/answer.hpp"
#include "scenarios/views/answer_json.hpp"
#include "scenarios/views/report.hpp"
#include "scenarios/views/table.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/answer_fixture.hpp"
#include "tests/scenarios/texts.hpp"

using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;
using headroom::models::Catalogue;
using nlohmann::json;

namespace {

Answer answer_to(const std::vector<std::string>& overrides, const std::string& text = training_text) {
  return predict(read_first(text, overrides));
}

long cents(const json& usd) {
  return std::lround(usd.get<double>() * 100);
}

// Eight cards, no fabric: what fits is a matter of their memory.
const std::string card_text = R"({
  "cluster": {"server": "pcie_box_8", "accelerator": "rtx4090"},
  "workload": {"kind": "training", "model": "llama-2-7b-hf", "sequence": 4096, "tokens": "1B"},
  "layout": {"microbatch": 1, "global_batch": 8}
})";

}  // namespace

TEST_CASE("every figure of the economics of a scenario is read") {
  const auto e = read_first(training_text, {"economics.server_price=300 kUSD",
                                            "economics.storage=1 PB",
                                            "economics.spares=0.05",
                                            "economics.rack_power=40 kW",
                                            "economics.rack_price=5000 USD",
                                            "economics.integration=0.02",
                                            "economics.utilisation=0.8",
                                            "economics.residual=0.1",
                                            "economics.cost_of_capital=0.09",
                                            "economics.space=150 USD/kW/month",
                                            "economics.maintenance=0.04",
                                            "economics.engineers=1.5",
                                            "economics.engineer_cost=150000 USD/year",
                                            "economics.software=4500 USD/year",
                                            "economics.rent=2 USD/h",
                                            "economics.reserved_rent=1.5 USD/h",
                                            "economics.commitment=2 years",
                                            "economics.spot_rent=1 USD/h",
                                            "economics.price_per_million=10 USD",
                                            "economics.region=germany",
                                            "economics.carbon=400 g/kWh"})
                     .economics;
  CHECK(e.server_usd == 300000);
  CHECK(e.storage_bytes == 1e15);
  CHECK(e.spare_fraction == 0.05);
  CHECK(e.rack_watts == 40e3);
  CHECK(e.rack_usd == 5000);
  CHECK(e.integration_fraction == 0.02);
  CHECK(e.utilisation == 0.8);
  CHECK(e.residual_fraction == 0.1);
  CHECK(e.cost_of_capital == 0.09);
  CHECK(*e.space_usd_per_watt_second == Approx(150 / (1e3 * 730 * 3600)));
  CHECK(e.maintenance_fraction == 0.04);
  CHECK(e.engineers == 1.5);
  CHECK(*e.engineer_usd_per_second * 8760 * 3600 == Approx(150000));
  CHECK(e.software_usd_per_accelerator_second * 8760 * 3600 == Approx(4500));
  CHECK(*e.rent_usd_per_accelerator_second * 3600 == Approx(2));
  CHECK(*e.reserved_usd_per_accelerator_second * 3600 == Approx(1.5));
  CHECK(e.reserved_seconds == 2 * 8760 * 3600.0);
  CHECK(*e.spot_usd_per_accelerator_second * 3600 == Approx(1));
  CHECK(e.usd_per_million_units == 10);
  CHECK(e.region == "germany");
  CHECK(*e.co2_kg_per_joule * 3.6e6 == Approx(0.4));
}

TEST_CASE("an unknown region and a rack without its power are refused") {
  const auto says = [](const char* set, const char* words) {
    return complaint_of(training_text, {set}).find(words) != std::string::npos;
  };
  CHECK(says("economics.region=germny", "germany"));
  CHECK(says("economics.rack_price=5000 USD", "economics.rack_power beside it"));
  CHECK(says("economics.utilisation=0", "0.001 to 1"));
}

TEST_CASE("the same run has one price, whichever way it is asked for") {
  const Answer answer = answer_to({"economics.region=us"});
  const auto& q = answer.quantities;
  const double units = q.at("tokens_per_second") * q.at("run_seconds");
  CHECK(q.at("run_owned_usd") == Approx(q.at("owned_usd_per_million_tokens") * units / 1e6).epsilon(1e-6));
  CHECK(q.at("run_owned_usd") ==
        Approx(q.at("step_owned_usd") * q.at("run_seconds") / q.at("step_seconds")).epsilon(1e-6));
  CHECK(q.at("run_owned_usd") == Approx(q.at("owned_usd_per_gpu_hour") * 16 * q.at("run_seconds") / 3600));
  CHECK(q.at("run_rented_usd") == Approx(q.at("rented_usd_per_million_tokens") * units / 1e6).epsilon(1e-6));
  CHECK(q.at("run_co2_kg") == Approx(q.at("run_energy_joules") / 3.6e6 * 0.429));
  CHECK(q.at("tco_usd") == Approx(q.at("owned_usd_per_month") * 48));
}

TEST_CASE("lines of the JSON sum to the totals beside them, to the cent") {
  const std::vector<Answer> answers{answer_to({"economics.storage=1 PB", "economics.spares=0.1"})};
  const json cost = json::parse(answers_json(fixture_file(), answers))["answers"].at(0)["cost"];
  long capex = 0, month = 0, run = 0;
  for (const json& line : cost["capex"]) capex += cents(line["usd"]);
  for (const json& line : cost["ownership"]) month += cents(line["usd_per_month"]);
  for (const json& line : cost["ownership"]) run += std::lround(line["run_usd"].get<double>() * 1e6);
  CHECK(capex == cents(cost["capex_usd"]));
  CHECK(month == cents(cost["owned_usd_per_month"]));
  CHECK(run == std::lround(cost["run_owned_usd"].get<double>() * 1e6));
  for (const char* list : {"capex", "ownership", "rents"})
    for (const json& line : cost[list]) CHECK_FALSE(line["source"].get<std::string>().empty());
}

TEST_CASE("a layout that does not fit has no price") {
  const Answer answer = answer_to({}, card_text);
  CHECK_FALSE(answer.feasible);
  CHECK_FALSE(answer.cost);
  for (const auto& [name, value] : answer.quantities) CHECK(name.find("usd") == std::string::npos);
}

TEST_CASE("cards are ranked by what the job costs on them, not by dollars per peak FLOP") {
  const auto& catalogue = Catalogue::built_in();
  const auto usd_per_flops = [&](const char* card) {
    const auto peak = catalogue.accelerator(card).peak(headroom::models::Precision::fp32);
    return catalogue.listed_price(card)->usd / *peak;
  };
  CHECK(usd_per_flops("rtx4090") < usd_per_flops("h100_pcie"));
  std::map<std::string, double> usd;
  for (const Scenario& scenario : read_scenario("scenarios/library/gpu-upgrade.json").scenarios)
    usd[scenario.variant] = predict(scenario).quantities.at("owned_usd_per_million_tokens");
  CHECK(usd.at("H100 PCIe") < usd.at("RTX 4090"));
  // And a job that needs more than its 24 GiB is not run on it at all.
  CHECK_FALSE(answer_to({}, card_text).feasible);
  CHECK(answer_to({"cluster.accelerator=h100_pcie", "layout.zero=1"}, card_text).feasible);
}

TEST_CASE("energy follows the simulated use: slower networks keep accelerators waiting at idle power") {
  const auto at_work = [](const std::string& link) {
    const Answer a =
        answer_to({"cluster.fabric.link=" + link, "cluster.nic_speed=" + link, "economics.pue=1.5"});
    const auto& q = a.quantities;
    CHECK(q.at("run_energy_joules") == Approx(q.at("average_power_watts") * q.at("run_seconds") * 1.5));
    CHECK(q.at("average_power_watts") < q.at("peak_power_watts"));
    CHECK(q.at("accelerator_idle_share") > 0);
    return a.cost->power.front().average_watts;
  };
  CHECK(at_work("100 Gbit/s") < at_work("200 Gbit/s"));
}

TEST_CASE("a rack that cannot feed one server is no answer, and a larger one says how many there are") {
  const Answer none = answer_to({"economics.rack_power=5 kW"});
  CHECK_FALSE(none.feasible);
  CHECK(none.why_not.find("smallest change: economics.rack_power 6.5 kW") != std::string::npos);
  // One of them for the switch.
  CHECK(answer_to({"economics.rack_power=15 kW"}).quantities.at("racks") == 2);
}

TEST_CASE("a price list of the user's own reaches the answer") {
  const auto folder = std::filesystem::temp_directory_path() / "headroom-economics-test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "prices.json")
      << R"({"date": "2026-12-01", "sources": {"offer": {"grade": "A", "title": "an offer"}}, "records": {
        "dgx_a100": {"price_usd": {"v": 150000, "src": "offer", "date": "2026-11-20"}}}})";
  const Catalogue mine = Catalogue::load(folder.string());
  std::filesystem::remove_all(folder);
  const auto usd = [](const Catalogue& catalogue) {
    const auto file = read_scenario_text(training_text, "s.json", {}, catalogue);
    return predict(file.scenarios.front()).quantities.at("capex_usd");
  };
  CHECK(usd(mine) == usd(Catalogue::built_in()) - 2 * (199000 - 150000));
}

TEST_CASE("table and page show owning, renting, power and CO2") {
  const std::vector<Answer> answers{training_answer()};
  const std::string table = answer_table(fixture_file(), answers, false),
                    page = report_html(fixture_file(), answers);
  for (const char* part :
       {"What it costs to buy: 420,000 USD, of it network 4.8 %", "What it costs to own: 7,694 USD a month",
        "depreciation", "Own or rent", "reserved, 3 years", "after 1.59 years", "not in 5 years", "Racks",
        "7 servers of 5.3 kW in a rack of 40 kW", "norway: 10 g/kWh"}) {
    INFO(part);
    CHECK(table.find(part) != std::string::npos);
    CHECK(page.find(part) != std::string::npos);
  }
  CHECK(table.find("from a use of 80 % over 2 years") != std::string::npos);
  CHECK(page.find("<span class=\"pays\">1.50</span>") != std::string::npos);
}
