// SPDX-License-Identifier: Apache-2.0
#include "learning.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/statistics.hpp"
#include "base/metrics.hpp"
#include "base/number.hpp"
#include "measure_form.hpp"
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

Tasks not_learning(const StudyData& data) {
  Tasks names;
  for (const Task& task : tasks_of(data))
    if (!task.learns && task.best) names.emplace(task.first->model, task.first->task);
  return names;
}

std::vector<std::string> learning_notes(const StudyData& data) {
  std::vector<std::string> notes;
  for (const Task& task : tasks_of(data)) {
    if (task.learns || !task.best) continue;
    const std::string metric = measure_words(task.first->metric);
    notes.push_back("The task " + task.first->task + ", " + task.first->model + " does not learn: the best mean " +
                    metric + " is " + fixed(100.0 * *task.best, 1) + ", and always giving one class scores " +
                    fixed(100.0 * *task.baseline, 1) +
                    ". Its values are shown; nothing about fine-tuning follows from them.");
  }
  return notes;
}

void say_first(std::vector<std::string> first, std::vector<std::string>& notes) {
  notes.insert(notes.begin(), std::make_move_iterator(first.begin()), std::make_move_iterator(first.end()));
}

std::string left_out(const std::set<std::string>& titles) {
  constexpr std::size_t kNamed = 3;
  if (titles.empty()) return "";
  std::string text = "Tasks that do not learn are left out:";
  std::size_t named = 0;
  for (const std::string& title : titles)
    if (named++ < kNamed) text += (named == 1 ? " " : "; ") + title;
  if (titles.size() > kNamed) text += "; and " + std::to_string(titles.size() - kNamed) + " more";
  return text + ".";
}

std::string left_out(const Tasks& tasks) {
  std::set<std::string> titles;
  for (const auto& [model, task] : tasks) titles.insert(task + ", " + model);
  return left_out(titles);
}

}  // namespace reseed::studies
