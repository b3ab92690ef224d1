// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>

namespace headroom {

// Why a run ended without an answer; the value is the exit code of the command.
enum class Failure {
  infeasible =
      1,  // the question has no feasible answer (the text says the smallest change that would make one)
  bad_input = 2,  // what was given is wrong (the text says where, what was expected and what was found)
  internal = 3,   // our mistake
};

// The one exception type of Headroom. what() is one line that a user can act on.
class Error : public std::runtime_error {
 public:
  Error(Failure failure, const std::string& text) : std::runtime_error(text), failure_(failure) {}
  [[nodiscard]] Failure failure() const noexcept { return failure_; }

 private:
  Failure failure_;
};

[[nodiscard]] inline Error bad_input(const std::string& text) {
  return {Failure::bad_input, text};
}
[[nodiscard]] inline Error infeasible(const std::string& text) {
  return {Failure::infeasible, text};
}
[[nodiscard]] inline Error internal(const std::string& text) {
  return {Failure::internal, text};
}

}  // namespace headroom
