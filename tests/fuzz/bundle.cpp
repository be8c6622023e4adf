// SPDX-License-Identifier: Apache-2.0
#include "bundle/bundle.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "base/sha256.hpp"
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

/// The frozen bundle in memory and on disk, where inputs change it.
class Folder {
 public:
  Folder() {
    const fs::path frozen = fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / "1";
    std::set<std::string> strange;
    for (const std::string& name : files_below(frozen, strange)) files_[name] = read_file(frozen / name);
    sums_ = parse_checksums(files_.at(kSums), kSums);
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
    if (fs::is_regular_file(path() / name, ignored)) fs::remove(path() / name, ignored);
  }

  Scratch scratch_;
  std::map<std::string, std::string> files_;
  Checksums sums_;
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

Outcome bundle(std::string_view input) {
  static Folder folder;
  const Changed changed(folder, input);
  Outcome outcome = Outcome::taken;
  const auto step = [&](auto read) {
    if (outcome_of(read) == Outcome::refused) outcome = Outcome::refused;
  };
  step([&] {
    if (!verify_bundle(folder.path()).problems.empty()) outcome = Outcome::refused;
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
  return outcome;
}

}  // namespace reseed::fuzz
