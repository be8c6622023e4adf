// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <utility>

#include "../common/axis_title.hpp"
#include "../common/cells.hpp"
#include "../common/measure_form.hpp"
#include "../common/score_figure.hpp"
#include "../common/seed_points.hpp"
#include "analysis/statistics.hpp"
#include "base/number.hpp"
#include "panel_figures.hpp"
#include "published_curve.hpp"
#include "sections.hpp"

namespace reseed::imm_reassessment {
namespace {

using Mark = StudySeries::Mark;

/// "" for the textbook forms, "-as_published" for those of the published code.
std::string form_id(const View& view) {
  return view.options().variant == "textbook" ? "" : "-" + view.options().variant;
}

std::string figure_id(const View& view, const std::string& kind, const Comparison& comparison,
                      const std::string& more = {}) {
  std::string id = kind;
  if (!more.empty()) id += "-" + more;
  if (view.comparisons().size() > 1) id += "-" + comparison.task + "-" + comparison.model;
  return studies::file_part(id + form_id(view));
}

/// "Layer by layer, forms of the published code, rte, bert: linear CKA distance".
std::string titled(const View& view, const std::string& title, const Comparison& comparison,
                   const std::string& member = {}) {
  const std::string form = view.options().variant == "textbook" ? "" : ", forms of the published code";
  return title + form + (view.comparisons().size() == 1 ? "" : ", " + comparison.title()) +
         (member.empty() ? "" : ": " + member);
}

std::vector<std::string> names(const Comparison& comparison) {
  std::vector<std::string> out;
  for (const StudyGroup* group : comparison.groups) out.push_back(group->name);
  return out;
}

StudyFigure scores_of_seeds(const View& view, const Comparison& comparison) {
  StudyFigure figure = studies::score_figure(comparison.groups, names(comparison), view.options().ddof);
  figure.id = figure_id(view, "scores", comparison);
  figure.title = titled(view, "Every seed", comparison);
  return figure;
}

StudyFigure rank_lines(const View& view, const Comparison& comparison) {
  StudyFigure figure;
  figure.id = figure_id(view, "ranks", comparison);
  figure.title = titled(view, "Rank of the methods by each measure", comparison);
  figure.caption =
      "1 = most stable. Lines that cross: the measures disagree about the order. Measures whose values are undefined "
      "or forced by dimension are left out.";
  figure.kind = StudyFigure::Kind::ranks;
  figure.y_title = "rank (1 = most stable)";
  for (const StudyGroup* group : comparison.groups) figure.series.push_back({group->name, Mark::line, {}});
  for (const MeasureColumn& column : view.columns()) {
    const std::vector<double> ranks = view.ranks(comparison, column);
    if (ranks.empty()) continue;
    const auto x = static_cast<double>(figure.x_categories.size());
    figure.x_categories.push_back(column.title());
    for (std::size_t g = 0; g < ranks.size(); ++g)
      figure.series[g].points.push_back(
          {x, ranks[g], {}, {}, comparison.groups[g]->name + ", " + column.title() + ": rank " + fixed(ranks[g], 1)});
    figure.alternative += column.title() + ":";
    for (std::size_t g = 0; g < ranks.size(); ++g)
      figure.alternative += " " + comparison.groups[g]->name + " " + fixed(ranks[g], 1);
    figure.alternative += ". ";
  }
  return figure;
}

StudyFigure instability_points(const View& view, const Comparison& comparison, const MeasureColumn& column) {
  StudyFigure figure;
  figure.id = figure_id(view, "instability", comparison, column.id);
  figure.title = titled(view, "Instability", comparison, column.title());
  figure.x_categories = names(comparison);
  figure.y_title =
      studies::axis_title("instability", view.unit(*comparison.groups.front(), column), studies::kLowerIsMoreStable);
  StudySeries means{"value, 95 % interval", Mark::hollow, {}};
  std::string seeds;  // what the marks of single seeds are
  Arity arity = Arity::pair;
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    const StudyValue* value = view.value(*comparison.groups[g], "test", column);
    StudySeries series{comparison.groups[g]->name, Mark::points, {}};
    if (value != nullptr && value->instability) {
      const auto x = static_cast<double>(g);
      arity = value->arity;
      series.points = studies::seed_points(*value, x, 0.36);
      if (!series.points.empty()) seeds = studies::seed_words(arity);
      means.points.push_back({x + (series.points.empty() ? 0.0 : 0.3), *value->instability, value->low, value->high,
                              comparison.groups[g]->name + ": " + fixed(*value->instability, 4)});
      figure.alternative += comparison.groups[g]->name + ": " + fixed(*value->instability, 4) + ". ";
    }
    figure.series.push_back(std::move(series));
  }
  figure.caption = (seeds.empty() ? "" : "Full marks: " + seeds + ". ") +
                   "Hollow marks: the value of the method with its 95 % bootstrap interval over seeds; textbook form, "
                   "test set.";
  if (arity == Arity::group)
    figure.caption += " A resample may hold a seed twice, which then agrees with itself: this interval lies low.";
  if (!means.points.empty()) figure.series.push_back(std::move(means));
  if (seeds.empty()) std::erase_if(figure.series, [](const StudySeries& series) { return series.points.empty(); });
  return figure;
}

/// What the paper has for these curves, as hollow marks.
std::vector<StudySeries> published_curves(const View& view, const Comparison& comparison, const MeasureColumn& column,
                                          const published::Facts& facts) {
  std::vector<StudySeries> all;
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    const StudyGroup* group = comparison.groups[g];
    StudySeries series{
        published_scheme(view, comparison, *group) + ", published", Mark::hollow, {}, static_cast<int>(g)};
    for (const PublishedPoint& point : published_curve(view, comparison, *group, column, facts))
      series.points.push_back(
          {point.at,
           point.distance,
           {},
           {},
           series.name + ", layer " + std::to_string(point.layer) + ": " + fixed(point.distance, 2)});
    if (!series.points.empty()) all.push_back(std::move(series));
  }
  return all;
}

StudyFigure layer_curves(const View& view, const Comparison& comparison, const MeasureColumn& column,
                         const published::Facts& facts) {
  StudyFigure figure;
  figure.id = figure_id(view, "layers", comparison, column.id);
  figure.title = titled(view, "Layer by layer", comparison, column.title());
  figure.caption =
      "Intervals: 95 % bootstrap over seeds. Band: what the measure gives when the items of one run are shuffled (the "
      "null, over all methods): a curve inside it tells nothing.";
  figure.x_title = "layer (0 = embeddings)";
  figure.y_title =
      studies::axis_title("instability", view.unit(*comparison.groups.front(), column), studies::kLowerIsMoreStable);
  StudySeries band{"null (shuffled items)", Mark::band, {}};
  bool dotted = false;
  for (const StudyGroup* group : comparison.groups) {
    StudySeries series{group->name, Mark::line, {}};
    for (const StudyValue* value : view.layers(*group, "test", column)) {
      const double layer = parse_double(value->layer).value_or(0.0);
      if (value->instability) {
        series.points.push_back({layer, *value->instability, value->low, value->high,
                                 group->name + ", layer " + value->layer + ": " + fixed(*value->instability, 4)});
        figure.alternative += group->name + ", layer " + value->layer + ": " + fixed(*value->instability, 3) + ". ";
      }
      if (!value->null) continue;
      const auto found = std::find_if(band.points.begin(), band.points.end(),
                                      [&](const StudyPoint& point) { return point.x == layer; });
      if (found == band.points.end())
        band.points.push_back({layer, *value->null, *value->null, *value->null, ""});
      else {
        found->low = std::min(*found->low, *value->null);
        found->high = std::max(*found->high, *value->null);
      }
    }
    figure.series.push_back(series);
  }
  std::sort(band.points.begin(), band.points.end(), [](const StudyPoint& a, const StudyPoint& b) { return a.x < b.x; });
  const auto known = published_curves(view, comparison, column, facts);
  if (!known.empty()) {
    figure.caption += " " + published_curve_words(view, *comparison.groups.front());
    for (const StudySeries& series : known) {
      figure.series.push_back(series);
      for (const StudyPoint& point : series.points) figure.alternative += point.label + ". ";
    }
  }
  // Behind the curves a dot per seed. Groups stand side by side.
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    const auto layers = view.layers(*comparison.groups[g], "test", column);
    const double offset = 0.07 * (static_cast<double>(g) - 0.5 * static_cast<double>(comparison.groups.size() - 1));
    StudySeries dots = studies::seed_dots(comparison.groups[g]->name + ", seeds", layers, static_cast<int>(g), offset);
    if (dots.points.empty()) continue;
    if (!std::exchange(dotted, true))
      figure.caption = "Small dots: " + studies::seed_words(layers.front()->arity) + ". " + figure.caption;
    figure.series.push_back(std::move(dots));
  }
  if (!band.points.empty()) figure.series.push_back(band);
  return figure;
}

StudyFigure shrinking(const View& view, const Comparison& comparison) {
  StudyFigure figure;
  const StudyGroup& group = *comparison.groups.front();
  figure.id = figure_id(view, "interval_widths", comparison);
  figure.title = titled(view, "What more seeds would buy", comparison);
  figure.caption = "Width of the 95 % interval as a share of the value, " + group.name +
                   ", for k seeds drawn from those that ran; pair measures, top layer.";
  figure.x_title = "seeds";
  figure.y_title = studies::axis_title("interval width / value", "", "lower is more certain");
  for (const IntervalWidth& row : interval_widths(view)) {
    if (row.model != comparison.model || row.task != comparison.task || row.method != group.name || !row.relative)
      continue;
    if (figure.series.empty() || figure.series.back().name != row.measure)
      figure.series.push_back({row.measure, Mark::line, {}});
    figure.series.back().points.push_back(
        {static_cast<double>(row.seeds),
         *row.relative,
         {},
         {},
         row.measure + ", " + std::to_string(row.seeds) + " seeds: " + fixed(*row.relative, 3)});
    figure.alternative += row.measure + ", " + std::to_string(row.seeds) + " seeds: " + fixed(*row.relative, 2) + ". ";
  }
  return figure;
}

StudyFigure test_set_scores(const View& view, const Comparison& comparison) {
  StudyFigure figure;
  figure.id = figure_id(view, "test_sets", comparison);
  figure.title = titled(view, "In-domain against extra test sets", comparison);
  figure.caption = "One mark per seed, on the task's own test set and on the others.";
  figure.x_categories = view.test_sets(comparison);
  figure.y_title = studies::axis_title(studies::measure_words(comparison.metric), "× 100", "higher is better");
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    StudySeries series{comparison.groups[g]->name, Mark::points, {}};
    const double width = 0.8 / static_cast<double>(comparison.groups.size());
    for (std::size_t s = 0; s < figure.x_categories.size(); ++s) {
      const std::vector<double> values = scores(*comparison.groups[g], figure.x_categories[s]);
      if (values.empty()) continue;
      const double left = static_cast<double>(s) - 0.4 + width * static_cast<double>(g);
      for (std::size_t i = 0; i < values.size(); ++i)
        series.points.push_back(
            {left + width * (0.15 + 0.7 * (static_cast<double>(i) + 0.5) / static_cast<double>(values.size())),
             100.0 * values[i],
             {},
             {},
             series.name + ": " + fixed(100.0 * values[i], 1)});
      figure.alternative +=
          series.name + " on " + figure.x_categories[s] + ": mean " + fixed(100.0 * mean(values), 1) + ". ";
    }
    figure.series.push_back(series);
  }
  return figure;
}

void append(std::vector<StudyFigure> more, std::vector<StudyFigure>& all) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Tasks that do not learn last: nothing follows from what their figures show.
std::vector<const Comparison*> in_reading_order(const View& view) {
  std::vector<const Comparison*> order;
  for (const bool learns : {true, false})
    for (const Comparison& comparison : view.comparisons())
      if (comparison.learns == learns) order.push_back(&comparison);
  return order;
}

/// A figure without a single value still has a text for those who do not see it.
void say_where_nothing_is_drawn(std::vector<StudyFigure>& figures) {
  for (StudyFigure& figure : figures)
    if (figure.alternative.empty()) figure.alternative = "No value is defined.";
}

}  // namespace

std::vector<StudyFigure> figures(const View& view, const published::Facts& facts) {
  std::vector<StudyFigure> all;
  for (const Comparison* one : in_reading_order(view)) {
    const Comparison& comparison = *one;
    const std::size_t first = all.size();
    all.push_back(scores_of_seeds(view, comparison));
    if (comparison.groups.size() > 1) {
      all.push_back(rank_lines(view, comparison));
      if (view.comparisons().size() == 1) append(agreement_figures(view), all);
    }
    for (const MeasureColumn& column : view.columns())
      all.push_back(column.layered ? layer_curves(view, comparison, column, facts)
                                   : instability_points(view, comparison, column));
    all.push_back(shrinking(view, comparison));
    if (view.test_sets(comparison).size() > 1) all.push_back(test_set_scores(view, comparison));
    if (view.comparisons().size() > 1)
      for (std::size_t i = first; i < all.size(); ++i) all[i].section = comparison.title();
  }
  say_where_nothing_is_drawn(all);
  return all;
}

std::vector<StudyFigure> figures_of_form(const View& view, const published::Facts& facts) {
  std::vector<StudyFigure> all;
  for (const Comparison* one : in_reading_order(view)) {
    const Comparison& comparison = *one;
    const std::size_t first = all.size();
    if (view.comparisons().size() == 1) append(agreement_figures(view), all);
    for (const MeasureColumn& column : view.columns())
      if (column.layered && column.variant == view.options().variant)
        all.push_back(layer_curves(view, comparison, column, facts));
    for (std::size_t i = first; i < all.size(); ++i)
      all[i].section = view.comparisons().size() > 1 ? comparison.title() : "By the forms of the published code";
  }
  say_where_nothing_is_drawn(all);
  return all;
}

}  // namespace reseed::imm_reassessment
