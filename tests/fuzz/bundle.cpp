// SPDX-License-Identifier: Apache-2.0
#include "bundle/bundle.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <vector>

#include "base/sha256.hpp"
#include "bundle/bundle_json.hpp"
#include "bundle/checksums.hpp"
#include "compare/compare.hpp"
#include "compare/comparison_json.hpp"
#include "compare/comparison_text.hpp"
#include "fuzz/reading.hpp"
#include "report/latex.hpp"
#include "report/page.hpp"
#include "report/study_files.hpp"
#include "support/places.hpp"

namespace reseed::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSums = "SHA256SUMS";

/// No plugin is installed: a stranger's bundle must be read without.
class NoPlugins final : public MeasureSource {
 public:
  std::optional<MeasureFacts> facts(const std::string&, int) override { return std::nullopt; }
  GroupAnswer evaluate(const GroupQuestion&) override { return {{}, {}, {}, {}, {}, "not installed"}; }
};

/// Name -> new content; none: the file is taken away.
using Changes = std::map<std::string, std::optional<std::string>>;

Changes changes_of(std::string_view input) {
  constexpr std::string_view kMark = "@@ ";
  Changes changes;
  for (std::size_t at = 0; at < input.size();) {
    const std::size_t line = std::min(input.find('\n', at), input.size());
    const std::string_view head = input.substr(at, line - at);
    const std::size_t begin = std::min(line + 1, input.size());
    const std::size_t next = input.find("\n@@ ", line);
    const std::size_t end = next == std::string_view::npos ? input.size() : next + 1;
    at = end;
    if (!head.starts_with(kMark)) continue;
    const bool away = head.substr(kMark.size()).starts_with('-');
    const std::string name(head.substr(kMark.size() + (away ? 1 : 0)));
    if (!stays_inside(name) || name.size() > 200) continue;
    changes[name] = away ? std::nullopt : std::optional(std::string(input.substr(begin, std::max(begin, end) - begin)));
  }
  return changes;
}

/// Name -> content.
using Files = std::map<std::string, std::string>;

/// A resolved manifest without some of its sections, between which empty lines stand.
std::string without_blocks(const std::string& manifest, const std::function<bool(const std::string&)>& is_left_out) {
  std::string kept;
  for (std::size_t begin = 0; begin < manifest.size();) {
    const std::size_t end = std::min(manifest.find("\n\n", begin), manifest.size());
    const std::string block = manifest.substr(begin, end - begin);
    if (!is_left_out(block)) kept += (kept.empty() ? "" : "\n\n") + block;
    begin = end + 2;
  }
  return kept;
}

/// Inputs that begin with this line change a bundle of version 1 of the schema, others one of version 2.
constexpr std::string_view kOlder = "version 1\n";

/// A frozen bundle as small as it can be whole: one of its groups, one value of each kind, without the crate and the
/// page. Every input is read with all that it does not change, so what is left out here is time for more inputs; an
/// input may bring a crate or a page of its own.
Files skeleton(const char* version) {
  constexpr std::string_view kLeftOut = "large";  // a group
  const fs::path frozen = fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / version;
  Files files;
  std::set<std::string> strange;
  for (const std::string& name : files_below(frozen, strange)) files[name] = read_file(frozen / name);
  for (const char* name : {"report.html", "ro-crate-metadata.json"}) files.erase(name);

  std::vector<RunRow> runs = parse_runs_csv(files.at("runs.csv"), "runs.csv");
  std::erase_if(runs, [&](const RunRow& run) {
    if (run.group != kLeftOut) return false;
    std::erase_if(files, [&](const auto& file) { return file.first.starts_with("records/" + run.id + "/"); });
    return true;
  });
  std::vector<MeasureRow> values = parse_measures_csv(files.at("measures.csv"), "measures.csv");
  std::set<std::tuple<bool, bool, bool>> kinds;
  std::set<std::string> measures;
  std::erase_if(values, [&](const MeasureRow& value) {
    if (value.group != kLeftOut &&
        kinds.emplace(value.pairs.empty(), value.layer.has_value(), value.options.empty()).second) {
      measures.insert(value.measure);
      return false;
    }
    files.erase(value.pairs);
    return true;
  });
  std::string& manifest = files["manifest.resolved.toml"];
  manifest = without_blocks(manifest, [&](const std::string& block) {
    const auto has = [&](const std::string& line) { return block.find('\n' + line + " = \"") != std::string::npos; };
    const std::string value = block.substr(std::min(block.find('"'), block.size() - 1) + 1);
    const std::string name = value.substr(0, value.find('"'));
    return (block.starts_with("[[groups]]") && has("name") && name == kLeftOut) ||
           (block.starts_with("[[measures]]") && has("id") && !measures.contains(name));
  });
  BundleInfo info = parse_bundle_json(files.at("bundle.json"), "bundle.json");
  std::erase_if(info.plugins, [&](const PluginUse& use) { return !measures.contains(use.id); });
  info.manifest_digest = sha256(manifest);
  files["bundle.json"] = write_bundle_json(info);
  files["runs.csv"] = write_runs_csv(runs);
  files["measures.csv"] = write_measures_csv(values);

  files.erase(kSums);
  Checksums sums;
  for (const auto& [name, content] : files) sums[name] = sha256(content);
  files[kSums] = write_checksums(sums);
  return files;
}

/// The skeleton in memory and on disk, where inputs change it.
class Folder {
 public:
  explicit Folder(const char* version) : files_(skeleton(version)), sums_(parse_checksums(files_.at(kSums), kSums)) {
    for (const auto& [name, content] : files_) put(name, content);
  }

  void change(Changes changes) {
    if (!changes.contains(kSums)) changes[kSums] = write_checksums(sums_with(changes));
    for (const auto& [name, content] : changes) {
      if (content)
        put(name, *content);
      else
        take_away(name);
      changed_.push_back(name);
    }
  }
  void restore() {
    for (const std::string& name : changed_) {
      take_away(name);
      if (const auto found = files_.find(name); found != files_.end()) put(name, found->second);
    }
    changed_.clear();
  }
  const fs::path& path() const { return scratch_.folder(); }

 private:
  Checksums sums_with(const Changes& changes) const {
    Checksums sums = sums_;
    for (const auto& [name, content] : changes)
      if (content)
        sums[name] = sha256(*content);
      else
        sums.erase(name);
    return sums;
  }
  /// A name that cannot be one (a part of it is too long, or a file already) is passed over.
  void put(const std::string& name, std::string_view content) const {
    std::error_code ignored;
    fs::create_directories((path() / name).parent_path(), ignored);
    if (!ignored) scratch_.put(name, content);
  }
  void take_away(const std::string& name) const {
    std::error_code ignored;
    if (!fs::is_regular_file(path() / name, ignored)) return;
    // The folders that it leaves empty, too: they would be no part of a bundle.
    for (fs::path gone = path() / name; gone != path() && fs::remove(gone, ignored);) gone = gone.parent_path();
  }

  Scratch scratch_;
  const Files files_;
  const Checksums sums_;
  std::vector<std::string> changed_;
};

/// Restores the folder whatever a reader throws.
class Changed {
 public:
  Changed(Folder& folder, std::string_view input) : folder_(folder) { folder_.change(changes_of(input)); }
  ~Changed() { folder_.restore(); }
  Changed(const Changed&) = delete;
  Changed& operator=(const Changed&) = delete;

 private:
  Folder& folder_;
};

}  // namespace

Answer bundle(std::string_view input) {
  static Folder newest("2"), older("1");
  const bool is_older = input.starts_with(kOlder);
  if (is_older) input.remove_prefix(kOlder.size());
  Folder& folder = is_older ? older : newest;
  const Changed changed(folder, input);
  Answer answer;
  const auto step = [&](auto read) {
    const Answer one = answer_of(read);
    if (one.outcome == Outcome::refused) answer.outcome = one.outcome;
    answer.said += one.said;
  };
  step([&] {
    for (const std::string& problem : verify_bundle(folder.path()).problems) add_reason(answer, problem);
  });
  step([&] {
    const Bundle read = read_bundle(folder.path());
    NoPlugins none;
    const Comparison comparison = compare_bundles(read, read, {}, none);
    require(comparison.count(Verdict::different) == 0, "a bundle does not differ from itself");
    to_json(comparison).dump();
    comparison_text(comparison, true);
  });
  step([&] { report_of(folder.path()); });
  step([&] {
    for (const StudyTable& table : read_study_files(folder.path()).tables) latex(table);
  });
  return answer;
}

}  // namespace reseed::fuzz
