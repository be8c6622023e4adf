// SPDX-License-Identifier: Apache-2.0
#include "paper_tables.hpp"

#include <algorithm>

#include "../common/cells.hpp"
#include "../common/code_forms.hpp"
#include "../common/code_rows.hpp"
#include "../common/measure_form.hpp"
#include "analysis/statistics.hpp"
#include "base/number.hpp"

namespace reseed::imm_reassessment {
namespace {

/// Measures that the tables have as columns; the SD stands beside the score.
std::vector<const MeasureColumn*> table_columns(const View& view) {
  std::vector<const MeasureColumn*> columns;
  for (const MeasureColumn& column : view.columns())
    if (!column.layered && column.id != "performance_sd") columns.push_back(&column);
  return columns;
}

/// What fills one cell of the table: a text, or a number x 100.
struct Layout {
  std::vector<const Comparison*> tasks;
  std::vector<const MeasureColumn*> columns;
};

std::vector<StudyCell> our_row(const View& view, const Layout& layout, const std::string& method,
                               const std::string& form) {
  std::vector<StudyCell> row = {method, form, StudyCell()};
  std::size_t runs = 0;
  for (const Comparison* task : layout.tasks) {
    const StudyGroup* group = nullptr;
    for (const StudyGroup* one : task->groups)
      if (one->name == method) group = one;
    const std::string score = group == nullptr ? "" : score_text(*group, view.options().ddof);
    row.push_back(score.empty() ? StudyCell() : StudyCell(score));
    if (group != nullptr) runs = std::max(runs, scores(*group, "test").size());
    for (const MeasureColumn* column : layout.columns) {
      const MeasureColumn* own = nullptr;
      for (const MeasureColumn& one : view.columns())
        if (one.id == column->id && one.options == column->options) own = &one;
      const StudyValue* value = group == nullptr || own == nullptr ? nullptr : view.value(*group, "test", *own);
      row.push_back(value == nullptr || !value->instability ? StudyCell() : StudyCell(100.0 * *value->instability));
    }
  }
  row[2] = static_cast<double>(runs);
  return row;
}

std::vector<StudyCell> published_row(const Layout& layout, const published::Facts& facts, const std::string& shown,
                                     const std::string& paper_model, const std::string& paper_method,
                                     const std::string& form) {
  std::vector<StudyCell> row = {shown, form, StudyCell()};
  bool any = false;
  for (const Comparison* task : layout.tasks) {
    const std::string name = paper_names(*task->groups.front()).task.value_or("");
    const auto printed = [&](const std::string& measure) {
      const published::Cell* cell = facts.cell(paper_model, name, paper_method, measure);
      if (cell == nullptr) return std::optional<double>();
      row[2] = static_cast<double>(cell->seeds);
      any = true;
      return cell->printed;
    };
    const auto score = printed("score");
    const auto sd = printed("sd");
    row.push_back(score && sd ? StudyCell(fixed(*score, 1) + " ± " + fixed(*sd, 1)) : StudyCell());
    for (const MeasureColumn* column : layout.columns) {
      const published::MeasureName* measure = published::measure_named(column->id);
      const auto value = measure == nullptr || !column->options.empty() ? std::nullopt : printed(measure->paper);
      row.push_back(value ? StudyCell(*value) : StudyCell());
    }
  }
  return any ? row : std::vector<StudyCell>();
}

/// What the published row beside the group of that name is called.
std::string shown_scheme(const View& view, const Layout& layout, const std::string& name, const std::string& method) {
  for (const Comparison* task : layout.tasks)
    if (const StudyGroup* group = scheme(*task, method); group != nullptr && group->name == name)
      return published_scheme(view, *task, *group);
  return name;
}

/// What the paper calls the group of that name, "reinit" for "reinit (k=1)".
std::optional<std::string> scheme_called(const Layout& layout, const std::string& name) {
  for (const std::string& method : published::kMethods)
    for (const Comparison* task : layout.tasks)
      if (const StudyGroup* group = scheme(*task, method); group != nullptr && group->name == name) return method;
  return std::nullopt;
}

StudyTable table_of(const std::string& model, const Layout& layout, const View& textbook, const View* as_published,
                    const published::Facts& facts) {
  StudyTable table;
  table.id = studies::file_part("paper_table-" + model);
  table.title = "Tables 1 and 4 in the paper's layout: " + model;
  table.caption =
      "All × 100. Score ± SD over seeds, then instability (larger = less stable); 1 - kappa as kappa. Ours by the "
      "textbook "
      "forms (SD with divisor " +
      std::string(textbook.options().ddof == 1 ? "m - 1" : "m") + ")" +
      std::string(as_published == nullptr ? "" : ", ours by the forms of the published code (SD with divisor m)") +
      " and, where the paper has the cell, as it was printed.";
  table.columns = {{"method", "Method", "", 0}, {"form", "Form", "", 0}, {"seeds", "Seeds", "", 0}};
  for (const Comparison* task : layout.tasks) {
    table.columns.push_back({task->task + ".score", task->task + " " + studies::measure_words(task->metric), "", 1});
    for (const MeasureColumn* column : layout.columns) {
      const std::string unit = textbook.unit(*task->groups.front(), *column);
      table.columns.push_back({task->task + "." + column->id + (column->options.empty() ? "" : "." + column->options),
                               task->task + " " + paper_title(*column), unit == "metric" ? "" : unit, 1});
    }
  }
  std::vector<std::string> methods;
  for (const Comparison* task : layout.tasks)
    for (const StudyGroup* group : task->groups)
      if (std::find(methods.begin(), methods.end(), group->name) == methods.end()) methods.push_back(group->name);
  const auto model_names = paper_names(*layout.tasks.front()->groups.front());
  for (const std::string& method : methods) {
    table.rows.push_back(our_row(textbook, layout, method, "ours"));
    if (as_published != nullptr) table.rows.push_back(our_row(*as_published, layout, method, "ours, as published"));
    const auto paper_method = scheme_called(layout, method);
    if (!paper_method || facts.empty()) continue;
    for (const std::string& paper_model : published::kModels) {
      if (model_names.model && *model_names.model != paper_model) continue;
      const std::string shown = shown_scheme(textbook, layout, method, *paper_method);
      auto row = published_row(layout, facts, shown, paper_model, *paper_method,
                               model_names.model ? "published" : "published, " + paper_model + "-large");
      if (!row.empty()) table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

std::string score_text(const StudyGroup& group, int ddof) {
  const std::vector<double> values = scores(group, "test");
  if (values.empty()) return "";
  std::string text = fixed(100.0 * mean(values), 1);
  if (values.size() > 1) text += " ± " + fixed(100.0 * standard_deviation(values, ddof), 1);
  return text;
}

std::vector<StudyTable> paper_tables(const View& textbook, const View* as_published, const published::Facts& facts) {
  std::vector<StudyTable> tables;
  std::vector<std::string> models;
  for (const Comparison& comparison : textbook.comparisons())
    if (std::find(models.begin(), models.end(), comparison.model) == models.end()) models.push_back(comparison.model);
  for (const std::string& model : models) {
    Layout layout;
    layout.columns = table_columns(textbook);
    for (const Comparison& comparison : textbook.comparisons())
      if (comparison.model == model) layout.tasks.push_back(&comparison);
    tables.push_back(table_of(model, layout, textbook, as_published, facts));
  }
  return tables;
}

std::vector<StudyTable> code_tables(const View& textbook, const View* as_published, const published::Facts& facts) {
  std::vector<published::BothForms> measures;
  std::vector<std::string> about;
  for (const MeasureColumn& column : textbook.columns()) {
    const published::MeasureName* name = published::measure_named(column.id);
    if (name == nullptr) continue;
    about.push_back(name->paper);
    const MeasureColumn* coded = as_published == nullptr ? nullptr : as_published->column(column.id);
    if (coded == nullptr || coded->variant == column.variant || !column.options.empty()) continue;
    published::BothForms forms{column.title(), name->paper, {}, {}};
    for (const Comparison& comparison : textbook.comparisons()) {
      if (!comparison.learns) continue;
      for (const StudyGroup* group : comparison.groups) {
        const StudyValue* a = textbook.value(*group, "test", column);
        const StudyValue* b = as_published->value(*group, "test", *coded);
        if (a == nullptr || b == nullptr || !a->instability || !b->instability) continue;
        forms.textbook.push_back(*a->instability);
        forms.coded.push_back(*b->instability);
      }
    }
    measures.push_back(std::move(forms));
  }
  for (const Comparison& comparison : textbook.comparisons())
    for (const std::string& method : published::kMethods)
      if (scheme(comparison, method) != nullptr && std::find(about.begin(), about.end(), method) == about.end())
        about.push_back(method);
  std::vector<StudyTable> tables = {published::code_forms(facts, measures), published::code_rows(facts, about)};
  std::erase_if(tables, [](const StudyTable& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace reseed::imm_reassessment
