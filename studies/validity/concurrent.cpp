// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

#include "../common/cells.hpp"
#include "../common/paper_scale.hpp"
#include "../common/run_labels.hpp"
#include "../common/score_figure.hpp"
#include "../common/sentences.hpp"
#include "sections.hpp"

namespace reseed::validity {
namespace {

using namespace studies;

StudyTable runs_table(const Findings& findings) {
  StudyTable table{
      "failed_runs",
      "Failed runs",
      "Runs that ended well, labelled by the manifest's rule. A test needs 3 failed and 3 successful runs.",
      {words("model", "Model"),
       words("task", "Task"),
       words("group", "Group"),
       words("rule", "Failed: "),
       count("n_failed", "Failed"),
       count("n_successful", "Successful"),
       {"share", "Share failed", "%", 1},
       words("failed_seeds", "Failed seeds"),
       words("reason", "Remark")},
      {}};
  for (const StudyGroup& group : findings.data.groups()) {
    const RunLabels labels = run_labels(findings.data, group);
    std::string seeds;
    for (const std::uint64_t seed : labels.failed) seeds += (seeds.empty() ? "" : " ") + std::to_string(seed);
    const std::size_t all = labels.failed.size() + labels.successful.size();
    table.rows.push_back({group.model, group.task, group.name, text_cell(labels.rule), cell(labels.failed.size()),
                          cell(labels.successful.size()),
                          all == 0
                              ? StudyCell()
                              : StudyCell(100.0 * static_cast<double>(labels.failed.size()) / static_cast<double>(all)),
                          text_cell(seeds), text_cell(labels.problem)});
  }
  return table;
}

StudyTable tests_table(const std::vector<FailedAgainstSuccessful>& rows) {
  StudyTable table{
      "failed_against_successful",
      "Failed runs against successful ones",
      "Instability among the failed runs minus instability among the successful ones of one group, from one pair "
      "matrix "
      "per layer. One test per curve: permutation of the labels over the runs, largest difference over the layers, "
      "each "
      "divided by its spread over the permutations; Holm's family is one measure over the groups. Band: 95 % over all "
      "layers at once, both kinds of runs resampled apart. By construction: a measure of predictions where every "
      "failed run gives one class for all items, so that its distances follow from the rule for failed runs. Measures "
      "of the whole group, as SD and kappa, have no pair matrix and no test.",
      {words("model", "Model"),
       words("task", "Task"),
       words("group", "Group"),
       words("measure", "Measure"),
       count("n_failed", "Failed"),
       count("n_successful", "Successful"),
       words("top_layer", "Top layer"),
       {"failed", "Failed runs", "top layer", 4},
       {"successful", "Successful", "top layer", 4},
       {"difference", "Difference", "", 4},
       {"band_low", "Band from", "", 4},
       {"band_high", "to", "", 4},
       {"statistic", "Largest", "over layers", 2},
       words("largest_layer", "at layer"),
       {"p", "p", "", 4},
       {"p_holm", "p", "Holm", 4},
       words("verdict", "Verdict"),
       words("test", "Test"),
       words("reason", "Remark")},
      {}};
  for (const FailedAgainstSuccessful& row : rows) {
    const bool has = !row.layers.empty();
    const auto top = [&](auto member) { return has ? cell(std::optional<double>(row.top().*member)) : StudyCell(); };
    table.rows.push_back({row.group->model, row.group->task, row.group->name, row.form.title(), cell(row.failed.size()),
                          cell(row.successful.size()), text_cell(has ? row.top().layer : ""),
                          top(&LayerDifference::failed), top(&LayerDifference::successful),
                          top(&LayerDifference::difference), has ? cell(row.top().band_low) : StudyCell(),
                          has ? cell(row.top().band_high) : StudyCell(), cell(row.statistic),
                          text_cell(row.largest_layer), cell(row.p), cell(row.p_holm), row.verdict, text_cell(row.test),
                          text_cell(row.reason)});
  }
  return table;
}

StudyTable layers_table(const std::vector<FailedAgainstSuccessful>& rows) {
  StudyTable table{
      "failed_against_successful_layers",
      "Failed runs against successful ones, layer by layer",
      "Mean over the pairs of failed runs, over the pairs of successful runs, and their difference with its "
      "95 % interval at this layer and its band over all layers at once. Null: all runs, the items of one "
      "run of each pair shuffled.",
      {words("model", "Model"),
       words("task", "Task"),
       words("group", "Group"),
       words("measure", "Measure"),
       words("layer", "Layer"),
       {"failed", "Failed", "", 4},
       {"successful", "Successful", "", 4},
       {"difference", "Difference", "", 4},
       {"low", "95 % from", "", 4},
       {"high", "to", "", 4},
       {"band_low", "Band from", "", 4},
       {"band_high", "to", "", 4},
       {"null", "Null", "", 4}},
      {}};
  for (const FailedAgainstSuccessful& row : rows)
    for (const LayerDifference& layer : row.layers)
      table.rows.push_back({row.group->model, row.group->task, row.group->name, row.form.title(),
                            text_cell(layer.layer), layer.failed, layer.successful, layer.difference, cell(layer.low),
                            cell(layer.high), cell(layer.band_low), cell(layer.band_high), cell(layer.null)});
  return table;
}

/// Published layer values of one list of seeds as hollow marks; those of a model of another depth are moved to the same
/// share of the depth.
void add_published(const published::Facts& facts, const FailedAgainstSuccessful& row, const std::string& list,
                   const std::string& name, StudyFigure& figure) {
  constexpr double kPublishedDepth = 24.0;
  const auto task = paper_names(*row.group).task;
  const auto* measure = published::measure_named(row.form.id);
  if (facts.empty() || !task || measure == nullptr) return;
  const std::string model = paper_model_beside(*row.group).name;
  const TomlNode* table = facts.table("layer-curves.toml", "runs." + model + "." + *task + "." + list);
  const TomlNode* curve = table == nullptr ? nullptr : table->find(measure->paper);
  if (curve == nullptr) return;
  const double depth = std::stod(row.top().layer);
  StudySeries& series = figure.series.emplace_back(StudySeries{name, StudySeries::Mark::hollow, {}});
  for (const TomlMember& member : curve->members)  // "l12": layer 12
    series.points.push_back({std::stod(member.key.substr(1)) / kPublishedDepth * depth,
                             published::Facts::number(*curve, member.key), std::nullopt, std::nullopt, ""});
}

/// Behind a curve the mean distance of every run to the others of its kind. `like`: place of the curve among the
/// series.
void add_dots(const FailedAgainstSuccessful& row, std::vector<double> LayerDifference::*each, int like,
              StudyFigure& figure) {
  StudySeries dots{figure.series[static_cast<std::size_t>(like)].name + ", seeds", StudySeries::Mark::dots, {}, like};
  for (const LayerDifference& layer : row.layers)
    for (const double distance : layer.*each)
      dots.points.push_back({static_cast<double>(parse_integer(layer.layer).value_or(0)) + (like == 0 ? -0.05 : 0.05),
                             distance, std::nullopt, std::nullopt, ""});
  figure.series.push_back(std::move(dots));
}

StudyFigure curve_figure(const Findings& findings, const FailedAgainstSuccessful& row) {
  StudyFigure figure;
  figure.id = "failed-" + file_part(title_of(*row.group)) + "-" + file_part(row.form.title());
  figure.title = "Failed and successful runs, " + title_of(*row.group) + ": " + row.form.title();
  figure.x_title = "layer";
  figure.y_title = row.form.axis();
  StudySeries failed{"failed runs (" + std::to_string(row.failed.size()) + ")", StudySeries::Mark::line, {}};
  StudySeries successful{
      "successful runs (" + std::to_string(row.successful.size()) + ")", StudySeries::Mark::line, {}};
  StudySeries null{"null: items shuffled", StudySeries::Mark::line, {}};
  for (const LayerDifference& layer : row.layers) {
    const double x = static_cast<double>(parse_integer(layer.layer).value_or(0));
    failed.points.push_back({x, layer.failed, std::nullopt, std::nullopt, ""});
    successful.points.push_back({x, layer.successful, std::nullopt, std::nullopt, ""});
    if (layer.null) null.points.push_back({x, *layer.null, std::nullopt, std::nullopt, ""});
  }
  figure.series = {failed, successful, null};
  if (null.points.empty()) figure.series.pop_back();
  add_published(findings.facts, row, "list_failed", "published: list named failed", figure);
  add_published(findings.facts, row, "list_successful", "published: list named successful", figure);
  figure.caption =
      "Small dots: mean distance of each run to the others of its kind, failed or successful. Verdict: " + row.verdict +
      (row.p_holm ? ", " + p_text(*row.p_holm) + " (Holm), n = " + std::to_string(row.failed.size()) + " failed and " +
                        std::to_string(row.successful.size()) + " successful runs, " + row.test
       : row.reason.empty() ? ""
                            : " (" + row.reason + ")") +
      ". Difference at the top layer " + fixed(row.top().difference, 3);
  if (const auto band = interval_text(row.top().band_low, row.top().band_high, 3); !band.empty())
    figure.caption += ", band " + band;
  figure.caption += ".";
  if (figure.series.back().mark == StudySeries::Mark::hollow) {
    const PaperModel model = paper_model_beside(*row.group);
    figure.caption +=
        " Hollow: published for " + paper_checkpoint(model.name) +
        (model.same_scale ? "." : ", layers at the same share of the depth; another scale, not compared.");
  }
  add_dots(row, &LayerDifference::each_failed, 0, figure);
  add_dots(row, &LayerDifference::each_successful, 1, figure);
  figure.alternative = "Layer curves of failed and successful runs. At the top layer failed runs have " +
                       fixed(row.top().failed, 3) + ", successful runs " + fixed(row.top().successful, 3) + ".";
  return figure;
}

/// Verdicts of the tested curves of one kind of measures.
struct Kind {
  std::string name;
  std::size_t told = 0, less = 0, more = 0;

  /// "0 and more stable in 1 of 6 tested curves of representations".
  std::string counts() const {
    return std::to_string(less) + " and more stable in " + std::to_string(more) + " of " +
           counted(told, "tested curve", "tested curves") + " of " + name;
  }
};

/// "Not counted: 3 curves that follow from the rule, ..."; "" where there are none.
std::string constructed_words(std::size_t curves, const std::set<std::string>& measures) {
  if (curves == 0) return "";
  std::string names;
  for (const std::string& name : measures) names += (names.empty() ? "" : ", ") + name;
  return "Not counted: " + counted(curves, "curve", "curves") + " that " + (curves == 1 ? "follows" : "follow") +
         " from the rule, as failed runs give one class (" + names + ").";
}

/// What the tested curves say together: one direction, when more than half of them show it and none the other.
std::string direction_of(std::size_t told, std::size_t less, std::size_t more) {
  if (told == 0) return "cannot tell";
  if (less + more == 0) return "no difference seen";
  if (less > 0 && more > 0) return "mixed";
  if (!decides(less + more, told)) return "cannot tell";
  return less > 0 ? "yes: failed runs are less stable" : "yes: failed runs are more stable";
}

StudyAnswer failures_answer(const Findings& findings) {
  StudyAnswer answer{"Do the measures tell failed runs from successful ones?", "cannot tell", ""};
  Kind representations{"representations"};
  Kind predictions{"predictions"};
  std::size_t constructed = 0;
  std::set<std::string> constructed_measures;
  std::string reason;
  for (const FailedAgainstSuccessful& row : findings.failures) {
    if (row.form.variant != "textbook" || !findings.counts(*row.group)) continue;
    if (row.verdict == "by construction") {
      ++constructed;
      constructed_measures.insert(row.form.title());
      continue;
    }
    if (reason.empty()) reason = row.reason;
    Kind& kind = row.form.layered ? representations : predictions;
    kind.told += row.p_holm ? 1 : 0;
    kind.less += row.verdict == "failed runs less stable" ? 1 : 0;
    kind.more += row.verdict == "failed runs more stable" ? 1 : 0;
  }
  answer.verdict = direction_of(representations.told + predictions.told, representations.less + predictions.less,
                                representations.more + predictions.more);
  std::string found;
  for (const Kind* kind : {&representations, &predictions})
    if (kind->told > 0) found += (found.empty() ? "failed runs are less stable in " : ", and in ") + kind->counts();
  answer.sentence = !found.empty() ? sentence(found + " (top layer; level " + fixed(findings.level, 2) + ", Holm)")
                    : findings.failures.empty()
                        ? "No pair measure was computed in its textbook form."
                        : sentence("Nothing could be tested" + (reason.empty() ? "" : ": " + reason));
  add_sentence(answer.sentence, constructed_words(constructed, constructed_measures));
  add_sentence(answer.sentence, left_out(findings.flat));
  return answer;
}

}  // namespace

void report_failures(const Findings& findings, StudyReport& report) {
  report.answers.push_back(failures_answer(findings));
  report.tables.push_back(runs_table(findings));
  report.tables.push_back(tests_table(findings.failures));
  report.tables.push_back(layers_table(findings.failures));
  for (StudyFigure& figure : score_figures(findings.data.groups(), findings.ddof))
    report.figures.push_back(std::move(figure));
  for (const FailedAgainstSuccessful& row : findings.failures)
    if (row.form.layered && row.layers.size() > 1) report.figures.push_back(curve_figure(findings, row));
  if (!findings.data.failure())
    report.notes.push_back("The manifest has no rule for failed runs ([analysis] failure): part (b) cannot be told.");
}

}  // namespace reseed::validity
