// SPDX-License-Identifier: Apache-2.0
#include "joint_figures.hpp"

#include <algorithm>
#include <utility>

#include "../common/axis_title.hpp"
#include "../common/cells.hpp"
#include "../common/sentences.hpp"
#include "base/number.hpp"
#include "panel_figures.hpp"
#include "published_spread.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr const char* kDependent =
    "Groups that share a task are not independent, so that even the p of the permutation is too small.";

std::string policy_name(SelfPairs policy) { return policy == SelfPairs::exclude ? "exclude" : "include_zero"; }

/// "", or " (as published)" for the forms of the published code.
std::string form_words(const Form& form) { return form.variant == "textbook" ? "" : ", forms of the published code"; }
std::string form_id(const Form& form) { return form.variant == "textbook" ? "" : "-" + form.variant; }

/// "all 24 orders", "10000 orders".
std::string orders_words(const PermutationTest& test) {
  return (test.exhaustive ? "all " : "") + std::to_string(test.orders) + " orders";
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
                    "with divisor m): r = " + fixed(r, 3) + ", " +
                    studies::tiny_p_text(published::Facts::number(*table, "p_value")) + " for " +
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
      std::string("SD of the score, × 100 (divisor ") + (form.view->options().ddof == 1 ? "m - 1" : "m") + ")";
  figure.y_title = studies::axis_title("average correlation, z-scored over groups", "", "higher = agrees more");
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

/// r of SD against average correlation as the paper has it for the model that stands beside ours.
struct PublishedR {
  std::optional<double> r;
  std::string p, remark;
};

PublishedR published_r(const View& view, const SpreadAgainstAgreement& spread, const published::Facts& facts) {
  PublishedR known;
  for (const Comparison& comparison : view.comparisons()) {
    if (comparison.model != spread.model || facts.empty()) continue;
    const studies::PaperModel model = beside(*comparison.groups.front());
    const TomlNode* table = facts.table("sd-vs-correlation.toml", model.name);
    if (table == nullptr) return known;
    known.r = published::Facts::number(*table, "r");
    known.p = studies::tiny_p_text(published::Facts::number(*table, "p_value"));
    known.remark = "Published for " + studies::paper_checkpoint(model.name) +
                   ", n = " + std::to_string(published::Facts::integer(*table, "n_points")) +
                   " points taken as independent" + (model.same_scale ? "." : "; another scale, not compared.");
    return known;
  }
  return known;
}

/// Why there is no r, what is left out, and what the published one is of.
StudyCell remark(const SpreadAgainstAgreement& spread, const std::string& published) {
  std::string text = spread.reason.empty() ? "" : "Cannot tell: " + spread.reason + ".";
  studies::add_sentence(text, spread.left_out());
  studies::add_sentence(text, published);
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
       {"published_significance", "Published p", "points taken as independent", -1},
       {"remark", "Remark", "", 0}},
      {}};
  table.section = kTogether;
  for (const Form& form : forms)
    for (const SpreadAgainstAgreement& spread : form.spread) {
      const PublishedR known = published_r(*form.view, spread, facts);
      table.rows.push_back(
          {spread.model, form.variant, policy_name(spread.self_pairs), static_cast<double>(spread.groups),
           static_cast<double>(spread.measures), static_cast<double>(spread.groups * spread.measures), cell(spread.r),
           spread.test ? StudyCell(spread.test->p) : StudyCell(),
           spread.test ? StudyCell("permutation of the SDs, " + orders_words(*spread.test)) : StudyCell(),
           cell(spread.p_of_points), cell(known.r), studies::text_cell(known.p), remark(spread, known.remark)});
    }
  return table;
}

}  // namespace

std::vector<StudyFigure> joint_figures(const Form& form, const published::Facts& facts) {
  std::vector<StudyFigure> figures;
  const auto add = [&](std::vector<StudyFigure> maps) {
    for (StudyFigure& map : maps) {
      map.section = kTogether;
      figures.push_back(std::move(map));
    }
  };
  if (form.view->comparisons().size() > 1) add(agreement_figures(*form.view));
  for (const SpreadAgainstAgreement& spread : form.spread)
    if (spread.r) figures.push_back(scatter(form, spread, facts));
  add(correlation_figures(form));
  return figures;
}

std::vector<StudyTable> joint_tables(const std::vector<Form>& forms, const published::Facts& facts) {
  std::vector<StudyTable> tables = {spread_table(forms, facts), map_table(forms)};
  std::erase_if(tables, [](const StudyTable& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace reseed::imm_reassessment
