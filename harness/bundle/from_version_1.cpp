// SPDX-License-Identifier: Apache-2.0
#include "bundle/from_version_1.hpp"

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/study_json.hpp"
#include "bundle/answers_csv.hpp"
#include "bundle/captions_csv.hpp"
#include "bundle/figure_csv.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;
using Files = std::map<std::string, std::string>;

constexpr const char* kReport = "tables/report.json";

/// A report as version 1 has it.
struct Told {
  Json json;
  StudyReport report;
  bool has_captions = false;
};

/// None for a text that is no report: who reads it says why. Errors: Error(data) for a figure or captions that are
/// there in part.
std::optional<Told> told(const std::string& text) {
  constexpr std::string_view kAsWhole = "study report";
  Told found;
  try {
    found.json = parse_json(text, kReport);
    found.report = study_report_from_json(found.json);
  } catch (const Error& error) {
    if (error.place() == kReport || error.place() == kAsWhole) return std::nullopt;
    throw Error(ErrorKind::data, kReport, error.place() + ": " + error.message());
  }
  try {
    found.has_captions = has_captions(found.json);
  } catch (const Error& error) {
    throw Error(ErrorKind::data, kReport, error.message());
  }
  return found;
}

/// Adds a file whose content the report holds.
void add(Files& files, const BundleTexts& older, const std::string& name, std::string text) {
  if (older.has(name))
    throw Error(ErrorKind::data, name,
                std::string("want this in one place, found it in ") + kReport + ", too; which of them is right?");
  files[name] = std::move(text);
}

Files further(const BundleTexts& older) {
  Files files;
  if (!older.has(kReport)) return files;
  const std::optional<Told> found = told(older.read(kReport));
  if (!found) return files;
  const StudyReport& report = found->report;
  for (std::size_t f = 0; f < report.figures.size(); ++f) {
    const StudyFigure& figure = report.figures[f];
    if (!has_numbers(found->json.at("figures")[f])) continue;
    if (const std::string mistake = mistake_of(figure); !mistake.empty())
      throw Error(ErrorKind::data, kReport, figure.id + ": " + mistake);
    add(files, older, figure_csv(figure.id), write_figure_csv(figure));
  }
  if (found->has_captions && !(report.tables.empty() && report.figures.empty()))
    add(files, older, kCaptionsFile, write_captions_csv(report));
  if (!report.answers.empty() || !report.notes.empty())
    add(files, older, kAnswersFile, write_answers_csv({report.answers, report.notes}));
  return files;
}

std::string text(std::string_view name, std::string text) {
  if (name != kReport) return text;
  std::optional<Told> found = told(text);
  if (!found) return text;
  take_numbers_out(found->json);
  take_captions_out(found->json);
  for (const char* list : {"answers", "notes"}) found->json[list] = Json::array();
  return found->json.dump(1) + '\n';
}

}  // namespace

Migration from_version_1() { return {text, further}; }

}  // namespace reseed
