// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "../common/cells.hpp"
#include "../common/measure_form.hpp"
#include "analysis/statistics.hpp"
#include "base/number.hpp"
#include "published_rows.hpp"
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

StudyFigure seed_points(const View& view, const Comparison& comparison) {
  StudyFigure figure;
  figure.id = figure_id(view, "scores", comparison);
  figure.title = titled(view, "Every seed", comparison);
  figure.caption = "One mark per seed; the hollow mark is the mean with one standard deviation (divisor " +
                   std::string(view.options().ddof == 1 ? "m - 1" : "m") + ").";
  figure.x_categories = names(comparison);
  figure.y_title = studies::measure_words(comparison.metric) + " on the test set × 100 (higher is better)";
  StudySeries means{"mean ± SD", Mark::hollow, {}};
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    const StudyGroup& group = *comparison.groups[g];
    StudySeries series{group.name, Mark::points, {}};
    const auto runs = ok_runs(group);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const auto score = runs[r]->scores.find("test");
      if (score == runs[r]->scores.end()) continue;
      // Spread sideways in the order of the seeds, so that equal scores stay visible.
      const double offset =
          runs.size() < 2 ? 0.0 : 0.36 * (static_cast<double>(r) / static_cast<double>(runs.size() - 1) - 0.5);
      series.points.push_back({static_cast<double>(g) + offset,
                               100.0 * score->second,
                               {},
                               {},
                               "seed " + std::to_string(runs[r]->seed) + ": " + fixed(100.0 * score->second, 1)});
    }
    figure.series.push_back(series);
    const std::vector<double> values = scores(group, "test");
    if (values.empty()) continue;
    const double average = 100.0 * mean(values);
    figure.alternative +=
        group.name + ": mean " + fixed(average, 1) + " over " + std::to_string(values.size()) + " seeds. ";
    if (values.size() < 2) continue;
    const double sd = 100.0 * standard_deviation(values, view.options().ddof);
    means.points.push_back({static_cast<double>(g) + 0.3, average, average - sd, average + sd,
                            group.name + ": mean " + fixed(average, 1) + ", SD " + fixed(sd, 1)});
  }
  if (!means.points.empty()) figure.series.push_back(means);
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

StudyFigure agreement_map(const View& view, const Comparison& comparison) {
  StudyFigure figure;
  figure.id = figure_id(view, "measure_agreement", comparison);
  figure.title = titled(view, "Agreement of the measures", comparison);
  figure.caption =
      "Kendall's tau-b between the rankings of " + std::to_string(comparison.groups.size()) +
      " methods: 1 = same order, -1 = reversed; - = a ranking is missing or all tied. p of every cell: in the "
      "table Agreement of the measures.";
  figure.kind = StudyFigure::Kind::heatmap;
  for (const MeasureColumn& column : view.columns()) figure.x_categories.push_back(column.title());
  figure.y_categories = figure.x_categories;
  const std::size_t n = figure.x_categories.size();
  figure.cells.assign(n, std::vector<std::optional<double>>(n));
  for (std::size_t i = 0; i < n; ++i) figure.cells[i][i] = 1.0;
  std::size_t next = 0;
  const auto pairs = agreements(view, comparison);
  for (std::size_t i = 0; i < n && !pairs.empty(); ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const Agreement& pair = pairs[next++];
      figure.cells[i][j] = figure.cells[j][i] = pair.tau;
      if (pair.tau) figure.alternative += pair.a + " and " + pair.b + ": " + fixed(*pair.tau, 2) + ". ";
    }
  return figure;
}

/// Mean distance of each seed's run to the others; empty for group measures and where a pair is undefined.
std::vector<double> seed_distances(const StudyValue& value) {
  std::vector<double> distances;
  const arma::uword runs = value.pairs.n_rows;
  if (runs < 2) return distances;
  for (arma::uword i = 0; i < runs; ++i) {
    double sum = 0.0;
    for (arma::uword j = 0; j < runs; ++j)
      if (j != i) sum += value.pairs(i, j);
    if (!std::isfinite(sum)) return {};
    const double average = sum / static_cast<double>(runs - 1);
    distances.push_back(value.direction == Direction::larger_is_more_alike ? 1.0 - average : average);
  }
  return distances;
}

StudyFigure instability_points(const View& view, const Comparison& comparison, const MeasureColumn& column) {
  StudyFigure figure;
  figure.id = figure_id(view, "instability", comparison, column.id);
  figure.title = titled(view, "Instability", comparison, column.title());
  figure.x_categories = names(comparison);
  figure.y_title = "instability" + (column.unit.empty() ? "" : ", " + column.unit) + " (lower is more stable)";
  StudySeries means{"value, 95 % interval", Mark::hollow, {}};
  bool with_seeds = false;
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    const StudyValue* value = view.value(*comparison.groups[g], "test", column);
    StudySeries series{comparison.groups[g]->name, Mark::points, {}};
    if (value != nullptr && value->instability) {
      const std::vector<double> distances = seed_distances(*value);
      for (std::size_t i = 0; i < distances.size(); ++i) {
        const double offset = 0.36 * (static_cast<double>(i) / static_cast<double>(distances.size() - 1) - 0.5);
        const std::string seed = i < value->seeds.size() ? "seed " + std::to_string(value->seeds[i]) : "a seed";
        series.points.push_back({static_cast<double>(g) + offset,
                                 distances[i],
                                 {},
                                 {},
                                 seed + ": " + fixed(distances[i], 4) + " on average from the others"});
      }
      with_seeds = with_seeds || !distances.empty();
      const double shift = distances.empty() ? 0.0 : 0.3;
      means.points.push_back({static_cast<double>(g) + shift, *value->instability, value->low, value->high,
                              comparison.groups[g]->name + ": " + fixed(*value->instability, 4)});
      figure.alternative += comparison.groups[g]->name + ": " + fixed(*value->instability, 4) + ". ";
    }
    figure.series.push_back(series);
  }
  figure.caption = std::string(with_seeds ? "Full marks: mean distance of each seed's run to the others. " : "") +
                   "Hollow marks: the value of the method with its 95 % bootstrap interval over seeds; textbook form, "
                   "test set.";
  if (!with_seeds)
    figure.caption += " A resample may hold a seed twice, which then agrees with itself: this interval lies low.";
  if (!means.points.empty()) figure.series.push_back(means);
  if (!with_seeds) std::erase_if(figure.series, [](const StudySeries& series) { return series.points.empty(); });
  return figure;
}

/// What the paper has for these curves, as hollow marks.
std::vector<StudySeries> published_curves(const View& view, const Comparison& comparison, const MeasureColumn& column,
                                          const published::Facts& facts) {
  std::vector<StudySeries> all;
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    const StudyGroup* group = comparison.groups[g];
    StudySeries series{group->name + ", published", Mark::hollow, {}, static_cast<int>(g)};
    for (const auto& [layer, distance] : published_curve(view, *group, column, facts))
      series.points.push_back({static_cast<double>(layer),
                               distance,
                               {},
                               {},
                               series.name + ", layer " + std::to_string(layer) + ": " + fixed(distance, 2)});
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
      "Small dots: mean distance of each seed's run to the others. Intervals: 95 % bootstrap over seeds. Band: what "
      "the measure gives when the items of one run are shuffled (the null, over all methods): a curve inside it tells "
      "nothing.";
  figure.x_title = "layer (0 = embeddings)";
  figure.y_title = "instability" + (column.unit.empty() ? "" : ", " + column.unit) + " (lower is more stable)";
  StudySeries band{"null (shuffled items)", Mark::band, {}};
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
    figure.caption += " Hollow marks: published, read off a picture (± 0.02) at layers 1, 12, 18 and 24.";
    for (const StudySeries& series : known) {
      figure.series.push_back(series);
      for (const StudyPoint& point : series.points) figure.alternative += point.label + ". ";
    }
  }
  // Behind the curves: how far every seed's run is from the others. Groups stand side by side.
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    StudySeries dots{comparison.groups[g]->name + ", seeds", Mark::dots, {}, static_cast<int>(g)};
    const double offset = 0.07 * (static_cast<double>(g) - 0.5 * static_cast<double>(comparison.groups.size() - 1));
    for (const StudyValue* value : view.layers(*comparison.groups[g], "test", column))
      for (const double distance : seed_distances(*value))
        dots.points.push_back({parse_double(value->layer).value_or(0.0) + offset, distance, {}, {}, ""});
    if (!dots.points.empty()) figure.series.push_back(std::move(dots));
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
  figure.y_title = "interval width / value (lower is more certain)";
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
  figure.y_title = studies::measure_words(comparison.metric) + " × 100 (higher is better)";
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

/// A figure without a single value still has a text for those who do not see it.
void say_where_nothing_is_drawn(std::vector<StudyFigure>& figures) {
  for (StudyFigure& figure : figures)
    if (figure.alternative.empty()) figure.alternative = "No value is defined.";
}

}  // namespace

std::vector<StudyFigure> figures(const View& view, const published::Facts& facts) {
  std::vector<StudyFigure> all;
  for (const Comparison& comparison : view.comparisons()) {
    const std::size_t first = all.size();
    all.push_back(seed_points(view, comparison));
    if (comparison.groups.size() > 1) {
      all.push_back(rank_lines(view, comparison));
      all.push_back(agreement_map(view, comparison));
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
  for (const Comparison& comparison : view.comparisons()) {
    const std::size_t first = all.size();
    if (comparison.groups.size() > 1) all.push_back(agreement_map(view, comparison));
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
