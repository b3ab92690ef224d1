// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/catalogue/near_names.hpp"
#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

std::string lines(const std::vector<std::string>& texts) {
  return fmt::format("{}\n", fmt::join(texts, "\n"));
}

}  // namespace

int catalogue_command(const Words& words) {
  Arguments arguments(
      "headroom catalogue list [KIND] | show ID [options]\nWhat Headroom knows, each fact with "
      "its source and date.");
  arguments.add_text("catalogue", "FOLDER", "facts of your own over the built-in ones");
  if (!arguments.read(words, 1, 2)) return 0;
  const models::Catalogue catalogue = arguments.catalogue();
  const std::string& verb = arguments.positional().front();
  const bool more = arguments.positional().size() == 2;
  if (verb == "list") {
    print(lines(more ? catalogue.list(arguments.positional()[1]) : models::Catalogue::kinds()));
  } else if (verb == "show" && more) {
    print(catalogue.show(arguments.positional()[1]));
  } else {
    throw bad_input(
        fmt::format("expected list [KIND] or show ID, found {}", fmt::join(arguments.positional(), " ")));
  }
  return 0;
}

}  // namespace headroom::cli
