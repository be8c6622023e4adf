// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "execute/executor.hpp"
#include "plan/graph.hpp"

namespace reseed::cli {

/// How progress is shown, on standard error.
enum class ProgressMode {
  bar,    ///< redrawn in place: one line per running task, then total and time left
  plain,  ///< a line when a task ends and every ten seconds
  json,   ///< one JSON object a line
  none,
};

/// "auto" is bar on a terminal, else plain. Errors: Error(usage).
ProgressMode progress_mode(const std::string& word);

/// Shows how far an execution is, and how long it will take as far as that can be told.
class ProgressView : public ExecutionObserver {
 public:
  ProgressView(const TaskGraph& graph, ProgressMode mode, std::size_t jobs);
  ~ProgressView() override;

  /// Seconds that a task should take; 0 = not known: then what other tasks of its kind took.
  void expect(std::size_t task, double seconds) { expected_[task] = seconds; }
  /// How many tasks workers did now.
  std::size_t worked() const { return worked_; }

  void started(std::size_t task) override;
  void progressed(std::size_t task, const WorkerEvent& event) override;
  void settled(std::size_t task, bool worked) override;
  void waiting(std::size_t task) override;
  void tick() override;
  /// Takes the moving lines away: what follows is for good.
  void clear() { erase_bar(); }
  /// A line that stays, e.g. why a task runs again.
  void note(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  struct Running {
    Clock::time_point since;
    WorkerEvent last;
    bool heard = false;
  };
  std::string describe(std::size_t task, const Running& running) const;
  std::string summary() const;
  double expected_seconds(std::size_t task) const;
  double seconds_left() const;
  void erase_bar();
  void draw_bar();
  void line(const std::string& text);

  const TaskGraph& graph_;
  ProgressMode mode_;
  std::size_t jobs_;
  std::vector<double> expected_;
  std::vector<bool> settled_;
  std::map<std::size_t, Running> running_;
  std::size_t done_ = 0;
  std::size_t worked_ = 0;
  struct Experience {
    double seconds = 0.0;   ///< that tasks took
    double expected = 0.0;  ///< what was expected for them
    double tasks = 0.0;
  };
  std::map<TaskKind, Experience> experience_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_draw_{};
  std::size_t drawn_lines_ = 0;
};

/// "1:05", "2:03:04".
std::string clock_text(double seconds);

}  // namespace reseed::cli
