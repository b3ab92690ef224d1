// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "scenarios/validate/intervals.hpp"
#include "sim/embedded_file.hpp"

namespace headroom::embedded {
std::span<const EmbeddedFile> residuals();
}

namespace headroom::scenarios::validation {
namespace {

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump();
}

std::vector<Residual> parse() {
  std::vector<Residual> residuals;
  const auto file = nlohmann::json::parse(embedded::residuals().front().text);
  for (const auto& r : file.at("residuals")) {
    residuals.push_back(
        {r.at("set"), r.at("source"), r.at("accelerator"), r.at("accelerators"), r.at("log_ratio")});
  }
  return residuals;
}

}  // namespace

// Four digits: more would change with every compiler's last bit.
std::string residuals_json(std::span<const Residual> residuals) {
  std::string out =
      "{\"about\": \"How far predictions of the measurements that ship are off: log(predicted / measured "
      "time). "
      "Written by scenarios/truth/refresh.\",\n \"residuals\": [";
  const char* separator = "\n";
  for (const Residual& r : residuals) {
    out += fmt::format(
        "{}  {{\"set\": {}, \"source\": {}, \"accelerator\": {}, \"accelerators\": {}, \"log_ratio\": "
        "{:.4f}}}",
        separator, quoted(r.set), quoted(r.source), quoted(r.accelerator), r.accelerators, r.log_ratio);
    separator = ",\n";
  }
  return out + "]}\n";
}

std::span<const Residual> shipped_residuals() {
  static const std::vector<Residual> residuals = parse();
  return residuals;
}

}  // namespace headroom::scenarios::validation
