// SPDX-License-Identifier: Apache-2.0
// Kernel efficiencies from measured kernels: what `headroom calibrate fit` does.
#pragma once
#include <string>
#include <vector>

#include "calibrate/fit.hpp"
#include "scenarios/validate/basis.hpp"
#include "scenarios/validate/record_file.hpp"

namespace headroom::scenarios::calibration {

struct FitQuestion {
  std::string accelerator;       // of the catalogue; empty: every one that the records measure
  bool by_architecture = false;  // one profile for all accelerators of an architecture, not one for each
};

// Absolute errors, sources weighing equally.
struct KernelErrors {
  double median = 0, p90 = 0;
};
struct KindErrors {
  std::string kind;  // "gemm", "attention", "memory-bound kernels"
  std::size_t points = 0;
  KernelErrors before, after;  // by the profile that the fit began with, and by the fitted one
};

struct FittedProfile {
  std::string name, began_with;
  std::vector<std::string> accelerators, architectures;  // that it is for
  std::vector<std::string> sources;                      // of the measurements
  std::size_t points = 0, rejected = 0;                  // rejected: outliers without weight
  std::vector<calibrate::FittedParameter> values;        // fitted ones
  std::vector<double> values_before;
  std::vector<std::string> kept;  // parameters that the measurements do not determine, or only bound
  std::vector<KindErrors> errors;
  calibrate::CrossValidation left_out;  // of sources each predicted by a fit to the others
};

struct Fits {
  std::vector<FittedProfile> profiles;
  std::vector<std::string> left_out;  // records and accelerators that were not used, and why
};

// One profile for each accelerator (or architecture) that the records measure at more points than there are
// parameters, in alphabetical order. Throws Error(bad_input) where there is none.
[[nodiscard]] Fits fit_profiles(const std::vector<validation::RecordFile>& files,
                                const validation::Basis& basis, const FitQuestion& question);

// Schema "headroom-compute-profiles-1" (models/compute/compute_profiles.hpp); `date` of the fit.
[[nodiscard]] std::string profiles_json(const std::vector<FittedProfile>& profiles, const std::string& date);
// What was fitted, and how well.
[[nodiscard]] std::string fit_table(const Fits& fits, bool bold);
// What a file of profiles says; only the first `count`.
[[nodiscard]] std::string profiles_table(const models::ComputeProfiles& profiles, std::size_t count,
                                         bool bold);

}  // namespace headroom::scenarios::calibration
