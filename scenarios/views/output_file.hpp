// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string_view>

namespace headroom::scenarios {

// A file that appears whole or not at all: written beside its place under another name, then renamed onto it.
// (Devices and pipes, such as /dev/null, are written straight.)
class OutputFile {
 public:
  // Opens the file beside `path` now, so that a place that cannot be written is refused before the work, not
  // after. Throws Error(bad_input) with the reason.
  explicit OutputFile(std::filesystem::path path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  // Removes what was not committed.
  ~OutputFile();

  // Writes all of `text` and puts the file in its place.
  void commit(std::string_view text);
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::filesystem::path draft_;  // empty: nothing to rename or to remove
};

}  // namespace headroom::scenarios
