// SPDX-License-Identifier: Apache-2.0
// Bundles of version 1, read as version 2 would have written them: those frozen, and what may be wrong with one.
#include "bundle/from_version_1.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/files.hpp"
#include "bundle/checksums.hpp"
#include "report/study_files.hpp"
#include "support/expect_error.hpp"

using namespace reseed;
using reseed::test::expect_error;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr const char* kReport = "tables/report.json";

fs::path frozen(const std::string& name) {
  return fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / name;
}

/// A copy of 1-trained whose report holds all, with one of its parts changed.
class Changed {
 public:
  explicit Changed(const std::function<void(Json&)>& change) {
    fs::copy(frozen("1-trained"), path(), fs::copy_options::recursive);
    Json report = Json::parse(read_file(path() / kReport));
    change(report);
    write_file(path() / kReport, report.dump());
  }
  fs::path path() const { return folder_.path() / "bundle"; }

  void refused(const std::string& place, const std::vector<std::string>& words) const {
    expect_error([&] { read_study_files(path()); }, ErrorKind::data, place, words);
    const std::vector<std::string> problems = verify_bundle(path()).problems;
    BOOST_TEST(std::any_of(problems.begin(), problems.end(),
                           [&](const std::string& line) {
                             return line.starts_with(place) && line.find(words.front()) != std::string::npos;
                           }),
               words.front());
  }

 private:
  TemporaryFolder folder_;
};

void nothing(Json&) {}

std::string id_of_a_figure(const Json& report) { return report.at("figures").at(0).at("id"); }

}  // namespace

BOOST_AUTO_TEST_SUITE(from_version_1)

BOOST_AUTO_TEST_CASE(a_report_that_holds_all_becomes_a_layout_and_csv_files) {
  const fs::path bundle = frozen("1-trained");
  const BundleTexts texts(bundle, 1);
  const Json before = Json::parse(read_file(bundle / kReport)), after = Json::parse(texts.read(kReport));
  std::set<std::string> wanted = {"tables/answers.csv", "tables/captions.csv"};
  for (const Json& figure : before.at("figures"))
    wanted.insert("figures/" + figure.at("id").get<std::string>() + ".csv");
  BOOST_TEST(wanted.size() > 5u);
  const std::vector<std::string> further = texts.further();
  BOOST_TEST((std::set<std::string>(further.begin(), further.end()) == wanted));
  for (const std::string& name : wanted) {
    BOOST_TEST(!fs::exists(bundle / name), name);
    BOOST_TEST(texts.has(name), name);
    BOOST_TEST(!texts.read(name).empty(), name);
  }
  BOOST_TEST(after.at("answers").empty());
  BOOST_TEST(after.dump().size() < before.dump().size() / 2);
}

BOOST_AUTO_TEST_CASE(the_numbers_are_those_of_the_report) {
  const fs::path bundle = frozen("1-trained");
  const Json report = Json::parse(read_file(bundle / kReport));
  const Json& figure = report.at("figures").at(0);
  const Json& point = figure.at("series").at(0).at("points").at(0);
  std::istringstream csv(BundleTexts(bundle, 1).read("figures/" + id_of_a_figure(report) + ".csv"));
  std::string head, series, x, y;
  std::getline(csv, head);
  std::getline(std::getline(std::getline(csv, series, ','), x, ','), y, ',');
  BOOST_TEST(head == "series,x,y,low,high,label");
  BOOST_TEST(series == "0");
  BOOST_TEST(std::stod(x) == point.at("x").get<double>());
  BOOST_TEST(std::stod(y) == point.at("y").get<double>());
  const StudyReport read = read_study_files(bundle);
  BOOST_TEST(read.answers.size() == report.at("answers").size());
  BOOST_TEST(read.answers.at(0).sentence == report.at("answers").at(0).at("sentence").get<std::string>());
  BOOST_TEST(read.figures.at(0).caption == figure.at("caption").get<std::string>());
  for (std::size_t s = 0; s < figure.at("series").size(); ++s) {
    const Json& points = figure.at("series")[s].at("points");
    BOOST_TEST_REQUIRE(read.figures[0].series[s].points.size() == points.size());
    for (std::size_t p = 0; p < points.size(); ++p)
      BOOST_TEST(read.figures[0].series[s].points[p].y == points[p].at("y").get<double>());
  }
}

BOOST_AUTO_TEST_CASE(later_bundles_of_the_version_have_the_files_already) {
  BOOST_TEST(BundleTexts(frozen("1-figures-csv"), 1).further().empty());
  BOOST_TEST(!read_study_files(frozen("1-figures-csv")).figures.empty());
}

BOOST_AUTO_TEST_CASE(frozen_bundles_of_the_version_are_whole) {
  for (const char* name : {"1", "1-trained", "1-figures-csv"})
    for (const std::string& problem : verify_bundle(frozen(name)).problems) BOOST_ERROR(name << ": " << problem);
}

BOOST_AUTO_TEST_CASE(what_the_report_holds_in_part_is_damage) {
  Changed([](Json& report) {
    report["figures"][0].erase("cells");
  }).refused(kReport, {"want the points of all series and all cells", "found some"});
  Changed([](Json& report) {
    report["tables"][0].erase("caption");
  }).refused(kReport, {"want the captions of all tables and figures", "found some"});
  Changed([](Json& report) {
    report["figures"][0].update(R"({"kind": "heatmap", "x_categories": ["a"], "y_categories": ["a"]})"_json);
  }).refused(kReport, {"as the figure has categories, found others"});
}

BOOST_AUTO_TEST_CASE(what_stands_in_two_places_is_damage) {
  const Changed bundle(nothing);
  const std::string id = id_of_a_figure(Json::parse(read_file(bundle.path() / kReport)));
  for (const std::string& name :
       {"figures/" + id + ".csv", std::string("tables/captions.csv"), std::string("tables/answers.csv")}) {
    write_file(bundle.path() / name, "series,x,y,low,high,label\n");
    bundle.refused(name, {"want this in one place, found it in tables/report.json, too"});
    fs::remove(bundle.path() / name);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_report_is_named_by_the_check_of_its_form) {
  const Changed no_list([](Json& report) { report["figures"] = 7; });
  const std::vector<std::string> problems = verify_bundle(no_list.path()).problems;
  BOOST_TEST(std::any_of(problems.begin(), problems.end(), [](const std::string& line) {
    return line.starts_with("tables/report.json: figures: want a value of the type array");
  }));
  expect_error([&] { read_study_files(no_list.path()); }, ErrorKind::data, kReport, {"does not have its keys"});
}

BOOST_AUTO_TEST_CASE(nothing_on_disk_changes) {
  const Changed bundle(nothing);
  std::set<std::string> strange;
  const std::set<std::string> before = files_below(bundle.path(), strange);
  verify_bundle(bundle.path());
  read_study_files(bundle.path());
  BOOST_TEST((files_below(bundle.path(), strange) == before));
}

BOOST_AUTO_TEST_SUITE_END()
