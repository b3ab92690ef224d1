// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "scenarios/sweep/row.hpp"

namespace headroom::scenarios {

// The rows of a sweep that is under way, on disk: one line each, appended as they come, so that a sweep that
// was stopped at any moment goes on from there. A row is found by the digest of all that it rests on. What
// another program wrote (`program`: its digest) is not trusted and begins anew.
class Journal {
 public:
  // Throws Error(bad_input) for a place that cannot be written, a file that is no journal, and a journal that
  // another sweep is writing.
  Journal(std::filesystem::path path, std::string_view program);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  [[nodiscard]] const SweepRow* find(const std::string& digest) const;
  void add(const std::string& digest, const SweepRow& row);
  // The results stand in their place: it is needed no more.
  void remove();

 private:
  void open();
  void keep_whole_lines(std::string_view head);
  void append(std::string_view text);

  std::filesystem::path path_;
  int file_ = -1;
  std::map<std::string, SweepRow> rows_;  // of earlier runs
};

}  // namespace headroom::scenarios
