// SPDX-License-Identifier: Apache-2.0
#include "layer_correlation_figure.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "axis_title.hpp"
#include "cells.hpp"
#include "paper_scale.hpp"
#include "seed_points.hpp"

namespace reseed::studies {
namespace {

/// The rows of one model and variant: titles of groups in the order in which they are met, and of pairs of measures in
/// that of the alphabet, so that one colour means one pair in all figures.
struct Panel {
  std::vector<const LayerCorrelation*> rows;
  std::vector<std::string> groups, pairs;
};

std::string group_title(const LayerCorrelation& row) { return row.group->task + ", " + row.group->name; }

void note(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// One title for a pair in all panels, whichever of the two a row has first.
std::string pair_of(const LayerCorrelation& row) {
  return row.a.id < row.b.id ? pair_title(row.a, row.b) : pair_title(row.b, row.a);
}

std::size_t place(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// Marks of every pair of measures, then dots and published values in their colours.
std::vector<StudySeries> series_of(const Panel& panel,
                                   const std::function<std::optional<double>(const LayerCorrelation&)>& published) {
  const std::size_t count = panel.pairs.size();
  const double step = std::min(0.2, 0.7 / static_cast<double>(count));
  std::vector<StudySeries> marks, dots, known;
  for (std::size_t p = 0; p < count; ++p) {
    marks.push_back({panel.pairs[p], StudySeries::Mark::points, {}});
    dots.push_back({panel.pairs[p] + ", seeds", StudySeries::Mark::dots, {}, static_cast<int>(p)});
    known.push_back({"published: " + panel.pairs[p], StudySeries::Mark::hollow, {}, static_cast<int>(p)});
  }
  for (const LayerCorrelation* row : panel.rows) {
    const std::size_t p = place(panel.pairs, pair_of(*row));
    const double x = static_cast<double>(place(panel.groups, group_title(*row))) +
                     step * (static_cast<double>(p) - 0.5 * static_cast<double>(count - 1));
    marks[p].points.push_back({x, *row->r, row->low, row->high, ""});
    for (std::size_t i = 0; i < row->without.size(); ++i)
      dots[p].points.push_back(
          {beside(x, 0.6 * step, i, row->without.size()), row->without[i].second, std::nullopt, std::nullopt, ""});
    if (const auto r = published(*row)) known[p].points.push_back({x, *r, std::nullopt, std::nullopt, ""});
  }
  for (std::vector<StudySeries>* more : {&known, &dots})
    for (StudySeries& series : *more)
      if (!series.points.empty()) marks.push_back(std::move(series));
  return marks;
}

/// "Hollow marks: published." and of which model, where the group's is another one; "" without hollow marks.
std::string hollow_words(const Panel& panel,
                         const std::function<std::optional<double>(const LayerCorrelation&)>& published) {
  for (const LayerCorrelation* row : panel.rows) {
    if (!published(*row)) continue;
    const PaperModel model = paper_model_beside(*row->group);
    return model.same_scale
               ? " Hollow marks: published."
               : " Hollow marks: published for " + paper_checkpoint(model.name) + ", another scale, not compared.";
  }
  return "";
}

bool has_mark(const StudyFigure& figure, StudySeries::Mark mark) {
  return std::any_of(figure.series.begin(), figure.series.end(),
                     [&](const StudySeries& series) { return series.mark == mark; });
}

}  // namespace

std::string pair_title(const MeasureForm& a, const MeasureForm& b) {
  MeasureForm x = a;
  MeasureForm y = b;
  x.variant = y.variant = "textbook";
  return x.title() + " and " + y.title();
}

std::vector<StudyFigure> layer_correlation_figures(
    const std::string& id, const std::vector<LayerCorrelation>& rows,
    const std::function<std::optional<double>(const LayerCorrelation&)>& published) {
  std::map<std::pair<std::string, std::string>, Panel> panels;
  for (const LayerCorrelation& row : rows) {
    if (!row.r) continue;
    Panel& panel = panels[{row.group->model, row.a.variant}];
    panel.rows.push_back(&row);
    note(panel.groups, group_title(row));
    note(panel.pairs, pair_of(row));
  }
  std::vector<StudyFigure> figures;
  for (auto& [key, panel] : panels) {
    std::sort(panel.pairs.begin(), panel.pairs.end());
    StudyFigure figure;
    figure.id = id + "-" + file_part(key.first) + "-" + file_part(key.second);
    figure.title = "Measures of representations across layers, " + key.first + " (" + key.second + ")";
    figure.x_categories = panel.groups;
    figure.y_title = axis_title("Pearson's r across layers", "", "1 = the curves have one shape");
    figure.series = series_of(panel, published);
    figure.caption = "Marks: Pearson's r between two layer curves with its 95 % interval over seeds.";
    if (has_mark(figure, StudySeries::Mark::dots)) figure.caption += " Small dots: r without one seed.";
    figure.caption += hollow_words(panel, published);
    figure.alternative = "For " + counted(panel.groups.size(), "group", "groups") +
                         " the correlation across layers of every two measures; numbers in the table of correlations "
                         "across layers.";
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace reseed::studies
