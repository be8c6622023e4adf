// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>

#include "../common/axis_title.hpp"
#include "../common/cells.hpp"
#include "../common/layer_correlation_figure.hpp"
#include "../common/paper_scale.hpp"
#include "../common/run_labels.hpp"
#include "../common/score_figure.hpp"
#include "../common/seed_points.hpp"
#include "analysis/statistics.hpp"
#include "sections.hpp"

namespace reseed::sst2_scale {
namespace {

using namespace studies;

std::string group_title(const StudyGroup& group) {
  return group.task + ", " + group.model + (group.name == "original" ? "" : ", " + group.name);
}

/// Row titles in the order in which they are met first.
void add_cell(StudyTable& table, const std::string& title, std::size_t column, const std::string& text) {
  auto row = std::find_if(table.rows.begin(), table.rows.end(), [&](const std::vector<StudyCell>& cells) {
    return std::get<std::string>(cells.front()) == title;
  });
  if (row == table.rows.end()) {
    row = table.rows.insert(row, std::vector<StudyCell>(table.columns.size()));
    row->front() = title;
  }
  (*row)[column] = text;
}

/// "92.6 ± 0.8".
std::string score_text(const ScoreRow& score) {
  if (!score.mean) return "cannot tell";
  return fixed(100.0 * *score.mean, 1) + (score.sd ? " ± " + fixed(100.0 * *score.sd, 1) : "");
}

/// The column of what the paper printed for one of its models, beside the group's.
void add_printed(const Findings& findings, const StudyGroup& group, const std::string& model, StudyTable& table) {
  table.columns.push_back(words("published-" + model, "published, " + paper_checkpoint(model)));
  const std::size_t column = table.columns.size() - 1;
  for (auto& row : table.rows) row.resize(table.columns.size());
  const auto printed = [&](const std::string& measure) {
    const published::Cell* cell = findings.facts.cell(model, "sst2", "standard", measure);
    return cell == nullptr || !cell->printed ? std::string() : fixed(*cell->printed, 1);
  };
  for (const LayerCorrelation& row : findings.correlations)
    if (const auto r = published_r(findings.facts, model, pair_key(row)); r && row.group == &group)
      add_cell(table, "r: " + row.a.title() + ", " + row.b.title(), column, fixed(*r, 2));
  const published::Cell* score = findings.facts.cell(model, "sst2", "standard", "score");
  const bool same_metric = score != nullptr && score->metric == group.metric;
  if (same_metric)
    add_cell(table, "score (" + measure_words(group.metric) + ")", column, printed("score") + " ± " + printed("sd"));
  for (const Curve& curve : curves_of(findings.data.values(), group, findings.embeddings)) {
    const auto* name = published::measure_named(curve.form.id);
    if (curve.form.layered || !curve.form.options.empty() || name == nullptr) continue;
    if (name->paper == "sd" && !same_metric) continue;
    if (const std::string text = printed(name->paper); !text.empty()) add_cell(table, curve.form.title(), column, text);
  }
  if (score != nullptr) add_cell(table, "runs", column, std::to_string(score->seeds));
}

}  // namespace

bool is_large(const StudyData& data, const StudyGroup& group) {
  const auto on_sst2 = [](const StudyGroup& one) { return paper_names(one).task == "sst2"; };
  const auto items = [](const StudyGroup& one) {
    return one.train_items.value_or(std::numeric_limits<std::int64_t>::max());  // not cut: all of them
  };
  return on_sst2(group) && std::none_of(data.groups().begin(), data.groups().end(), [&](const StudyGroup& other) {
           return other.model == group.model && on_sst2(other) && items(other) > items(group);
         });
}

std::vector<ScoreRow> score_rows(const StudyData& data, int ddof) {
  std::vector<ScoreRow> rows;
  for (const StudyGroup& group : data.groups()) {
    ScoreRow row{&group};
    std::vector<double> scores;
    for (const StudyRun* run : ok_runs(group))
      if (const auto score = run->scores.find("test"); score != run->scores.end()) scores.push_back(score->second);
    row.runs = scores.size();
    if (!scores.empty()) {
      row.mean = mean(scores);
      row.lowest = *std::min_element(scores.begin(), scores.end());
      row.highest = *std::max_element(scores.begin(), scores.end());
    }
    if (scores.size() > 1) {
      row.sd = standard_deviation(scores, ddof);
      std::vector<double> means;
      for (const Resample& list : draw_resamples(scores.size(), data.bootstrap_samples(), data.bootstrap_seed())) {
        double sum = 0.0;
        for (const std::size_t run : list) sum += scores[run];
        means.push_back(sum / static_cast<double>(list.size()));
      }
      row.low = quantile(means, 0.025);
      row.high = quantile(means, 0.975);
    }
    rows.push_back(row);
  }
  return rows;
}

namespace {

/// Correlations first, then scores, measures and, last, how many runs there are.
int place_in_table(const std::vector<StudyCell>& row) {
  const std::string& quantity = std::get<std::string>(row.front());
  return quantity.starts_with("r: ") ? 0 : quantity.starts_with("score (") ? 1 : quantity == "runs" ? 3 : 2;
}

}  // namespace

StudyTable table3(const Findings& findings) {
  StudyTable table{
      "table3",
      "Agreement across layers, score and instability",
      std::string(
          "As Table 3 of the paper: Pearson's r across layers between measures of representations; score (± SD over "
          "seeds, divisor ") +
          (findings.ddof == 1 ? "m - 1" : "m") +
          ") and instability x 100, mean or value over the runs of a group. Intervals in the next tables.",
      {words("quantity", "Quantity")},
      {}};
  const auto& groups = findings.data.groups();
  std::set<std::string> printed;  // models of the paper
  for (std::size_t g = 0; g < groups.size(); ++g) {
    table.columns.push_back(words(file_part(group_title(groups[g])), group_title(groups[g])));
    const std::size_t ours = table.columns.size() - 1;
    for (auto& row : table.rows) row.resize(table.columns.size());
    for (const LayerCorrelation& row : findings.correlations)
      if (row.group == &groups[g])
        add_cell(table, "r: " + row.a.title() + ", " + row.b.title(), ours, row.r ? fixed(*row.r, 2) : "cannot tell");
    const ScoreRow& score = findings.scores[g];
    add_cell(table, "score (" + measure_words(groups[g].metric) + ")", ours, score_text(score));
    for (const Curve& curve : curves_of(findings.data.values(), groups[g], findings.embeddings))
      if (!curve.form.layered)
        add_cell(table, curve.form.title(), ours,
                 curve.top().instability ? fixed(100.0 * *curve.top().instability, 1) : "cannot tell");
    add_cell(table, "runs", ours, std::to_string(score.runs));
    if (const std::string model = paper_model_beside(groups[g]).name;
        !findings.facts.empty() && is_large(findings.data, groups[g]) && is_standard(groups[g]) &&
        printed.insert(model).second)
      add_printed(findings, groups[g], model, table);
  }
  // A metric that only later groups have stands with the other scores.
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [](const auto& a, const auto& b) { return place_in_table(a) < place_in_table(b); });
  if (!printed.empty()) table.caption += " Published: as printed, the same number beside every form of a measure.";
  return table;
}

StudyTable values_table(const Findings& findings) {
  StudyTable table{
      "values_by_group",
      "Scores and instability with their intervals",
      "95 % intervals over resampled seeds. Representation measures at the highest layer, beside their null "
      "(items of one run shuffled).",
      {words("model", "Model"),
       words("task", "Task"),
       words("group", "Group"),
       words("quantity", "Quantity"),
       {"value", "Value", "", 4},
       {"low", "95 % from", "", 4},
       {"high", "to", "", 4},
       {"null", "Null", "", 4},
       count("n_items", "n"),
       count("n_runs", "Runs"),
       words("reason", "Remark")},
      {}};
  for (const ScoreRow& row : findings.scores) {
    table.rows.push_back({row.group->model, row.group->task, row.group->name,
                          "score (" + measure_words(row.group->metric) + ")", cell(row.mean), cell(row.low),
                          cell(row.high), StudyCell(), StudyCell(), cell(row.runs),
                          row.mean ? StudyCell() : StudyCell("no run ended well")});
    for (const Curve& curve : curves_of(findings.data.values(), *row.group, findings.embeddings)) {
      const StudyValue& value = curve.top();
      table.rows.push_back({row.group->model, row.group->task, row.group->name,
                            curve.form.title() + (value.layer.empty() ? "" : ", layer " + value.layer),
                            cell(value.instability), cell(value.low), cell(value.high), cell(value.null),
                            static_cast<double>(value.n_items), static_cast<double>(value.n_runs),
                            text_cell(value.reason)});
    }
  }
  return table;
}

namespace {

/// Layer curves of one group beside their nulls, with a dot per seed.
StudyFigure layers_figure(const Findings& findings, const StudyGroup& group) {
  StudyFigure figure;
  figure.id = "layers-" + file_part(title_of(group));
  figure.title = "Instability layer by layer: " + title_of(group);
  figure.x_title = "layer";
  std::vector<StudySeries> dots;
  std::string seeds;  // what the dots are
  std::set<std::string> units;
  for (const Curve& curve : curves_of(findings.data.values(), group, findings.embeddings)) {
    if (!curve.form.layered || curve.form.variant != "textbook") continue;
    StudySeries series{curve.form.title(), StudySeries::Mark::line, {}};
    StudySeries null{"null: " + curve.form.title(), StudySeries::Mark::line, {}};
    for (const StudyValue* value : curve.layers) {
      const double x = static_cast<double>(layer_number(*value));
      if (value->instability) series.points.push_back({x, *value->instability, value->low, value->high, ""});
      if (value->null) null.points.push_back({x, *value->null, std::nullopt, std::nullopt, ""});
    }
    if (series.points.empty()) continue;
    units.insert(curve.form.unit);
    figure.alternative += curve.form.title() + ": " + fixed(series.points.front().y, 3) + " at layer " +
                          fixed(series.points.front().x, 0) + ", " + fixed(series.points.back().y, 3) + " at layer " +
                          fixed(series.points.back().x, 0) + ". ";
    const double offset = 0.06 * (static_cast<double>(dots.size()) - 1.0);
    dots.push_back(seed_dots(series.name + ", seeds", curve.layers, static_cast<int>(figure.series.size()), offset));
    if (!dots.back().points.empty()) seeds = seed_words(curve.form.arity);
    figure.series.push_back(std::move(series));
    if (!null.points.empty()) figure.series.push_back(std::move(null));
  }
  for (StudySeries& series : dots)
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  figure.y_title = axis_title("instability", units, kLowerIsMoreStable);
  figure.caption = (seeds.empty() ? "" : "Small dots: " + seeds + ". ") +
                   "Textbook measures with their 95 % interval over seeds, beside their nulls: the items of one run of "
                   "each pair shuffled.";
  return figure;
}

}  // namespace

std::vector<StudyFigure> figures(const Findings& findings) {
  std::vector<StudyFigure> figures = score_figures(findings.data.groups(), findings.ddof);
  const auto printed = [&](const LayerCorrelation& row) {
    return is_large(findings.data, *row.group) && is_standard(*row.group)
               ? published_r(findings.facts, paper_model_beside(*row.group).name, pair_key(row))
               : std::optional<double>();
  };
  for (StudyFigure& figure : layer_correlation_figures("agreement", findings.correlations, printed))
    figures.push_back(std::move(figure));
  for (const StudyGroup& group : findings.data.groups())
    if (StudyFigure figure = layers_figure(findings, group); !figure.series.empty())
      figures.push_back(std::move(figure));
  return figures;
}

}  // namespace reseed::sst2_scale
