// SPDX-License-Identifier: Apache-2.0
// A scenario as read: plain values in SI units, every name resolved. scenario_reader.hpp makes one from JSON.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/economics/cost.hpp"
#include "models/training/layout_space.hpp"
#include "models/training/step.hpp"
#include "scenarios/plan/limits.hpp"
#include "scenarios/plan/objective.hpp"
#include "topologies/description.hpp"

namespace headroom::scenarios {

struct ClusterChoice {
  std::string server_id;  // of the catalogue, or "custom"
  topologies::ServerDescription server;
  models::Accelerator accelerator;
  int servers = 1;
  // Bought, powered, and not used: more servers, and more accelerators in each server.
  int idle_servers = 0, idle_per_server = 0;
  models::SlowAccelerators slow;
  topologies::FabricDescription fabric;
  std::string
      fabric_name;  // as the user would call it: "non-blocking 2-tier fat tree, 400 Gbit/s InfiniBand"

  [[nodiscard]] int used() const { return servers * server.accelerators; }
  [[nodiscard]] int idle() const {
    return (servers + idle_servers) * (server.accelerators + idle_per_server) - used();
  }
};

struct TrainingWorkload {
  std::shared_ptr<const models::Network> network;
  models::Precision precision = models::Precision::bf16;
  models::StateBytes states;
  models::Layout layout;  // where layout_space is given, to be chosen from it (layout_choice.hpp)
  std::optional<models::LayoutSpace> layout_space;
  models::ComputeProfile compute;  // how fast kernels run on the accelerator
  models::SoftwareOptions software;
  models::InputPipeline input;
  double run_units = 0;  // tokens or images of the whole run; 0 = only the step is asked for
};

// nccl-tests, without the cluster: one collective over all accelerators (or the first `ranks`).
struct CollectiveWorkload {
  models::Collective operation = models::Collective::all_reduce;
  std::vector<double> bytes;
  int ranks = 0;  // 0 = all
  // Rank i is accelerator (i * stride) mod ranks (or the next free one): 37 scrambles neighbours.
  int rank_stride = 1;
  models::CommunicationOptions options;
};

struct Expectation {     // of a library file: a band that a test holds it to
  std::string quantity;  // a key of Answer::quantities
  std::string variant;   // of which variant; empty: the first
  std::string over;      // divided by the same quantity of this variant; empty: not divided
  double low = 0, high = 0;
  std::string source;
};

// One question. A file with `variants` yields several scenarios that differ in what the variant sets.
struct Scenario {
  std::string name, question, variant;
  ClusterChoice cluster;
  std::variant<TrainingWorkload, CollectiveWorkload> workload;
  models::EconomicsOptions economics;
  std::vector<Objective> objectives{Objective::time};  // of headroom plan
  Limits limits;
  models::Catalogue catalogue = models::Catalogue::built_in();  // where prices come from
  models::Fidelity fidelity = models::Fidelity::fluid;
  bool fold = true;  // ranks that behave alike are simulated once
  std::uint64_t seed = 0;
  std::vector<std::string> warnings;          // of what is asked: it can be, but is hardly meant
  std::map<std::string, std::string> inputs;  // what the file says, as written, by path
};

struct ScenarioFile {
  std::vector<Scenario> scenarios;  // one, or one per variant
  std::vector<Expectation> expected;
  std::string name, question;
  std::string baseline;        // that speedups are over; empty: the smallest cluster
  bool has_axes = false;       // `vary`: only headroom sweep and plan walk them
  bool asks_for_plan = false;  // `objective` or `limits`: only headroom plan heeds them
};

}  // namespace headroom::scenarios
