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

/// Model and task of each of them.
std::set<std::pair<std::string, std::string>> not_learning(const StudyData& data);

}  // namespace reseed::studies
