// SPDX-License-Identifier: Apache-2.0
#include "paper.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/statistics.hpp"
#include "base/metrics.hpp"

namespace reseed::imm_reassessment {
studies::PaperModel beside(const StudyGroup& group) { return studies::paper_model_beside(group); }

std::optional<std::string> scheme_of(const Comparison& comparison, const StudyGroup& group) {
  if (const auto named = published::paper_method(group.name)) return named;
  for (const std::string& method : published::kMethods)
    if (scheme(comparison, method) == &group) return method;
  return std::nullopt;
}

std::string published_scheme(const View& view, const Comparison& comparison, const StudyGroup& group) {
  const auto method = scheme_of(comparison, group);
  const bool alike = beside(group).same_scale || layers_of(view, group) == studies::kPaperLayers;
  if (!method || (alike && published::paper_method(group.name))) return group.name;
  std::string name = published::method_id(*method);
  if (*method == "reinit")
    name += " (k=" + std::to_string(kPaperReinitialised) + " of " + std::to_string(studies::kPaperLayers) + " blocks)";
  return name;
}

const StudyGroup* scheme(const Comparison& comparison, const std::string& method) {
  const StudyGroup* found = nullptr;
  for (const StudyGroup* group : comparison.groups) {
    if (published::paper_method(group->name) == method) return group;
    if (group->mitigation != published::method_id(method) || group->name.find(" held at ") != std::string::npos)
      continue;
    if (found != nullptr) return nullptr;  // which of them is meant?
    found = group;
  }
  return found;
}

std::vector<const MeasureColumn*> paper_columns(const View& view) {
  std::vector<const MeasureColumn*> columns;
  for (const MeasureColumn& column : view.columns()) {
    const published::MeasureName* name = published::measure_named(column.id);
    if (name != nullptr && name->paper != "svcca" && column.options.empty()) columns.push_back(&column);
  }
  return columns;
}

std::optional<std::size_t> layers_of(const View& view, const StudyGroup& group) {
  const auto top = top_layer(view.data(), group);
  return top ? std::optional<std::size_t>(static_cast<std::size_t>(*top)) : std::nullopt;
}

std::string limits_over_layers(const View& view, const published::Facts& facts, const StudyGroup& group, bool with_sd) {
  const PaperNames names = paper_names(group);
  return studies::limits(view.data(), facts, group, {*names.model, *names.task, with_sd, true, layers_of(view, group)});
}

std::string paper_title(const MeasureColumn& column) {
  const published::MeasureName* name = published::measure_named(column.id);
  return name == nullptr || !column.options.empty() ? column.title() : name->title;
}

std::optional<Learning> learning(const View& view, const Comparison& comparison) {
  const StudyGroup* standard = scheme(comparison, "standard");
  const StudyGroup& group = standard == nullptr ? *comparison.groups.front() : *standard;
  const std::vector<double> reached = scores(group, "test");
  if (reached.size() < 2) return std::nullopt;
  const auto recorded = view.data().predictions(*ok_runs(group).front(), "test");
  if (!recorded || recorded->labels.is_empty()) return std::nullopt;
  Learning result;
  result.score = mean(reached);
  const auto labels = arma::conv_to<std::vector<std::int64_t>>::from(recorded->labels);
  const auto classes = static_cast<std::int64_t>(recorded->logits.n_rows);
  result.baseline = -1.0;
  for (std::int64_t constant = 0; constant < classes; ++constant)
    result.baseline = std::max(
        result.baseline, score(comparison.metric, std::vector<std::int64_t>(labels.size(), constant), labels, classes));
  const double error = standard_deviation(reached, 1) / std::sqrt(static_cast<double>(reached.size()));
  result.learns = result.score > result.baseline + 2.0 * error;
  return result;
}

bool may_learn(const View& view, const Comparison& comparison) {
  const auto found = learning(view, comparison);
  return !found || found->learns;
}

}  // namespace reseed::imm_reassessment
