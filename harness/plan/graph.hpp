// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace reseed {

/// What kind of work a task is. The order of work is not kept here: it is read off the graph.
enum class TaskKind { fetch, check, train, measure, analyse, bundle };

std::string_view to_string(TaskKind kind);

/// One piece of work, known by what it consumes and what it produces.
struct Task {
  TaskKind kind = TaskKind::check;
  std::string name;                   ///< for people, unique: "train plain/amazon seed 3"
  std::vector<std::string> consumes;  ///< names of artefacts
  std::vector<std::string> produces;
};

/// Tasks joined by artefacts: an edge leads from the task that produces one to each task that consumes it.
class TaskGraph {
 public:
  /// Errors: Error(manifest) naming the artefact that no task produces and the task that consumes it, or that two
  /// tasks produce, or tasks that wait for each other.
  explicit TaskGraph(std::vector<Task> tasks = {});
  ~TaskGraph();
  TaskGraph(TaskGraph&&) noexcept;
  TaskGraph& operator=(TaskGraph&&) noexcept;

  const std::vector<Task>& tasks() const { return tasks_; }
  /// All tasks, producers before consumers; among equals the order in which they were given.
  const std::vector<std::size_t>& order() const { return order_; }
  /// The tasks whose artefacts `task` consumes.
  std::vector<std::size_t> needs(std::size_t task) const;

  /// Position of the task that produces an artefact. Errors: std::out_of_range.
  std::size_t producer(const std::string& artefact) const;

 private:
  friend class ReadySet;
  struct Links;
  std::vector<Task> tasks_;
  std::vector<std::size_t> order_;
  std::unique_ptr<Links> links_;
};

/// Which tasks may start now: those whose needs are all settled. It is read off the graph.
class ReadySet {
 public:
  explicit ReadySet(const TaskGraph& graph);

  /// Takes the next ready task, in the order of the graph; there is none when nothing is ready at the moment.
  bool take(std::size_t& task);
  /// The task ended, well or not: what waited for it may become ready.
  void settle(std::size_t task);
  /// True when every task was settled.
  bool done() const { return settled_ == open_needs_.size(); }

 private:
  const TaskGraph* graph_;
  std::vector<std::size_t> open_needs_;
  std::vector<std::size_t> rank_;   ///< position in the graph's order
  std::vector<std::size_t> ready_;  ///< heap: smallest rank first
  std::size_t settled_ = 0;
};

}  // namespace reseed
