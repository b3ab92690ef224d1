// SPDX-License-Identifier: Apache-2.0
// From checked values to the parts of a Scenario: names resolved, what follows from other fields filled in.
#pragma once
#include <filesystem>

#include "models/catalogue/catalogue.hpp"
#include "scenarios/language/values.hpp"
#include "scenarios/scenario.hpp"

namespace headroom::scenarios {

[[nodiscard]] ClusterChoice read_cluster(const Values& values, const models::Catalogue& catalogue);
// Fewer than the server holds: the first ones.
void use_fewer_accelerators(int count, topologies::ServerDescription& server);
// Fills ports and latencies that the scenario leaves open from the switches of the catalogue.
[[nodiscard]] topologies::FabricDescription read_fabric(const Values& values,
                                                        const models::Catalogue& catalogue,
                                                        const topologies::ServerDescription& server,
                                                        int servers);
// "non-blocking 2-tier fat tree, 400 Gbit/s InfiniBand"
[[nodiscard]] std::string fabric_name(const topologies::FabricDescription& fabric);

// What of the cluster can be, but is hardly meant.
[[nodiscard]] std::vector<std::string> cluster_warnings(const ClusterChoice& cluster);

// A Hugging Face configuration in the place of a model's name.
struct ModelFile {
  models::TransformerShape shape;  // of no particular sequence
  bool encodes = false;
};
[[nodiscard]] bool names_file(const std::string& model);
[[nodiscard]] ModelFile read_model_file(const Values& values, std::string_view path);
// Its fields become inputs of the scenario, what of it is not counted or not simulated warnings.
void describe_model_file(const Values& values, Scenario& scenario);
// That of the accelerator: of the file that `calibration` names, or of those that ship, with a warning where
// the file has none.
[[nodiscard]] models::ComputeProfile read_compute_profile(const Values& values,
                                                          const models::Accelerator& accelerator,
                                                          std::vector<std::string>& warnings);
// What a scenario file names lies beside it; what the command line names, where the user stands.
[[nodiscard]] std::filesystem::path file_named(const Values& values, std::string_view path);
// A model of the catalogue or of a file, inline dimensions, or both (`like`).
[[nodiscard]] std::shared_ptr<const models::Network> read_network(const Values& values,
                                                                  const models::Catalogue& catalogue);
[[nodiscard]] TrainingWorkload read_training(const Values& values, const models::Catalogue& catalogue,
                                             int accelerators);
// What of the layout is given; the rest may be chosen.
[[nodiscard]] models::LayoutSpace read_layout_space(const Values& values);
[[nodiscard]] CollectiveWorkload read_collective(const Values& values, int accelerators);
[[nodiscard]] Limits read_limits(const Values& values);
[[nodiscard]] models::EconomicsOptions read_economics(const Values& values,
                                                      const models::Catalogue& catalogue);

// All of it: one question. `document` has what a variant or a point of a sweep sets; `file` names it.
[[nodiscard]] Scenario read_question(const Node& document, const std::string& variant,
                                     const std::filesystem::path& file, const models::Catalogue& catalogue);

}  // namespace headroom::scenarios
