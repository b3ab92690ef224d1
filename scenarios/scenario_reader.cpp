// SPDX-License-Identifier: Apache-2.0
#include "scenarios/scenario_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/catalogue/near_names.hpp"
#include "models/training/folding.hpp"
#include "scenarios/language/document.hpp"
#include "scenarios/language/readers.hpp"
#include "scenarios/language/values.hpp"

namespace headroom::scenarios {
namespace {

constexpr std::size_t most_variants = 256;
// Message fidelity simulates every message: a ring all-reduce over n ranks has 2 n (n - 1).
constexpr int most_message_ranks = 2048;

struct Variant {
  std::string name;
  std::vector<Assignment> set;
};

// A path that --set or a variant names: a field, or a section of them.
void check_path(const Assignment& assignment) {
  const std::string_view path = assignment.path;
  const bool whole_file = path == "extends" || path.starts_with("variants") || path.starts_with("expected");
  if (!whole_file && (field_index(path) < fields().size() || !keys_under(path).empty())) return;
  std::string_view parent = path;
  do {
    parent = parent.substr(0, parent.find('.') == std::string_view::npos ? 0 : parent.rfind('.'));
  } while (!parent.empty() && keys_under(parent).empty());
  throw unknown_key(assignment.value.place, path, parent);
}

std::vector<Variant> read_variants(const Node& document) {
  std::vector<Variant> variants;
  const Node* list = document.find("variants");
  if (list == nullptr) return variants;
  if (!list->is(Node::Kind::array) || list->items.empty() || list->items.size() > most_variants) {
    throw complaint(list->place, "variants", fmt::format("an array of 1 to {} objects", most_variants),
                    list->shown());
  }
  for (const Node& item : list->items) {
    const Values values(item, "variants[]");
    Variant variant{values.text("variants[].name"), {}};
    if (std::any_of(variants.begin(), variants.end(),
                    [&](const Variant& v) { return v.name == variant.name; })) {
      throw values.refuse("variants[].name", "a name of its own");
    }
    (void)values.text("variants[].set");  // says so when it is missing
    for (const Member& member : item.find("set")->members) {
      variant.set.push_back({member.key, member.value});
      check_path(variant.set.back());
    }
    variants.push_back(std::move(variant));
  }
  return variants;
}

void check_variant_name(const Values& values, std::string_view path, const std::vector<Variant>& variants) {
  const std::string& name = values.text(path);
  std::vector<std::string> names;
  for (const Variant& variant : variants) names.push_back(variant.name);
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
  const auto near = models::near_names(name, names, 1);
  throw values.refuse(path, "the name of a variant",
                      in_quotes(name) + (near.empty() ? "" : fmt::format(" (nearest: {})", near.front())));
}

std::vector<Expectation> read_expectations(const Node& document, const std::vector<Variant>& variants) {
  std::vector<Expectation> expectations;
  const Node* list = document.find("expected");
  if (list == nullptr) return expectations;
  for (const Node& item : list->items) {
    const Values values(item, "expected[]");
    check_variant_name(values, "expected[].variant", variants);
    check_variant_name(values, "expected[].over", variants);
    const double low = values.number("expected[].low"), high = values.number("expected[].high");
    if (low > high) throw values.refuse("expected[].high", fmt::format("at least low ({})", low));
    expectations.push_back({values.text("expected[].quantity"), values.text("expected[].variant"),
                            values.text("expected[].over"), low, high, values.text("expected[].source")});
  }
  return expectations;
}

// Where some accelerators are slow, none can stand for others.
void check_slow(const Values& values, const Scenario& scenario, const TrainingWorkload& workload) {
  if (!scenario.cluster.slow.any()) return;
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

Scenario read_one(const Node& document, const std::string& variant, const std::filesystem::path& file,
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
  scenario.inputs = values.inputs();
  if (training) {
    const TrainingWorkload workload = read_training(values, catalogue, accelerators);
    check_slow(values, scenario, workload);
    scenario.workload = workload;
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

std::vector<Assignment> read_overrides(std::span<const std::string> overrides) {
  std::vector<Assignment> assignments;
  for (const std::string& text : overrides) {
    assignments.push_back(parse_assignment(text));
    check_path(assignments.back());
  }
  return assignments;
}

// The document with what a variant and, over it, the command line set.
Node with(const Node& document, const Variant& variant, const std::vector<Assignment>& overrides) {
  Node copy = document;
  for (const Assignment& assignment : variant.set) assign(copy, assignment);
  for (const Assignment& assignment : overrides) assign(copy, assignment);
  return copy;
}

ScenarioFile read(const Node& document, const std::filesystem::path& file,
                  std::span<const std::string> overrides, const models::Catalogue& catalogue) {
  const std::vector<Assignment> last = read_overrides(overrides);
  std::vector<Variant> variants = read_variants(document);
  ScenarioFile result;
  result.expected = read_expectations(document, variants);
  if (variants.empty()) variants.emplace_back();
  for (const Variant& variant : variants) {
    result.scenarios.push_back(read_one(with(document, variant, last), variant.name, file, catalogue));
  }
  result.name = result.scenarios.front().name;
  result.question = result.scenarios.front().question;
  return result;
}

}  // namespace

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
    std::vector<std::string> names;
    for (const Variant& v : variants) names.push_back(v.name);
    throw bad_input(fmt::format("{}: {}", file.string(), models::unknown_name("variant", variant, names)));
  }
  const Variant none;
  return read_cluster(Values(with(document, variant.empty() ? none : *wanted, read_overrides(overrides))),
                      catalogue);
}

}  // namespace headroom::scenarios
