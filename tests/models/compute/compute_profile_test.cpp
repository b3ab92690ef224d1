// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "models/catalogue/catalogue.hpp"
#include "models/compute/kernel_time.hpp"
#include "tests/catch.hpp"

namespace headroom::models {

namespace {

const ComputeProfile& profile_of(const char* id) {
  return compute_profile(Catalogue::built_in().accelerator(id));
}

}  // namespace

TEST_CASE("Every accelerator of the catalogue has a profile with its provenance and physical values") {
  for (const std::string& id : Catalogue::built_in().list("accelerator")) {
    const ComputeProfile& profile = profile_of(id.c_str());
    CAPTURE(id, profile.name);
    CHECK_FALSE(profile.provenance.empty());
    for (const double fraction :
         {profile.gemm_peak_fraction, profile.gemm_peak_fraction_32bit, profile.gemm_peak_fraction_8bit,
          profile.gemm_peak_fraction_4bit, profile.attention_peak_fraction,
          profile.attention_backward_fraction, profile.convolution_peak_fraction,
          profile.convolution_peak_fraction_32bit, profile.memory_fraction}) {
      CHECK(fraction > 0);
      CHECK(fraction <= 1);
    }
    CHECK(profile.kernel_latency_seconds > 0);
  }
}

TEST_CASE("Boards that share an architecture's name with a data-centre part have their own profile") {
  CHECK(profile_of("a100_sxm_80").name == "ampere");
  CHECK(profile_of("a30").name == "ampere");
  CHECK(profile_of("rtx3090").name == "ampere_ga10x");
  CHECK(profile_of("b200_sxm").name == "blackwell");
  CHECK(profile_of("rtx5090").name == "blackwell_geforce");
}

TEST_CASE("An architecture that nobody measured gets the profile that says so") {
  Accelerator device;
  device.architecture = "never heard of";
  CHECK(compute_profile(device).name == "unknown");
  CHECK(compute_profile(device).provenance.find("no measurement") != std::string::npos);
}

TEST_CASE("TF32 runs at the fractions of tensor cores in products and of 32 bit in convolutions") {
  const ComputeProfile& profile = profile_of("a100_sxm_80");
  CHECK(profile.gemm_fraction(Precision::tf32) == profile.gemm_peak_fraction);
  CHECK(profile.convolution_fraction(Precision::tf32) == profile.convolution_peak_fraction_32bit);
}

TEST_CASE("Large products come within 20 % of the best that was published for each device") {
  for (const std::string& id : Catalogue::built_in().list("accelerator")) {
    const Accelerator device = Catalogue::built_in().accelerator(id);
    if (!device.measured_matmul_flops_bf16) continue;
    const Kernel kernel = gemm("product", 16384, 8192, 8192, Precision::bf16);
    const double flops = kernel.flops / kernel_time(kernel, device, compute_profile(device)).seconds;
    CAPTURE(id);
    CHECK(flops / *device.measured_matmul_flops_bf16 == Approx(1).margin(0.2));
  }
}

TEST_CASE("Large products reach what is generally measured, in TFLOP/s") {
  const auto tflops = [](const char* id, double m) {
    const Accelerator device = Catalogue::built_in().accelerator(id);
    const Kernel kernel = gemm("product", m, 12288, 12288, Precision::fp16);
    return kernel.flops / kernel_time(kernel, device, compute_profile(device)).seconds / 1e12;
  };
  CHECK(tflops("a100_sxm_80", 16384) == Approx(280).margin(15));  // LLMCompass: 290
  CHECK(tflops("a100_sxm_80", 64) == Approx(101.7).epsilon(0.15));
  CHECK(tflops("h100_sxm", 16384) == Approx(750).margin(50));
  CHECK(tflops("v100_sxm2_16", 16384) == Approx(98).margin(8));
}

}  // namespace headroom::models
