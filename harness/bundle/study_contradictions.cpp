// SPDX-License-Identifier: Apache-2.0
#include "bundle/study_contradictions.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/csv.hpp"
#include "base/json.hpp"
#include "bundle/answers_csv.hpp"
#include "bundle/captions_csv.hpp"
#include "bundle/figure_csv.hpp"
#include "bundle/published_csv.hpp"
#include "bundle/row_counts.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

constexpr const char* kReport = "tables/report.json";
constexpr const char* kPublished = "published.csv";

std::string table_file(const std::string& id) { return "tables/" + id + ".csv"; }

class Check {
 public:
  Check(const BundleTexts& texts, const std::set<std::string>& files, const BundleInfo& info)
      : texts_(texts), files_(files), info_(info) {}

  std::vector<Contradiction> all() {
    if (!files_.contains(kReport)) {
      miss_report();
      return std::move(found_);
    }
    try {
      report_ = parse_json(texts_.read(kReport), kReport);
    } catch (const Error&) {
      return {};  // named by the check of its form
    }
    if (!report_.is_object()) return {};
    check_lists();
    for (const Json* table : listed("tables"))
      check_rows(table_file(table->at("id").get<std::string>()), *table, kRowCount);
    for (const Json* figure : listed("figures"))
      check_rows(figure_csv(figure->at("id").get<std::string>()), *figure, kRowCount);
    check_rows(kAnswersFile, report_, kAnswerRows);
    if (report_.contains(kPublishedRows))
      check_rows(kPublished, report_, kPublishedRows);
    else
      check_published_at_all();
    return std::move(found_);
  }

 private:
  void add(const std::string& place, const std::string& message) { found_.push_back({place, message}); }

  void miss_report() {
    if (info_.status == "complete" && !info_.kind.empty())
      add(kReport, "want the study's report in a complete bundle, found none");
    for (const std::string& name : files_)
      if (name.starts_with("tables/") || name.starts_with("figures/"))
        add(name, std::string("want only files that ") + kReport + " lists, found another and no such list");
  }

  /// The tables or figures of a list that have an identifier. Malformed: none.
  std::vector<const Json*> listed(const char* list) const {
    std::vector<const Json*> out;
    if (!report_.contains(list) || !report_.at(list).is_array()) return out;
    for (const Json& entry : report_.at(list))
      if (entry.is_object() && entry.contains("id") && entry.at("id").is_string()) out.push_back(&entry);
    return out;
  }

  void check_lists() {
    std::set<std::string> tables, figures;
    for (const Json* table : listed("tables")) tables.insert(table_file(table->at("id").get<std::string>()));
    for (const Json* figure : listed("figures")) {
      const std::string id = figure->at("id").get<std::string>();
      figures.insert("figures/" + id + ".svg");
      figures.insert(figure_csv(id));
    }
    if (!tables.empty() || !figures.empty()) tables.insert(kCaptionsFile);
    check_listed("tables/", tables);
    check_listed("figures/", figures);
  }

  void check_listed(const std::string& folder, const std::set<std::string>& names) {
    for (const std::string& name : names)
      if (!files_.contains(name)) add(name, std::string("want a file that ") + kReport + " lists, found none");
    for (auto at = files_.lower_bound(folder); at != files_.end() && at->starts_with(folder); ++at)
      if (*at != kReport && *at != kAnswersFile && !names.contains(*at))
        add(*at, std::string("want only files that ") + kReport + " lists, found another");
  }

  /// As many rows as the number behind `key` of `counted`, where it is one. A file that is not there has none.
  void check_rows(const std::string& name, const Json& counted, const char* key) {
    const auto said = counted.find(key);
    if (said == counted.end() || !said->is_number_unsigned()) return;
    const std::optional<std::size_t> rows = rows_of(name);
    if (rows && *said != *rows)
      add(name, "want " + said->dump() + " rows as " + kReport + " says, found " + std::to_string(*rows));
  }

  /// An earlier build counted no published values and claims: those that stand beside published facts are there at all.
  void check_published_at_all() {
    if (rows_of(kPublished) == 0U && info_.status == "complete" && !info_.kind.empty() && !info_.published.empty())
      add(kPublished, "want what the study says of the published facts " + info_.published + ", found none");
  }

  /// None where the file is malformed, which the check of its form names.
  std::optional<std::size_t> rows_of(const std::string& name) const {
    if (!files_.contains(name)) return 0;
    try {
      return parse_csv(texts_.read(name), name).rows.size();
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  const BundleTexts& texts_;
  const std::set<std::string>& files_;
  const BundleInfo& info_;
  Json report_;
  std::vector<Contradiction> found_;
};

}  // namespace

std::vector<Contradiction> study_contradictions(const BundleTexts& texts, const std::set<std::string>& files,
                                                const BundleInfo& info) {
  return Check(texts, files, info).all();
}

}  // namespace reseed
