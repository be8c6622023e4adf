// SPDX-License-Identifier: Apache-2.0
#include "code_forms.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analysis/statistics.hpp"
#include "code_rows.hpp"
#include "comparability.hpp"
#include "curve.hpp"
#include "learning.hpp"

namespace reseed::published {
namespace {

using studies::Curve;

/// The instability that stands for the group, by the variant of a measure with its default options.
std::optional<double> instability_of(const std::vector<Curve>& curves, const std::string& measure,
                                     const std::string& variant) {
  for (const Curve& curve : curves)
    if (curve.form.id == measure && curve.form.variant == variant && curve.form.options.empty())
      return curve.top().instability;
  return std::nullopt;
}

std::vector<BothForms> both_forms(const StudyData& data) {
  const studies::Tasks flat = studies::not_learning(data);
  std::vector<BothForms> measures;
  for (const MeasureName& name : measure_names()) {
    BothForms forms{"", name.paper, {}, {}};
    for (const StudyGroup& group : data.groups()) {
      if (flat.contains({group.model, group.task})) continue;
      const std::vector<Curve> curves = studies::curves_of(data.values(), group, false);
      for (const Curve& curve : curves)
        if (curve.form.id == name.measure && curve.form.variant == "textbook" && curve.form.options.empty())
          forms.title = curve.form.title();
      const auto textbook = instability_of(curves, name.measure, "textbook");
      const auto coded = instability_of(curves, name.measure, "as_published");
      if (!textbook || !coded) continue;
      forms.textbook.push_back(*textbook);
      forms.coded.push_back(*coded);
    }
    measures.push_back(std::move(forms));
  }
  return measures;
}

/// The paper's names of the measures, methods and tasks that the data have.
std::set<std::string> names_run(const StudyData& data) {
  std::set<std::string> names;
  for (const std::vector<StudyValue>* values : {&data.values(), &data.subset_values()})
    for (const StudyValue& value : *values)
      if (const MeasureName* name = measure_named(value.measure)) names.insert(name->paper);
  for (const StudyGroup& group : data.groups()) {
    const studies::PaperNames paper = studies::paper_names(group);
    if (paper.task) names.insert(*paper.task);
    for (const std::string& method : kMethods)
      if (paper.method == method || group.mitigation == method_id(method)) names.insert(method);
  }
  return names;
}

}  // namespace

StudyTable code_forms(const Facts& facts, const std::vector<BothForms>& measures) {
  StudyTable table{
      "code_forms",
      "What the published code makes of these runs",
      "Instability by the textbook form and by the form of the published code, mean over all groups of tasks that "
      "learn that have both, test set; representations at the layer that stands for them. The same runs: what differs "
      "comes from the code "
      "alone.",
      {{"measure", "Measure", "", -1},
       {"groups", "Groups", "", 0},
       {"textbook", "Textbook", "mean", 4},
       {"as_published", "Published code", "mean", 4},
       {"ratio", "Code / textbook", "", 3},
       {"rows", "Rows", "of the list", -1}},
      {}};
  table.section = kCodePart;
  for (const BothForms& forms : measures) {
    if (forms.textbook.empty()) continue;
    std::string rows;
    for (const int row : facts.rows_about(forms.paper)) rows += (rows.empty() ? "" : ", ") + std::to_string(row);
    const double before = mean(forms.textbook);
    const double after = mean(forms.coded);
    table.rows.push_back({forms.title, static_cast<double>(forms.textbook.size()), before, after,
                          before == 0.0 ? StudyCell() : StudyCell(after / before),
                          rows.empty() ? StudyCell() : StudyCell(rows)});
  }
  return table;
}

std::vector<StudyTable> code_part(const StudyData& data, const Facts& facts, const std::vector<int>& numbers) {
  const std::set<std::string> run = names_run(data);
  std::vector<int> concerning;
  for (const int number : numbers) {
    const std::vector<std::string>& about = facts.row(number).about;
    if (about.empty() || std::any_of(about.begin(), about.end(), [&](const auto& name) { return run.contains(name); }))
      concerning.push_back(number);
  }
  std::vector<StudyTable> tables = {code_forms(facts, both_forms(data)), code_rows(facts, concerning)};
  std::erase_if(tables, [](const StudyTable& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace reseed::published
