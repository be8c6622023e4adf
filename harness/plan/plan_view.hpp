// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/graph.hpp"

namespace reseed {

/// A task as `plan` shows it.
struct TaskView {
  std::string state;   ///< "done" | "running" | "missing"
  std::string reason;  ///< why it is not done
};

/// The graph in the language of Graphviz, tasks coloured by state. `views`: one per task of the graph.
std::string dot_text(const TaskGraph& graph, const std::vector<TaskView>& views);

}  // namespace reseed
