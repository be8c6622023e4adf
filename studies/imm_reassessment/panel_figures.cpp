// SPDX-License-Identifier: Apache-2.0
#include "panel_figures.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "../common/axis_title.hpp"
#include "../common/cells.hpp"
#include "base/number.hpp"
#include "paper.hpp"
#include "sections.hpp"

namespace reseed::imm_reassessment {
namespace {

/// "" for the textbook forms, "-as_published" for those of the published code.
std::string form_id(const View& view) {
  return view.options().variant == "textbook" ? "" : "-" + view.options().variant;
}
std::string form_words(const View& view) {
  return view.options().variant == "textbook" ? "" : ", forms of the published code";
}

bool has_several_models(const View& view) {
  return std::any_of(view.comparisons().begin(), view.comparisons().end(), [&](const Comparison& comparison) {
    return comparison.model != view.comparisons().front().model;
  });
}

/// A number of every panel: "5", or "5 (rte), 4 (cola)" where they differ.
std::string numbers(const std::vector<std::pair<std::string, std::int64_t>>& of_panels) {
  const bool equal = std::all_of(of_panels.begin(), of_panels.end(),
                                 [&](const auto& panel) { return panel.second == of_panels.front().second; });
  if (equal) return std::to_string(of_panels.front().second);
  std::string text;
  for (const auto& [title, number] : of_panels)
    text += (text.empty() ? "" : ", ") + std::to_string(number) + " (" + title + ")";
  return text;
}

/// Symmetric maps of the figure's categories as its panels, told in words; a single one as the figure's own cells.
/// `nothing`: what is said of a map without a number.
void place(std::vector<StudyPanel> panels, const std::string& nothing, StudyFigure& figure) {
  figure.kind = StudyFigure::Kind::heatmap;
  figure.y_categories = figure.x_categories;
  const bool several = panels.size() > 1;
  for (const StudyPanel& panel : panels) {
    std::string words;
    for (std::size_t i = 0; i < panel.cells.size(); ++i)
      for (std::size_t j = i + 1; j < panel.cells.size(); ++j)
        if (const auto& cell = panel.cells[i][j])
          words += figure.x_categories[i] + " and " + figure.x_categories[j] + ": " + fixed(*cell, 2) + ". ";
    figure.alternative += (several ? "Panel " + panel.title + ": " : "") + (words.empty() ? nothing + " " : words);
  }
  if (several)
    figure.panels = std::move(panels);
  else
    figure.cells = std::move(panels.front().cells);
}

/// Kendall's tau-b of every two measures, in the order of the view's columns.
StudyPanel agreement_panel(const View& view, const Comparison& comparison) {
  const std::size_t n = view.columns().size();
  StudyPanel panel{comparison.task, {}};
  panel.cells.assign(n, std::vector<std::optional<double>>(n));
  for (std::size_t i = 0; i < n; ++i) panel.cells[i][i] = 1.0;
  const auto pairs = agreements(view, comparison);
  std::size_t next = 0;
  for (std::size_t i = 0; i < n && !pairs.empty(); ++i)
    for (std::size_t j = i + 1; j < n; ++j) panel.cells[i][j] = panel.cells[j][i] = pairs[next++].tau;
  return panel;
}

StudyFigure agreement_figure(const View& view, const std::vector<const Comparison*>& tasks) {
  const Comparison& first = *tasks.front();
  const bool several_models = has_several_models(view);
  StudyFigure figure;
  figure.id = studies::file_part("measure_agreement" + (several_models ? "-" + first.model : "") + form_id(view));
  figure.title = "Agreement of the measures" + form_words(view) + (several_models ? ": " + first.model : "");
  if (tasks.size() == 1 && view.comparisons().size() > 1) figure.title += (several_models ? ", " : ": ") + first.task;
  std::vector<StudyPanel> panels;
  std::vector<std::pair<std::string, std::int64_t>> methods;
  for (const Comparison* comparison : tasks) {
    panels.push_back(agreement_panel(view, *comparison));
    if (comparison->learns) methods.emplace_back(comparison->task, std::ssize(view.distinct(*comparison)));
  }
  if (methods.empty()) methods.emplace_back(first.task, std::ssize(first.groups));
  figure.caption = "Kendall's tau-b between the rankings of " + numbers(methods) +
                   " methods: 1 = same order, -1 = reversed; – = a ranking is missing or all tied. p of every cell: in "
                   "the table Agreement of the measures.";
  figure.cell_title = studies::axis_title("Kendall's tau-b", "", "1 = same order, -1 = reversed");
  for (const MeasureColumn& column : view.columns()) figure.x_categories.push_back(column.title());
  place(std::move(panels), "No value is defined.", figure);
  return figure;
}

/// Maps of one model and method by task.
using Maps = std::vector<const CorrelationMap*>;

/// The maps that are drawn, those of one model and method together, in the order in which these first occur.
std::vector<Maps> arranged(const Form& form) {
  std::vector<Maps> figures;
  for (const CorrelationMap& map : form.maps) {
    if (map.columns.size() < 2 || !map.comparison->learns) continue;
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const Maps& maps) {
      return maps.front()->group->model == map.group->model && maps.front()->group->name == map.group->name;
    });
    if (found == figures.end())
      figures.push_back({&map});
    else
      found->push_back(&map);
  }
  return figures;
}

/// Place of a measure in a map.
std::optional<std::size_t> place_in(const CorrelationMap& map, const MeasureColumn& column) {
  const auto found = std::find(map.columns.begin(), map.columns.end(), &column);
  if (found == map.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - map.columns.begin());
}

/// A map over the measures of its figure; what it left out is undefined.
StudyPanel correlation_panel(const CorrelationMap& map, const std::vector<const MeasureColumn*>& columns) {
  const std::size_t n = columns.size();
  StudyPanel panel{map.comparison->task, {}};
  panel.cells.assign(n, std::vector<std::optional<double>>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const auto row = place_in(map, *columns[i]), column = place_in(map, *columns[j]);
      if (row && column) panel.cells[i][j] = map.r[*row][*column];
    }
  return panel;
}

/// "" or a sentence about the measures that have no place in the maps: in all of them, or in those named.
std::string left_out_words(const View& view, const Maps& maps) {
  std::string text;
  for (const MeasureColumn& column : view.columns()) {
    std::size_t missing = 0;
    std::string tasks;
    for (const CorrelationMap* map : maps) {
      if (std::find(map->left_out.begin(), map->left_out.end(), &column) == map->left_out.end()) continue;
      ++missing;
      tasks += (tasks.empty() ? "" : ", ") + map->comparison->task;
    }
    if (missing == 0) continue;
    text += (text.empty() ? " " : ", ") + column.title() + (missing < maps.size() ? " (" + tasks + ")" : "");
  }
  return text.empty() ? "" : " Left out, since only its plugin can evaluate it or it has no value:" + text + ".";
}

std::string policy_words(SelfPairs policy) {
  return policy == SelfPairs::exclude ? "a run drawn twice makes no pair with itself"
                                      : "a run drawn twice makes a pair with itself at distance 0, as in the published "
                                        "code: that moves all pair measures together";
}

/// A method's name as part of an id; a long one is cut and told apart by the place of its figure.
std::string short_name(const std::string& method, std::size_t place) {
  constexpr std::size_t kLongest = 40;
  return method.size() <= kLongest ? method : method.substr(0, kLongest) + "-" + std::to_string(place + 1);
}

StudyFigure correlation_figure(const Form& form, const Maps& maps, std::size_t place_of_figure) {
  const View& view = *form.view;
  const StudyGroup& group = *maps.front()->group;
  const bool several = view.comparisons().size() > 1;
  StudyFigure figure;
  figure.id = studies::file_part("bootstrap_correlations-" + short_name(group.name, place_of_figure) +
                                 (several ? "-" + group.model : "") + form_id(view));
  figure.title = "Bootstrap correlations" + form_words(view) + ": " + group.name + (several ? ", " + group.model : "") +
                 (several && maps.size() == 1 ? ", " + group.task : "");
  std::vector<const MeasureColumn*> columns;
  for (const MeasureColumn& column : view.columns())
    if (std::any_of(maps.begin(), maps.end(),
                    [&](const CorrelationMap* map) { return place_in(*map, column).has_value(); })) {
      columns.push_back(&column);
      figure.x_categories.push_back(column.title());
    }
  std::vector<StudyPanel> panels;
  std::vector<std::pair<std::string, std::int64_t>> resamples, seeds;
  for (const CorrelationMap* map : maps) {
    panels.push_back(correlation_panel(*map, columns));
    resamples.emplace_back(map->comparison->task, map->resamples);
    seeds.emplace_back(map->comparison->task, static_cast<std::int64_t>(map->seeds));
  }
  const bool partly = std::any_of(maps.begin(), maps.end(),
                                  [&](const CorrelationMap* map) { return map->columns.size() < columns.size(); });
  figure.caption = "Pearson's r of two instabilities over " + numbers(resamples) + " resamples of " + numbers(seeds) +
                   " seeds, the same for all measures; " + policy_words(maps.front()->self_pairs) +
                   ". – = a measure does not change" + (partly ? " or is left out." : ".") + left_out_words(view, maps);
  figure.cell_title = studies::axis_title("Pearson's r", "", "1 = move together, -1 = against each other");
  place(std::move(panels), "No correlation exists.", figure);
  return figure;
}

}  // namespace

std::vector<StudyFigure> agreement_figures(const View& view) {
  std::vector<std::vector<const Comparison*>> models;  // tasks of each
  for (const Comparison& comparison : view.comparisons()) {
    if (comparison.groups.size() < 2) continue;
    const auto found = std::find_if(models.begin(), models.end(),
                                    [&](const auto& tasks) { return tasks.front()->model == comparison.model; });
    if (found == models.end())
      models.push_back({&comparison});
    else
      found->push_back(&comparison);
  }
  std::vector<StudyFigure> figures;
  for (const auto& tasks : models) figures.push_back(agreement_figure(view, tasks));
  return figures;
}

std::vector<StudyFigure> correlation_figures(const Form& form) {
  std::vector<StudyFigure> figures;
  for (const Maps& maps : arranged(form)) figures.push_back(correlation_figure(form, maps, figures.size()));
  return figures;
}

}  // namespace reseed::imm_reassessment
