// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/scenario_reader.hpp"
#include "sim/error.hpp"
#include "topologies/cluster.hpp"
#include "topologies/describe.hpp"

namespace headroom::cli {

int topology_command(const Words& words) {
  Arguments arguments(
      "headroom topology SCENARIO.json [--dot | --bom] [options]\nThe cluster of a scenario: in "
      "words, drawn, or as a list of what to buy.");
  arguments.add_scenario_options();
  arguments.add_text("variant", "NAME", "of the scenario");
  arguments.add_flag("dot", "print Graphviz (headroom topology S.json --dot | dot -Tsvg > cluster.svg)");
  arguments.add_flag("bom", "print the bill of materials");
  if (!arguments.read(words, 1, 1)) return 0;
  if (arguments.has("dot") && arguments.has("bom")) throw bad_input("expected --dot or --bom, found both");

  const scenarios::ClusterChoice choice =
      scenarios::read_cluster_of(arguments.positional().front(), arguments.text("variant"),
                                 arguments.overrides(), arguments.catalogue());
  const topologies::Cluster cluster(choice.server, choice.servers, choice.fabric);
  if (arguments.has("dot")) {
    print(topologies::to_dot(cluster));
  } else if (arguments.has("bom")) {
    print(topologies::bill_table(cluster.bill_of_materials()));
  } else {
    print(topologies::describe(cluster));
  }
  return 0;
}

}  // namespace headroom::cli
