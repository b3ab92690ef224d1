// SPDX-License-Identifier: Apache-2.0
// Synthetic measurements of t(x) = latency + x / rate, whose parameters are known.
#pragma once
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "calibrate/fit.hpp"

namespace headroom::calibrate {

constexpr double true_latency = 3e-6, true_rate = 2e11;

struct Curve {
  std::vector<double> x, t;
  std::vector<std::string> sources;
};

inline double time_at(double x, double latency, double rate) {
  return latency + x / rate;
}

// `count` sizes from 1e3 to 1e9, each off by a factor exp(noise * normal).
inline Curve measured_curve(int count, double noise, std::uint32_t seed, const std::string& source = "a") {
  std::mt19937 random(seed);
  Curve curve;
  for (int i = 0; i < count; ++i) {
    const double x = 1e3 * std::pow(1e6, i / (count - 1.0));
    // Box and Muller: std::normal_distribution differs between libraries.
    const double u = (static_cast<double>(random()) + 1) / 4294967297.0;
    const double v = static_cast<double>(random()) / 4294967296.0;
    const double normal = std::sqrt(-2 * std::log(u)) * std::cos(2 * 3.14159265358979323846 * v);
    curve.x.push_back(x);
    curve.t.push_back(time_at(x, true_latency, true_rate) * std::exp(noise * normal));
    curve.sources.push_back(source);
  }
  return curve;
}

inline void append(Curve& curve, const Curve& more) {
  curve.x.insert(curve.x.end(), more.x.begin(), more.x.end());
  curve.t.insert(curve.t.end(), more.t.begin(), more.t.end());
  curve.sources.insert(curve.sources.end(), more.sources.begin(), more.sources.end());
}

inline FitProblem problem_of(const Curve& curve) {
  FitProblem problem;
  problem.parameters = {{"latency", 1e-5}, {"rate", 1e10, 0, 1e13}};
  problem.sources = curve.sources;
  problem.residuals = [curve](std::span<const double> p, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::log(time_at(curve.x[i], p[0], p[1]) / curve.t[i]);
  };
  return problem;
}

}  // namespace headroom::calibrate
