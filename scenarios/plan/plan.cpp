// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan/plan.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "scenarios/parallel.hpp"
#include "scenarios/plan/layout_choice.hpp"
#include "scenarios/plan/prospects.hpp"
#include "scenarios/plan/ranking.hpp"
#include "scenarios/plan/smallest_change.hpp"
#include "scenarios/simulate_parts.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

// What is known of points that differ in prices only.
struct Place {
  std::vector<std::size_t> points;
  std::vector<Prospect> prospects;
  std::vector<PlanEntry> entries;  // in closed form: what nothing beats, at every point
  std::string refusal;
};

bool is_a_miss(const PlanEntry& entry) {
  return !is_priced(entry) || !keeps_limits(entry);
}

class Planner {
 public:
  Planner(const SweepQuestion& question, const PlanOptions& options)
      : question_(question), options_(options) {
    plan_.name = question.name();
    plan_.question = question.question();
    plan_.baseline = question.baseline();
    plan_.expected = question.expected();
  }

  Plan run() {
    search();
    count();
    plan_.entries = shortlisted();
    simulate(plan_.entries);
    take_out_misses(plan_.entries);
    rank(plan_.entries);
    if (!plan_.entries.empty()) {
      PlanEntry& best = plan_.entries.front();
      plan_.best_shift = best.answer.training->step_seconds / best.closed_form_seconds - 1;
      const ClusterChoice& used = best.answer.scenario.cluster;
      add_elasticities(with_used(question_.scenario(best.point), used.servers, used.server.accelerators),
                       best.answer);
    } else {
      plan_.changes = smallest_changes(question_, misses_);
    }
    const std::vector<PlanEntry>& any = plan_.entries.empty() ? misses_ : plan_.entries;
    if (!any.empty()) plan_.objectives = any.front().answer.scenario.objectives;
    return std::move(plan_);
  }

 private:
  void search() {
    for (auto& points : question_.groups()) places_.push_back({std::move(points), {}, {}, {}});
    std::mutex delivery;
    std::size_t done = 0;
    for_each_index(options_.jobs, places_.size(), [&](std::size_t i) {
      look_at(places_[i]);
      const std::lock_guard lock(delivery);
      done += places_[i].points.size();
      if (options_.progress) options_.progress(done, question_.points());
    });
  }

  void look_at(Place& place) const {
    try {
      place.prospects = prospects_of(question_.scenario(place.points.front()), options_.shortlist);
      for (const Prospect& prospect : place.prospects)
        for (const models::JudgedLayout& judged : prospect.found.frontier)
          for (PlanEntry& entry : priced(place, prospect, judged)) place.entries.push_back(std::move(entry));
    } catch (const Error& error) {
      if (error.failure() == Failure::internal) throw;
      place.refusal = error.what();
    }
  }

  // The answers of one layout at all points of a place.
  [[nodiscard]] std::vector<PlanEntry> priced(const Place& place, const Prospect& prospect,
                                              const models::JudgedLayout& judged) const {
    std::vector<PlanEntry> entries;
    const Answer answer = closed_form(prospect.scenario, judged.layout);
    for (const std::size_t point : place.points) {
      Answer here = point == place.points.front()
                        ? answer
                        : predict_priced(with_used(question_.scenario(point), prospect.used_servers,
                                                   prospect.used_per_server),
                                         answer);
      if (here.feasible) entries.push_back(entry_of(question_, point, std::move(here), judged.step.seconds));
    }
    return entries;
  }

  void count() {
    plan_.counts.clusters = question_.points();
    plan_.counts.unlike = places_.size();
    for (const Place& place : places_) {
      if (!place.refusal.empty()) {
        plan_.counts.without_layout += place.points.size();
        plan_.refusals.push_back({question_.short_name_of(place.points.front()), place.refusal});
      }
      for (const Prospect& prospect : place.prospects) plan_.counts.layouts.add(prospect.found.counts);
    }
    check_not_all_refused();
  }

  // Wrong in the same way everywhere: it is the scenario that is wrong.
  void check_not_all_refused() const {
    if (plan_.refusals.size() < places_.size()) return;
    const std::string& first = plan_.refusals.front().reason;
    const bool alike = std::all_of(plan_.refusals.begin(), plan_.refusals.end(),
                                   [&](const Refusal& r) { return r.reason == first; });
    if (alike) (void)layouts_of(question_.scenario(0));
  }

  // What may be among the best: of every place what nothing beats there, and of the best places their
  // runners-up.
  [[nodiscard]] std::vector<PlanEntry> shortlisted() {
    std::vector<PlanEntry> all;
    for (const Place& place : places_) all.insert(all.end(), place.entries.begin(), place.entries.end());
    plan_.counts.priced = all.size();
    take_out_misses(all);
    for (const PlanEntry& miss : misses_)
      ++(is_priced(miss) ? plan_.counts.over_limits : plan_.counts.without_price);
    rank(all);
    std::vector<PlanEntry> runners_up;
    for (const PlanEntry& entry : first_of_their_points(all))
      for (PlanEntry& next : runners_up_of(entry)) runners_up.push_back(std::move(next));
    std::erase_if(runners_up, is_a_miss);
    all.insert(all.end(), runners_up.begin(), runners_up.end());
    rank(all);
    return best_of(std::move(all), options_.shortlist);
  }

  [[nodiscard]] std::vector<PlanEntry> first_of_their_points(const std::vector<PlanEntry>& ranked) const {
    std::vector<PlanEntry> first;
    for (const PlanEntry& entry : ranked) {
      const bool seen =
          std::any_of(first.begin(), first.end(), [&](const PlanEntry& f) { return f.point == entry.point; });
      if (!seen) first.push_back(entry);
      if (first.size() == options_.shortlist) break;
    }
    return first;
  }

  // The fastest layouts at the point of `entry` that are not among the entries yet.
  [[nodiscard]] std::vector<PlanEntry> runners_up_of(const PlanEntry& entry) const {
    const Place& place = *std::find_if(places_.begin(), places_.end(), [&](const Place& p) {
      return std::find(p.points.begin(), p.points.end(), entry.point) != p.points.end();
    });
    std::vector<PlanEntry> entries;
    const Place here{{entry.point}, {}, {}, {}};
    for (const Prospect& prospect : place.prospects) {
      const auto& frontier = prospect.found.frontier;
      for (const models::JudgedLayout& judged : prospect.found.fastest) {
        const bool known = std::any_of(frontier.begin(), frontier.end(),
                                       [&](const auto& f) { return f.number == judged.number; });
        if (known) continue;
        Answer answer = closed_form(
            with_used(question_.scenario(entry.point), prospect.used_servers, prospect.used_per_server),
            judged.layout);
        if (answer.feasible)
          entries.push_back(entry_of(question_, entry.point, std::move(answer), judged.step.seconds));
      }
    }
    return entries;
  }

  void simulate(std::vector<PlanEntry>& entries) {
    std::vector<double> shifts(entries.size());
    for_each_index(options_.jobs, entries.size(), [&](std::size_t i) {
      const PlanEntry closed = entries[i];
      entries[i] = simulated(closed);
      shifts[i] = std::abs(entries[i].answer.training->step_seconds / closed.closed_form_seconds - 1);
    });
    plan_.counts.simulated = entries.size();
    if (shifts.empty()) return;
    const auto middle = shifts.begin() + static_cast<std::ptrdiff_t>(shifts.size() / 2);
    std::nth_element(shifts.begin(), middle, shifts.end());
    plan_.median_shift = *middle;
  }

  [[nodiscard]] PlanEntry simulated(const PlanEntry& closed) const {
    if (closed.answer.scenario.fidelity == models::Fidelity::analytic) return closed;
    Answer answer = predict(closed.answer.scenario);
    answer.training->program.reset();  // nobody draws the timeline
    answer.training->timeline.reset();
    return entry_of(question_, closed.point, std::move(answer), closed.closed_form_seconds);
  }

  // What breaks a limit, or has no price where one is asked for, is remembered: it may be near.
  void take_out_misses(std::vector<PlanEntry>& entries) {
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(misses_), is_a_miss);
    std::erase_if(entries, is_a_miss);
  }

  const SweepQuestion& question_;
  const PlanOptions& options_;
  std::vector<Place> places_;
  std::vector<PlanEntry> misses_;
  Plan plan_;
};

}  // namespace

Plan make_plan(const SweepQuestion& question, const PlanOptions& options) {
  return Planner(question, options).run();
}

}  // namespace headroom::scenarios
