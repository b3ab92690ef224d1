// SPDX-License-Identifier: Apache-2.0
#include "scenarios/calibration/profile_fit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "models/catalogue/near_names.hpp"
#include "scenarios/validate/kernel_points.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::calibration {
namespace {

using calibrate::FitProblem;
using calibrate::FittedParameter;
using models::ComputeParameter;
using models::ComputeProfile;
using validation::KernelPoint;
using validation::KernelRecord;

struct Measurement {
  const KernelRecord* record;
  const KernelPoint* point;
  std::string source;
};

// The records of one accelerator, or of those of one architecture.
struct Group {
  std::vector<KernelRecord> records;
  std::vector<std::string> sources;  // of each record
};

std::map<std::string, Group> groups_of(const std::vector<validation::RecordFile>& files,
                                       const validation::Basis& basis, const FitQuestion& question,
                                       std::vector<std::string>& left_out) {
  std::map<std::string, Group> groups;
  for (const validation::RecordFile& file : files) {
    if (file.kind != validation::RecordKind::network) continue;
    for (const Node& node : file.records) {
      const validation::Fields record(node);
      validation::Outcome outcome;
      validation::describe_network(record, outcome);
      if (!validation::is_of_kernels(outcome.kind)) continue;
      try {
        KernelRecord kernels = kernel_record(record, basis.catalogue);
        const models::Accelerator& device = kernels.accelerator;
        if (kernels.points.empty()) continue;
        if (!question.accelerator.empty() && device.id != question.accelerator) continue;
        Group& group = groups[question.by_architecture ? device.architecture : device.id];
        group.records.push_back(std::move(kernels));
        group.sources.push_back(outcome.source);
      } catch (const Error& error) {
        left_out.push_back(
            fmt::format("{}: {}", record.text("id").value_or("a record without id"), error.what()));
      }
    }
  }
  return groups;
}

std::vector<Measurement> measurements_of(const Group& group) {
  std::vector<Measurement> all;
  for (std::size_t i = 0; i < group.records.size(); ++i)
    for (const KernelPoint& point : group.records[i].points)
      all.push_back({&group.records[i], &point, group.sources[i]});
  return all;
}

ComputeProfile profile_with(ComputeProfile profile, std::span<const double> values) {
  const auto parameters = models::compute_parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) profile.*parameters[i].member = values[i];
  return profile;
}

double residual(const Measurement& m, const ComputeProfile& profile) {
  return std::log(seconds_of(*m.point, *m.record, profile) / m.point->measured_seconds());
}

// Largest tiles are those that libraries have, not a matter of fit.
bool is_given(const ComputeParameter& parameter) {
  return parameter.member == &ComputeProfile::tile_m || parameter.member == &ComputeProfile::tile_n;
}

FitProblem problem_of(const std::vector<Measurement>& measurements, const ComputeProfile& start) {
  constexpr double inside = 1e-3;  // of the way from one end: fits begin and stay between the ends
  FitProblem problem;
  for (const ComputeParameter& p : models::compute_parameters()) {
    const double low = std::max(0.0, p.low);
    const double begin =
        std::clamp(start.*p.member, low + inside * inside * (p.high - low), p.high - inside * (p.high - low));
    problem.parameters.push_back({p.name, is_given(p) ? start.*p.member : begin, low, p.high, is_given(p)});
  }
  for (const Measurement& m : measurements) problem.sources.push_back(m.source);
  problem.residuals = [&measurements, &start](std::span<const double> values, std::span<double> residuals) {
    const ComputeProfile profile = profile_with(start, values);
    for (std::size_t i = 0; i < measurements.size(); ++i) residuals[i] = residual(measurements[i], profile);
  };
  return problem;
}

void keep(const std::vector<std::string>& names, const ComputeProfile& start, FitProblem& problem) {
  const auto parameters = models::compute_parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (std::find(names.begin(), names.end(), parameters[i].name) == names.end()) continue;
    problem.parameters[i].fixed = true;
    problem.parameters[i].start = start.*parameters[i].member;
  }
}

// At an end of their range: the measurements want a value that cannot be.
std::vector<std::string> only_bounded(const calibrate::Fit& fit) {
  std::vector<std::string> names;
  for (const FittedParameter& p : fit.parameters)
    if (p.state == FittedParameter::State::at_bound) names.push_back(p.name);
  return names;
}

// What the measurements leave open, or only bound, stays what it was.
calibrate::Fit fit_what_is_determined(const ComputeProfile& start, FitProblem& problem,
                                      std::vector<std::string>& kept) {
  kept = calibrate::undetermined(problem);
  keep(kept, start, problem);
  while (true) {
    calibrate::Fit fit = calibrate::fit(problem);
    const std::vector<std::string> bounded = only_bounded(fit);
    if (bounded.empty()) return fit;
    keep(bounded, start, problem);
    kept.insert(kept.end(), bounded.begin(), bounded.end());
  }
}

KernelErrors errors_of(const std::vector<Measurement>& measurements, const ComputeProfile& profile) {
  std::vector<double> errors;
  std::vector<std::string> sources;
  for (const Measurement& m : measurements) {
    errors.push_back(std::abs(std::expm1(residual(m, profile))));
    sources.push_back(m.source);
  }
  const std::vector<double> weights = calibrate::equal_source_weights(sources);
  return {calibrate::weighted_quantile(errors, weights, 0.5),
          calibrate::weighted_quantile(errors, weights, 0.9)};
}

std::vector<KindErrors> errors_by_kind(const std::vector<Measurement>& measurements,
                                       const ComputeProfile& before, const ComputeProfile& after) {
  std::map<std::string, std::vector<Measurement>> kinds;
  for (const Measurement& m : measurements) kinds[m.record->set].push_back(m);
  std::vector<KindErrors> errors;
  for (const auto& [kind, of_kind] : kinds)
    errors.push_back({kind, of_kind.size(), errors_of(of_kind, before), errors_of(of_kind, after)});
  return errors;
}

FittedProfile fit_group(const std::string& name, const Group& group, const validation::Basis& basis,
                        const FitQuestion& question) {
  const ComputeProfile& start = basis.profiles.of(group.records.front().accelerator);
  const std::vector<Measurement> measurements = measurements_of(group);
  FitProblem problem = problem_of(measurements, start);
  FittedProfile out;
  out.name = name + " fitted";
  out.began_with = start.name;
  (question.by_architecture ? out.architectures : out.accelerators).push_back(name);
  const std::set<std::string> sources(problem.sources.begin(), problem.sources.end());
  out.sources.assign(sources.begin(), sources.end());
  out.points = measurements.size();
  const calibrate::Fit fit = fit_what_is_determined(start, problem, out.kept);
  out.rejected = fit.rejected.size();
  const auto parameters = models::compute_parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (fit.parameters[i].state == FittedParameter::State::fixed) continue;
    out.values.push_back(fit.parameters[i]);
    out.values_before.push_back(start.*parameters[i].member);
  }
  out.errors = errors_by_kind(measurements, start, profile_with(start, fit.values()));
  out.left_out = calibrate::leave_one_source_out(problem);
  return out;
}

}  // namespace

Fits fit_profiles(const std::vector<validation::RecordFile>& files, const validation::Basis& basis,
                  const FitQuestion& question) {
  if (!question.accelerator.empty()) (void)basis.catalogue.accelerator(question.accelerator);
  const std::size_t least = models::compute_parameters().size();
  Fits fits;
  for (const auto& [name, group] : groups_of(files, basis, question, fits.left_out)) {
    const std::size_t points = measurements_of(group).size();
    if (points > least)
      fits.profiles.push_back(fit_group(name, group, basis, question));
    else
      fits.left_out.push_back(fmt::format("{}: expected more than {} points, found {}", name, least, points));
  }
  if (fits.profiles.empty())
    throw bad_input(
        fmt::format("expected kernels{} (gemm, attention, memory_bound_kernel, memory_bandwidth, "
                    "launch_overhead) at more than {} points, found fewer{}{}",
                    question.accelerator.empty() ? "" : " of " + question.accelerator, least,
                    fits.left_out.empty() ? "" : "; left out: ", fmt::join(fits.left_out, "; ")));
  return fits;
}

}  // namespace headroom::scenarios::calibration
