// SPDX-License-Identifier: Apache-2.0
#include "score_figure.hpp"

#include <map>
#include <utility>

#include "analysis/statistics.hpp"
#include "axis_title.hpp"
#include "base/number.hpp"
#include "cells.hpp"
#include "measure_form.hpp"
#include "run_labels.hpp"
#include "seed_points.hpp"

namespace reseed::studies {
namespace {

struct Scored {
  std::uint64_t seed = 0;
  double score = 0.0;  ///< x 100
};

std::vector<Scored> scored_runs(const StudyGroup& group) {
  std::vector<Scored> scored;
  for (const StudyRun* run : ok_runs(group))
    if (const auto score = run->scores.find("test"); score != run->scores.end())
      scored.push_back({run->seed, 100.0 * score->second});
  return scored;
}

}  // namespace

StudyFigure score_figure(const std::vector<const StudyGroup*>& groups, const std::vector<std::string>& names,
                         int ddof) {
  StudyFigure figure;
  figure.caption = std::string("One mark per seed; the hollow mark is the mean with one standard deviation (divisor ") +
                   (ddof == 1 ? "m - 1" : "m") + ").";
  figure.x_categories = names;
  if (!groups.empty())
    figure.y_title =
        axis_title(measure_words(groups.front()->metric) + " on the test set", "× 100", "higher is better");
  StudySeries means{"mean ± SD", StudySeries::Mark::hollow, {}};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    StudySeries series{names[g], StudySeries::Mark::points, {}};
    const std::vector<Scored> scored = scored_runs(*groups[g]);
    const auto x = static_cast<double>(g);
    std::vector<double> values;
    for (std::size_t r = 0; r < scored.size(); ++r) {
      values.push_back(scored[r].score);
      series.points.push_back({beside(x, 0.36, r, scored.size()), scored[r].score, std::nullopt, std::nullopt,
                               "seed " + std::to_string(scored[r].seed) + ": " + fixed(scored[r].score, 1)});
    }
    figure.series.push_back(std::move(series));
    if (values.empty()) continue;
    const double average = mean(values);
    figure.alternative +=
        names[g] + ": mean " + fixed(average, 1) + " over " + std::to_string(values.size()) + " seeds. ";
    if (values.size() < 2) continue;
    const double sd = standard_deviation(values, ddof);
    means.points.push_back({x + 0.3, average, average - sd, average + sd,
                            names[g] + ": mean " + fixed(average, 1) + ", SD " + fixed(sd, 1)});
  }
  if (!means.points.empty()) figure.series.push_back(std::move(means));
  return figure;
}

std::vector<StudyFigure> score_figures(const std::vector<StudyGroup>& groups, int ddof) {
  std::map<std::pair<std::string, std::string>, std::vector<const StudyGroup*>> panels;
  for (const StudyGroup& group : groups)
    if (!scored_runs(group).empty()) panels[{group.model, group.metric}].push_back(&group);
  std::vector<StudyFigure> figures;
  for (const auto& [key, members] : panels) {
    std::vector<std::string> names;
    for (const StudyGroup* group : members) names.push_back(group->task + ", " + group->name);
    StudyFigure figure = score_figure(members, names, ddof);
    figure.id = "scores-" + file_part(key.first) + "-" + file_part(key.second);
    figure.title = "Every seed: " + measure_words(key.second) + ", " + key.first;
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace reseed::studies
