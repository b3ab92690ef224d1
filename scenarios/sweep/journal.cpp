// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

constexpr std::string_view first_words = "headroom sweep journal";
constexpr std::size_t digest_length = 16;

Error refuse(const std::filesystem::path& path, const std::string& expected, const std::string& found) {
  return bad_input(fmt::format("{}: expected {}, found: {}", path.string(), expected, found));
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Journal::Journal(std::filesystem::path path, std::string_view program) : path_(std::move(path)) {
  open();
  keep_whole_lines(fmt::format("{} of program {}\n", first_words, program));
}

Journal::~Journal() {
  if (file_ >= 0) close(file_);
}

void Journal::open() {
  constexpr mode_t usual_mode = 0666;  // less what the user's mask takes
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, usual_mode);
  if (file_ < 0) throw refuse(path_, "a place that can be written", std::strerror(errno));
  if (flock(file_, LOCK_EX | LOCK_NB) != 0)
    throw refuse(path_, "a journal that no other sweep is writing", std::strerror(errno));
}

// The last line may have been cut off with the sweep that wrote it.
void Journal::keep_whole_lines(std::string_view head) {
  const std::string text = text_of(path_);
  if (!text.empty() && !head.starts_with(text) && !text.starts_with(first_words))
    throw refuse(path_, "a journal of headroom sweep", "something else");
  const bool ours = text.starts_with(head);
  std::size_t kept = ours ? head.size() : 0;
  for (std::size_t end = text.find('\n', kept); ours && end != std::string::npos;
       end = text.find('\n', kept)) {
    const std::string_view line(text.data() + kept, end - kept);
    if (line.size() <= digest_length) throw refuse(path_, "lines of a digest and a row", std::string(line));
    rows_[std::string(line.substr(0, digest_length))] = read_row_line(line.substr(digest_length + 1));
    kept = end + 1;
  }
  if (kept < text.size() && ftruncate(file_, static_cast<off_t>(kept)) != 0)
    throw refuse(path_, "a place that can be written", std::strerror(errno));
  if (!ours) append(head);
}

const SweepRow* Journal::find(const std::string& digest) const {
  const auto found = rows_.find(digest);
  return found == rows_.end() ? nullptr : &found->second;
}

void Journal::add(const std::string& digest, const SweepRow& row) {
  append(fmt::format("{} {}\n", digest, row_line(row)));
}

void Journal::append(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw refuse(path_, "a place that can be written", std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Journal::remove() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace headroom::scenarios
