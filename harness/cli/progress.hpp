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

/// Shows how far an execution is. `expected`: seconds that each task should take, 0 = nothing to do.
class ProgressView : public ExecutionObserver {
 public:
  ProgressView(const TaskGraph& graph, ProgressMode mode, std::size_t jobs, std::vector<double> expected);
  ~ProgressView() override;

  void started(std::size_t task) override;
  void progressed(std::size_t task, const WorkerEvent& event) override;
  void settled(std::size_t task, bool worked) override;
  void waiting(std::size_t task) override;
  void tick() override;
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
  double seconds_worked_ = 0.0;    ///< of tasks that workers did now
  double seconds_expected_ = 0.0;  ///< what was expected for them
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_draw_{};
  std::size_t drawn_lines_ = 0;
};

/// "1:05", "2:03:04".
std::string clock_text(double seconds);

}  // namespace reseed::cli
