// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/json.hpp"
#include "base/number.hpp"
#include "base/run_json.hpp"
#include "bundle/bundle.hpp"
#include "report/definitions.hpp"
#include "report/html.hpp"
#include "report/study_files.hpp"

namespace reseed {
namespace {

template <class T>
StudyCell cell(const std::optional<T>& value) {
  return value ? StudyCell(static_cast<double>(*value)) : StudyCell();
}

StudyCell text(const std::string& value) { return value.empty() ? StudyCell() : StudyCell(value); }

std::string flags_of(const MeasureRow& row) {
  std::string out;
  for (const Flag flag : row.flags) out += (out.empty() ? "" : ", ") + std::string(to_string(flag));
  return out;
}

StudyTable runs_table(const Bundle& bundle) {
  StudyTable table{"runs",
                   "Runs",
                   "One row per fine-tuning. Scores by evaluation set and metric.",
                   {{"group", "Group", "", 0},
                    {"model", "Model", "", 0},
                    {"task", "Task", "", 0},
                    {"seed", "Seed", "", 0},
                    {"outcome", "Outcome", "", 0},
                    {"reason", "Reason", "", 0},
                    {"steps", "Steps", "", 0},
                    {"id", "Id", "", 0}},
                   {}};
  std::set<std::pair<std::string, std::string>> scores;
  for (const RunRow& run : bundle.runs)
    for (const auto& [set, metrics] : run.scores)
      for (const auto& [metric, score] : metrics) scores.emplace(set, metric);
  for (const auto& [set, metric] : scores) table.columns.push_back({set + "." + metric, set + ", " + metric, "", 4});
  for (const RunRow& run : bundle.runs) {
    auto& row = table.rows.emplace_back();
    row = {
        run.group,        run.model,       run.task, static_cast<double>(run.seed), std::string(to_string(run.outcome)),
        text(run.reason), cell(run.steps), run.id};
    for (const auto& [set, metric] : scores) {
      const auto of_set = run.scores.find(set);
      const bool there = of_set != run.scores.end() && of_set->second.contains(metric);
      row.push_back(there ? StudyCell(of_set->second.at(metric)) : StudyCell());
    }
  }
  return table;
}

StudyTable values_table(const Bundle& bundle) {
  StudyTable table{
      "measures",
      "Values",
      "Every value with its domain (items n, runs k, dimensions, numerical rank), its flags, its null (items of one "
      "run shuffled) and its 95 % bootstrap interval over seeds.",
      {{"group", "Group", "", 0},
       {"model", "Model", "", 0},
       {"task", "Task", "", 0},
       {"test_set", "Test set", "", 0},
       {"measure", "Measure", "", 0},
       {"variant", "Variant", "", 0},
       {"layer", "Layer", "", 0},
       {"value", "Value", "", 4},
       {"low", "Low", "of the value", 4},
       {"high", "High", "of the value", 4},
       {"null", "Null", "", 4},
       {"instability", "Instability", "", 4},
       {"unit", "Unit", "", 0},
       {"n", "n", "items", 0},
       {"k", "k", "runs", 0},
       {"dims", "Dimensions", "", 0},
       {"rank", "Rank", "numerical", 0},
       {"flags", "Flags", "", 0},
       {"reason", "Reason", "", 0}},
      {}};
  std::size_t on_subsets = 0;
  for (const MeasureRow& row : bundle.measures) {
    if (!row.subset.empty()) {
      ++on_subsets;
      continue;
    }
    table.rows.push_back({row.group, row.model, row.task, row.test_set, row.measure, row.variant, cell(row.layer),
                          cell(row.value), cell(row.low), cell(row.high), cell(row.null), cell(row.instability),
                          text(row.unit), static_cast<double>(row.n_items), static_cast<double>(row.n_runs),
                          cell(row.n_dims), cell(row.numerical_rank), text(flags_of(row)), text(row.reason)});
  }
  if (on_subsets > 0)
    table.caption +=
        " " + std::to_string(on_subsets) + " further values on sub-samples of the items are in measures.csv.";
  return table;
}

/// A few seeds are said once, not at every value: they are the most common remark and hide the others.
StudyTable troubles_table(const Bundle& bundle) {
  StudyTable table{"troubles",
                   "Undefined, flagged or failed",
                   "",
                   {{"what", "What", "", 0}, {"where", "Where", "", 0}, {"why", "Why", "", 0}},
                   {}};
  std::size_t few = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> on_subsets;  // what and where -> values
  for (const RunRow& run : bundle.runs)
    if (run.outcome != RunOutcome::ok)
      table.rows.push_back({"run " + std::string(to_string(run.outcome)),
                            run.group + ", " + run.task + ", " + run.model + ", seed " + std::to_string(run.seed),
                            text(run.reason)});
  for (const MeasureRow& row : bundle.measures) {
    MeasureRow rest = row;
    std::erase(rest.flags, Flag::few_seeds);
    few += rest.flags.size() < row.flags.size() ? 1 : 0;
    if (rest.flags.empty() && row.value) continue;
    const std::string what = (row.value ? "flagged: " : "undefined: ") + flags_of(rest);
    if (!row.subset.empty()) {
      ++on_subsets[{what, row.measure + " (" + row.variant + ") on sub-samples of " + row.task}];
      continue;
    }
    table.rows.push_back({what,
                          row.measure + " (" + row.variant + ")" +
                              (row.layer ? ", layer " + std::to_string(*row.layer) : "") + ", " + row.group + ", " +
                              row.task + ", " + row.test_set,
                          text(row.reason)});
  }
  for (const auto& [place, count] : on_subsets)
    table.rows.push_back({place.first, place.second, std::to_string(count) + " values, see measures.csv"});
  table.caption = few == 0 ? ""
                           : std::to_string(few) + " of " + std::to_string(bundle.measures.size()) +
                                 " values come from fewer than 10 seeds (few_seeds): their intervals are too narrow.";
  if (few > 0 && table.rows.empty())
    table.rows.push_back({std::string("flagged: few_seeds"), std::string("see the caption"), StudyCell()});
  return table;
}

std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// JSON for readers: "libtorch 2.11.0; threads 1"; what an object holds inside stands in brackets.
std::string in_words(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_structured()) return value.is_null() ? "none" : dump_json(value);
  std::string out;
  for (const auto& [name, part] : value.items()) {
    const std::string inner = part.is_structured() ? "(" + in_words(part) + ")" : in_words(part);
    out += (out.empty() ? "" : "; ") + (value.is_object() ? in_words(name) + " " + inner : inner);
  }
  return out;
}

bool is_imported(const Bundle& bundle) { return bundle.resolved_manifest.find("\n[imported]\n") != std::string::npos; }

/// The command that makes such a bundle again.
std::string how_made(const Bundle& bundle) {
  if (!bundle.info.parent.empty())
    return "./reseed measure BUNDLE   # the one whose content digest is " + bundle.info.parent.substr(0, 16);
  if (is_imported(bundle))
    return "./reseed import SOURCE   # the folder of the arrays, with manifest.toml as import.toml";
  // The resolved one: it has the values of --set in it.
  return "./reseed run " + bundle.folder.filename().string() + "/manifest.resolved.toml";
}

std::vector<NamedText> provenance(const Bundle& bundle) {
  std::vector<NamedText> out = {
      {"Content digest", bundle.content_digest},
      {"Status", bundle.info.status},
      {"reseed",
       bundle.info.tool_version + (bundle.info.tool_commit.empty() ? "" : " (" + bundle.info.tool_commit + ")")},
      {"Schema", std::to_string(bundle.info.schema_version)},
      {"One run trained twice", bundle.info.double_run.empty()      ? "not asked for"
                                : bundle.info.double_run == "equal" ? "equal, bit for bit"
                                                                    : bundle.info.double_run}};
  if (!bundle.info.published.empty())
    out.emplace_back("Published facts",
                     bundle.info.published + ", sha256 " + bundle.info.published_sha256.substr(0, 16));
  if (!bundle.info.parent.empty()) out.emplace_back("Measured again: runs of bundle", bundle.info.parent);
  if (is_imported(bundle)) out.emplace_back("Runs", "imported: made elsewhere, nothing is known of their training");
  for (const PluginUse& plugin : bundle.info.plugins)
    out.emplace_back(plugin.kind + " " + plugin.id,
                     "version " + std::to_string(plugin.version) + ", source " + plugin.source_digest.substr(0, 16));
  if (bundle.environment.is_object())
    for (const auto& [name, value] : bundle.environment.items()) out.emplace_back(in_words(name), in_words(value));
  return out;
}

}  // namespace

std::string report_of(const std::filesystem::path& folder) {
  const Bundle bundle = read_bundle(folder);
  ReportPage page;
  page.title = bundle.info.study;
  std::set<std::string> groups;
  std::set<std::uint64_t> seeds;
  std::int64_t ok = 0;
  for (const RunRow& run : bundle.runs) {
    groups.insert(run.group + "\n" + run.model + "\n" + run.task);
    seeds.insert(run.seed);
    ok += run.outcome == RunOutcome::ok ? 1 : 0;
  }
  const std::string held =
      bundle.info.published.empty() ? "" : " Held against the facts " + bundle.info.published + ".";
  page.lead = (bundle.info.kind.empty() ? "Values without a study: " : "Study of kind " + bundle.info.kind + ": ") +
              std::to_string(groups.size()) + " groups, " + std::to_string(bundle.runs.size()) + " runs (" +
              std::to_string(ok) + " ended well), " + std::to_string(seeds.size()) + " seeds, " +
              std::to_string(bundle.measures.size()) + " values." + held;
  if (bundle.runs.empty() && bundle.measures.empty())
    page.lead = "Study of kind " + bundle.info.kind + ": nothing was trained." + held;
  page.report = read_study_files(folder);
  auto& tables = page.report.tables;
  const auto first = std::stable_partition(tables.begin(), tables.end(), [](const StudyTable& table) {
    return table.id != kMeasureDefinitions && table.id != kMethodDefinitions;
  });
  page.definitions.assign(first, tables.end());
  tables.erase(first, tables.end());
  if (!bundle.runs.empty()) page.data_tables.push_back(runs_table(bundle));
  if (!bundle.measures.empty()) page.data_tables.push_back(values_table(bundle));
  page.troubles = troubles_table(bundle);
  page.manifest = bundle.resolved_manifest;
  page.rerun = {how_made(bundle), "./reseed verify " + folder.filename().string()};
  page.provenance = provenance(bundle);
  return html(page);
}

}  // namespace reseed
