// SPDX-License-Identifier: Apache-2.0
#include "bundle/figure_csv.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "base/study_json.hpp"
#include "support/expect_error.hpp"

using namespace reseed;

namespace {

StudyFigure plot() {
  StudyFigure figure;
  figure.id = "scores";
  figure.series = {
      {"one", StudySeries::Mark::points, {{0.0, 0.1 + 0.2, 0.25, {}, "seed 0, \"first\""}, {1, 2e-5, {}, {}, ""}}},
      {"none", StudySeries::Mark::line, {}},
      {"two", StudySeries::Mark::hollow, {{0.5, -1.0, -1.5, 1.0 / 3.0, "published"}}}};
  return figure;
}

StudyFigure map() {
  StudyFigure figure;
  figure.id = "map";
  figure.kind = StudyFigure::Kind::heatmap;
  figure.x_categories = {"a", "b"};
  figure.y_categories = {"c", "d"};
  figure.cells = {{1.0, std::nullopt}, {-0.125, 0.1}};
  return figure;
}

StudyFigure panels() {
  StudyFigure figure = map();
  figure.y_categories = {"c"};
  figure.cells.clear();
  figure.panels = {{"rte", {{1.0, 0.5}}}, {"cola", {{std::nullopt, 0.25}}}};
  return figure;
}

/// The figure as a bundle keeps it, without its numbers.
StudyFigure layout_of(StudyFigure figure) {
  for (StudySeries& series : figure.series) series.points.clear();
  for (StudyPanel& panel : figure.panels) panel.cells.clear();
  figure.cells.clear();
  return figure;
}

std::string json_of(const StudyFigure& figure) {
  StudyReport report;
  report.figures = {figure};
  return to_json(report).dump(1);
}

void refused(const StudyFigure& figure, const std::string& text, const std::string& place,
             const std::vector<std::string>& words) {
  StudyFigure layout = layout_of(figure);
  test::expect_error([&] { read_figure_csv(text, "figures/x.csv", layout); }, ErrorKind::data, place, words);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(figure_csv_file)

BOOST_AUTO_TEST_CASE(of_a_plot_holds_a_row_for_each_mark_in_the_shortest_exact_numbers) {
  BOOST_TEST(write_figure_csv(plot()) ==
             "series,x,y,low,high,label\n"
             "0,0,0.30000000000000004,0.25,,\"seed 0, \"\"first\"\"\"\n"
             "0,1,2e-05,,,\n"
             "2,0.5,-1,-1.5,0.3333333333333333,published\n");
  StudyFigure ranks = plot();
  ranks.kind = StudyFigure::Kind::ranks;
  BOOST_TEST(write_figure_csv(ranks) == write_figure_csv(plot()));
}

BOOST_AUTO_TEST_CASE(of_a_heat_map_holds_a_row_for_each_cell_and_nothing_where_it_is_undefined) {
  BOOST_TEST(write_figure_csv(map()) == "row,column,value\n0,0,1\n0,1,\n1,0,-0.125\n1,1,0.1\n");
  BOOST_TEST(write_figure_csv(panels()) == "panel,row,column,value\n0,0,0,1\n0,0,1,0.5\n1,0,0,\n1,0,1,0.25\n");
}

BOOST_AUTO_TEST_CASE(reads_back_to_the_figure_it_was_written_from) {
  for (const StudyFigure& figure : {plot(), map(), panels(), StudyFigure{}}) {
    StudyFigure back = layout_of(figure);
    read_figure_csv(write_figure_csv(figure), "figures/x.csv", back);
    BOOST_TEST(json_of(back) == json_of(figure));
  }
}

BOOST_AUTO_TEST_CASE(names_the_line_of_what_is_no_mark_of_its_figure) {
  const std::string head = "series,x,y,low,high,label\n";
  for (const char* series : {"3", "-1", "1.5", "", "18446744073709551616"})
    refused(plot(), head + "0,0,0,,,\n" + series + ",0,0,,,\n", "figures/x.csv:3",
            {"series: want the position", "3 series"});
  refused(plot(), head + "0,,1,,,\n", "figures/x.csv:2", {"x: want a number, found \"\""});
  refused(plot(), head + "0,0,much,,,\n", "figures/x.csv:2", {"y: want a number, found \"much\""});
  refused(plot(), head + "0,0,0,,inf,\n", "figures/x.csv:2", {"high: want a number, found \"inf\""});
  refused(plot(), "row,column,value\n", "figures/x.csv", {"want the columns series, x, y, low, high and label"});
  StudyFigure mixed = plot();
  mixed.panels = panels().panels;
  refused(mixed, head, "figures/x.csv", {"panels in a heat map alone"});
}

BOOST_AUTO_TEST_CASE(names_the_line_of_what_is_no_cell_of_its_heat_map) {
  const std::string whole = write_figure_csv(map()), of_panels = write_figure_csv(panels());
  refused(map(), whole.substr(0, whole.size() - 8), "figures/x.csv", {"want 4 cells", "found 3"});
  refused(map(), whole + "2,0,1\n", "figures/x.csv", {"want 4 cells", "found 5"});
  refused(map(), "row,column,value\n0,0,1\n0,1,\n0,1,2\n1,1,0\n", "figures/x.csv:4", {"row: want 1", "found \"0\""});
  refused(map(), "row,column,value\n0,0,1\n0,01,\n1,0,2\n1,1,0\n", "figures/x.csv:3", {"column: want 1"});
  refused(map(), "row,column,value\n0,0,1\n0,1,x\n1,0,2\n1,1,0\n", "figures/x.csv:3", {"value: want a number"});
  refused(panels(), "panel,row,column,value\n0,0,0,1\n0,0,1,2\n0,0,0,3\n0,0,1,4\n", "figures/x.csv:4",
          {"panel: want 1"});
  refused(panels(), whole, "figures/x.csv", {"want the columns panel, row, column and value"});
  refused(map(), of_panels, "figures/x.csv", {"want the columns row, column and value"});
}

// A stranger's lists of categories are long at no cost; their cells are not made up.
BOOST_AUTO_TEST_CASE(makes_no_cells_that_the_file_does_not_have) {
  StudyFigure huge = map();
  huge.x_categories.assign(200'000, "a");
  huge.y_categories = huge.x_categories;
  refused(huge, "row,column,value\n0,0,1\n", "figures/x.csv", {"want 40000000000 cells", "found 1"});
}

BOOST_AUTO_TEST_CASE(is_not_written_of_a_heat_map_whose_cells_are_not_those_of_its_categories) {
  StudyFigure figure = map();
  figure.cells[1].pop_back();
  test::expect_error([&] { write_figure_csv(figure); }, ErrorKind::plugin, "figure map", {"want 2 rows of 2 cells"});
}

BOOST_AUTO_TEST_SUITE_END()
