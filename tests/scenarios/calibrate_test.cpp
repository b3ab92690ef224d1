// SPDX-License-Identifier: Apache-2.0
// Kernel efficiencies fitted to measurements, written, read again and used.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "models/compute/compute_profiles.hpp"
#include "scenarios/answer.hpp"
#include "scenarios/calibration/profile_fit.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/texts.hpp"

using namespace headroom;
using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;
using models::ComputeProfile;
using models::ComputeProfiles;

namespace {

const models::Catalogue& facts() {
  return models::Catalogue::built_in();
}

// Products that a machine with this profile would measure, each `noise` off by its own factor.
std::string products(const ComputeProfile& profile, double noise, const std::string& source) {
  const models::Accelerator device = facts().accelerator("a100_sxm_80");
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::string points;
  for (const double m : {64, 512, 2048, 8192})
    for (const double n : {1024, 4096, 12288})
      for (const double k : {256, 1024, 8192}) {
        const auto kernel = models::gemm("product", m, n, k, models::Precision::bf16);
        const double us =
            1e6 * kernel_time(kernel, device, profile).seconds * std::exp(noise * normal(random));
        points +=
            fmt::format(R"({}{{"m":{},"n":{},"k":{},"time_us":{}}})", points.empty() ? "" : ",", m, n, k, us);
      }
  return fmt::format(R"({{"id":"{0}","kind":"gemm","op":"gemm","dtype":"bf16","source":{{"where":"{0}"}},)"
                     R"("machine":{{"accelerator":"a100_sxm_80"}},"points":[{1}]}})",
                     source, points);
}

validation::RecordFile file_of(const std::vector<std::string>& records) {
  return validation::parse_record_file(
      fmt::format(R"({{"schema":"headroom-truth-1","kind":"network","records":[{}]}})",
                  fmt::join(records, ",")),
      "measured.json");
}

ComputeProfile slower() {
  ComputeProfile profile = ComputeProfiles::built_in().of(facts().accelerator("a100_sxm_80"));
  profile.gemm_peak_fraction = 0.6;
  profile.kernel_latency_seconds = 9e-6;
  profile.memory_fraction = 0.7;
  return profile;
}

double fitted(const calibration::FittedProfile& profile, const std::string& name) {
  for (const auto& value : profile.values)
    if (value.name == name) return value.value;
  FAIL(name << " was not fitted");
  return 0;
}

}  // namespace

TEST_CASE("a fit finds the machine that made the measurements again") {
  const auto profiles =
      calibration::fit_profiles({file_of({products(slower(), 0, "lab a"), products(slower(), 0, "lab b")})},
                                facts(), {})
          .profiles;
  REQUIRE(profiles.size() == 1);
  const auto& profile = profiles.front();
  CHECK(profile.points == 64);
  CHECK(profile.sources == std::vector<std::string>{"lab a", "lab b"});
  CHECK(fitted(profile, "gemm_peak_fraction") == Approx(0.6).epsilon(0.01));
  CHECK(fitted(profile, "kernel_latency_seconds") == Approx(9e-6).epsilon(0.02));
  CHECK(fitted(profile, "memory_fraction") == Approx(0.7).epsilon(0.03));
  CHECK(profile.errors.front().before.median > 0.1);
  CHECK(profile.errors.front().after.p90 < 0.01);
  CHECK(profile.left_out.p90 < 0.01);
}

TEST_CASE("what products do not show is left as it was, and said") {
  const auto profile =
      calibration::fit_profiles({file_of({products(slower(), 0.02, "lab")})}, facts(), {}).profiles.front();
  for (const char* name : {"attention_peak_fraction", "gemm_peak_fraction_8bit", "convolution_peak_fraction"})
    CHECK(std::find(profile.kept.begin(), profile.kept.end(), name) != profile.kept.end());
  CHECK(profile.left_out.sources.empty());
  CHECK(calibration::fit_table({{profile}, {}}, false).find("one source alone") != std::string::npos);
}

TEST_CASE("a profile that was written reads again, inherits the rest, and changes answers") {
  const auto profiles = calibration::fit_profiles({file_of({products(slower(), 0, "lab")})}, facts(),
                                                  {.accelerator = "a100_sxm_80"})
                            .profiles;
  const std::string text = calibration::profiles_json(profiles, "2026-12-01");
  const ComputeProfiles read = ComputeProfiles::read(text, "mine.json");
  const ComputeProfile& mine = read.of(facts().accelerator("a100_sxm_80"));
  const ComputeProfile& shipped = ComputeProfiles::built_in().of(facts().accelerator("a100_sxm_80"));
  CHECK(mine.gemm_peak_fraction == fitted(profiles.front(), "gemm_peak_fraction"));
  CHECK(mine.attention_peak_fraction == shipped.attention_peak_fraction);
  CHECK(read.of(facts().accelerator("h100_sxm")).name == "hopper");

  const auto file = std::filesystem::temp_directory_path() / "headroom-calibrate-test.json";
  std::ofstream(file) << text;
  const Answer with_mine = predict(read_first(training_text, {"calibration=\"" + file.string() + "\""}));
  const Answer without = predict(read_first(training_text));
  CHECK(with_mine.quantities.at("step_seconds") > without.quantities.at("step_seconds"));
  CHECK(with_mine.provenance.front().find("lab") != std::string::npos);
  std::filesystem::remove(file);
}

TEST_CASE("a file of profiles that is wrong is refused with its path and the nearest name") {
  const auto complaint = [](const std::string& text) {
    try {
      (void)ComputeProfiles::read(text, "mine.json");
    } catch (const Error& error) {
      CHECK(error.failure() == Failure::bad_input);
      return std::string(error.what());
    }
    return std::string("read");
  };
  const std::string good =
      R"({"schema":"headroom-compute-profiles-1","profiles":[{"name":"mine","inherits":"hopper",)"
      R"("provenance":"by hand","values":{"k_ramp":{"value":10,"fitted_to":"a guess"}}}]})";
  CHECK(complaint(good) == "read");
  const auto says = [&](const char* from, const char* to, const char* words) {
    const std::string said = complaint(with(good, from, to));
    CAPTURE(said);
    CHECK(said.find("mine.json: ") == 0);
    CHECK(said.find(words) != std::string::npos);
  };
  says("profiles-1", "profiles-2", "schema: expected");
  says("\"k_ramp\"", "\"k_ramps\"", "near: k_ramp");
  says("\"hopper\"", "\"hoper\"", "near: hopper");
  says("\"value\":10", "\"value\":-10", "profiles[0].values.k_ramp: value: expected");
  says("\"value\":10", "\"value\":\"10\"", "expected a number");
  says("\"fitted_to\":\"a guess\"", "\"fitted\":1", "fitted_to");
  says("[{", "{", "expected JSON");
  for (std::size_t length = 0; length < good.size(); ++length)
    CHECK(complaint(good.substr(0, length)) != "read");
}

TEST_CASE("what is not used is said, with the reason") {
  const std::string good = products(slower(), 0, "lab");
  const std::string unknown = with(with(good, "a100_sxm_80", "a100"), "\"id\":\"lab\"", "\"id\":\"other\"");
  const auto fits = calibration::fit_profiles({file_of({good, unknown})}, facts(), {});
  REQUIRE(fits.left_out.size() == 1);
  CHECK(fits.left_out.front().find("other: ") == 0);
  CHECK(fits.left_out.front().find("near: a100_") != std::string::npos);
  CHECK(calibration::fit_table(fits, false).find("Not used") != std::string::npos);
}

TEST_CASE("two profiles for one accelerator, and a profile that does not apply, are told") {
  const std::string one =
      R"({"name":"m","inherits":"hopper","accelerators":["h100_sxm"],"provenance":"p","values":{}})";
  const auto text = [](const std::string& profiles) {
    return R"({"schema":"headroom-compute-profiles-1","profiles":[)" + profiles + "]}";
  };
  CHECK_THROWS_WITH(ComputeProfiles::read(text(one + "," + one), "mine.json"),
                    Catch::Matchers::Contains("h100_sxm has a profile above already"));
  const auto file = std::filesystem::temp_directory_path() / "headroom-calibrate-other.json";
  std::ofstream(file) << text(one);
  const Scenario scenario = read_first(training_text, {"calibration=\"" + file.string() + "\""});
  CHECK(std::any_of(scenario.warnings.begin(), scenario.warnings.end(), [](const std::string& warning) {
    return warning.find("has no profile for a100_sxm_80") != std::string::npos;
  }));
  std::filesystem::remove(file);
}

TEST_CASE("too few points, or none of the accelerator, are refused") {
  const std::string one =
      R"({"id":"x","kind":"gemm","dtype":"bf16","source":{"where":"lab"},)"
      R"("machine":{"accelerator":"a100_sxm_80"},"points":[{"m":64,"n":64,"k":64,"time_us":9}]})";
  const auto fit = [](const std::string& record, const calibration::FitQuestion& question) {
    (void)calibration::fit_profiles({file_of({record})}, facts(), question);
  };
  CHECK_THROWS_WITH(fit(one, {}), Catch::Matchers::Contains("at more than 16 points"));
  CHECK_THROWS_WITH(fit(products(slower(), 0, "lab"), {.accelerator = "h100_sxm"}),
                    Catch::Matchers::Contains("kernels of h100_sxm"));
  CHECK_THROWS_WITH(fit(products(slower(), 0, "lab"), {.accelerator = "h100_sxn"}),
                    Catch::Matchers::Contains("near: h100_sxm"));
}
