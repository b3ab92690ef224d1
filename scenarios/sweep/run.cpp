// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep/run.hpp"

#include <fmt/format.h>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

#include "scenarios/parallel.hpp"
#include "scenarios/sweep/answer_group.hpp"
#include "scenarios/sweep/journal.hpp"
#include "scenarios/sweep/team.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

using Group = std::vector<std::size_t>;

// How often the first process looks for rows of the others.
constexpr std::chrono::milliseconds look_every{5};

// Whose a group is, among `size` processes. Neighbours cost alike, and every second or fourth one may cost
// more than the rest: so they are dealt out of order (multiplicative hashing, Knuth, The Art of Computer
// Programming 3, sec. 6.4).
int owner_of(std::size_t group, int size) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
  return static_cast<int>(((group * golden) >> 32U) % static_cast<std::uint64_t>(size));
}

class Run {
 public:
  Run(const SweepQuestion& question, const SweepOptions& options)
      : question_(question), options_(options), rows_(question.points()), known_(question.points()) {}

  std::vector<SweepRow> rows() {
    take_known_rows();
    if (options_.team == nullptr || options_.team->size() == 1) {
      answer(groups_of(0, 1));
    } else if (options_.team->number() > 0) {
      answer(groups_of(options_.team->number(), options_.team->size()));
      rows_.clear();
    } else {
      lead();
    }
    return std::move(rows_);
  }

 private:
  [[nodiscard]] bool is_first() const { return options_.team == nullptr || options_.team->number() == 0; }

  void take_known_rows() {
    for (std::size_t point = 0; options_.journal != nullptr && point < rows_.size(); ++point) {
      const SweepRow* row = options_.journal->find(question_.digest(point));
      if (row == nullptr) continue;
      rows_[point] = *row;
      known_[point] = 1;
      ++done_;
    }
    if (options_.team != nullptr) options_.team->share(known_);
    if (options_.progress) options_.progress(done_, rows_.size());
  }

  // What is left to do for one process.
  [[nodiscard]] std::vector<Group> groups_of(int number, int size) const {
    std::vector<Group> mine;
    const std::vector<Group> all = question_.groups();
    for (std::size_t g = 0; g < all.size(); ++g) {
      if (owner_of(g, size) != number) continue;
      Group left;
      for (const std::size_t point : all[g])
        if (known_[point] == 0) left.push_back(point);
      if (!left.empty()) mine.push_back(std::move(left));
    }
    return mine;
  }

  void answer(const std::vector<Group>& groups) {
    for_each_index(options_.jobs, groups.size(),
                   [&](std::size_t g) { deliver(answer_group(question_, groups[g])); });
  }

  void deliver(const std::vector<PointRow>& rows) {
    const std::lock_guard lock(delivery_);
    for (const auto& [point, row] : rows) {
      if (is_first())
        keep(point, row);
      else
        options_.team->send(fmt::format("{} {}", point, row_line(row)));
    }
  }

  void keep(std::size_t point, const SweepRow& row) {
    if (options_.journal != nullptr) options_.journal->add(question_.digest(point), row);
    rows_[point] = row;
    known_[point] = 1;
    ++done_;
    if (options_.progress) options_.progress(done_, rows_.size());
  }

  // The first of several processes: computes its own share in the background and gathers everybody's.
  void lead() {
    std::exception_ptr failure;
    std::atomic<bool> computed = false;
    std::thread own([&] {
      try {
        answer(groups_of(0, options_.team->size()));
      } catch (...) {
        failure = std::current_exception();
      }
      computed = true;
    });
    while (!(computed && (failure || is_complete()))) {
      if (!take_sent_rows()) std::this_thread::sleep_for(look_every);
    }
    own.join();
    if (failure) std::rethrow_exception(failure);
  }

  [[nodiscard]] bool is_complete() {
    const std::lock_guard lock(delivery_);
    return done_ == rows_.size();
  }

  bool take_sent_rows() {
    const std::optional<std::string> sent = options_.team->receive();
    if (!sent) return false;
    const std::size_t blank = sent->find(' ');
    const std::lock_guard lock(delivery_);
    keep(std::stoul(sent->substr(0, blank)), read_row_line(std::string_view(*sent).substr(blank + 1)));
    return true;
  }

  const SweepQuestion& question_;
  const SweepOptions& options_;
  std::mutex delivery_;  // guards what follows, the journal and the team's send
  std::vector<SweepRow> rows_;
  std::vector<char> known_;  // by point
  std::size_t done_ = 0;
};

}  // namespace

std::vector<SweepRow> run_sweep(const SweepQuestion& question, const SweepOptions& options) {
  return Run(question, options).rows();
}

}  // namespace headroom::scenarios
