// SPDX-License-Identifier: Apache-2.0
#include "learning.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/statistics.hpp"
#include "base/metrics.hpp"
#include "base/number.hpp"
#include "run_labels.hpp"

namespace reseed::studies {
namespace {

/// The best score of a constant prediction; empty without a record.
std::optional<double> constant_score(const StudyData& data, const StudyGroup& group) {
  for (const StudyRun* run : ok_runs(group)) {
    const auto recorded = data.predictions(*run, "test");
    if (!recorded || recorded->labels.is_empty()) continue;
    const auto labels = arma::conv_to<std::vector<std::int64_t>>::from(recorded->labels);
    const auto classes = static_cast<std::int64_t>(recorded->logits.n_rows);
    double best = -1.0;
    for (std::int64_t constant = 0; constant < classes; ++constant)
      best = std::max(best, score(group.metric, std::vector<std::int64_t>(labels.size(), constant), labels, classes));
    return best;
  }
  return std::nullopt;
}

struct Task {
  const StudyGroup* first = nullptr;
  std::optional<double> baseline;
  std::optional<double> best;  ///< largest mean of a group
  bool learns = false;
};

std::vector<Task> tasks_of(const StudyData& data) {
  std::vector<Task> tasks;
  for (const StudyGroup& group : data.groups()) {
    auto task = std::find_if(tasks.begin(), tasks.end(), [&](const Task& one) {
      return one.first->model == group.model && one.first->task == group.task;
    });
    if (task == tasks.end()) task = tasks.insert(task, Task{&group, std::nullopt, std::nullopt, false});
    std::vector<double> reached;
    for (const StudyRun* run : ok_runs(group))
      if (const auto found = run->scores.find("test"); found != run->scores.end()) reached.push_back(found->second);
    if (reached.size() < 2) continue;
    if (!task->baseline) task->baseline = constant_score(data, group);
    const double average = mean(reached);
    const double error = standard_deviation(reached, 1) / std::sqrt(static_cast<double>(reached.size()));
    task->best = std::max(task->best.value_or(average), average);
    task->learns = task->learns || !task->baseline || average > *task->baseline + 2.0 * error;
  }
  return tasks;
}

}  // namespace

std::set<std::pair<std::string, std::string>> not_learning(const StudyData& data) {
  std::set<std::pair<std::string, std::string>> names;
  for (const Task& task : tasks_of(data))
    if (!task.learns && task.best) names.emplace(task.first->model, task.first->task);
  return names;
}

std::vector<std::string> learning_notes(const StudyData& data) {
  std::vector<std::string> notes;
  for (const Task& task : tasks_of(data)) {
    if (task.learns || !task.best) continue;
    std::string metric = task.first->metric;
    std::replace(metric.begin(), metric.end(), '_', ' ');
    notes.push_back(task.first->task + ", " + task.first->model + " does not learn: the best mean " + metric + " is " +
                    fixed(100.0 * *task.best, 1) + ", and always giving one class scores " +
                    fixed(100.0 * *task.baseline, 1) +
                    ". Its values are shown; nothing about fine-tuning follows from them.");
  }
  return notes;
}

}  // namespace reseed::studies
