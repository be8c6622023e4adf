// SPDX-License-Identifier: Apache-2.0
#include "base/study_json.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "reseed/error.hpp"
#include "support/expect_error.hpp"

namespace {

reseed::StudyReport example() {
  reseed::StudyReport report;
  report.answers = {{"Is it stable?", "no", "range 3 points"}};
  report.tables = {{"scores",
                    "Scores",
                    "caption",
                    {{"method", "Method", "", 0}, {"mean", "Mean", "%", 1}},
                    {{std::string("ordinary"), 70.25}, {std::string("gentle"), std::monostate{}}}}};
  reseed::StudyFigure figure;
  figure.id = "curves";
  figure.kind = reseed::StudyFigure::Kind::heatmap;
  figure.series = {{"ordinary", reseed::StudySeries::Mark::line, {{1.0, 0.5, 0.4, std::nullopt, "seed 0"}}, 0}};
  figure.cells = {{1.0, std::nullopt}};
  figure.section = "rte, bert";
  report.figures = {figure};
  report.claims = {{"c1", "text", "holds", ""}, {"s1", "text", "holds", "", "list"}};
  report.published = {{"table1", "m", "t", "ordinary", "sd", "textbook", 1.5, std::nullopt, "not_comparable", "scale"}};
  report.notes = {"a note"};
  return report;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(study_json)

BOOST_AUTO_TEST_CASE(a_report_reads_back_to_itself) {
  const nlohmann::json json = reseed::to_json(example());
  BOOST_TEST(reseed::to_json(reseed::study_report_from_json(json)) == json);
  BOOST_TEST(json["figures"][0]["series"][0]["mark"] == "line");
  BOOST_TEST(json["figures"][0]["section"] == "rte, bert");
  BOOST_TEST(reseed::study_report_from_json(json).claims.at(0).source == reseed::kClaimOfPaper);
  BOOST_TEST(reseed::study_report_from_json(json).claims.at(1).source == reseed::kStatementOfList);
}

BOOST_AUTO_TEST_CASE(panels_read_back_to_themselves_and_a_figure_without_them_says_nothing_of_them) {
  reseed::StudyReport report = example();
  BOOST_TEST(!reseed::to_json(report)["figures"][0].contains("panels"));
  BOOST_TEST(!reseed::to_json(report)["figures"][0].contains("cell_title"));
  reseed::StudyFigure& figure = report.figures[0];
  figure.cells.clear();
  figure.x_categories = {"a", "b"};
  figure.y_categories = {"a"};
  figure.panels = {{"rte", {{1.0, std::nullopt}}}, {"cola", {{0.25, -0.5}}}};
  figure.cell_title = "r";
  const nlohmann::json json = reseed::to_json(report);
  const reseed::StudyReport back = reseed::study_report_from_json(json);
  BOOST_TEST(reseed::to_json(back) == json);
  BOOST_TEST_REQUIRE(back.figures[0].panels.size() == 2u);
  BOOST_TEST(back.figures[0].panels[1].title == "cola");
  BOOST_TEST(*back.figures[0].panels[1].cells[0][1] == -0.5);
  BOOST_TEST(!back.figures[0].panels[0].cells[0][1].has_value());
  BOOST_TEST(back.figures[0].cell_title == "r");
}

BOOST_AUTO_TEST_CASE(panels_that_do_not_fit_their_figure_are_refused) {
  reseed::StudyReport report = example();
  report.figures[0].cells.clear();
  report.figures[0].x_categories = report.figures[0].y_categories = {"a", "b"};
  report.figures[0].panels = {{"rte", {{1.0, 0.5}, {0.5, 1.0}}}};
  const nlohmann::json good = reseed::to_json(report);
  reseed::study_report_from_json(good);
  const auto refused = [](const nlohmann::json& json, const std::string& words) {
    reseed::test::expect_error([&] { reseed::study_report_from_json(json); }, reseed::ErrorKind::data, "curves",
                               {words});
  };
  nlohmann::json json = good;
  json["figures"][0]["panels"][0]["cells"][1].push_back(1.0);
  refused(json, "panel \"rte\": want 2 rows of 2 cells");
  json = good;
  json["figures"][0]["panels"][0]["cells"].erase(std::size_t{1});
  refused(json, "panel \"rte\": want 2 rows of 2 cells");
  json = good;
  json["figures"][0]["kind"] = "plot";
  refused(json, "want panels in a heat map alone");
  json = good;
  json["figures"][0]["cells"] = {{1.0, 0.5}, {0.5, 1.0}};
  refused(json, "instead of cells");
  json = good;
  json["figures"][0]["panels"][0].erase("title");
  BOOST_CHECK_THROW(reseed::study_report_from_json(json), reseed::Error);
}

BOOST_AUTO_TEST_CASE(a_report_without_the_numbers_of_its_figures_has_all_the_rest) {
  reseed::StudyReport report = example();
  reseed::StudyFigure panels;
  panels.id = "panels";
  panels.kind = reseed::StudyFigure::Kind::heatmap;
  panels.x_categories = panels.y_categories = {"a"};
  panels.panels = {{"rte", {{0.25}}}};
  report.figures.push_back(panels);
  nlohmann::json json = reseed::to_json(report);
  for (const nlohmann::json& figure : json["figures"]) BOOST_TEST(reseed::has_numbers(figure));
  const nlohmann::json one_series = json["figures"][0]["series"][0];
  reseed::take_numbers_out(json);
  for (const nlohmann::json& figure : json["figures"]) BOOST_TEST(!reseed::has_numbers(figure));
  BOOST_TEST(!json["figures"][0].contains("cells"));
  BOOST_TEST(!json["figures"][0]["series"][0].contains("points"));
  BOOST_TEST(!json["figures"][1]["panels"][0].contains("cells"));
  reseed::StudyReport wanted = report;
  wanted.figures[0].cells.clear();
  wanted.figures[0].series[0].points.clear();
  wanted.figures[1].panels[0].cells.clear();
  BOOST_TEST(reseed::to_json(reseed::study_report_from_json(json)) == reseed::to_json(wanted));
  json["figures"][0]["series"][0] = one_series;
  reseed::test::expect_error([&] { reseed::study_report_from_json(json); }, reseed::ErrorKind::data, "curves",
                             {"or none of them, found some"});
}

BOOST_AUTO_TEST_CASE(a_report_without_captions_has_all_the_rest) {
  reseed::StudyReport report = example();
  report.figures[0].caption = "one mark per seed";
  report.figures[0].alternative = "ordinary 0.5";
  nlohmann::json json = reseed::to_json(report);
  const nlohmann::json table = json["tables"][0];
  BOOST_TEST(reseed::has_captions(json));
  reseed::take_captions_out(json);
  BOOST_TEST(!reseed::has_captions(json));
  BOOST_TEST(json.dump().find("per seed") == std::string::npos);
  BOOST_TEST(json.dump().find("ordinary 0.5") == std::string::npos);
  report.tables[0].caption = report.figures[0].caption = report.figures[0].alternative = "";
  BOOST_TEST(reseed::to_json(reseed::study_report_from_json(json)) == reseed::to_json(report));
  json["tables"][0] = table;
  reseed::test::expect_error([&] { reseed::has_captions(json); }, reseed::ErrorKind::data, "study report",
                             {"captions of all tables and figures", "found some"});
  BOOST_TEST(reseed::has_captions(reseed::to_json(reseed::StudyReport{})));  // of nothing
}

BOOST_AUTO_TEST_CASE(a_heat_map_has_a_cell_for_every_two_of_its_categories) {
  reseed::StudyFigure map;
  map.kind = reseed::StudyFigure::Kind::heatmap;
  BOOST_TEST(reseed::mistake_of(map) == "");
  map.x_categories = {"a", "b"};
  map.y_categories = {"c"};
  map.cells = {{0.5, std::nullopt}};
  BOOST_TEST(reseed::mistake_of(map) == "");
  map.cells[0].pop_back();
  BOOST_TEST(reseed::mistake_of(map) == "want 1 rows of 2 cells, as the figure has categories, found others");
  map.kind = reseed::StudyFigure::Kind::plot;
  BOOST_TEST(reseed::mistake_of(map) == "");  // draws no cells
}

BOOST_AUTO_TEST_CASE(a_row_that_does_not_fit_its_columns_is_refused) {
  nlohmann::json json = reseed::to_json(example());
  json["tables"][0]["rows"][0].push_back(1);
  BOOST_CHECK_THROW(reseed::study_report_from_json(json), reseed::Error);
  json = reseed::to_json(example());
  json["answers"][0].erase("verdict");
  BOOST_CHECK_THROW(reseed::study_report_from_json(json), reseed::Error);
}

BOOST_AUTO_TEST_CASE(a_number_that_is_no_int_is_refused_where_one_is_wanted) {
  using reseed::int_in;
  BOOST_TEST(*int_in(7) == 7);
  BOOST_TEST(*int_in(-2147483648LL) == std::numeric_limits<int>::min());
  for (const nlohmann::json& value : {nlohmann::json(1e300), nlohmann::json(1.0), nlohmann::json(2147483648ULL),
                                      nlohmann::json(-2147483649LL), nlohmann::json("1"), nlohmann::json(nullptr)})
    BOOST_TEST(!int_in(value).has_value(), value.dump());
  nlohmann::json json = reseed::to_json(example());
  json["tables"][0]["columns"][0]["decimals"] = 1e300;
  BOOST_CHECK_THROW(reseed::study_report_from_json(json), reseed::Error);
  json = reseed::to_json(example());
  json["figures"][0]["series"][0]["like"] = 1e300;
  BOOST_CHECK_THROW(reseed::study_report_from_json(json), reseed::Error);
}

BOOST_AUTO_TEST_SUITE_END()
