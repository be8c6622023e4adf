// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/id_words.hpp"
#include "base/json.hpp"
#include "base/number.hpp"
#include "base/run_json.hpp"
#include "bundle/bundle.hpp"
#include "report/definitions.hpp"
#include "report/flag_words.hpp"
#include "report/html.hpp"
#include "report/readable.hpp"
#include "report/rerun.hpp"
#include "report/study_files.hpp"

namespace reseed {
namespace {

constexpr std::size_t kMostValues = 10'000;  ///< of a page; values on all items are there, however many they are

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

StudyCell undefined_pairs(const MeasureRow& row) {
  return row.n_undefined > 0 ? StudyCell(static_cast<double>(row.n_undefined)) : StudyCell();
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
      "run shuffled) and its 95 % bootstrap interval over seeds; of all test items where no subset is named. A "
      "resample "
      "may hold a run twice: of measures of all runs at once these two agree, and the interval lies low.",
      {{"group", "Group", "", 0},
       {"model", "Model", "", 0},
       {"task", "Task", "", 0},
       {"test_set", "Test set", "", 0},
       {"measure", "Measure", "", 0},
       {"variant", "Variant", "", 0},
       {"options", "Options", "", 0},
       {"layer", "Layer", "", 0},
       {"subset", "Subset", "", 0},
       {"value", "Value", "", 4},
       {"low", "Low", "of the value", 4},
       {"high", "High", "of the value", 4},
       {"null", "Null", "", 4},
       {"instability", "Instability", "", 4},
       {"unit", "Unit", "", 0},
       {"n", "n", "items", 0},
       {"k", "k", "runs", 0},
       {"n_undefined", "Undefined", "pairs", 0},
       {"dims", "Dimensions", "", 0},
       {"rank", "Rank", "numerical", 0},
       {"flags", "Flags", "", 0},
       {"reason", "Reason", "", 0}},
      {}};
  const auto on_all_items =
      std::count_if(bundle.measures.begin(), bundle.measures.end(), [](const auto& row) { return row.subset.empty(); });
  std::size_t room = kMostValues - std::min(kMostValues, static_cast<std::size_t>(on_all_items));
  std::size_t left_out = 0;
  for (const MeasureRow& row : bundle.measures) {
    if (!row.subset.empty() && room == 0) {
      ++left_out;
      continue;
    }
    if (!row.subset.empty()) --room;
    auto& cells = table.rows.emplace_back();
    cells = {row.group, row.model, row.task, row.test_set, row.measure, row.variant, text(row.options)};
    for (const StudyCell& more :
         {cell(row.layer), text(row.subset), cell(row.value), cell(row.low), cell(row.high), cell(row.null),
          cell(row.instability), text(row.unit), StudyCell(static_cast<double>(row.n_items)),
          StudyCell(static_cast<double>(row.n_runs)), undefined_pairs(row), cell(row.n_dims), cell(row.numerical_rank),
          text(flags_of(row)), text(row.reason)})
      cells.push_back(more);
  }
  if (left_out > 0)
    table.caption += " " + std::to_string(left_out) + " further values on sub-samples are in measures.csv.";
  return table;
}

StudyTable failed_runs_table(const Bundle& bundle) {
  StudyTable table{"failed-runs",
                   "Runs that did not end well",
                   "No value is over them.",
                   {{"outcome", "Outcome", "", -1},
                    {"task", "Task", "", -1},
                    {"model", "Model", "", -1},
                    {"group", "Group", "", -1},
                    {"seed", "Seed", "", 0},
                    {"reason", "Why", "", -1}},
                   {}};
  for (const RunRow& run : bundle.runs)
    if (run.outcome != RunOutcome::ok)
      table.rows.push_back({"run " + std::string(to_string(run.outcome)), run.task, run.model, run.group,
                            static_cast<double>(run.seed), text(run.reason)});
  return table;
}

/// "0, 2-6": layers as a reader lists them.
std::string ranges(const std::set<std::int64_t>& numbers) {
  std::string out;
  for (auto it = numbers.begin(); it != numbers.end();) {
    const std::int64_t first = *it;
    std::int64_t last = first;
    while (++it != numbers.end() && *it == last + 1) last = *it;
    out += (out.empty() ? "" : ", ") + std::to_string(first);
    if (last > first) out += (last == first + 1 ? ", " : "-") + std::to_string(last);
  }
  return out;
}

/// Names, or how many of how many they are where that is shorter.
std::string named(const std::set<std::string>& names, std::size_t of) {
  constexpr std::size_t kFew = 3;
  if (names.size() == of && of > 1) return "all " + std::to_string(of);
  if (names.size() > kFew) return std::to_string(names.size()) + " of " + std::to_string(of);
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : "; ") + name;
  return out;
}

/// Values that are undefined or flagged, those of one kind in one row. A few seeds are said once, not at every value:
/// they are the most common remark and hide the others.
StudyTable flagged_table(const Bundle& bundle) {
  struct Kind {
    std::string what, measure, variant, reason;
    bool on_subsets;
    auto operator<=>(const Kind&) const = default;
  };
  struct Places {
    std::set<std::int64_t> layers;
    std::set<std::string> groups, tasks, sets;
    std::size_t values = 0;
  };
  std::map<Kind, Places> kinds;
  std::set<std::string> groups, tasks, sets;
  for (const MeasureRow& row : bundle.measures) {
    groups.insert(row.group);
    tasks.insert(row.task + ", " + row.model);
    sets.insert(row.test_set);
    MeasureRow rest = row;
    std::erase(rest.flags, Flag::few_seeds);
    if (rest.flags.empty() && row.value) continue;
    const std::string flags = flags_of(rest);
    Places& places = kinds[{(row.value ? "flagged" : "undefined") + (flags.empty() ? "" : ": " + flags), row.measure,
                            row.variant, row.reason, !row.subset.empty()}];
    if (row.layer) places.layers.insert(*row.layer);
    places.groups.insert(row.group);
    places.tasks.insert(row.task + ", " + row.model);
    places.sets.insert(row.test_set);
    ++places.values;
  }
  StudyTable table{"flagged",
                   "Values that are undefined or flagged",
                   "Each of them stands with its flags in the table of all values. Layer 0 = embeddings.",
                   {{"what", "What", "", -1},
                    {"measure", "Measure", "", -1},
                    {"variant", "Variant", "", -1},
                    {"layers", "Layers", "", -1},
                    {"groups", "Groups", "", -1},
                    {"tasks", "Tasks", "", -1},
                    {"sets", "Test sets", "", -1},
                    {"values", "Values", "", 0},
                    {"reason", "Why", "", -1}},
                   {}};
  for (const auto& [kind, places] : kinds)
    table.rows.push_back({kind.what, id_words(kind.measure), id_words(kind.variant), text(ranges(places.layers)),
                          named(places.groups, groups.size()), named(places.tasks, tasks.size()),
                          named(places.sets, sets.size()) + (kind.on_subsets ? ", on sub-samples" : ""),
                          static_cast<double>(places.values), text(kind.reason)});
  return table;
}

void add_troubles(const Bundle& bundle, ReportPage& page) {
  std::size_t few = 0;
  std::set<Flag> flags;
  for (const MeasureRow& row : bundle.measures) {
    flags.insert(row.flags.begin(), row.flags.end());
    few += std::count(row.flags.begin(), row.flags.end(), Flag::few_seeds) > 0 ? 1 : 0;
  }
  if (few > 0)
    page.troubles_lead = std::to_string(few) + " of " + std::to_string(bundle.measures.size()) +
                         " values come from fewer than 10 seeds (few_seeds): their intervals are too narrow.";
  for (StudyTable table : {failed_runs_table(bundle), flagged_table(bundle)})
    if (!table.rows.empty()) page.troubles.push_back(std::move(table));
  for (const Flag flag : flags) page.flags.emplace_back(std::string(to_string(flag)), in_plain_words(flag));
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

std::string double_run_in_words(const Bundle& bundle) {
  if (bundle.info.double_run == "equal") return "equal, bit for bit";
  if (!bundle.info.double_run.empty()) return bundle.info.double_run;
  return bundle.resolved_manifest.find("\ndouble_run = true\n") == std::string::npos ? "not asked for" : "not yet";
}

std::vector<NamedText> provenance(const Bundle& bundle) {
  std::vector<NamedText> out = {
      {"Content digest", bundle.content_digest},
      {"Status", bundle.info.status},
      {"reseed",
       bundle.info.tool_version + (bundle.info.tool_commit.empty() ? "" : " (" + bundle.info.tool_commit + ")")},
      {"Schema", std::to_string(bundle.info.schema_version)},
      {"One run trained twice", double_run_in_words(bundle)}};
  if (!bundle.info.published.empty())
    out.emplace_back("Published facts",
                     bundle.info.published + ", sha256 " + bundle.info.published_sha256.substr(0, 16));
  if (!bundle.info.parent.empty()) out.emplace_back("Measured again: runs of bundle", bundle.info.parent);
  if (is_imported(bundle)) out.emplace_back("Runs", "imported: made elsewhere, nothing is known of their training");
  for (const PluginUse& plugin : bundle.info.plugins)
    out.emplace_back(plugin.kind + " " + plugin.id,
                     "version " + std::to_string(plugin.version) + ", source " + plugin.source_digest.substr(0, 16));
  // Of the machine only what decides about bits, and is part of every key of the store: the page of equal content is
  // equal byte for byte.
  for (const char* kind : {"training", "measuring"})
    if (bundle.environment.is_object() && bundle.environment.contains(kind))
      out.emplace_back(kind, in_words(bundle.environment.at(kind)));
  out.emplace_back("Machine and date", "in environment.json");
  out.emplace_back("Time that each task took", "in timing.csv");
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
  page.report = readable(page.report, ids_in(bundle, page.report));
  if (!bundle.runs.empty()) page.data_tables.push_back(runs_table(bundle));
  if (!bundle.measures.empty()) page.data_tables.push_back(values_table(bundle));
  add_troubles(bundle, page);
  page.manifest = bundle.resolved_manifest;
  page.rerun = rerun_commands(bundle);
  page.provenance = provenance(bundle);
  return html(page);
}

}  // namespace reseed
