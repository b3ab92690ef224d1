// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/trace.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Ticks of 10 ps as microseconds, exactly.
std::string microseconds(sim::Ticks ticks) {
  constexpr sim::Ticks ticks_per_microsecond = 100000;
  return fmt::format("{}.{:05}", ticks / ticks_per_microsecond, ticks % ticks_per_microsecond);
}

class Trace {
 public:
  // `prefix` goes before process names, to tell variants apart.
  void add(const models::TrainingStep& step, const std::string& prefix) {
    const sim::Program& program = *step.program;
    add_streams(program, prefix);
    for (std::size_t i = 0; i < program.operation_count(); ++i) {
      const sim::OperationId id(i);
      if (!program.operation(id).stream.is_none()) add_event(step, id, program.operation(id).stream);
    }
    for (const auto& entry : program.further_entries()) add_event(step, entry.operation, entry.stream);
  }
  [[nodiscard]] std::string take() {
    return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" + events_ + "\n]}\n";
  }

 private:
  struct Thread {
    std::size_t process, thread;
  };

  void add_streams(const sim::Program& program, const std::string& prefix) {
    threads_.clear();
    std::map<std::string, std::size_t> processes;
    for (std::size_t i = 0; i < program.stream_count(); ++i) {
      const StreamName name = split_stream_name(program.stream_name(sim::StreamId(i)));
      const auto [process, is_new] = processes.emplace(name.rank, next_process_);
      if (is_new) metadata("process_name", {next_process_++, 0}, prefix + name.rank);
      threads_.push_back({process->second, i + 1});
      metadata("thread_name", threads_.back(), name.stream);
    }
  }
  void metadata(const char* kind, Thread where, const std::string& name) {
    event(fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}})", kind,
                      where.process, where.thread, json_text(name)));
  }
  void add_event(const models::TrainingStep& step, sim::OperationId id, sim::StreamId stream) {
    const sim::Ticks start = step.timeline->start[id.value], finish = step.timeline->finish[id.value];
    const auto& label = step.program->label(step.program->operation(id).label);
    const Thread where = threads_[stream.value];
    event(fmt::format(R"({{"ph":"X","name":{},"cat":"{}","pid":{},"tid":{},"ts":{},"dur":{}}})",
                      json_text(label.text), to_string(static_cast<models::StepCategory>(label.category)),
                      where.process, where.thread, microseconds(start), microseconds(finish - start)));
  }
  void event(const std::string& json) {
    if (!events_.empty()) events_ += ",\n";
    events_ += json;
  }

  std::string events_;
  std::vector<Thread> threads_;  // by stream of the program at hand
  std::size_t next_process_ = 1;
};

}  // namespace

StreamName split_stream_name(const std::string& name) {
  const std::size_t colon = name.rfind(": ");
  if (colon == std::string::npos) return {name, name};
  return {name.substr(0, colon), name.substr(colon + 2)};
}

std::string trace_json(std::span<const Answer> answers) {
  Trace trace;
  for (const Answer& answer : answers) {
    if (!answer.feasible) continue;
    if (!answer.training || !answer.training->program || !answer.training->timeline) {
      throw bad_input(
          "--trace: expected a training question of fidelity fluid or message, found none to draw");
    }
    trace.add(*answer.training, answers.size() > 1 ? answer.scenario.variant + " / " : "");
  }
  return trace.take();
}

}  // namespace headroom::scenarios
