// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_view.hpp"

namespace reseed {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + '"';
}

std::string colour(const std::string& state) {
  if (state == "done") return "palegreen";
  return state == "running" ? "gold" : "white";
}

}  // namespace

std::string dot_text(const TaskGraph& graph, const std::vector<TaskView>& views) {
  std::string text = "digraph plan {\n  rankdir=LR;\n  node [shape=box, style=filled];\n";
  for (const std::size_t task : graph.order()) {
    const TaskView& view = views[task];
    text += "  t" + std::to_string(task) + " [label=" + quoted(graph.tasks()[task].name) +
            ", class=" + quoted(view.state) + ", fillcolor=" + colour(view.state) +
            ", tooltip=" + quoted(view.state + (view.reason.empty() ? "" : ": " + view.reason)) + "];\n";
  }
  for (const std::size_t task : graph.order())
    for (const std::size_t need : graph.needs(task))
      text += "  t" + std::to_string(need) + " -> t" + std::to_string(task) + ";\n";
  return text + "}\n";
}

}  // namespace reseed
