// SPDX-License-Identifier: Apache-2.0
#include "published_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "../common/published_verdict.hpp"
#include "analysis/correlation.hpp"
#include "analysis/resampled.hpp"
#include "analysis/statistics.hpp"
#include "base/number.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr double kNormal95 = 1.959963984540054;
constexpr long kPaperLayers = 24;
constexpr double kReadOff = 0.02;  // tolerance of points that were read off a picture

using published::row_of_form;

/// Our number with its interval and its seeds.
struct Ours {
  std::optional<double> value, low, high;
  std::size_t seeds = 0;
};

/// The published value within the interval of the difference; `slack`: rounding or reading error.
bool agrees(const Ours& ours, double published, std::int64_t seeds, double slack) {
  const double factor =
      std::sqrt(1.0 + static_cast<double>(ours.seeds) / static_cast<double>(std::max<std::int64_t>(1, seeds)));
  const double below = (*ours.value - *ours.low) * factor + slack;
  const double above = (*ours.high - *ours.value) * factor + slack;
  return published >= *ours.value - below && published <= *ours.value + above;
}

/// Two correlations by Fisher's z, each from so many independent things.
bool correlations_agree(double a, double b, std::size_t n_a, std::size_t n_b) {
  const auto z = [](double r) { return std::atanh(std::clamp(r, -0.9999, 0.9999)); };
  if (n_a < 4 || n_b < 4) return false;
  const double error = std::sqrt(1.0 / static_cast<double>(n_a - 3) + 1.0 / static_cast<double>(n_b - 3));
  return std::abs(z(a) - z(b)) <= kNormal95 * error;
}

/// "10 seeds, published 20" where the numbers differ.
std::string seeds_remark(std::size_t ours, std::int64_t published) {
  if (static_cast<std::int64_t>(ours) == published) return "";
  return std::to_string(ours) + " seeds, published " + std::to_string(published);
}

std::string joined(const std::string& a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + "; " + b; }

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

/// Fills the verdict of a comparable row.
void judge(StudyPublished& row, const Ours& ours, double published, std::int64_t seeds, double slack,
           const std::string& measure, const std::optional<bool>& published_form_agrees,
           const published::Facts& facts) {
  if (!ours.value) {
    row.verdict = "not_comparable";
    row.remark = joined("our value is undefined", row.remark);
    return;
  }
  if (!ours.low || !ours.high) {
    row.verdict = "not_comparable";
    row.remark = joined("our value has no interval to judge by", row.remark);
    return;
  }
  if (agrees(ours, published, seeds, slack)) {
    row.verdict = "agrees";
    return;
  }
  row.verdict = "differs";
  const int known = row.variant == "textbook" ? row_of_form(measure) : 0;
  if (known > 0 && published_form_agrees.value_or(false))
    row.remark = joined(facts.remark(known), row.remark);
  else
    row.remark = joined(
        joined(studies::kUnexplained, known > 0 && published_form_agrees ? "the as_published form differs, too" : ""),
        row.remark);
}

Ours ours_of(const StudyValue* value) {
  Ours ours;
  if (value == nullptr) return ours;
  ours = {value->instability, value->low, value->high, static_cast<std::size_t>(value->n_runs)};
  return ours;
}

/// Mean score with its percentile interval over resampled seeds, the resamples of the harness.
Ours ours_of_score(const View& view, const StudyGroup& group) {
  const std::vector<double> values = scores(group, "test");
  Ours ours;
  ours.seeds = values.size();
  if (values.empty()) return ours;
  ours.value = mean(values);
  if (values.size() < 2) return ours;
  std::vector<double> means;
  for (const Resample& list :
       draw_resamples(values.size(), view.data().bootstrap_samples(), view.data().bootstrap_seed()))
    means.push_back(resampled_average(values, list));
  if (means.empty()) return ours;
  ours.low = quantile(means, 0.025);
  ours.high = quantile(means, 0.975);
  return ours;
}

class Rows {
 public:
  Rows(const std::vector<Form>& forms, const published::Facts& facts) : forms_(forms), facts_(facts) {}

  std::vector<StudyPublished> all() {
    for (const published::Cell& cell : facts_.cells()) add_cell(cell);
    for (const Form& form : forms_) {
      for (const Comparison& comparison : form.view->comparisons()) add_curves(form, comparison);
      for (const ResampledMethods& methods : form.methods) add_taus(form, methods);
      for (const CorrelationMap& map : form.maps) add_map(form, map);
      for (const SpreadAgainstAgreement& spread : form.spread) add_spread(form, spread);
    }
    return std::move(rows_);
  }

 private:
  static std::string table_title(const published::Cell& cell) {
    if (cell.table == "figures") return "Figures 2, 11 to 13, top layer";
    return cell.table == "table1" ? "Table 1" : cell.table == "table4" ? "Table 4" : "Table 3";
  }

  StudyPublished row(const std::string& table, const std::string& model, const std::string& task,
                     const std::string& method, const std::string& measure, const std::string& variant,
                     double published) const {
    StudyPublished row;
    row.table = table;
    row.model = model;
    row.task = task;
    row.method = method;
    row.measure = measure;
    row.variant = variant;
    row.published = published;
    row.verdict = "not_comparable";
    return row;
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
      return row(table_title(cell), cell.model, cell.task, published::method_id(cell.method), measure, variant, shown);
    };
    if (found.groups.empty()) {
      rows_.push_back(blank(""));
      rows_.back().remark = found.missing;
      return;
    }
    for (const StudyGroup* group : found.groups) {
      std::optional<bool> published_form_agrees;
      // The form of the published code first: whether it agrees is what explains the textbook one.
      std::vector<StudyPublished> made;
      for (auto form = forms_.rbegin(); form != forms_.rend(); ++form) {
        const MeasureColumn* column = measure == "score" ? nullptr : form->view->column(measure);
        if (measure == "score" && form->variant != "textbook") continue;
        if (measure != "score" && (column == nullptr || column->variant != form->variant)) continue;
        StudyPublished one = blank(measure == "score" ? "" : form->variant);
        const Ours ours =
            measure == "score" ? ours_of_score(view, *group) : ours_of(form->view->value(*group, "test", *column));
        if (ours.value) one.ours = scale * *ours.value;
        one.remark = limits(view, *group, cell);
        if (one.remark.empty()) {
          one.remark = seeds_remark(ours.seeds, cell.seeds);
          const double slack = cell.printed ? 0.0005 : 0.005;  // half a unit of the last printed digit
          judge(one, ours, cell.printed ? *cell.printed / 100.0 : cell.value, cell.seeds, slack, measure,
                published_form_agrees, facts_);
          if (form->variant == "as_published") published_form_agrees = one.verdict == "agrees";
        }
        made.push_back(std::move(one));
      }
      if (made.empty()) {
        made.push_back(blank(""));
        made.back().remark = "the manifest does not list the measure " + measure;
      }
      std::reverse(made.begin(), made.end());
      for (StudyPublished& one : made) rows_.push_back(std::move(one));
    }
  }

  /// Why a number cannot be held against the published one; "" where it can.
  std::string limits(const View& view, const StudyGroup& group, const published::Cell& cell) const {
    studies::PublishedNumber number{cell.model, cell.task, cell.measure == "score" || cell.measure == "sd"};
    if (cell.measure == "cka_top" || cell.measure == "op_top") number.layers = layers_of(view, group);
    return studies::limits(view.data(), facts_, group, number);
  }

  /// The same for what rests on all measures of a group of the paper's model; `with_sd`: on its metric, too.
  std::string limits(const View& view, const StudyGroup& group, bool with_sd) const {
    const PaperNames names = paper_names(group);
    return studies::limits(view.data(), facts_, group,
                           {*names.model, *names.task, with_sd, true, layers_of(view, group)});
  }

  static std::optional<std::size_t> layers_of(const View& view, const StudyGroup& group) {
    const auto top = top_layer(view.data(), group);
    return top ? std::optional<std::size_t>(static_cast<std::size_t>(*top)) : std::nullopt;
  }

  void add_curves(const Form& form, const Comparison& comparison) {
    for (const MeasureColumn* column : paper_columns(*form.view)) {
      if (!column->layered || column->variant != form.variant) continue;
      for (const StudyGroup* group : comparison.groups) {
        const PaperNames names = paper_names(*group);
        if (!names.model || !names.method || top_layer(form.view->data(), *group) != kPaperLayers) continue;
        for (const auto& [layer, at, published] : published_curve(*form.view, comparison, *group, *column, facts_)) {
          StudyPublished one = row("Figures 2, 11 to 13, layer " + std::to_string(layer), *names.model, *names.task,
                                   group->name, column->id, form.variant, published);
          const std::int64_t seeds = names.method == "standard" ? 20 : 10;
          const std::string why = limits(*form.view, *group, false);
          for (const StudyValue* value : form.view->layers(*group, "test", *column)) {
            if (layer_number(*value) != layer) continue;
            const Ours ours = ours_of(value);
            one.ours = ours.value;
            one.remark = why.empty() ? seeds_remark(ours.seeds, seeds) : why;
            if (why.empty()) judge(one, ours, published, seeds, kReadOff, column->id, std::nullopt, facts_);
          }
          if (!one.ours && one.remark.empty()) one.remark = "this layer was not measured";
          rows_.push_back(std::move(one));
        }
      }
    }
  }

  void add_taus(const Form& form, const ResampledMethods& methods) {
    const Comparison& comparison = methods.comparison();
    const PaperNames names = paper_names(*comparison.groups.front());
    if (!names.model || !names.task) return;
    const TomlNode* table = facts_.table("kendall-tau.toml", *names.model + "." + *names.task);
    if (table == nullptr) return;
    bool all_five = comparison.groups.size() == published::kMethods.size();
    for (const std::string& method : published::kMethods) all_five = all_five && scheme(comparison, method) != nullptr;
    for_each_pair(*table, methods.columns(), [&](std::size_t a, std::size_t b, double published) {
      StudyPublished one = row("Figures 14 and 15, Kendall's tau", *names.model, *names.task, "",
                               pair_title(methods.columns(), a, b), form.variant, published);
      const ResampledMethods::Tau tau = methods.tau(a, b);
      one.ours = tau.tau;
      if (const std::string why = limits(*form.view, *comparison.groups.front(), with_sd(methods.columns(), a, b));
          !why.empty())
        one.remark = why;
      else if (!all_five)
        one.remark = "the manifest does not run exactly the five published schemes";
      else if (!tau.tau || !tau.low)
        one.remark = "a value is undefined, or the seeds are too few";
      else {
        one.verdict = agrees(tau, published) ? "agrees" : "differs";
        one.remark = "our 95 % interval over the " + std::to_string(methods.seeds()) +
                     " common seeds: " + fixed(*tau.low, 1) + " to " + fixed(*tau.high, 1);
        if (one.verdict == "differs") one.remark = joined(tau_reason(form, methods, a, b, published), one.remark);
      }
      rows_.push_back(std::move(one));
    });
  }

  /// Why a tau differs: the rows that part the forms of the two measures, where that of the published forms agrees.
  std::string tau_reason(const Form& form, const ResampledMethods& methods, std::size_t a, std::size_t b,
                         double published) const {
    std::set<int> rows;
    for (const std::size_t column : {a, b})
      if (const int row = row_of_form(methods.columns()[column]->id); row > 0) rows.insert(row);
    if (form.variant != "textbook" || rows.empty()) return studies::kUnexplained;
    for (const Form& other : forms_)
      for (const ResampledMethods& coded : other.methods) {
        if (other.variant != "as_published" || coded.comparison().title() != methods.comparison().title()) continue;
        const auto first = place_of(coded.columns(), methods.columns()[a]->id);
        const auto second = place_of(coded.columns(), methods.columns()[b]->id);
        if (!first || !second) continue;
        const ResampledMethods::Tau tau = coded.tau(*first, *second);
        if (!tau.low) continue;
        return agrees(tau, published) ? studies::because(facts_, rows)
                                      : joined(studies::kUnexplained, "the as_published form differs, too");
      }
    return studies::kUnexplained;
  }

  static bool agrees(const ResampledMethods::Tau& tau, double published) {
    return published >= *tau.low - 1e-9 && published <= *tau.high + 1e-9;
  }

  /// Column of a measure with its default options.
  static std::optional<std::size_t> place_of(const std::vector<const MeasureColumn*>& columns, const std::string& id) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (columns[c]->id == id && columns[c]->options.empty()) return c;
    return std::nullopt;
  }

  void add_map(const Form& form, const CorrelationMap& map) {
    const PaperNames names = paper_names(*map.group);
    if (!names.model || !names.task || !names.method || map.columns.empty()) return;
    const TomlNode* table =
        facts_.table("bootstrap-correlations.toml", *names.model + "." + *names.task + "." + *names.method);
    if (table == nullptr) return;
    constexpr std::size_t kPublishedSeeds = 10;
    const std::string policy = map.self_pairs == SelfPairs::exclude ? "exclude" : "include_zero";
    for_each_pair(*table, map.columns, [&](std::size_t a, std::size_t b, double published) {
      StudyPublished one = row("Figures 3, 16 to 25, bootstrap correlations (self-pairs: " + policy + ")", *names.model,
                               *names.task, map.group->name, pair_title(map.columns, a, b), form.variant, published);
      one.ours = map.r[a][b];
      if (const std::string why = limits(*form.view, *map.group, with_sd(map.columns, a, b)); !why.empty()) {
        one.remark = why;
      } else if (!one.ours) {
        one.remark = "our r does not exist: a measure does not change over the resamples";
      } else {
        const bool equal = correlations_agree(*one.ours, published, map.seeds, kPublishedSeeds);
        one.verdict = equal ? "agrees" : "differs";
        one.remark = seeds_remark(map.seeds, kPublishedSeeds);
        if (!equal && form.variant == "textbook")
          one.remark = joined(explained(map, a, b, published) ? facts_.remark(31) + forms_part(map.columns, a, b)
                                                              : std::string(studies::kUnexplained),
                              one.remark);
      }
      rows_.push_back(std::move(one));
    });
  }

  void add_spread(const Form& form, const SpreadAgainstAgreement& spread) {
    const Comparison* some = nullptr;
    for (const Comparison& comparison : form.view->comparisons())
      if (comparison.model == spread.model) some = &comparison;
    const PaperNames names = paper_names(*some->groups.front());
    if (!names.model) return;
    const TomlNode* table = facts_.table("sd-vs-correlation.toml", *names.model);
    if (table == nullptr) return;
    const std::string policy = spread.self_pairs == SelfPairs::exclude ? "exclude" : "include_zero";
    StudyPublished one = row("Figures 3(c) and 26, SD against average correlation (self-pairs: " + policy + ")",
                             *names.model, "", "", "r", form.variant, published::Facts::number(*table, "r"));
    one.ours = spread.r;
    const auto groups = static_cast<std::size_t>(published::Facts::integer(*table, "n_groups"));
    std::string why;
    for (const auto& point : spread.points)
      if (why.empty() && paper_names(*point.group).task) why = limits(*form.view, *point.group, true);
    if (!spread.r) {
      one.remark = spread.reason;
    } else if (!why.empty()) {
      one.remark = why;
    } else {
      one.verdict = correlations_agree(*spread.r, one.published, spread.groups, groups) ? "agrees" : "differs";
      one.remark = "p of " + std::to_string(spread.test->orders) + " orders of the SDs " + fixed(spread.test->p, 4) +
                   "; published p " + shortest(published::Facts::number(*table, "p_value")) + " takes " +
                   std::to_string(published::Facts::integer(*table, "n_points")) +
                   " points as independent; groups that share a task are not";
    }
    one.remark = joined(one.remark, spread.left_out());
    rows_.push_back(std::move(one));
  }

  /// Calls `each(a, b, published)` for every pair of columns that the published table has, under either order of names.
  template <class Each>
  static void for_each_pair(const TomlNode& table, const std::vector<const MeasureColumn*>& columns, const Each& each) {
    for (std::size_t a = 0; a < columns.size(); ++a)
      for (std::size_t b = a + 1; b < columns.size(); ++b) {
        const auto* first = published::measure_named(columns[a]->id);
        const auto* second = published::measure_named(columns[b]->id);
        if (first == nullptr || second == nullptr || !columns[a]->options.empty() || !columns[b]->options.empty())
          continue;
        for (const std::string& key : {first->paper + "_" + second->paper, second->paper + "_" + first->paper})
          if (table.find(key) != nullptr) each(a, b, published::Facts::number(table, key));
      }
  }

  /// The form of the published code agrees where the textbook one does not.
  bool explained(const CorrelationMap& map, std::size_t a, std::size_t b, double published) const {
    constexpr std::size_t kPublishedSeeds = 10;
    for (const Form& form : forms_)
      for (const CorrelationMap& other : form.maps) {
        if (form.variant != "as_published" || other.group != map.group) continue;
        std::optional<std::size_t> first;
        std::optional<std::size_t> second;
        for (std::size_t c = 0; c < other.columns.size(); ++c) {
          if (other.columns[c]->id == map.columns[a]->id) first = c;
          if (other.columns[c]->id == map.columns[b]->id) second = c;
        }
        return first && second && other.r[*first][*second] &&
               correlations_agree(*other.r[*first][*second], published, other.seeds, kPublishedSeeds);
      }
    return false;
  }

  static bool with_sd(const std::vector<const MeasureColumn*>& columns, std::size_t a, std::size_t b) {
    return columns[a]->id == "performance_sd" || columns[b]->id == "performance_sd";
  }

  static std::string pair_title(const std::vector<const MeasureColumn*>& columns, std::size_t a, std::size_t b) {
    return paper_title(*columns[a]) + ", " + paper_title(*columns[b]);
  }

  /// "; the textbook form parts from the published one by row 1" where one of two measures has such a row.
  static std::string forms_part(const std::vector<const MeasureColumn*>& columns, std::size_t a, std::size_t b) {
    std::set<int> known;
    for (const std::size_t c : {a, b})
      if (const int row = row_of_form(columns[c]->id); row > 0) known.insert(row);
    std::string out;
    for (const int row : known)
      out += (out.empty() ? "; the textbook form parts from the published code's by row " : " and row ") +
             std::to_string(row);
    return out;
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

std::vector<PublishedPoint> published_curve(const View& view, const Comparison& comparison, const StudyGroup& group,
                                            const MeasureColumn& column, const published::Facts& facts) {
  std::vector<PublishedPoint> points;
  const auto task = paper_names(group).task;
  const auto method = scheme_of(comparison, group);
  const auto depth = top_layer(view.data(), group);
  const published::MeasureName* measure = published::measure_named(column.id);
  if (facts.empty() || !task || !method || !depth || measure == nullptr || !column.options.empty()) return points;
  const TomlNode* curve = facts.table("layer-curves.toml",
                                      "imm." + beside(group).name + "." + *task + "." + measure->paper + "." + *method);
  if (curve == nullptr) return points;
  for (const TomlMember& member : curve->members) {
    long layer = 0;
    const std::string digits = member.key.substr(1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), layer);
    if (!member.key.starts_with("l") || read.ec != std::errc()) continue;
    const double at = static_cast<double>(layer * *depth) / static_cast<double>(kPaperLayers);
    points.push_back({layer, at, published::Facts::number(*curve, member.key)});
  }
  return points;
}

std::string published_curve_words(const View& view, const StudyGroup& group) {
  const studies::PaperModel model = beside(group);
  const bool same_depth = top_layer(view.data(), group) == kPaperLayers;
  return "Hollow marks: published for " + studies::paper_checkpoint(model.name) +
         ", read off a picture (± 0.02) at layers 1, 12, 18 and 24" +
         (same_depth ? "" : " of 24, here at the same share of the depth") +
         (model.same_scale && same_depth ? "." : "; another scale, not compared.");
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
