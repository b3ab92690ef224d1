// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

namespace fs = std::filesystem;

Error unwritable(const fs::path& path, const std::string& why) {
  return bad_input(fmt::format("{}: expected a place that can be written, found: {}", path.string(), why));
}

// A name in the same folder that nobody uses yet.
fs::path draft_of(const fs::path& path) {
  for (int i = 0;; ++i) {
    fs::path draft = path;
    draft += fmt::format(".{}.part", i);
    if (!fs::exists(draft)) return draft;
  }
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  std::error_code ignored;
  if (fs::is_directory(path_, ignored)) throw unwritable(path_, "a directory");
  if (fs::is_symlink(path_, ignored)) path_ = fs::weakly_canonical(path_);
  const bool exists = fs::exists(path_, ignored);
  errno = 0;
  // Appending nothing: refuses a file that is write-protected, changes none.
  if (exists && !std::ofstream(path_, std::ios::binary | std::ios::app)) {
    throw unwritable(path_, std::strerror(errno));
  }
  if (exists && !fs::is_regular_file(path_, ignored)) return;
  fs::path draft = draft_of(path_);
  if (!std::ofstream(draft, std::ios::binary)) throw unwritable(path_, std::strerror(errno));
  draft_ = std::move(draft);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)), draft_(std::exchange(other.draft_, {})) {}

OutputFile::~OutputFile() {
  std::error_code ignored;
  if (!draft_.empty()) fs::remove(draft_, ignored);
}

void OutputFile::commit(std::string_view text) {
  errno = 0;
  std::ofstream out(draft_.empty() ? path_ : draft_, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) throw unwritable(path_, std::strerror(errno));
  if (draft_.empty()) return;
  std::error_code failed;
  fs::rename(draft_, path_, failed);
  if (failed) throw unwritable(path_, failed.message());
  draft_.clear();
}

}  // namespace headroom::scenarios
