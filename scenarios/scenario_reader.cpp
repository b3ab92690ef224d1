// SPDX-License-Identifier: Apache-2.0
#include "scenarios/scenario_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/catalogue/near_names.hpp"
#include "models/training/folding.hpp"
#include "scenarios/language/expectations.hpp"
#include "scenarios/language/readers.hpp"
#include "scenarios/language/values.hpp"
#include "scenarios/language/variants.hpp"

namespace headroom::scenarios {
namespace {

// Message fidelity simulates every message: a ring all-reduce over n ranks has 2 n (n - 1).
constexpr int most_message_ranks = 2048;

// Where some accelerators are slow, none can stand for others.
void check_slow(const Values& values, const Scenario& scenario, const TrainingWorkload& workload) {
  if (!scenario.cluster.slow.any()) return;
  if (workload.layout_space)
    throw values.refuse("cluster.slow.accelerators",
                        "none where the layout is to be chosen (closed forms know one speed)");
  if (scenario.fidelity == models::Fidelity::analytic)
    throw values.refuse("fidelity", "fluid or message where accelerators are slow", "analytic");
  models::TrainingJob job;
  job.network = workload.network;
  job.layout = workload.layout;
  if (scenario.fold && scenario.fidelity == models::Fidelity::fluid && !is_small_enough_to_unfold(job))
    throw values.refuse(
        "cluster.slow.accelerators",
        "fold = false (--no-fold) beside it: with slow accelerators every rank is simulated, which jobs as "
        "large as this must ask for",
        "fold = true");
}

ScenarioFile read(const Node& document, const std::filesystem::path& file,
                  std::span<const std::string> overrides, const models::Catalogue& catalogue) {
  const std::vector<Assignment> last = read_overrides(overrides);
  std::vector<Variant> variants = read_variants(document);
  ScenarioFile result;
  result.baseline = Values(with(document, {}, last)).text("baseline");
  result.has_axes = document.find("vary") != nullptr;
  result.asks_for_plan = document.find("objective") != nullptr || document.find("limits") != nullptr;
  // Bands of a sweep are held by its points, those of a plan by its best answer.
  if (!result.has_axes && !result.asks_for_plan)
    result.expected = read_expectations(document, names_of(variants));
  if (variants.empty()) variants.emplace_back();
  for (const Variant& variant : variants) {
    result.scenarios.push_back(read_question(with(document, variant, last), variant.name, file, catalogue));
  }
  result.name = result.scenarios.front().name;
  result.question = result.scenarios.front().question;
  return result;
}

}  // namespace

Scenario read_question(const Node& document, const std::string& variant, const std::filesystem::path& file,
                       const models::Catalogue& catalogue) {
  const Values values(document);
  Scenario scenario;
  scenario.name = values.given("name") ? values.text("name") : file.stem().string();
  scenario.question = values.text("question");
  scenario.variant = variant;
  const bool training = values.text("workload.kind") == "training";
  values.refuse_other_than(training ? Question::training : Question::collective);
  scenario.cluster = read_cluster(values, catalogue);
  const int accelerators = scenario.cluster.servers * scenario.cluster.server.accelerators;
  scenario.fidelity = values.choice<models::Fidelity>("fidelity");
  scenario.fold = values.flag("fold");
  scenario.seed = static_cast<std::uint64_t>(values.number("seed"));
  scenario.economics = read_economics(values, catalogue);
  scenario.objectives = values.choices<Objective>("objective");
  scenario.limits = read_limits(values);
  scenario.catalogue = catalogue;
  scenario.inputs = values.inputs();
  scenario.warnings = cluster_warnings(scenario.cluster);
  const models::ComputeProfile kernels =
      read_compute_profile(values, scenario.cluster.accelerator, scenario.warnings);
  if (training) {
    TrainingWorkload workload = read_training(values, catalogue, accelerators);
    workload.compute = kernels;
    check_slow(values, scenario, workload);
    scenario.workload = workload;
    describe_model_file(values, scenario);
    return scenario;
  }
  const CollectiveWorkload workload = read_collective(values, accelerators);
  const int ranks = workload.ranks == 0 ? accelerators : workload.ranks;
  if (scenario.fidelity == models::Fidelity::message && ranks > most_message_ranks) {
    throw values.refuse("fidelity", fmt::format("fluid or analytic above {} ranks", most_message_ranks),
                        fmt::format("message with {} ranks", ranks));
  }
  scenario.workload = workload;
  return scenario;
}

ScenarioFile read_scenario(const std::filesystem::path& file, std::span<const std::string> overrides,
                           const models::Catalogue& catalogue) {
  return read(load_document(file), file, overrides, catalogue);
}

ScenarioFile read_scenario_text(std::string_view text, const std::filesystem::path& file,
                                std::span<const std::string> overrides, const models::Catalogue& catalogue) {
  return read(load_document_text(text, file), file, overrides, catalogue);
}

ClusterChoice read_cluster_of(const std::filesystem::path& file, const std::string& variant,
                              std::span<const std::string> overrides, const models::Catalogue& catalogue) {
  const Node document = load_document(file);
  const std::vector<Variant> variants = read_variants(document);
  const auto wanted =
      std::find_if(variants.begin(), variants.end(), [&](const Variant& v) { return v.name == variant; });
  if (!variant.empty() && wanted == variants.end()) {
    throw bad_input(
        fmt::format("{}: {}", file.string(), models::unknown_name("variant", variant, names_of(variants))));
  }
  const Variant none;
  return read_cluster(Values(with(document, variant.empty() ? none : *wanted, read_overrides(overrides))),
                      catalogue);
}

}  // namespace headroom::scenarios
