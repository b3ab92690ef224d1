// SPDX-License-Identifier: Apache-2.0
// Answers made by hand, so that the views of them are tested without a simulation.
#pragma once
#include "scenarios/answer.hpp"

namespace headroom::scenarios::testing {

inline ClusterChoice fixture_cluster() {
  ClusterChoice cluster;
  cluster.server_id = "box";
  cluster.server.name = "Box <8>";  // must be escaped in the page
  cluster.server.accelerators = 8;
  cluster.accelerator.name = "Test & Co. T80";
  cluster.accelerator.memory_bytes = 80e9;
  cluster.servers = 2;
  cluster.fabric_name = "single switch, 200 Gbit/s InfiniBand";
  return cluster;
}

// Two streams of one rank, and one joint operation on both: 3 + 1 events.
inline models::TrainingStep fixture_step() {
  models::TrainingStep step;
  step.step_seconds = 4e-6;
  step.breakdown = {.compute = 2.5e-6, .exposed_data = 1e-6, .optimiser = 0.5e-6};
  step.memory.terms = {{"weights", 20e9, "2 bytes"}, {"activations", 30e9, "34 s b h"}};
  step.memory.total_bytes = 50e9;
  step.memory.peak_phase = "forward and backward";
  step.mfu = 0.41;
  auto program = std::make_shared<sim::Program>();
  const auto compute = program->add_stream("stage 0: compute"),
             reduce = program->add_stream("stage 0: reduce");
  const auto work = program->add_work({.latency_seconds = 1e-6});
  const auto label = [&](const char* text, models::StepCategory category) {
    return program->add_label(text, static_cast<std::uint8_t>(category));
  };
  (void)program->add(compute, work, label("forward \"0\"", models::StepCategory::compute));
  (void)program->add(reduce, work, label("gradients", models::StepCategory::data));
  const auto joint = program->add_joint(work, label("optimiser", models::StepCategory::optimiser), 2);
  program->enter(joint, compute);
  program->enter(joint, reduce);
  auto timeline = std::make_shared<sim::Timeline>();
  timeline->start = {0, 250000, 350000};
  timeline->finish = {250000, 350000, 400000};
  timeline->makespan = 400000;
  step.program = program;
  step.timeline = timeline;
  return step;
}

inline models::CostReport fixture_cost() {
  models::CostReport cost;
  cost.capex = {{"servers", models::CostKind::whole_servers, 2, 200000, 400000, "price 2024"},
                {"leaf switches, 40 ports", models::CostKind::network, 1, 20000, 20000, "price 2023"}};
  cost.capex_usd = 420000;
  cost.network_usd = 20000;
  cost.network_share = cost.network_usd / cost.capex_usd;
  cost.power = {{"accelerators at work", 9e3, 10e3}, {"switches", 500, 600}};
  cost.average_power_watts = 9500;
  cost.peak_power_watts = 10600;
  cost.run_seconds = 31.25;
  cost.life_seconds = 5 * 365 * 86400.0;
  cost.ownership = {{"depreciation", "420,000 USD over 5 years", false, 7000, 0.08, "derived"},
                    {"energy in use", "9.5 kW x PUE 1 at <0.1> USD/kWh", true, 693.5, 0.01, "price 2024"}};
  cost.owned_usd_per_month = 7693.5;
  cost.run_owned_usd = 0.09;
  cost.owned_usd_per_second_of_use = cost.owned_usd_per_month / (730 * 3600);
  cost.rents = {{models::RentTerms::on_demand, 2 / 3600.0, 0, "median & co", 0.28, 5e7},
                {models::RentTerms::reserved, 1 / 3600.0, 94608000, "price 2026", 0.14, {}}};
  cost.rent_usd_per_accelerator_second = 2 / 3600.0;
  cost.use = {
      {0.5, 1}, {31536000, 63072000}, {{8 / 3600.0, 4 / 3600.0}, {4 / 3600.0, 1.5 / 3600.0}}, {{}, 0.8}};
  cost.racks = models::RackPlan{40e3, 5300, 7, 1, 1};
  cost.carbon = models::GridCarbon{"norway", "price 2026", 10e-3 / 3.6e6};
  cost.run_co2_kg = 0.002;
  cost.notes = {"a price is older than a year"};
  return cost;
}

inline Answer training_answer(const std::string& variant = "") {
  Answer answer;
  answer.scenario.name = "fixture";
  answer.scenario.question = "How fast, and <why>?";
  answer.scenario.variant = variant;
  answer.scenario.cluster = fixture_cluster();
  TrainingWorkload workload;
  workload.network = models::make_transformer({.name = "tiny",
                                               .layers = 2,
                                               .hidden = 64,
                                               .heads = 4,
                                               .kv_heads = 4,
                                               .head_dim = 16,
                                               .ffn = 256,
                                               .vocabulary = 1000,
                                               .sequence = 128});
  workload.run_units = 1e9;
  answer.scenario.workload = workload;
  answer.scenario.inputs = {{"cluster.server", "box"}, {"cluster.servers", "2"}};
  answer.training = fixture_step();
  answer.cost = fixture_cost();
  answer.quantities = {{"step_seconds", 4e-6},
                       {"tokens_per_second", 3.2e7},
                       {"mfu", 0.41},
                       {"memory_bytes", 50e9},
                       {"run_seconds", 31.25},
                       {"capex_usd", 420000},
                       {"network_capex_share", 20000 / 420000.0}};
  answer.links = {{{}, "server0/gpu0->nvswitch", topologies::LinkKind::scale_up, 1e6, 0.35}};
  answer.limit = "arithmetic: 62 % of the step";
  answer.improvements = {{"no pipeline bubble", 3.9e-6}};
  answer.elasticities = {{"arithmetic rate (FLOP/s)", 3.8e-6, 1000, "at most: a tenth", 2500, -0.02}};
  answer.provenance = {"kernel times: fitted"};
  answer.warnings = {"memory within 5 % of the limit"};
  return answer;
}

inline Answer collective_answer() {
  Answer answer;
  answer.scenario.name = "collective";
  answer.scenario.cluster = fixture_cluster();
  answer.scenario.workload = CollectiveWorkload{};
  answer.collectives = {{1024, 1e-5, 1.024e8, 1.8e8, "tree", "LL"},
                        {1073741824, 8e-3, 1.34e11, 2.35e11, "ring", "Simple"}};
  answer.quantities = {{"seconds", 8e-3}, {"bus_bandwidth_bytes_per_second", 2.35e11}};
  return answer;
}

inline Answer infeasible_answer() {
  Answer answer = training_answer();
  answer.feasible = false;
  answer.why_not = "does not fit: the largest term is activations; smallest change: microbatch 1";
  answer.training->program = nullptr;
  answer.training->timeline = nullptr;
  answer.quantities = {{"memory_bytes", 90e9}};
  answer.cost.reset();
  return answer;
}

inline ScenarioFile fixture_file(std::vector<Expectation> expected = {}) {
  ScenarioFile file;
  file.name = "fixture";
  file.question = "How fast, and <why>?";
  file.expected = std::move(expected);
  return file;
}

}  // namespace headroom::scenarios::testing
