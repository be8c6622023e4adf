// SPDX-License-Identifier: Apache-2.0
#include "plan/graph.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <functional>
#include <map>
#include <queue>

#include "reseed/error.hpp"

namespace reseed {

struct TaskGraph::Links {
  // setS: one edge for two tasks, however many artefacts join them.
  boost::adjacency_list<boost::setS, boost::vecS, boost::bidirectionalS> graph;
  std::map<std::string, std::size_t> producer;
};

std::string_view to_string(TaskKind kind) {
  constexpr std::string_view kNames[] = {"fetch", "check", "train", "measure", "analyse", "bundle"};
  return kNames[static_cast<std::size_t>(kind)];
}

TaskGraph::TaskGraph(std::vector<Task> tasks) : tasks_(std::move(tasks)), links_(std::make_unique<Links>()) {
  for (std::size_t task = 0; task < tasks_.size(); ++task) {
    add_vertex(links_->graph);
    for (const std::string& artefact : tasks_[task].produces)
      if (const auto [found, fresh] = links_->producer.emplace(artefact, task); !fresh)
        throw Error(ErrorKind::manifest, tasks_[task].name,
                    "produces " + artefact + ", which the task \"" + tasks_[found->second].name + "\" produces too");
  }
  for (std::size_t task = 0; task < tasks_.size(); ++task)
    for (const std::string& artefact : tasks_[task].consumes) {
      const auto found = links_->producer.find(artefact);
      if (found == links_->producer.end())
        throw Error(ErrorKind::manifest, tasks_[task].name, "consumes " + artefact + ", which no task produces");
      add_edge(found->second, task, links_->graph);
    }
  // Any topological order would do; this one keeps the order of the manifest among tasks that do not depend on another.
  std::vector<std::size_t> open(tasks_.size());
  for (std::size_t task = 0; task < open.size(); ++task) open[task] = in_degree(task, links_->graph);
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t task = 0; task < open.size(); ++task)
    if (open[task] == 0) ready.push(task);
  while (!ready.empty()) {
    order_.push_back(ready.top());
    ready.pop();
    for (auto [edge, end] = out_edges(order_.back(), links_->graph); edge != end; ++edge)
      if (--open[target(*edge, links_->graph)] == 0) ready.push(target(*edge, links_->graph));
  }
  if (order_.size() < tasks_.size())
    throw Error(ErrorKind::manifest, "plan", "some tasks wait for each other in a circle");
}

TaskGraph::~TaskGraph() = default;
TaskGraph::TaskGraph(TaskGraph&&) noexcept = default;
TaskGraph& TaskGraph::operator=(TaskGraph&&) noexcept = default;

std::vector<std::size_t> TaskGraph::needs(std::size_t task) const {
  std::vector<std::size_t> tasks;
  for (auto [edge, end] = in_edges(task, links_->graph); edge != end; ++edge)
    tasks.push_back(source(*edge, links_->graph));
  std::sort(tasks.begin(), tasks.end());
  return tasks;
}

std::size_t TaskGraph::producer(const std::string& artefact) const { return links_->producer.at(artefact); }

ReadySet::ReadySet(const TaskGraph& graph)
    : graph_(&graph), open_needs_(graph.tasks().size()), rank_(graph.tasks().size()) {
  for (std::size_t i = 0; i < graph.order().size(); ++i) rank_[graph.order()[i]] = i;
  for (std::size_t task = 0; task < open_needs_.size(); ++task) {
    open_needs_[task] = in_degree(task, graph.links_->graph);
    if (open_needs_[task] == 0) ready_.push_back(rank_[task]);
  }
  std::make_heap(ready_.begin(), ready_.end(), std::greater<>());
}

bool ReadySet::take(std::size_t& task) {
  if (ready_.empty()) return false;
  std::pop_heap(ready_.begin(), ready_.end(), std::greater<>());
  task = graph_->order()[ready_.back()];
  ready_.pop_back();
  return true;
}

void ReadySet::settle(std::size_t task) {
  ++settled_;
  for (auto [edge, end] = out_edges(task, graph_->links_->graph); edge != end; ++edge) {
    const std::size_t waiting = target(*edge, graph_->links_->graph);
    if (--open_needs_[waiting] != 0) continue;
    ready_.push_back(rank_[waiting]);
    std::push_heap(ready_.begin(), ready_.end(), std::greater<>());
  }
}

}  // namespace reseed
