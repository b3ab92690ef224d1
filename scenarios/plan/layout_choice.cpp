// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan/layout_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "scenarios/parallel.hpp"
#include "scenarios/simulate_parts.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

const TrainingWorkload& training_of(const Scenario& scenario) {
  return std::get<TrainingWorkload>(scenario.workload);
}

int accelerators_of(const ClusterChoice& cluster) {
  return cluster.servers * cluster.server.accelerators;
}

models::LayoutSpace space_of(const Scenario& scenario) {
  models::LayoutSpace space = *training_of(scenario).layout_space;
  space.accelerators = accelerators_of(scenario.cluster);
  space.accelerators_per_server = scenario.cluster.server.accelerators;
  return space;
}

// The batches next to the one asked for, below and above, with which some layout is legal. A multiple of the
// accelerators always splits over them.
std::string nearest_batches(const models::Network& network, models::LayoutSpace space) {
  const double asked = space.global_batch;
  std::vector<double> nearest;
  for (const int direction : {-1, 1}) {
    for (int step = 1; step <= space.accelerators; ++step) {
      space.global_batch = asked + direction * step;
      if (space.global_batch < 1 || models::all_layouts(network, space).empty()) continue;
      nearest.push_back(space.global_batch);
      break;
    }
  }
  return fmt::format("{}", fmt::join(nearest, " and "));
}

[[noreturn]] void refuse(const Scenario& scenario, const models::LayoutSpace& space) {
  const models::Network& network = *training_of(scenario).network;
  const std::string width = space.tensor ? network.tensor_width_problem(*space.tensor) : "";
  if (!width.empty()) throw Error(Failure::infeasible, "layout: " + width);
  const std::string batches = nearest_batches(network, space);
  throw Error(
      Failure::infeasible,
      fmt::format("no layout of {} over {} accelerators has a global batch of {} and what else is given "
                  "of the layout{}",
                  network.name(), space.accelerators, space.global_batch,
                  batches.empty() ? ", nor of any near it: give less of the layout"
                                  : "; nearest global batches: " + batches));
}

// Layouts stand by tensor width; each width is searched apart, since nothing but the network is shared
// between them.
std::vector<std::size_t> begins_of_widths(std::span<const models::Layout> layouts) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < layouts.size(); ++i)
    if (i == 0 || layouts[i].tensor != layouts[i - 1].tensor) begins.push_back(i);
  begins.push_back(layouts.size());
  return begins;
}

models::TrainingJob open_job(const Scenario& scenario) {
  models::TrainingJob job = training_job(scenario, training_of(scenario));
  job.fidelity = models::Fidelity::analytic;
  job.accelerator.memory_bytes *= scenario.limits.memory_fraction;
  return job;
}

}  // namespace

bool leaves_layout_open(const Scenario& scenario) {
  const auto* training = std::get_if<TrainingWorkload>(&scenario.workload);
  return training != nullptr && training->layout_space.has_value();
}

Scenario with_layout(const Scenario& scenario, const models::Layout& layout) {
  Scenario result = scenario;
  auto& training = std::get<TrainingWorkload>(result.workload);
  training.layout = layout;
  training.layout_space.reset();
  return result;
}

std::vector<models::Layout> layouts_of(const Scenario& scenario) {
  const models::LayoutSpace space = space_of(scenario);
  std::vector<models::Layout> layouts = models::all_layouts(*training_of(scenario).network, space);
  if (layouts.empty()) refuse(scenario, space);
  return layouts;
}

models::LayoutSearch search_layouts_of(const Scenario& scenario, std::span<const models::Layout> layouts,
                                       std::size_t keep) {
  const topologies::Cluster cluster = cluster_of(scenario);
  const models::TrainingJob job = open_job(scenario);
  const std::vector<std::size_t> begins = begins_of_widths(layouts);
  std::vector<models::LayoutSearch> found(begins.size() - 1);
  for_each_index(0, found.size(), [&](std::size_t width) {
    const std::size_t begin = begins[width];
    found[width] =
        models::search_layouts(cluster, job, layouts.subspan(begin, begins[width + 1] - begin),
                               {keep, training_of(scenario).layout_space->recomputation.has_value()});
    for (auto* judged : {&found[width].fastest, &found[width].frontier})
      for (models::JudgedLayout& layout : *judged) layout.number += begin;
  });
  models::LayoutSearch all;
  for (const models::LayoutSearch& of_width : found) merge(all, of_width, keep);
  return all;
}

models::Layout smallest_layout_of(const Scenario& scenario, std::span<const models::Layout> layouts) {
  const topologies::Cluster cluster = cluster_of(scenario);
  models::LayoutEvaluator evaluator(cluster, open_job(scenario));
  const models::Layout* smallest = nullptr;
  double least = 0;
  for (const models::Layout& layout : layouts) {
    const double bytes = evaluator.peak_memory(layout).bytes;
    if (smallest != nullptr && bytes >= least) continue;
    smallest = &layout;
    least = bytes;
  }
  return *smallest;
}

Scenario with_chosen_layout(const Scenario& scenario) {
  const std::vector<models::Layout> layouts = layouts_of(scenario);
  const models::LayoutSearch found = search_layouts_of(scenario, layouts, 1);
  return with_layout(
      scenario, found.fastest.empty() ? smallest_layout_of(scenario, layouts) : found.fastest.front().layout);
}

}  // namespace headroom::scenarios
