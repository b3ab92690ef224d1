// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

namespace headroom::cli {

// A line of progress on standard error, only where that is a terminal; gone when the object is.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // What is being worked on; returns what sim::RunOptions::progress takes.
  [[nodiscard]] std::function<void(std::size_t done, std::size_t total)> of(const std::string& what);
  // The same for many things done by several threads, with the time that is left. One call at a time.
  [[nodiscard]] std::function<void(std::size_t done, std::size_t total)> counted(const std::string& what);

 private:
  bool terminal_;
};

}  // namespace headroom::cli
