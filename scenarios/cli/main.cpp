// SPDX-License-Identifier: Apache-2.0
// The `headroom` command. Exit codes: 0 answered; 1 no feasible answer; 2 bad input; 3 our mistake.
#include <array>
#include <exception>
#include <iostream>
#include <string_view>

#include "models/catalogue/near_names.hpp"
#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

struct Command {
  std::string_view name;
  int (*run)(const Words&);
};
constexpr auto commands = std::to_array<Command>({{"simulate", simulate_command},
                                                  {"sweep", sweep_command},
                                                  {"plan", plan_command},
                                                  {"compare", compare_command},
                                                  {"topology", topology_command},
                                                  {"catalogue", catalogue_command},
                                                  {"import", import_command},
                                                  {"schema", schema_command},
                                                  {"validate", validate_command},
                                                  {"calibrate", calibrate_command}});

constexpr const char* help =
    R"(headroom: what will this model cost, and how fast will it run, on that cluster?

  headroom simulate S.json           one prediction: time, memory, cost, where the time goes
  headroom sweep S.json              the points of the axes that it varies, on all cores and machines
  headroom plan S.json               the best layouts and clusters under limits, and what more speed costs
  headroom compare A.json B.json     what differs, and what it does to time and cost
  headroom topology S.json           the cluster: described, drawn (--dot), as a list to buy (--bom)
  headroom catalogue list [KIND]     what is known: accelerators, servers, networks, prices, models
  headroom catalogue show ID         one record, each fact with source and date
  headroom import hf CONFIG.json...   a model's Hugging Face configuration: what it is, and where each fact stands
  headroom schema                    the scenario language as JSON Schema
  headroom validate                  predictions against published measurements
  headroom calibrate fit | show      kernel efficiencies from measurements of your own, for --calibration

headroom COMMAND --help lists a command's options. Exit codes: 0 answered, 1 no feasible answer, 2 bad input,
3 internal error.
)";

int dispatch(const Words& words) {
  if (words.empty()) {
    std::cerr << help;
    return static_cast<int>(Failure::bad_input);
  }
  if (words.front() == "--help" || words.front() == "-h" || words.front() == "help") {
    print(help);
    return 0;
  }
  if (words.front() == "--version") {
    print("headroom " HEADROOM_VERSION "\n");
    return 0;
  }
  std::vector<std::string> names;
  for (const Command& command : commands) {
    if (command.name == words.front()) return command.run(Words(words.begin() + 1, words.end()));
    names.emplace_back(command.name);
  }
  throw bad_input(models::unknown_name("command", words.front(), names));
}

}  // namespace
}  // namespace headroom::cli

int main(int argc, char** argv) {
  try {
    return headroom::cli::dispatch({argv + 1, argv + argc});
  } catch (const headroom::Error& error) {
    std::cerr << "headroom: " << error.what() << '\n';
    return static_cast<int>(error.failure());
  } catch (const std::exception& error) {
    std::cerr << "headroom: internal error: " << error.what() << '\n';
    return static_cast<int>(headroom::Failure::internal);
  }
}
