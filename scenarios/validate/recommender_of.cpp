// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/recommender_of.hpp"

#include <fmt/format.h>

#include "models/workloads/recommender.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

// The tables of NVIDIA's DLRM depend on how rare a category may be: small leaves out those seen less than 15
// times, large less than 3 (85 GiB of rows, about those of MLPerf's model).
struct Known {
  const char* name;  // in records
  const char* id;    // in the catalogue
};
constexpr Known known[] = {{"DLRM (Criteo 1TB) small", "dlrm-criteo-15"},
                           {"DLRM (Criteo 1TB) large", "dlrm-mlperf-tb"},
                           {"DLRM (Criteo 1TB, MLPerf v0.7-2.x)", "dlrm-mlperf-tb"},
                           {"DLRM-DCNv2 (Criteo 1TB multi-hot)", "dlrm-dcnv2"}};

}  // namespace

std::shared_ptr<const models::Network> recommender_of(const Fields& record,
                                                      const models::Catalogue& catalogue,
                                                      std::vector<std::string>& assumptions) {
  const std::string name = record.need_text("model.name");
  for (const Known& one : known) {
    if (name != one.name) continue;
    assumptions.push_back(fmt::format("tables and widths: {} of the catalogue", one.id));
    return models::make_recommender(models::recommender_shape(catalogue.model(one.id)));
  }
  throw bad_input(fmt::format("model.name: Headroom has no recommender {}", in_quotes(name)));
}

}  // namespace headroom::scenarios::validation
