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

// Why no scenario can use a server, whatever accelerators it carries; empty: one can.
std::string why_unusable(const models::Catalogue& catalogue, const std::string& server) {
  const std::string carried = catalogue.record("server", server).text("accelerator");
  const std::vector<std::string> accelerators =
      carried == "any" ? catalogue.list("accelerator") : std::vector{carried};
  std::string why;
  for (const std::string& accelerator : accelerators) {
    try {
      (void)catalogue.server(server, accelerator);
      return "";
    } catch (const Error& error) {
      why = error.what();
    }
  }
  return why;
}

std::vector<std::string> listed(const models::Catalogue& catalogue, const std::string& kind) {
  std::vector<std::string> ids = catalogue.list(kind);
  if (kind != "server") return ids;
  for (std::string& id : ids) {
    const std::string why = why_unusable(catalogue, id);
    if (!why.empty()) id += fmt::format("  (facts only, no scenario can use it: {})", why);
  }
  return ids;
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
    print(lines(more ? listed(catalogue, arguments.positional()[1]) : models::Catalogue::kinds()));
  } else if (verb == "show" && more) {
    print(catalogue.show(arguments.positional()[1]));
  } else {
    throw bad_input(
        fmt::format("expected list [KIND] or show ID, found {}", fmt::join(arguments.positional(), " ")));
  }
  return 0;
}

}  // namespace headroom::cli
