// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reseed/study.hpp"

namespace reseed::studies {

/// One sentence for every model and task of which no group does better on the test set than the best of all ways of
/// always giving one and the same class: its mean score by the task's own metric is not two standard errors above that.
/// Nothing is said of a task without records, or without two runs that ended well.
std::vector<std::string> learning_notes(const StudyData& data);

/// Puts notes before the others: what takes a task out of all findings is known before any detail.
void say_first(std::vector<std::string> first, std::vector<std::string>& notes);

/// Model and task of each of them.
using Tasks = std::set<std::pair<std::string, std::string>>;
Tasks not_learning(const StudyData& data);

/// "Tasks that do not learn are left out: rte, minilm; mrpc, minilm." for the titles of tasks that an answer does not
/// count, since nothing follows from them; at most three are named. "" for none.
std::string left_out(const std::set<std::string>& titles);
std::string left_out(const Tasks& tasks);

}  // namespace reseed::studies
