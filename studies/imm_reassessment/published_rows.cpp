// SPDX-License-Identifier: Apache-2.0
#include "published_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>

#include "../common/judged_interval.hpp"
#include "../common/published_verdict.hpp"
#include "analysis/bootstrap.hpp"
#include "analysis/resampled.hpp"
#include "analysis/statistics.hpp"
#include "published_agreement.hpp"
#include "published_curve.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr long kPaperLayers = static_cast<long>(studies::kPaperLayers);
constexpr double kReadOff = 0.02;  // tolerance of points that were read off a picture

using studies::JudgedNumber;
using studies::OurNumber;

/// A number with what is behind it.
struct Ours {
  OurNumber number;
  std::size_t seeds = 0;
};

/// Groups that can stand beside a published one: of its task and method, of its model where that was run.
struct Candidates {
  std::vector<const StudyGroup*> groups;
  bool same_model = false;
  std::string missing;  ///< why there is none
};

Candidates candidates(const View& view, const std::string& model, const std::string& task, const std::string& method) {
  Candidates found;
  std::vector<const StudyGroup*> others;
  bool has_task = false;
  for (const Comparison& comparison : view.comparisons()) {
    const PaperNames names = paper_names(*comparison.groups.front());
    if (names.task != task) continue;
    has_task = true;
    if (const StudyGroup* group = scheme(comparison, method))
      (names.model == model ? found.groups : others).push_back(group);
  }
  found.same_model = !found.groups.empty();
  if (found.same_model) return found;
  // A model of the paper is not held against the other one.
  std::erase_if(others, [](const StudyGroup* group) { return paper_names(*group).model.has_value(); });
  found.groups = others;
  if (others.empty())
    found.missing = !has_task ? "the manifest does not run the task " + task
                              : "the manifest does not run " + method + " on " + task + " with " + model + "-large";
  return found;
}

Ours ours_of(const StudyValue* value) {
  Ours ours;
  if (value == nullptr) return ours;
  ours.number.value = value->instability;
  if (const auto interval = studies::judged_interval(*value)) {
    ours.number.low = interval->low;
    ours.number.high = interval->high;
  }
  ours.seeds = static_cast<std::size_t>(value->n_runs);
  return ours;
}

/// Mean score with its percentile interval over resampled seeds, the resamples of the harness.
Ours ours_of_score(const View& view, const StudyGroup& group) {
  const std::vector<double> values = scores(group, "test");
  Ours ours;
  ours.seeds = values.size();
  if (values.empty()) return ours;
  ours.number.value = mean(values);
  if (values.size() < 2) return ours;
  std::vector<double> means;
  for (const Resample& list :
       draw_resamples(values.size(), view.data().bootstrap_samples(), view.data().bootstrap_seed()))
    means.push_back(resampled_average(values, list));
  if (means.empty()) return ours;
  ours.number.low = quantile(means, 0.025);
  ours.number.high = quantile(means, 0.975);
  return ours;
}

/// The number in percent, as tables print it, or as it is.
OurNumber scaled(const OurNumber& number, double scale) {
  const auto times = [&](const std::optional<double>& x) {
    return x ? std::optional<double>(scale * *x) : std::nullopt;
  };
  return {times(number.value), times(number.low), times(number.high)};
}

class Rows {
 public:
  Rows(const std::vector<Form>& forms, const published::Facts& facts) : forms_(forms), facts_(facts) {}

  std::vector<StudyPublished> all() {
    for (const published::Cell& cell : facts_.cells()) add_cell(cell);
    std::vector<JudgedNumber> points;
    for (const Form& form : forms_)
      for (const Comparison& comparison : form.view->comparisons()) add_curves(form, comparison, points);
    add(studies::explained(facts_, points));
    for (const Form& form : forms_) add(published_agreement(forms_, form, facts_));
    return std::move(rows_);
  }

 private:
  static std::string table_title(const published::Cell& cell) {
    if (cell.table == "figures") return "Figures 2, 11 to 13, top layer";
    return cell.table == "table1" ? "Table 1" : cell.table == "table4" ? "Table 4" : "Table 3";
  }

  void add_cell(const published::Cell& cell) {
    const View& view = *forms_.front().view;
    const Candidates found = candidates(view, cell.model, cell.task, cell.method);
    if (found.groups.empty() && cell.table == "table3") return;  // a study of its own
    const double scale = cell.printed ? 100.0 : 1.0;
    const double shown = cell.printed.value_or(cell.value);
    std::string measure = cell.measure == "cka_top" ? "cka" : cell.measure == "op_top" ? "op" : cell.measure;
    if (const auto* name = published::measure_named(measure)) measure = name->measure;
    const auto blank = [&](const std::string& variant) {
      return StudyPublished{table_title(cell), cell.model, cell.task, published::method_id(cell.method),
                            measure,           variant,    shown,     {},
                            "not_comparable",  ""};
    };
    if (found.groups.empty()) {
      rows_.push_back(blank(""));
      rows_.back().remark = found.missing;
      return;
    }
    for (const StudyGroup* group : found.groups) {
      std::vector<JudgedNumber> made;
      for (const Form& form : forms_) {
        const MeasureColumn* column = measure == "score" ? nullptr : form.view->column(measure);
        if (measure == "score" && form.variant != "textbook") continue;
        if (measure != "score" && (column == nullptr || column->variant != form.variant)) continue;
        JudgedNumber one{blank(measure == "score" ? "" : form.variant), {measure}};
        const Ours ours =
            measure == "score" ? ours_of_score(view, *group) : ours_of(form.view->value(*group, "test", *column));
        const double slack = cell.printed ? 0.05 : 0.005;  // half a unit of the last printed digit
        studies::judge(scaled(ours.number, scale), studies::by_seeds(ours.seeds, cell.seeds), slack,
                       limits(view, *group, cell), one.row);
        made.push_back(std::move(one));
      }
      if (made.empty()) {
        made.push_back({blank(""), {}});
        made.back().row.remark = "the manifest does not list the measure " + measure;
      }
      add(studies::explained(facts_, made));
    }
  }

  /// Why a number cannot be held against the published one; "" where it can.
  std::string limits(const View& view, const StudyGroup& group, const published::Cell& cell) const {
    studies::PublishedNumber number{cell.model, cell.task, cell.measure == "score" || cell.measure == "sd"};
    if (cell.measure == "cka_top" || cell.measure == "op_top") number.layers = layers_of(view, group);
    return studies::limits(view.data(), facts_, group, number);
  }

  /// Points of the layer curves in one form; why they differ is seen from all forms together.
  void add_curves(const Form& form, const Comparison& comparison, std::vector<JudgedNumber>& points) {
    for (const MeasureColumn* column : paper_columns(*form.view)) {
      if (!column->layered || column->variant != form.variant) continue;
      for (const StudyGroup* group : comparison.groups) {
        const PaperNames names = paper_names(*group);
        if (!names.model || !names.method || top_layer(form.view->data(), *group) != kPaperLayers) continue;
        for (const auto& [layer, at, published] : published_curve(*form.view, comparison, *group, *column, facts_)) {
          JudgedNumber one{{"Figures 2, 11 to 13, layer " + std::to_string(layer),
                            *names.model,
                            *names.task,
                            published::method_id(*names.method),
                            column->id,
                            form.variant,
                            published,
                            {},
                            "not_comparable",
                            "this layer was not measured"},
                           {column->id}};
          const std::int64_t seeds = studies::published_seeds(facts_, *names.model, *names.task, *names.method);
          const std::string why = limits_over_layers(*form.view, facts_, *group, false);
          for (const StudyValue* value : form.view->layers(*group, "test", *column)) {
            if (layer_number(*value) != layer) continue;
            const Ours ours = ours_of(value);
            studies::judge(ours.number, studies::by_seeds(ours.seeds, seeds), kReadOff, why, one.row);
          }
          points.push_back(std::move(one));
        }
      }
    }
  }

  void add(std::vector<StudyPublished> more) {
    rows_.insert(rows_.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }

  const std::vector<Form>& forms_;
  const published::Facts& facts_;
  std::vector<StudyPublished> rows_;
};

}  // namespace

std::vector<StudyPublished> published_rows(const std::vector<Form>& forms, const published::Facts& facts) {
  if (facts.empty() || forms.empty()) return {};
  return Rows(forms, facts).all();
}

std::vector<std::string> not_compared(const View& view, const published::Facts& facts) {
  std::vector<std::string> notes;
  if (facts.empty()) return notes;
  std::set<std::string> run;
  std::set<std::string> shallow;
  for (const StudyGroup& group : view.data().groups()) {
    const PaperNames names = paper_names(group);
    if (!names.model) continue;
    run.insert(*names.model);
    const auto top = top_layer(view.data(), group);
    if (top && *top != kPaperLayers)
      shallow.insert(group.model + " has " + std::to_string(*top) + " layers, the published model 24");
  }
  for (const std::string& model : published::kModels)
    if (!run.contains(model))
      notes.push_back("The published layer curves, Kendall's tau, bootstrap correlations and r of " + model +
                      "-large are not compared: the manifest does not run this model.");
  for (const std::string& why : shallow) notes.push_back("The published layer curves are not compared: " + why + ".");
  return notes;
}

}  // namespace reseed::imm_reassessment
