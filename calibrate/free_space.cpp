// SPDX-License-Identifier: Apache-2.0
#include "calibrate/free_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/error.hpp"

namespace headroom::calibrate {
namespace {

// Relative to a parameter, where rounding and the curvature of the model cost about the same: the cube root
// of the machine's precision (Press et al., Numerical Recipes, section 5.7).
constexpr double difference_step = 6e-6;
// How far z goes beyond its start, or beyond the middle between the bounds: at exp(-16) of the range the
// bound is reached to one part in 1e7. From at_bound_z on, nothing but the bound holds the parameter.
constexpr double farthest_z = 16;
constexpr double at_bound_z = 12;

bool between_two(const Parameter& p) {
  return std::isfinite(p.low) && std::isfinite(p.high);
}
bool above_one(const Parameter& p) {
  return std::isfinite(p.low) && !std::isfinite(p.high);
}

double value_at(const Parameter& p, double z) {
  if (between_two(p)) return p.low + (p.high - p.low) / (1 + std::exp(-z));
  return above_one(p) ? p.low + std::exp(z) : z;
}

double start_of(const Parameter& p) {
  if (!(p.start > p.low && p.start < p.high))
    throw bad_input(
        fmt::format("{}: expected a start between {} and {}, found {}", p.name, p.low, p.high, p.start));
  if (between_two(p)) return std::log((p.start - p.low) / (p.high - p.start));
  return above_one(p) ? std::log(p.start - p.low) : p.start;
}

}  // namespace

FreeSpace::FreeSpace(const FitProblem& problem) : problem_(problem) {
  for (std::size_t i = 0; i < problem.parameters.size(); ++i) {
    if (!problem.parameters[i].fixed) free_.push_back(i);
  }
}

std::size_t FreeSpace::index(Eigen::Index dimension) const {
  return free_[static_cast<std::size_t>(dimension)];
}

const Parameter& FreeSpace::parameter(Eigen::Index dimension) const {
  return problem_.parameters[index(dimension)];
}

Eigen::VectorXd FreeSpace::start() const {
  Eigen::VectorXd z(dimensions());
  for (Eigen::Index d = 0; d < dimensions(); ++d) z(d) = start_of(parameter(d));
  return z;
}

std::vector<double> FreeSpace::values(const Eigen::VectorXd& z) const {
  std::vector<double> all;
  for (const Parameter& p : problem_.parameters) all.push_back(p.start);
  for (Eigen::Index d = 0; d < dimensions(); ++d) {
    const Parameter& p = parameter(d);
    const double low = std::min(0.0, start_of(p)) - farthest_z,
                 high = std::max(0.0, start_of(p)) + farthest_z;
    all[index(d)] = value_at(p, between_two(p) ? std::clamp(z(d), low, high) : z(d));
  }
  return all;
}

double FreeSpace::slope(Eigen::Index dimension, double z) const {
  const Parameter& p = parameter(dimension);
  if (between_two(p)) return (p.high - p.low) * std::exp(-z) / std::pow(1 + std::exp(-z), 2);
  return above_one(p) ? std::exp(z) : 1;
}

bool FreeSpace::at_bound(Eigen::Index dimension, double z) const {
  const Parameter& p = parameter(dimension);
  const double low = std::min(0.0, start_of(p)) - at_bound_z, high = std::max(0.0, start_of(p)) + at_bound_z;
  if (between_two(p)) return z < low || z > high;
  return above_one(p) && z < low;
}

Eigen::VectorXd FreeSpace::residuals(const Eigen::VectorXd& z) const {
  const std::vector<double> x = values(z);
  Eigen::VectorXd r(static_cast<Eigen::Index>(problem_.sources.size()));
  problem_.residuals(x, {r.data(), static_cast<std::size_t>(r.size())});
  if (!r.allFinite()) throw internal("a residual is not a number");
  return r;
}

Eigen::MatrixXd FreeSpace::jacobian(const Eigen::VectorXd& z) const {
  Eigen::MatrixXd j(static_cast<Eigen::Index>(problem_.sources.size()), dimensions());
  for (Eigen::Index d = 0; d < dimensions(); ++d) {
    const double h = difference_step * std::max(1.0, std::abs(z(d)));
    Eigen::VectorXd above = z, below = z;
    above(d) += h;
    below(d) -= h;
    j.col(d) = (residuals(above) - residuals(below)) / (2 * h);
  }
  return j;
}

}  // namespace headroom::calibrate
