// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <climits>
#include <cstring>
#include <fstream>

#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // that Linux follows (path_resolution(7))

Error unwritable(const fs::path& path, const std::string& why) {
  return bad_input(fmt::format("{}: expected a place that can be written, found: {}", path.string(), why));
}

// A short name in the same folder that nobody uses yet: the path's own may be as long as names can be.
fs::path draft_of(const fs::path& path) {
  std::error_code ignored;
  for (int i = 0;; ++i) {
    fs::path draft = path.parent_path() / fmt::format(".headroom.{}.part", i);
    if (!fs::exists(draft, ignored)) return draft;
  }
}

// Writes the text there; removes what was written when it did not all fit.
void write_whole(const fs::path& place, const fs::path& named, std::string_view text,
                 bool remove_on_failure) {
  errno = 0;
  std::ofstream out(place, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out) return;
  const Error error = unwritable(named, std::strerror(errno));
  std::error_code ignored;
  if (remove_on_failure) fs::remove(place, ignored);
  throw error;
}

// Devices and pipes may be written twice.
bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code failed;
  if (fs::is_other(a, failed)) return false;
  if (fs::equivalent(a, b, failed)) return true;
  return fs::weakly_canonical(a, failed) == fs::weakly_canonical(b, failed);
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  std::error_code failed;
  if (fs::is_directory(path_, failed)) throw unwritable(path_, "a directory");
  for (int followed = 0; followed < most_links && fs::is_symlink(path_, failed); ++followed)
    path_ = path_.parent_path() / fs::read_symlink(path_, failed);
  const bool exists = fs::exists(path_, failed);
  errno = 0;
  // Appending nothing: refuses a file that is write-protected, changes none.
  if (exists && !std::ofstream(path_, std::ios::binary | std::ios::app)) {
    throw unwritable(path_, std::strerror(errno));
  }
  straight_ = exists && !fs::is_regular_file(path_, failed);
  if (straight_) return;
  if (!exists && path_.filename().string().size() > NAME_MAX)
    throw unwritable(path_, "a name that is too long");
  const fs::path draft = draft_of(path_);
  write_whole(draft, path_, "", true);
  fs::remove(draft, failed);
}

void OutputFile::commit(std::string_view text) const {
  if (straight_) return write_whole(path_, path_, text, false);
  const fs::path draft = draft_of(path_);
  write_whole(draft, path_, text, true);
  std::error_code failed;
  fs::rename(draft, path_, failed);
  if (failed) throw unwritable(path_, failed.message());
}

void check_distinct(const std::vector<fs::path>& inputs, const std::vector<fs::path>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const fs::path& input : inputs)
      if (same_file(input, outputs[i])) throw unwritable(outputs[i], "a file that is read");
    for (std::size_t j = 0; j < i; ++j)
      if (same_file(outputs[i], outputs[j])) throw unwritable(outputs[i], "the place of another output");
  }
}

}  // namespace headroom::scenarios
