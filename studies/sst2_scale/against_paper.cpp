// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "../common/cells.hpp"
#include "../common/code_forms.hpp"
#include "../common/paper_scale.hpp"
#include "../common/published_verdict.hpp"
#include "sections.hpp"

namespace reseed::sst2_scale {
namespace {

using namespace studies;

constexpr double kRoundedR = 0.005;    ///< half a unit of the two published decimals of r
constexpr double kRoundedX100 = 0.05;  ///< half a unit of the published decimal of the numbers x 100
constexpr const char* kTable = "Table 3";

/// Rows of the paper-versus-code list about Table 3: the measures, the seeds, the halves of the two models.
const std::vector<int> kRows = {1, 3, 5, 6, 8, 9, 10, 11, 27, 30, 39};

StudyPublished row_of(const StudyGroup& group, const std::string& measure, const std::string& variant,
                      double published) {
  return {kTable, group.model, group.task, group.method, measure, variant, published, std::nullopt, "", ""};
}

std::optional<double> x100(const std::optional<double>& share) {
  return share ? std::optional<double>(100.0 * *share) : std::nullopt;
}

void add_correlations(const Findings& findings, std::vector<JudgedNumber>& numbers) {
  for (const LayerCorrelation& row : findings.correlations) {
    if (!is_large(findings.data, *row.group) || !is_standard(*row.group)) continue;
    const std::string model = paper_model_beside(*row.group).name;
    const std::string key = pair_key(row);
    const auto published = published_r(findings.facts, model, key);
    if (!published) continue;
    StudyPublished against = row_of(*row.group, "r across layers, " + key, row.a.variant, *published);
    const std::string why = limits(findings.data, findings.facts, *row.group, {model, "sst2", false, true, row.layers});
    judge({row.r, row.low, row.high}, by_seeds(row.runs, published_seeds(findings.facts, model, "sst2", "standard")),
          kRoundedR, why, against);
    if (why.empty() && against.verdict == "not_comparable" && !row.reason.empty()) against.remark = row.reason;
    numbers.push_back(
        {std::move(against), {published::measure_named(row.a.id)->paper, published::measure_named(row.b.id)->paper}});
  }
}

void add_values(const Findings& findings, std::vector<JudgedNumber>& numbers) {
  for (const ScoreRow& score : findings.scores) {
    const StudyGroup& group = *score.group;
    if (!is_large(findings.data, group) || !is_standard(group)) continue;
    const std::string model = paper_model_beside(group).name;
    const auto add = [&](const std::string& name, const std::string& variant, const OurNumber& ours,
                         std::size_t seeds) {
      const published::Cell* cell = findings.facts.cell(model, "sst2", "standard", name);
      if (cell == nullptr || !cell->printed) return;
      const bool of_score = name == "score" || name == "sd";
      StudyPublished row = row_of(group, name, variant, *cell->printed);
      judge({x100(ours.value), x100(ours.low), x100(ours.high)}, by_seeds(seeds, cell->seeds), kRoundedX100,
            limits(findings.data, findings.facts, group, {model, "sst2", of_score, true, std::nullopt}), row);
      numbers.push_back({std::move(row), name == "score" ? std::vector<std::string>() : std::vector{name}});
    };
    add("score", "", {score.mean, score.low, score.high}, score.runs);
    for (const StudyValue& value : findings.data.values()) {
      if (value.group != group.name || value.model != group.model || value.task != group.task ||
          value.test_set != "test" || !value.layer.empty() || !value.options.empty())
        continue;
      if (const auto* name = published::measure_named(value.measure))
        add(name->paper, value.variant, {value.instability, value.low, value.high},
            static_cast<std::size_t>(value.n_runs));
    }
  }
}

}  // namespace

bool is_standard(const StudyGroup& group) { return paper_names(group).method == "standard"; }

std::string pair_key(const LayerCorrelation& row) {
  const auto* a = published::measure_named(row.a.id);
  const auto* b = published::measure_named(row.b.id);
  if (a == nullptr || b == nullptr) return "";
  return a->paper < b->paper ? a->paper + "_" + b->paper : b->paper + "_" + a->paper;
}

std::optional<double> published_r(const published::Facts& facts, const std::string& paper_model,
                                  const std::string& key) {
  if (facts.empty() || key.empty()) return std::nullopt;
  const TomlNode* table = facts.table("convergent-validity.toml", paper_model + ".sst2");
  if (table == nullptr || table->find(key) == nullptr) return std::nullopt;
  return published::Facts::number(*table, key);
}

void report_numbers_against_paper(const Findings& findings, StudyReport& report) {
  std::vector<JudgedNumber> numbers;
  add_correlations(findings, numbers);
  add_values(findings, numbers);
  for (StudyPublished& row : explained(findings.facts, numbers)) report.published.push_back(std::move(row));
  for (StudyTable& table : published::code_part(findings.data, findings.facts, kRows))
    report.tables.push_back(std::move(table));
}

}  // namespace reseed::sst2_scale
