// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/catalogue/catalogue.hpp"
#include "models/compute/compute_profiles.hpp"

namespace headroom::scenarios::validation {

// What predictions rest on: facts, and how fast kernels run. Both outlive it.
struct Basis {
  // A catalogue alone stands for it with the profiles that ship.
  Basis(const models::Catalogue& facts,  // NOLINT(google-explicit-constructor)
        const models::ComputeProfiles& kernels = models::ComputeProfiles::built_in())
      : catalogue(facts), profiles(kernels) {}

  const models::Catalogue& catalogue;
  const models::ComputeProfiles& profiles;
};

}  // namespace headroom::scenarios::validation
