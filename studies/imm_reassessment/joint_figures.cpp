// SPDX-License-Identifier: Apache-2.0
#include "joint_figures.hpp"

#include <algorithm>
#include <map>

#include "../common/cells.hpp"
#include "../common/sentences.hpp"
#include "base/number.hpp"
#include "published_spread.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr const char* kDependent =
    "Groups that share a task are not independent, so that even the p of the permutation is too small.";

std::string policy_name(SelfPairs policy) { return policy == SelfPairs::exclude ? "exclude" : "include_zero"; }

std::string policy_words(SelfPairs policy) {
  return policy == SelfPairs::exclude ? "a run drawn twice makes no pair with itself"
                                      : "a run drawn twice makes a pair with itself at distance 0, as in the published "
                                        "code: that moves all pair measures together";
}

/// "", or " (as published)" for the forms of the published code.
std::string form_words(const Form& form) { return form.variant == "textbook" ? "" : ", forms of the published code"; }
std::string form_id(const Form& form) { return form.variant == "textbook" ? "" : "-" + form.variant; }

/// The group's name; a long one is cut and told apart by the group's place.
std::string short_name(const CorrelationMap& map) {
  constexpr std::size_t kLongest = 40;
  if (map.group->name.size() <= kLongest) return map.group->name;
  const auto& groups = map.comparison->groups;
  const auto place = std::find(groups.begin(), groups.end(), map.group) - groups.begin();
  return map.group->name.substr(0, kLongest) + "-" + std::to_string(place + 1);
}

/// "all 24 orders", "10000 orders".
std::string orders_words(const PermutationTest& test) {
  return (test.exhaustive ? "all " : "") + std::to_string(test.orders) + " orders";
}

StudyFigure heatmap(const Form& form, const CorrelationMap& map) {
  const bool several = form.view->comparisons().size() > 1;
  StudyFigure figure;
  figure.kind = StudyFigure::Kind::heatmap;
  figure.id =
      studies::file_part("bootstrap_correlations-" + short_name(map) +
                         (several ? "-" + map.comparison->task + "-" + map.comparison->model : "") + form_id(form));
  // As in the paper, the tasks of one method and model are the panels of one figure.
  figure.title = "Bootstrap correlations" + form_words(form) +
                 (several ? ", " + map.group->name + ", " + map.comparison->model + ": " + map.comparison->task
                          : ": " + map.group->name);
  figure.section = kTogether;
  figure.caption = "Pearson's r of two instabilities over " + std::to_string(map.resamples) + " resamples of " +
                   std::to_string(map.seeds) + " seeds, the same for all measures; " + policy_words(map.self_pairs) +
                   ". – = a measure does not change.";
  if (!map.left_out.empty()) {
    figure.caption += " Left out, since only its plugin can evaluate it or it has no value:";
    for (std::size_t i = 0; i < map.left_out.size(); ++i)
      figure.caption += (i == 0 ? " " : ", ") + map.left_out[i]->title();
    figure.caption += ".";
  }
  for (const MeasureColumn* column : map.columns) figure.x_categories.push_back(column->title());
  figure.y_categories = figure.x_categories;
  figure.cells = map.r;
  for (std::size_t i = 0; i < map.columns.size(); ++i)
    for (std::size_t j = i + 1; j < map.columns.size(); ++j)
      if (map.r[i][j])
        figure.alternative +=
            map.columns[i]->title() + " and " + map.columns[j]->title() + ": " + fixed(*map.r[i][j], 2) + ". ";
  if (figure.alternative.empty()) figure.alternative = "No correlation exists.";
  return figure;
}

/// Maps that are drawn, the tasks of one method and model side by side: those of tasks that may learn.
std::vector<const CorrelationMap*> drawn_maps(const Form& form) {
  std::map<const Comparison*, bool> learns;
  std::vector<const CorrelationMap*> drawn;
  for (const CorrelationMap& map : form.maps) {
    if (!learns.contains(map.comparison)) learns[map.comparison] = may_learn(*form.view, *map.comparison);
    if (map.columns.size() > 1 && learns[map.comparison]) drawn.push_back(&map);
  }
  std::vector<std::pair<std::string, std::string>> panels;  // model and method, as they first occur
  const auto place = [&](const CorrelationMap* map) {
    return std::find(panels.begin(), panels.end(), std::pair(map->group->model, map->group->name)) - panels.begin();
  };
  for (const CorrelationMap* map : drawn)
    if (place(map) == std::ssize(panels)) panels.emplace_back(map->group->model, map->group->name);
  std::stable_sort(drawn.begin(), drawn.end(),
                   [&](const CorrelationMap* a, const CorrelationMap* b) { return place(a) < place(b); });
  return drawn;
}

/// The published marks in the colours of ours; says in the caption whose they are.
void add_published(const SpreadAgainstAgreement& spread, const published::Facts& facts, StudyFigure& figure) {
  const studies::PaperModel model = beside(*spread.points.front().group);
  const std::string checkpoint = studies::paper_checkpoint(model.name);
  const TomlNode* table = facts.table("sd-vs-correlation.toml", model.name);
  if (table == nullptr) return;
  std::vector<const MeasureColumn*> ours;  // in the order of the series
  for (const auto& point : spread.points)
    if (ours.empty() || ours.back() != point.measure) ours.push_back(point.measure);
  for (const PublishedSpreadPoint& point : published_spread(facts, model.name)) {
    const published::MeasureName* measure = published::measure_named(point.measure);
    const std::string name = measure->title + ", published";
    if (figure.series.back().name != name) {
      const auto like = std::find_if(ours.begin(), ours.end(), [&](const MeasureColumn* column) {
        return column->id == measure->measure && column->options.empty();
      });
      figure.series.push_back(
          {name, StudySeries::Mark::hollow, {}, like == ours.end() ? -1 : int(like - ours.begin())});
    }
    figure.series.back().points.push_back({100.0 * point.sd, point.z, {}, {}, ""});
  }
  const double r = published::Facts::number(*table, "r");
  figure.caption += " Hollow marks: published for " + checkpoint + ", worked out from its bootstrap correlations (SD " +
                    "with divisor m): r = " + fixed(r, 3) +
                    ", p = " + shortest(published::Facts::number(*table, "p_value")) + " for " +
                    std::to_string(published::Facts::integer(*table, "n_points")) + " points taken as independent" +
                    (model.same_scale ? "." : "; another scale, not compared.");
  figure.alternative += "Published for " + checkpoint + ": r = " + fixed(r, 3) + ".";
}

StudyFigure scatter(const Form& form, const SpreadAgainstAgreement& spread, const published::Facts& facts) {
  StudyFigure figure;
  const bool several = form.spread.size() > 1;
  figure.id = studies::file_part("sd_against_agreement" + (several ? "-" + spread.model : "") + form_id(form));
  figure.title = "SD against average correlation" + (several ? ": " + spread.model : "") + form_words(form);
  figure.section = kTogether;
  figure.x_title =
      std::string("SD of the score × 100 (divisor ") + (form.view->options().ddof == 1 ? "m - 1" : "m") + ")";
  figure.y_title = "average correlation, z-scored (higher: agrees more)";
  figure.caption =
      "One mark per group and measure: mean correlation of the measure with the others, z-scored over the " +
      std::to_string(spread.groups) + " groups. r = " + fixed(*spread.r, 3) + ", p = " + fixed(spread.test->p, 4) +
      " (" + orders_words(*spread.test) + " of the groups' SDs, jointly for all measures; one test, not adjusted). " +
      kDependent;
  studies::add_sentence(figure.caption, spread.left_out());
  figure.alternative = "r = " + fixed(*spread.r, 3) + ". ";
  for (const auto& point : spread.points) {
    const std::string measure = point.measure->title();
    if (figure.series.empty() || figure.series.back().name != measure) {
      figure.series.push_back({measure, StudySeries::Mark::points, {}});
      figure.alternative += measure + ": ";
    }
    figure.series.back().points.push_back({100.0 * point.sd,
                                           point.z,
                                           {},
                                           {},
                                           measure + ", " + point.group->name + " on " + point.group->task + ": SD " +
                                               fixed(100.0 * point.sd, 2) + ", z " + fixed(point.z, 2)});
    figure.alternative += fixed(100.0 * point.sd, 1) + "/" + fixed(point.z, 1) + " ";
  }
  if (!facts.empty()) add_published(spread, facts, figure);
  return figure;
}

using studies::cell;

StudyTable map_table(const std::vector<Form>& forms) {
  StudyTable table{
      "bootstrap_correlations",
      "Bootstrap correlations",
      "Pearson's r between the instabilities of a group by two measures over resamples of its seeds, the same "
      "resamples for all measures. Tasks that do not learn have no picture: nothing follows from them.",
      {{"model", "Model", "", 0},
       {"task", "Task", "", 0},
       {"method", "Method", "", 0},
       {"form", "Form", "", 0},
       {"self_pairs", "Self-pairs", "", 0},
       {"a", "Measure", "", 0},
       {"b", "Other measure", "", 0},
       {"r", "r", "", 3},
       {"seeds", "Seeds", "", 0},
       {"resamples", "Resamples", "", 0}},
      {}};
  table.section = kTogether;
  for (const Form& form : forms)
    for (const CorrelationMap& map : form.maps)
      for (std::size_t i = 0; i < map.columns.size(); ++i)
        for (std::size_t j = i + 1; j < map.columns.size(); ++j)
          table.rows.push_back({map.group->model, map.group->task, map.group->name, form.variant,
                                policy_name(map.self_pairs), map.columns[i]->title(), map.columns[j]->title(),
                                cell(map.r[i][j]), static_cast<double>(map.seeds), static_cast<double>(map.resamples)});
  return table;
}

/// Why there is no r, and what is left out.
StudyCell remark(const SpreadAgainstAgreement& spread) {
  std::string text = spread.reason.empty() ? "" : "Cannot tell: " + spread.reason + ".";
  studies::add_sentence(text, spread.left_out());
  return studies::text_cell(text);
}

StudyTable spread_table(const std::vector<Form>& forms, const published::Facts& facts) {
  StudyTable table{
      "sd_against_agreement",
      "SD against average correlation",
      std::string("r between the SD of a group's scores and the z-scored mean correlation of every measure "
                  "with the others. p: orders of the groups' SDs, jointly for all measures; beside it the p "
                  "that takes every point as independent, as was published. One test for each model and form, not "
                  "adjusted for one another. ") +
          kDependent,
      {{"model", "Model", "", 0},
       {"form", "Form", "", 0},
       {"self_pairs", "Self-pairs", "", 0},
       {"n_groups", "Groups", "", 0},
       {"measures", "Measures", "", 0},
       {"n_points", "Points", "groups x measures", 0},
       {"r", "r", "", 3},
       {"p", "p", "permutation", 4},
       {"test", "Test", "", 0},
       {"p_points", "p of the points", "as if independent", 4},
       {"published_r", "Published r", "", 3},
       {"published_p", "Published p", "", 4},
       {"remark", "Remark", "", 0}},
      {}};
  table.section = kTogether;
  for (const Form& form : forms)
    for (const SpreadAgainstAgreement& spread : form.spread) {
      const auto model = spread.points.empty() ? std::nullopt : paper_names(*spread.points.front().group).model;
      const TomlNode* known = facts.empty() || !model ? nullptr : facts.table("sd-vs-correlation.toml", *model);
      const auto fact = [&](const char* key) {
        return known == nullptr ? StudyCell() : StudyCell(published::Facts::number(*known, key));
      };
      table.rows.push_back(
          {spread.model, form.variant, policy_name(spread.self_pairs), static_cast<double>(spread.groups),
           static_cast<double>(spread.measures), static_cast<double>(spread.groups * spread.measures), cell(spread.r),
           spread.test ? StudyCell(spread.test->p) : StudyCell(),
           spread.test ? StudyCell("permutation of the SDs, " + orders_words(*spread.test)) : StudyCell(),
           cell(spread.p_of_points), fact("r"), fact("p_value"), remark(spread)});
    }
  return table;
}

}  // namespace

std::vector<StudyFigure> joint_figures(const Form& form, const published::Facts& facts) {
  std::vector<StudyFigure> figures;
  for (const SpreadAgainstAgreement& spread : form.spread)
    if (spread.r) figures.push_back(scatter(form, spread, facts));
  for (const CorrelationMap* map : drawn_maps(form)) figures.push_back(heatmap(form, *map));
  return figures;
}

std::vector<StudyTable> joint_tables(const std::vector<Form>& forms, const published::Facts& facts) {
  std::vector<StudyTable> tables = {spread_table(forms, facts), map_table(forms)};
  std::erase_if(tables, [](const StudyTable& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace reseed::imm_reassessment
