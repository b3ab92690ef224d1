// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

namespace headroom::scenarios {

// A file that appears whole or not at all: written beside its place under another name, then renamed onto it.
// (Devices and pipes, such as /dev/null, are written straight.)
class OutputFile {
 public:
  // Tries the place now, so that one that cannot be written is refused before the work, not after; leaves
  // nothing behind. Throws Error(bad_input) with the reason.
  explicit OutputFile(std::filesystem::path path);

  // Writes all of `text` and puts the file in its place.
  void commit(std::string_view text) const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  bool straight_ = false;  // a device or a pipe
};

// Throws Error(bad_input) when two outputs are the same file, or an output is one of the inputs.
void check_distinct(const std::vector<std::filesystem::path>& inputs,
                    const std::vector<std::filesystem::path>& outputs);

}  // namespace headroom::scenarios
