// SPDX-License-Identifier: Apache-2.0
#include "calibrate/determinacy.hpp"

#include <fmt/format.h>

#include <cmath>

#include "calibrate/robust.hpp"
#include "sim/error.hpp"

namespace headroom::calibrate {
namespace {

constexpr double no_effect = 1e-9;      // largest change of any residual for a parameter e times as large
constexpr double no_difference = 1e-6;  // relative singular value at which columns are one another's sums
constexpr double takes_part = 0.1;      // share of a parameter in such a sum that is worth a word

// The parameters that can make up for one another, as text.
std::string confused(const FreeSpace& space, const Eigen::VectorXd& direction) {
  std::string names;
  for (Eigen::Index d = 0; d < direction.size(); ++d) {
    if (std::abs(direction(d)) < takes_part) continue;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", space.parameter(d).name);
  }
  return names;
}

bool has_effect(const Eigen::MatrixXd& jacobian, Eigen::Index dimension) {
  return jacobian.rows() > 0 && jacobian.col(dimension).cwiseAbs().maxCoeff() >= no_effect;
}

// The direction in which columns (of length 1 or 0) add up to nothing; empty where there is none.
Eigen::VectorXd open_direction(const Eigen::MatrixXd& jacobian) {
  if (jacobian.cols() == 0) return {};
  Eigen::MatrixXd unit = jacobian;
  unit.colwise().normalize();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(unit.transpose() * unit, Eigen::ComputeFullV);
  const Eigen::Index last = unit.cols() - 1;
  // Singular values of J'J are squares.
  const double relative = std::sqrt(svd.singularValues()(last) / svd.singularValues()(0));
  return relative > no_difference ? Eigen::VectorXd() : Eigen::VectorXd(svd.matrixV().col(last));
}

}  // namespace

std::vector<Eigen::Index> undetermined(Eigen::MatrixXd jacobian) {
  std::vector<Eigen::Index> open, left;
  for (Eigen::Index d = 0; d < jacobian.cols(); ++d) (has_effect(jacobian, d) ? left : open).push_back(d);
  while (true) {
    Eigen::MatrixXd columns(jacobian.rows(), static_cast<Eigen::Index>(left.size()));
    for (std::size_t i = 0; i < left.size(); ++i)
      columns.col(static_cast<Eigen::Index>(i)) = jacobian.col(left[i]);
    const Eigen::VectorXd direction = open_direction(columns);
    if (direction.size() == 0) return open;
    Eigen::Index largest = 0;
    direction.cwiseAbs().maxCoeff(&largest);
    open.push_back(left[static_cast<std::size_t>(largest)]);
    left.erase(left.begin() + largest);
  }
}

void check_determined(const FreeSpace& space, const Eigen::MatrixXd& jacobian) {
  for (Eigen::Index d = 0; d < jacobian.cols(); ++d) {
    if (!has_effect(jacobian, d))
      throw bad_input(fmt::format("{}: no measurement depends on it; fix it or add measurements that do",
                                  space.parameter(d).name));
  }
  const Eigen::VectorXd direction = open_direction(jacobian);
  if (direction.size() == 0) return;
  throw bad_input(
      fmt::format("{}: {} measurements do not tell them apart; fix one of them or add measurements",
                  confused(space, direction), jacobian.rows()));
}

Eigen::MatrixXd covariance(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residuals,
                           const Eigen::VectorXd& weights, double scale, Loss loss) {
  Eigen::VectorXd a(residuals.size()), b(residuals.size());
  double count = 0;
  for (Eigen::Index i = 0; i < residuals.size(); ++i) {
    const double u = residuals(i) / scale;
    a(i) = weights(i) * psi_slope(loss, u);
    const double psi = robust_weight(loss, u) * residuals(i);
    b(i) = std::pow(weights(i) * psi, 2);
    if (weights(i) > 0) ++count;
  }
  const double parameters = static_cast<double>(jacobian.cols());
  const double spent = count > parameters ? count / (count - parameters) : 1;
  const Eigen::MatrixXd bread = jacobian.transpose() * a.asDiagonal() * jacobian;
  const Eigen::MatrixXd filling = jacobian.transpose() * b.asDiagonal() * jacobian;
  const Eigen::MatrixXd inverse = bread.completeOrthogonalDecomposition().pseudoInverse();
  return spent * inverse * filling * inverse;
}

}  // namespace headroom::calibrate
