// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <compare>
#include <set>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "base/sha256.hpp"
#include "base/study_json.hpp"
#include "bundle/answers_csv.hpp"
#include "bundle/bundle.hpp"
#include "bundle/bundle_files.hpp"
#include "bundle/bundle_json.hpp"
#include "bundle/captions_csv.hpp"
#include "bundle/checksums.hpp"
#include "bundle/completeness.hpp"
#include "bundle/contradictions.hpp"
#include "bundle/crate.hpp"
#include "bundle/figure_csv.hpp"
#include "bundle/file_schemas.hpp"
#include "bundle/published_csv.hpp"
#include "bundle/status.hpp"
#include "bundle/study_contradictions.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReport = "tables/report.json";
constexpr const char* kResolved = "manifest.resolved.toml";

/// Flags that tell of the interval or of the predictions: they do not say why there is no value.
constexpr std::array kNoReason = {Flag::few_seeds, Flag::degenerate_bootstrap, Flag::constant_prediction};
/// Flags of a value that is there, to be read with care: they do not say why its null or its interval is missing.
constexpr std::array kOfValue = {Flag::degenerate_subspace, Flag::tied_neighbours, Flag::alignment_not_unique};

bool holds(const auto& flags, Flag flag) { return std::find(flags.begin(), flags.end(), flag) != flags.end(); }

bool explain_no_value(const std::vector<Flag>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](Flag flag) { return !holds(kNoReason, flag); });
}

bool explain_no_company(const std::vector<Flag>& flags) {
  return std::any_of(flags.begin(), flags.end(),
                     [](Flag flag) { return !holds(kNoReason, flag) && !holds(kOfValue, flag); });
}

constexpr std::array<std::string_view, 8> kAlways = {"bundle.json",      "manifest.toml", "manifest.resolved.toml",
                                                     "runs.csv",         "measures.csv",  "timing.csv",
                                                     "environment.json", "SHA256SUMS"};

class Verifier {
 public:
  Verifier(const fs::path& folder, const Migrations& migrations) : folder_(folder), migrations_(migrations) {}

  Verification verify() {
    const std::optional<BundleInfo> found = read_marker(marker_of(folder_));
    list_files();
    check_sums();
    result_.content_digest = content_digest(actual_);
    if (!found) return std::move(result_);  // what the other files should be is not known
    const BundleInfo& info = *found;
    take_further_files();
    if (const auto manifest = actual_.find(kResolved);
        manifest != actual_.end() && manifest->second != info.manifest_digest)
      problem(kResolved, "want the manifest that bundle.json names by its digest, found another");
    check_runs(info);
    check_measures(info);
    check("timing.csv", [&](const std::string& text) { parse_timing_csv(text, "timing.csv"); });
    check(kReport, [&](const std::string& text) { take_report(text); });
    for (const std::string& name : files_) check_by_kind(name);
    // A report that cannot be read lists nothing; that was named.
    if (report_ || !files_.contains(kReport))
      for (const Contradiction& one : study_contradictions(*texts_, files_, info)) problem(one.place, one.message);
    if (runs_read_ && values_read_) hold_tables_against_the_rest(info);
    check(kCrateFile, [&](const std::string& text) {
      const std::vector<std::string> mistakes = schemas_.mistakes(kCrateFile, text);
      for (const std::string& line : mistakes) problem(kCrateFile, line);
      // Of no form that could be held against the bundle, or nothing to hold it against.
      if (!mistakes.empty() || !runs_read_ || !values_read_) return;
      for (const std::string& line : crate_problems(text, info, table_of_runs_, table_of_values_, actual_))
        problem(kCrateFile, line);
    });
    return std::move(result_);
  }

 private:
  /// Without one of both tables all the rest would lack it, line by line: it alone is named.
  void hold_tables_against_the_rest(const BundleInfo& info) {
    for (const Contradiction& one : contradictions(folder_, *texts_, files_, table_of_runs_, table_of_values_))
      problem(one.place, one.message);
    check(kResolved, [&](const std::string& text) {
      const AskedFor asked = asked_for(text, kResolved, info);
      for (const Contradiction& one :
           incompleteness(folder_, files_, info, asked, analysed(info), table_of_runs_, table_of_values_))
        problem(one.place, one.message);
    });
  }

  /// A newer version, or none, is refused. Whatever else is wrong with a bundle.json that is there is damage.
  std::optional<BundleInfo> read_marker(const fs::path& marker) {
    const std::string text = read_file(marker);
    nlohmann::json value;
    std::optional<BundleInfo> info;
    if (!is_whole([&] { value = parse_json(text, "bundle.json"); })) return std::nullopt;
    if (value.is_object()) version_ = schema_version_in(value, marker.string(), migrations_.newest());
    is_whole([&] { info = parse_bundle_json(text, "bundle.json", migrations_); });
    if (info)
      for (const std::string& mistake :
           schemas_.mistakes("bundle.json", migrations_.migrated(version_, "bundle.json", text)))
        problem("bundle.json", mistake);
    return info;
  }

  /// Tells whether bundle.json could be read; notes why not.
  template <class Read>
  bool is_whole(Read read) {
    try {
      read();
      return true;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::internal) throw;  // of this program, not of the bundle
      problem(error.place(), error.message());
      return false;
    }
  }

  /// Every line once, though several checks may find it.
  void problem(const std::string& place, const std::string& message) {
    const std::string line = place + ": " + message;
    if (told_.insert(line).second) result_.problems.push_back(line);
  }

  void list_files() {
    files_ = files_below(folder_, strange_);
    for (const std::string& name : strange_) problem(name, "want a file, found a symbolic link or something else");
    for (const std::string& name : empty_folders_below(folder_))
      problem(name, "want only files that a bundle has, found an empty folder");
    for (const std::string_view name : kAlways)
      if (!files_.contains(std::string(name)) && !strange_.contains(std::string(name)))
        problem(std::string(name), "want this file, found none");
    for (const std::string& name : files_)
      if (name != "SHA256SUMS") actual_[name] = sha256_file(folder_ / name);
  }

  /// Files that an older bundle would have in the newest version are looked at as if they lay on disk.
  void take_further_files() {
    texts_.emplace(folder_, version_, migrations_);
    is_whole([&] {
      for (const std::string& name : texts_->further()) files_.insert(name);
    });
  }

  void check_sums() {
    if (!files_.contains("SHA256SUMS")) return;
    Checksums listed;
    try {
      listed = parse_checksums(read_file(folder_ / "SHA256SUMS"), "SHA256SUMS");
    } catch (const Error& error) {
      problem(error.place(), error.message());
      return;
    }
    for (const auto& [name, digest] : listed) {
      const auto found = actual_.find(name);
      if (strange_.contains(name)) continue;  // named
      if (found == actual_.end())
        problem(name, "want a file that SHA256SUMS lists, found none");
      else if (found->second != digest)
        problem(name, "want checksum " + digest + ", found " + found->second + swapped_with(listed, found->second));
    }
    for (const auto& [name, digest] : actual_)
      if (!listed.contains(name)) problem(name, "want only files that SHA256SUMS lists, found another");
  }

  static std::string swapped_with(const Checksums& listed, const std::string& digest) {
    for (const auto& [name, other] : listed)
      if (other == digest) return ", which is that of " + name;
    return "";
  }

  /// Runs a check on a file's text; what it throws is a problem. Absent files were named before.
  template <class Check>
  void check(const std::string& name, Check&& check) {
    if (!files_.contains(name)) return;
    try {
      check(texts_->read(name));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::internal) throw;  // of this program, not of the bundle
      problem(error.place().empty() ? name : error.place(), error.message());
    }
  }

  void check_runs(const BundleInfo& info) {
    check("runs.csv", [&](const std::string& text) {
      table_of_runs_ = parse_runs_csv(text, "runs.csv");
      runs_read_ = true;
      for (const RunRow& run : table_of_runs_) {
        const std::string place = "runs.csv: run " + run.id;
        // Groups that ask for the same run share it: one row for each of them, one record.
        if (!rows_.insert({run.group, run.model, run.task, run.id}).second)
          problem(place, "want every run once in a group, found it twice");
        runs_.insert(run.id);
        groups_.insert({run.group, run.model, run.task});
        // A run that was made elsewhere names no method.
        if (!run.mitigation.empty() && !has_plugin(info, "mitigation", run.mitigation, run.mitigation_version))
          problem(place, "want a mitigation method that bundle.json lists, found " + run.mitigation + " version " +
                             std::to_string(run.mitigation_version));
        check_record(info, run, place);
      }
      for (const std::string& id : info.missing_runs)
        if (!runs_.contains(id)) problem("bundle.json", "missing_runs: want runs of runs.csv, found " + id);
    });
  }

  /// Every run that ended has a record, which says how, and whose digest is known also where the bundle keeps none.
  void check_record(const BundleInfo& info, const RunRow& run, const std::string& place) {
    if (run.record_digest.empty() != (run.outcome == RunOutcome::error))
      problem(place, run.record_digest.empty()
                         ? "want the digest of its record, found none"
                         : "want no record of a run that ended in error, found the digest of one");
    if (!info.records_kept || run.record_digest.empty()) return;
    const std::string prefix = "records/" + run.id + "/";
    std::map<std::string, std::string> files;
    for (const auto& [name, digest] : actual_)
      if (name.starts_with(prefix)) files[name.substr(prefix.size())] = digest;
    if (files.empty()) return problem(place, "want a record in " + prefix + ", found none");
    if (record_digest(files) != run.record_digest)
      problem(place, "want the record of digest " + run.record_digest + ", found " + record_digest(files));
    if (!files.contains("outcome.json")) problem(prefix + "outcome.json", "want how the run ended, found none");
  }

  void check_measures(const BundleInfo& info) {
    check("measures.csv", [&](const std::string& text) {
      table_of_values_ = parse_measures_csv(text, "measures.csv");
      const auto pairs = files_.lower_bound("pairs/");
      if (table_of_values_.empty() && pairs != files_.end() && pairs->starts_with("pairs/"))
        return problem("measures.csv", "want the values that the matrices in pairs/ are of, found none");
      values_read_ = true;
      if (runs_read_ && table_of_runs_.empty() && !table_of_values_.empty()) {
        problem("runs.csv", "want the runs that the values of measures.csv are of, found none");
        runs_read_ = false;
      }
      const std::vector<MeasureRow>& rows = table_of_values_;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const MeasureRow& row = rows[i];
        const std::string place = "measures.csv: row " + std::to_string(i + 1);
        if (runs_read_ && !groups_.contains({row.group, row.model, row.task}))
          problem(place,
                  "want a group, model and task of runs.csv, found " + row.group + ", " + row.model + ", " + row.task);
        if (!has_plugin(info, "measure", row.measure, row.version))
          problem(place, "want a measure that bundle.json lists, found " + row.measure + " version " +
                             std::to_string(row.version));
        if (row.n_items < 0 || row.n_runs < 0 || row.n_undefined < 0)
          problem(place, "want counts of at least 0, found a negative one");
        if (!row.value && !explain_no_value(row.flags))
          problem(place, "want a value or a flag that says why there is none, found " +
                             std::string(row.flags.empty() ? "neither" : "only flags that say something else"));
        if (row.value.has_value() != row.instability.has_value())
          problem(place, "want value and instability together, found one alone");
        if (row.low.has_value() != row.high.has_value() || (row.low && *row.low > *row.high))
          problem(place, "want low <= high, both or none, found others");
        check_company(info, row, place);
        if (!row.pairs.empty()) check_pairs(row, place);
      }
    });
  }

  /// What a value must not stand without: counts, interval, and of representations dimensions, rank and null. A flag
  /// excuses the interval (no resample has a value) and the null (the permuted items have none).
  void check_company(const BundleInfo& info, const MeasureRow& row, const std::string& place) {
    const auto use = std::find_if(info.plugins.begin(), info.plugins.end(), [&](const PluginUse& one) {
      return one.kind == "measure" && one.id == row.measure && one.measure;
    });
    const MeasureFacts* facts = use == info.plugins.end() ? nullptr : &*use->measure;
    if (facts != nullptr && facts->arity == "group" && !row.pairs.empty())
      problem(place, "want no pair matrix of a measure of the whole group, found one");
    if (!row.value) return;
    if (facts != nullptr && facts->arity == "pair" && row.pairs.empty())
      problem(place, "want the pair matrix of a value of pairs, found none");
    if (row.n_items < 1 || row.n_runs < 1) problem(place, "want items and runs behind a value, found none");
    if (!row.low && !holds(row.flags, Flag::degenerate_bootstrap) && !explain_no_company(row.flags))
      problem(place, "want the interval of a value, or a flag that says why there is none, found neither");
    if (facts == nullptr ? !row.layer.has_value() : facts->reads != "representations") return;
    if (!row.layer) problem(place, "want the layer of a value of representations, found none");
    if (!row.numerical_rank || !row.n_dims)
      problem(place, "want numerical_rank and n_dims of a value of representations, found " +
                         std::string(row.numerical_rank || row.n_dims ? "one of them" : "neither"));
    if (!row.null && !explain_no_company(row.flags))
      problem(place,
              "want the null of a value of representations, or a flag that says why there is none, found neither");
  }

  void check_pairs(const MeasureRow& row, const std::string& place) {
    if (!row.pairs.starts_with("pairs/") || !files_.contains(row.pairs)) {
      problem(place, "want a pair matrix of the bundle, found \"" + row.pairs + "\"");
      return;
    }
    try {
      const Safetensors file(folder_ / row.pairs);
      const TensorView& values = file.at("values");
      const std::vector<std::int64_t> layers = file.at("layers").as_integers();
      const auto seeds = static_cast<std::int64_t>(file.at("seeds").as_integers().size());
      const std::vector<std::int64_t> wanted = {static_cast<std::int64_t>(layers.size()), seeds, seeds};
      if (values.dtype != DType::f64 || values.shape != wanted)
        problem(row.pairs, "values: want a float64 matrix of all seeds for each layer, found another tensor");
      if (std::find(layers.begin(), layers.end(), row.layer.value_or(-1)) == layers.end())
        problem(row.pairs, "want the layer of its rows in measures.csv, found none");
    } catch (const Error& error) {
      problem(row.pairs, error.message());
    }
  }

  /// Only files that a bundle has, and what the extension promises must hold: readable tensors; JSON and tables as
  /// their schemas say, every one of them.
  void check_by_kind(const std::string& name) {
    if (!is_bundle_file(name)) return problem(name, "want only files that a bundle has, found another");
    if (name.starts_with("records/") && runs_read_ && !runs_.contains(name.substr(8, name.find('/', 8) - 8)))
      problem(name, "want the record of a run of runs.csv, found another");
    if (name.ends_with(".safetensors")) {
      try {
        Safetensors(folder_ / name);
      } catch (const Error& error) {
        problem(name, error.message());
      }
    }
    if (!wants_schema(name) || name == "bundle.json" || name == kCrateFile) return;  // looked at on their own
    if (!schemas_.knows(name)) {
      // A table or figure that the report does not list is named with the report's files.
      const bool of_report = name.starts_with("tables/") || name.starts_with("figures/");
      if (!of_report || !files_.contains(kReport))
        problem(name, "want only JSON and CSV files of a bundle's schema, found another");
      return;
    }
    check(name, [&](const std::string& text) {
      if (name == "published.csv") parse_published_csv(text, name);
      if (name == kCaptionsFile && report_) read_captions_csv(text, name, *report_);
      if (const auto figure = figures_.find(name); figure != figures_.end())
        read_figure_csv(text, name, figure->second);
      for (const std::string& mistake : schemas_.mistakes(name, text)) problem(name, mistake);
    });
  }

  /// The report as the page reads it: the numbers of its figures, in files of their own, are held against it.
  void take_report(const std::string& text) {
    schemas_.take_report(text);
    try {
      report_ = study_report_from_json(parse_json(text, kReport));
      for (const StudyFigure& figure : report_->figures) figures_[figure_csv(figure.id)] = figure;
    } catch (const Error& error) {
      throw Error(error.kind(), kReport, error.place() + ": " + error.message());
    }
  }

  /// What the report says of the study's analysis; a report that cannot be read was named before.
  bool analysed(const BundleInfo& info) const {
    if (info.kind.empty() || files_.contains("published.csv") || files_.contains(kAnswersFile)) return true;
    if (!files_.contains(kReport)) return false;
    try {
      return is_analysed(info.kind, parse_json(texts_->read(kReport), kReport));
    } catch (const Error&) {
      return info.status == "complete";
    }
  }

  static bool has_plugin(const BundleInfo& info, std::string_view kind, const std::string& id, int version) {
    return std::any_of(info.plugins.begin(), info.plugins.end(), [&](const PluginUse& use) {
      return use.kind == kind && use.id == id && use.version == version;
    });
  }

  struct Group {
    std::string group, model, task;
    auto operator<=>(const Group&) const = default;
  };

  struct Row {
    std::string group, model, task, run;
    auto operator<=>(const Row&) const = default;
  };

  fs::path folder_;
  const Migrations& migrations_;
  int version_ = 1;
  std::optional<BundleTexts> texts_;  ///< once the version is known
  Verification result_;
  std::set<std::string> told_;
  std::set<std::string> files_;
  std::set<std::string> strange_;  ///< what is no file
  Checksums actual_;
  std::vector<RunRow> table_of_runs_;
  std::vector<MeasureRow> table_of_values_;
  bool runs_read_ = false, values_read_ = false;  ///< what follows from a table that is not there is not told
  std::set<std::string> runs_;
  std::set<Row> rows_;
  std::set<Group> groups_;
  FileSchemas schemas_;
  std::optional<StudyReport> report_;           ///< as tables/report.json has it
  std::map<std::string, StudyFigure> figures_;  ///< of it, whose numbers stand in these files
};

}  // namespace

Verification verify_bundle(const fs::path& folder, const Migrations& migrations) {
  return Verifier(folder, migrations).verify();
}

Verification verify_bundle(const fs::path& folder) { return verify_bundle(folder, Migrations::shipped()); }

}  // namespace reseed
