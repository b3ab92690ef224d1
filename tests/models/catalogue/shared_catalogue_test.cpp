// SPDX-License-Identifier: Apache-2.0
// The ids that records of published measurements use are those of the catalogue they were collected with.
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/catalogue/catalogue.hpp"
#include "tests/catch.hpp"

using namespace headroom::models;

TEST_CASE("every id of the collected catalogue is known under the same kind") {
  struct Origin {
    const char *file, *list, *kind;
  };
  const Origin origin =
      GENERATE(Origin{"accelerators", "records", "accelerator"},
               Origin{"more_accelerators", "records", "accelerator"}, Origin{"servers", "records", "server"},
               Origin{"models", "records", "model"}, Origin{"network", "nics", "nic"},
               Origin{"network", "switches", "switch"}, Origin{"network", "cables", "cable"});
  std::ifstream in(std::string("../shared/catalogue/") + origin.file + ".json");
  if (!in) {
    WARN("skipped: ../shared/catalogue is not here");
    return;
  }
  const auto collected = nlohmann::json::parse(in);
  for (const auto& record : collected.at(origin.list)) {
    const auto id = record.at("id").get<std::string>();
    INFO(origin.kind << ' ' << id);
    CHECK_NOTHROW(Catalogue::built_in().record(origin.kind, id));
  }
}
