// SPDX-License-Identifier: Apache-2.0
#include "models/training/layout_search.hpp"

#include <algorithm>
#include <tuple>

namespace headroom::models {
namespace {

bool is_faster(const JudgedLayout& a, const JudgedLayout& b) {
  return std::pair(a.step.seconds, a.number) < std::pair(b.step.seconds, b.number);
}

void add_to_fastest(const JudgedLayout& judged, std::size_t keep, std::vector<JudgedLayout>& fastest) {
  if (fastest.size() == keep && !is_faster(judged, fastest.back())) return;
  fastest.insert(std::upper_bound(fastest.begin(), fastest.end(), judged, is_faster), judged);
  if (fastest.size() > keep) fastest.pop_back();
}

// Ties are beaten by the one that came first, so of equals one stays.
bool beats(const JudgedLayout& a, const JudgedLayout& b) {
  if (a.step.seconds > b.step.seconds || a.busy_seconds() > b.busy_seconds()) return false;
  const bool equal = a.step.seconds == b.step.seconds && a.busy_seconds() == b.busy_seconds();
  return !equal || a.number < b.number;
}

void add_to_frontier(const JudgedLayout& judged, std::vector<JudgedLayout>& frontier) {
  if (std::any_of(frontier.begin(), frontier.end(), [&](const auto& f) { return beats(f, judged); })) return;
  std::erase_if(frontier, [&](const auto& f) { return beats(judged, f); });
  frontier.insert(std::upper_bound(frontier.begin(), frontier.end(), judged, is_faster), judged);
}

struct Candidate {
  const Layout* layout;
  std::size_t number;
  int recomputed_layers;
  LayoutEvaluator::Bounds bounds;
};

class Search {
 public:
  Search(const topologies::Cluster& cluster, const TrainingJob& job, std::span<const Layout> layouts,
         const SearchOptions& options)
      : layouts_(layouts), options_(options), evaluator_(cluster, job), network_(*job.network) {}

  LayoutSearch run() {
    found_.counts.layouts = layouts_.size();
    std::vector<Candidate> candidates = fitting();
    // The most promising first: the sooner good ones are known, the fewer are timed.
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return std::tie(a.bounds.seconds, a.number) < std::tie(b.bounds.seconds, b.number);
    });
    for (const Candidate& candidate : candidates) judge(candidate);
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::vector<Candidate> fitting() {
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < layouts_.size(); ++i) {
      const int layers = recomputed_layers(layouts_[i]);
      if (layers == 0) {
        ++found_.counts.too_slow;
        continue;
      }
      Layout layout = layouts_[i];
      layout.recomputed_layers = layers;
      const Candidate candidate{&layouts_[i], i, layers, evaluator_.bounds(layout)};
      if (candidate.bounds.fits)
        candidates.push_back(candidate);
      else
        ++found_.counts.too_large;
    }
    return candidates;
  }

  // Of how many layers a layout repeats the forward pass (negative: as it says). The more, the less memory is
  // needed, so halving finds the fewest.
  [[nodiscard]] int recomputed_layers(Layout layout) {
    const int asked = layout.recomputed_layers;
    if (options_.recompute_all || layout.recomputation != Recomputation::full || asked >= 0) return asked;
    if (!evaluator_.fits(layout)) return asked;
    const std::vector<int> stages = layers_of_stages(layout, network_);
    int too_few = -1, enough = *std::max_element(stages.begin(), stages.end());
    while (enough - too_few > 1) {
      layout.recomputed_layers = (too_few + enough) / 2;
      (evaluator_.fits(layout) ? enough : too_few) = layout.recomputed_layers;
    }
    return enough;
  }

  [[nodiscard]] bool may_be_an_answer(const LayoutEvaluator::Bounds& bounds) const {
    if (bounds.seconds < found_.fastest.back().step.seconds) return true;
    return std::none_of(found_.frontier.begin(), found_.frontier.end(), [&](const JudgedLayout& f) {
      return f.step.seconds <= bounds.seconds && f.busy_seconds() <= bounds.busy_seconds;
    });
  }

  void judge(const Candidate& candidate) {
    JudgedLayout judged{*candidate.layout, candidate.number, 0, {}};
    judged.layout.recomputed_layers = candidate.recomputed_layers;
    const bool few = found_.fastest.size() < options_.keep;
    if (!few &&
        (!may_be_an_answer(candidate.bounds) || !may_be_an_answer(evaluator_.close_bounds(judged.layout)))) {
      ++found_.counts.too_slow;
      return;
    }
    ++found_.counts.timed;
    const LayoutEvaluator::Evaluation evaluation = evaluator_.evaluate(judged.layout);
    judged.memory_bytes = evaluation.memory.bytes;
    judged.step = evaluation.step;
    add_to_fastest(judged, options_.keep, found_.fastest);
    add_to_frontier(judged, found_.frontier);
  }

  std::span<const Layout> layouts_;
  SearchOptions options_;
  LayoutEvaluator evaluator_;
  const Network& network_;
  LayoutSearch found_;
};

}  // namespace

void SearchCounts::add(const SearchCounts& other) {
  layouts += other.layouts;
  too_large += other.too_large;
  too_slow += other.too_slow;
  timed += other.timed;
}

LayoutSearch search_layouts(const topologies::Cluster& cluster, const TrainingJob& job,
                            std::span<const Layout> layouts, const SearchOptions& options) {
  return Search(cluster, job, layouts, options).run();
}

void merge(LayoutSearch& into, const LayoutSearch& other, std::size_t keep) {
  into.counts.add(other.counts);
  for (const JudgedLayout& judged : other.fastest) add_to_fastest(judged, keep, into.fastest);
  for (const JudgedLayout& judged : other.frontier) add_to_frontier(judged, into.frontier);
}

}  // namespace headroom::models
