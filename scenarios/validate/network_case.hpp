// SPDX-License-Identifier: Apache-2.0
// The points of network records (collectives and kernels) with their predictions.
#pragma once
#include "models/communication/collective.hpp"
#include "scenarios/validate/basis.hpp"
#include "scenarios/validate/fields.hpp"
#include "scenarios/validate/outcome.hpp"

namespace headroom::scenarios::validation {

// Fills what a network record is about, whatever comes of it.
void describe_network(const Fields& record, Outcome& outcome);
// The figures of the record. Throws Error(bad_input) with the reason where it is unsupported.
void predict_network(const Fields& record, const Basis& basis, Outcome& outcome);

// The parts of it: collectives, all-to-all, send and receive; kernels.
void predict_collective(const Fields& record, const models::Catalogue& catalogue, Outcome& outcome);
void predict_kernels(const Fields& record, const Basis& basis, Outcome& outcome);

// The set of like cases that a collective of so many bytes belongs to: "all-to-all below 1 MiB", ...
[[nodiscard]] std::string set_of_collective(models::Collective collective, double bytes);

// What the record measured at one point: seconds, or a rate.
struct Measured {
  double value = 0;
  bool is_rate = false;
  const char* quantity = "";  // "seconds", "flop_per_s", "bytes_per_s"
};
// Nothing where the point has none of the fields time_us, tflops, algbw, gbps.
[[nodiscard]] std::optional<Measured> measured_at(const Fields& point);
// Adds a figure; `seconds` predicted, `amount` (FLOP or bytes) turns it into the rate that was measured.
void add_figure(Outcome& outcome, const Measured& measured, double seconds, double amount, Figure figure);

}  // namespace headroom::scenarios::validation
