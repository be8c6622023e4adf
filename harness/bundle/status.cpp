// SPDX-License-Identifier: Apache-2.0
#include "bundle/status.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "bundle/answers_csv.hpp"
#include "bundle/migrations.hpp"

namespace reseed {

namespace {

constexpr const char* kReport = "tables/report.json";

}  // namespace

bool is_tried_again(const MeasureRow& row) {
  return std::any_of(row.flags.begin(), row.flags.end(), [](Flag flag) {
    return flag == Flag::plugin_threw || flag == Flag::plugin_timeout || flag == Flag::plugin_crashed;
  });
}

bool is_analysed(const std::string& kind, const nlohmann::json& report) {
  if (kind.empty()) return true;
  const auto holds = [&](const char* key) {
    return report.is_object() && report.contains(key) && report[key].is_array() && !report[key].empty();
  };
  if (holds("figures")) return true;
  return holds("tables") && std::any_of(report["tables"].begin(), report["tables"].end(), [](const auto& table) {
           return table.is_object() && table.contains("id") && table["id"].is_string() &&
                  !table["id"].template get<std::string>().starts_with("definitions");
         });
}

bool is_analysed(const Bundle& bundle) {
  if (bundle.info.kind.empty()) return true;
  const BundleTexts texts(bundle.folder, bundle.info.schema_version);
  if (texts.has("published.csv") || texts.has(kAnswersFile)) return true;
  return texts.has(kReport) && is_analysed(bundle.info.kind, parse_json(texts.read(kReport), kReport));
}

}  // namespace reseed
