// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace headroom::scenarios {

// The processes that work on one sweep, on one machine or on several. Number 0 keeps the results; the others
// send it theirs.
class Team {
 public:
  virtual ~Team() = default;
  [[nodiscard]] virtual int size() const = 0;
  [[nodiscard]] virtual int number() const = 0;  // of this process
  // Everybody calls it: what the first process has, all have afterwards.
  virtual void share(std::vector<char>& values) = 0;
  // To the first process. Called from one thread at a time.
  virtual void send(const std::string& text) = 0;
  // At the first process: what another has sent, if anything came. Does not wait.
  [[nodiscard]] virtual std::optional<std::string> receive() = 0;
};

}  // namespace headroom::scenarios
