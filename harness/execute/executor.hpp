// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "execute/interruption.hpp"
#include "plan/graph.hpp"
#include "worker/client.hpp"

namespace reseed {

/// What a ready task wants to be done.
struct Step {
  enum class Kind {
    settled,  ///< nothing: its result is there
    wait,     ///< another process is at it: ask again later
    request,  ///< a worker must answer `request`
  };
  Kind kind = Kind::settled;
  std::string program;  ///< name of the worker's program
  nlohmann::json request;
  std::optional<std::chrono::milliseconds> limit;  ///< a worker that takes longer is killed
};

/// What a task took.
struct Usage {
  double seconds = 0.0;
  std::optional<std::int64_t> peak_bytes;  ///< largest resident memory of the worker during the task
};

/// How a worker's answer was taken.
struct Answer {
  WorkerEvent event;
  bool timed_out = false;  ///< `event` is a crash: the worker was killed at its limit
  Usage usage;
};

/// The meaning of the tasks: what to do when one is ready, what to do with the answer.
class TaskHandler {
 public:
  virtual ~TaskHandler() = default;
  /// Errors: an Error ends the execution; a task that may fail alone reports that in finish().
  virtual Step start(std::size_t task) = 0;
  virtual void finish(std::size_t task, Answer answer) = 0;
};

/// What is going on, for people. Called from the executor's thread.
class ExecutionObserver {
 public:
  virtual ~ExecutionObserver() = default;
  virtual void started(std::size_t /*task*/) {}  ///< given to a worker
  virtual void progressed(std::size_t /*task*/, const WorkerEvent& /*event*/) {}
  /// Every task exactly once; `worked`: a worker did it now.
  virtual void settled(std::size_t /*task*/, bool /*worked*/) {}
  virtual void waiting(std::size_t /*task*/) {}  ///< for another process; once per task
  virtual void tick() {}                         ///< a few times a second
};

/// Runs a graph on as many workers at once as `jobs` says, each a fresh program with one compute thread.
///
/// A worker that crashes costs its task, not the others. Interrupted: workers are killed, what is done stays done.
class LocalExecutor {
 public:
  struct Settings {
    std::size_t jobs = 1;
    std::function<WorkerOptions(const std::string& program)> worker;  ///< how a program is started
  };
  LocalExecutor(Settings settings, const Interruption& interruption);
  ~LocalExecutor();

  /// True when all tasks were settled, false when it was interrupted.
  bool run(const TaskGraph& graph, TaskHandler& handler, ExecutionObserver& observer);

 private:
  struct Slot;
  using Clock = std::chrono::steady_clock;

  Slot& slot_for(const std::string& program);
  void give(Slot& slot, std::size_t task, Step step);
  void listen(Slot& slot, ReadySet& ready, TaskHandler& handler, ExecutionObserver& observer);
  void wait_for_something(bool retry_soon);
  bool interrupted_after_all();

  Settings settings_;
  const Interruption& interruption_;
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace reseed
