// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "base/number.hpp"
#include "base/words.hpp"
#include "context.hpp"

namespace reseed::from_published {
namespace {

const std::string kStandard = "standard";

double value_of(const std::vector<double>& by_method, const std::string& method) {
  const auto& methods = published::kMethods;
  return by_method[static_cast<std::size_t>(std::find(methods.begin(), methods.end(), method) - methods.begin())];
}

/// Row 37: "BERT on RTE: Standard is third most stable by all measures".
void check_third(Context& context) {
  constexpr int kClaimed = 3;
  std::map<int, std::vector<std::string>> by_rank;
  std::string exceptions;
  for (const std::string& measure : ranked_measures()) {
    const std::vector<double> values = by_method(context.facts, "bert", "rte", measure);
    const double own = value_of(values, kStandard);
    const int rank =
        1 + static_cast<int>(std::count_if(values.begin(), values.end(), [&](double v) { return v < own; }));
    by_rank[rank].push_back(title(measure));
    if (rank == kClaimed) continue;
    std::vector<std::pair<double, std::string>> order;
    for (std::size_t i = 0; i < values.size(); ++i) order.emplace_back(values[i], title(published::kMethods[i]));
    std::sort(order.begin(), order.end());
    std::vector<std::string> words;
    for (const auto& [value, method] : order) words.push_back(method + ' ' + fixed(100.0 * value, 1));
    exceptions += "; by " + title(measure) + ": " + joined(words, ", ");
  }
  std::string remark;
  for (const auto& [rank, measures] : by_rank)
    remark += (remark.empty() ? "" : "; ") + ordinal(rank) + " by " + joined(measures, " and ");
  context.claim("standard_third_on_bert_rte", by_rank.size() == 1 && by_rank.begin()->first == kClaimed,
                remark + exceptions + " (row 37)");
}

/// Row 38: "Re-init is the only method that improves on Standard by all measures".
void check_better(Context& context) {
  const std::string best = "reinit";
  StudyTable rows{
      "better_than_standard",
      "How often a method is more stable than standard",
      "Of all combinations of model, task and measure; a tie is not better. Printed numbers: layer-24 "
      "distances have 2 decimals.",
      {{"method", "Method", "", -1}, {"better", "Better", "", 0}, {"of", "Of", "", 0}, {"not", "Not", "", -1}},
      {}};
  std::map<std::string, Count> better;
  std::map<std::string, std::vector<std::string>> misses;
  for (const std::string& model : published::kModels)
    for (const std::string& task : published::kTasks)
      for (const std::string& measure : ranked_measures()) {
        const std::vector<double> values = by_method(context.facts, model, task, measure);
        for (const std::string& method : published::kMethods) {
          if (method == kStandard) continue;
          const bool is = value_of(values, method) < value_of(values, kStandard);
          better[method].add(is, "");
          if (!is) misses[method].push_back(title(measure) + " on " + title(model) + ' ' + title(task));
        }
      }
  bool others = false;
  std::string rest;
  for (const std::string& method : published::kMethods) {
    if (method == kStandard) continue;
    const Count& count = better[method];
    rows.rows.push_back({title(method), static_cast<double>(count.right), static_cast<double>(count.of),
                         StudyCell(misses[method].empty() ? "" : joined(misses[method], ", "))});
    if (method == best) continue;
    others = others || count.all();
    rest += (rest.empty() ? "" : ", ") + title(method) + ' ' + of(count);
    if (!misses[method].empty() && misses[method].size() <= 3)
      rest += " (not: " + joined(misses[method], " and ") + ')';
  }
  context.claim("reinit_only_better_by_all", better[best].all() && !others,
                "Re-init is more stable in " + of(better[best]) + "; " + rest + " (row 38)");
  context.report.tables.push_back(std::move(rows));
}

/// Row 34: "9-13 failed runs of 20 in each group", by both readings of the lists (row 33).
void check_failed_counts(Context& context) {
  constexpr std::size_t kLeast = 9;
  constexpr std::size_t kMost = 13;
  std::vector<std::string> sizes[2];
  bool within[2] = {true, true};
  const char* lists[2] = {"failed", "successful"};
  for (const TomlMember& model : context.facts.file("failed-runs.toml").members)
    for (const TomlMember& task : model.value.members)
      for (int reading = 0; reading < 2; ++reading) {
        const TomlNode* list = task.value.find(lists[reading]);
        const std::size_t size = list == nullptr ? 0 : list->items.size();
        sizes[reading].push_back(std::to_string(size));
        within[reading] = within[reading] && kLeast <= size && size <= kMost;
      }
  context.claim("failed_runs_9_to_13", within[0] || within[1],
                "failed runs per group by the lists' names: " + joined(sizes[0], ", ") +
                    "; by the legend: " + joined(sizes[1], ", ") + " (row 34)");
}

/// Row 33: whether failed runs have lower CKA and OP, by the names of the lists and by the figure's legend.
void check_failed_curves(Context& context) {
  int lower[2] = {0, 0};  // "failed" below "successful" at layer 24: by the names, by the legend
  int panels = 0;
  for (const std::string& model : published::kModels)
    for (const std::string& task : published::kTasks) {
      const std::string path = "runs." + model + '.' + task + '.';
      const TomlNode* failed = context.facts.table("layer-curves.toml", path + "list_failed");
      const TomlNode* successful = context.facts.table("layer-curves.toml", path + "list_successful");
      if (failed == nullptr || successful == nullptr) continue;
      const bool swapped = Facts::text(*failed, "legend_superscript") == "s";
      for (const std::string measure : {"cka", "op"}) {
        const TomlNode* of_failed = failed->find(measure);
        const TomlNode* of_successful = successful->find(measure);
        if (of_failed == nullptr || of_successful == nullptr) continue;
        ++panels;
        const double difference = Facts::number(*of_failed, "l24") - Facts::number(*of_successful, "l24");
        lower[0] += difference < 0.0 ? 1 : 0;
        lower[1] += (swapped ? -difference : difference) < 0.0 ? 1 : 0;
      }
    }
  const auto answer = [&](int reading) {
    return lower[reading] == panels ? std::optional<bool>(true)
           : lower[reading] == 0    ? std::optional<bool>(false)
                                    : std::nullopt;
  };
  const bool same = panels > 0 && answer(0) == answer(1);
  context.claim("failed_runs_lower", same ? answer(0) : std::nullopt,
                "at layer 24 the failed runs are the lower ones in " + std::to_string(lower[0]) + " of " +
                    std::to_string(panels) + " curves by the names of the seed lists, in " + std::to_string(lower[1]) +
                    " by the figure's legend" +
                    (same ? "" : ": the two contradict each other, and only a run can tell which is right") +
                    " (row 33)");
}

}  // namespace

void check_claims(Context& context) {
  check_third(context);
  check_better(context);
  check_failed_counts(context);
  check_failed_curves(context);
}

}  // namespace reseed::from_published
