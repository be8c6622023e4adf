// SPDX-License-Identifier: Apache-2.0
#include "report/svg.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "report/html.hpp"
#include "report/markup.hpp"
#include "report/scale.hpp"
#include "report/screen.hpp"

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// A square heat map of `measures` names in so many panels, "task 1" and on; cell (r, c) of panel p is p / 100, or
/// undefined below the diagonal.
reseed::StudyFigure panels(std::size_t measures, std::size_t count) {
  reseed::StudyFigure figure;
  figure.id = "maps";
  figure.title = "Maps";
  figure.alternative = "so many maps";
  figure.kind = reseed::StudyFigure::Kind::heatmap;
  figure.cell_title = "Pearson's r";
  for (std::size_t m = 0; m < measures; ++m) figure.x_categories.push_back("measure " + std::string(1, char('A' + m)));
  figure.y_categories = figure.x_categories;
  for (std::size_t p = 1; p <= count; ++p) {
    reseed::StudyPanel panel{"task " + std::to_string(p), {}};
    panel.cells.assign(measures, std::vector<std::optional<double>>(measures, 0.01 * static_cast<double>(p)));
    for (std::size_t r = 0; r < measures; ++r)
      for (std::size_t c = 0; c < r; ++c) panel.cells[r][c].reset();
    figure.panels.push_back(panel);
  }
  return figure;
}

/// The number behind `name="` at or after `from`.
double attribute(const std::string& text, const std::string& name, std::size_t from = 0) {
  const std::string key = name + "=\"";
  return std::stod(text.substr(text.find(key, from) + key.size(), 24));
}

/// A rectangle of a drawing.
struct Box {
  double x, y, width, height;
  bool overlaps(const Box& other) const {
    return x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height;
  }
};

std::vector<Box> boxes(const std::string& text) {
  std::vector<Box> found;
  for (std::size_t at = text.find("<rect"); at != std::string::npos; at = text.find("<rect", at + 1))
    found.push_back({attribute(text, " x", at), attribute(text, " y", at), attribute(text, "width", at),
                     attribute(text, "height", at)});
  return found;
}

/// Place of the text element with this content.
std::pair<double, double> place_of(const std::string& text, const std::string& content) {
  const std::size_t end = text.find('>' + content + "</text>");
  BOOST_REQUIRE_MESSAGE(end != std::string::npos, "no text \"" + content + '"');
  const std::size_t from = text.rfind("<text", end);
  return {attribute(text, " x", from), attribute(text, " y", from)};
}

/// Right end of the drawing.
double width_of_drawing(const std::string& text) {
  const std::string key = "viewBox=\"0 0 ";
  return std::stod(text.substr(text.find(key) + key.size(), 24));
}

reseed::StudyFigure scores() {
  reseed::StudyFigure figure;
  figure.id = "scores";
  figure.title = "Every seed <b>";
  figure.alternative = "ordinary 0.7 & 0.8";
  figure.x_categories = {"ordinary", "other"};
  figure.y_title = "accuracy (share of items; higher is better)";
  figure.series = {
      {"ordinary", reseed::StudySeries::Mark::points, {{0, 0.7, 0.65, 0.75, "seed 0"}, {0, 0.8, {}, {}, ""}}},
      {"other", reseed::StudySeries::Mark::hollow, {{1, 0.75, {}, {}, ""}}}};
  return figure;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(svg)

BOOST_AUTO_TEST_CASE(a_figure_has_title_description_axis_and_every_point) {
  const std::string text = reseed::svg(scores());
  BOOST_TEST(has(text, "<title id=\"scores-title\">Every seed &lt;b&gt;</title>"));
  BOOST_TEST(has(text, "ordinary 0.7 &amp; 0.8"));
  BOOST_TEST(has(text, "accuracy (share of items; higher is better)"));
  BOOST_TEST(count(text, "<circle") == 2u);         // every point; the axis names the series, no legend has to
  BOOST_TEST(count(text, "class=\"h c1\"") == 2u);  // published: hollow, here and in the legend
  BOOST_TEST(has(text, "seed 0"));
  BOOST_TEST(text == reseed::svg(scores()));
}

BOOST_AUTO_TEST_CASE(a_figure_without_points_is_still_drawn) {
  reseed::StudyFigure figure = scores();
  figure.series.clear();
  BOOST_TEST(has(reseed::svg(figure), "</svg>"));
  BOOST_TEST(!has(reseed::svg(figure), "nan"));
  BOOST_TEST(!has(reseed::svg(figure), "inf"));
}

BOOST_AUTO_TEST_CASE(a_heatmap_writes_every_cell_and_a_dash_for_none) {
  reseed::StudyFigure figure;
  figure.id = "tau";
  figure.kind = reseed::StudyFigure::Kind::heatmap;
  figure.x_categories = figure.y_categories = {"a", "b"};
  figure.cells = {{1.0, -0.33}, {std::nullopt, 1.0}};
  const std::string text = reseed::svg(figure);
  BOOST_TEST(has(text, ">-0.33<"));
  BOOST_TEST(has(text, ">–<"));
  BOOST_TEST(count(text, "<rect") == 4u);
}

BOOST_AUTO_TEST_CASE(a_single_heatmap_says_what_its_colours_mean_beside_a_colour_bar) {
  reseed::StudyFigure figure;
  figure.id = "tau";
  figure.kind = reseed::StudyFigure::Kind::heatmap;
  figure.x_categories = figure.y_categories = {"one", "two"};
  figure.cells = {{1.0, -0.33}, {std::nullopt, 0.25}};
  figure.cell_title = "r, no unit (1 = together)";
  const std::string text = reseed::svg(figure);
  BOOST_TEST(count(text, "<rect") == 4u + 11u);
  BOOST_TEST(has(text, ">r, no unit (1 = together)<"));
  for (const char* number : {"-1.00", "0.00"}) BOOST_TEST(count(text, std::string(">") + number + "</text>") == 1u);
  const std::vector<Box> all = boxes(text);
  for (const Box& box : all) BOOST_TEST((box.x >= 0.0 && box.x + box.width <= 400.0));
  for (std::size_t bar = 4; bar < all.size(); ++bar) BOOST_TEST(all[bar].y > place_of(text, "two").second);
}

BOOST_AUTO_TEST_CASE(ticks_are_round_and_cover_the_data) {
  const reseed::Scale scale(0.613, 0.748, 0.0, 100.0);
  BOOST_TEST(scale.ticks().front() <= 0.613);
  BOOST_TEST(scale.ticks().back() >= 0.748);
  BOOST_TEST(scale.text(scale.ticks()[1]) == "0.65");
  BOOST_TEST(scale(scale.ticks().front()) == 0.0);
}

BOOST_AUTO_TEST_CASE(ticks_of_any_numbers_are_few) {
  constexpr double kLargest = std::numeric_limits<double>::max(), kLeast = std::numeric_limits<double>::denorm_min();
  for (const auto& [low, high] : {std::pair{-kLargest, kLargest},
                                  {1e17, 1e17 + 16.0},
                                  {-kLeast, kLeast},
                                  {kLargest, kLargest},
                                  {1.0, 1.0 + 1e-15},
                                  {0.0, kLeast}})
    for (const int ticks : {5, -1, std::numeric_limits<int>::max()}) {
      const reseed::Scale scale(low, high, 0.0, 100.0, ticks);
      BOOST_TEST(scale.ticks().size() > 1u, low << " " << high);
      BOOST_TEST(scale.ticks().size() < 60u, low << " " << high);
      BOOST_TEST(!scale.text(scale.ticks().back()).empty());
    }
}

BOOST_AUTO_TEST_CASE(a_page_escapes_every_text_and_shows_the_answers) {
  reseed::ReportPage page;
  page.title = "<script>alert('x')</script>";
  page.report.answers = {{"Is it stable?", "no", "range \"3\" points"}};
  page.report.figures = {scores()};
  page.report.tables = {{"summary",
                         "Summary",
                         "",
                         {{"g", "Group", "", 0}, {"v", "Value", "nat", 2}},
                         {{std::string("<script>"), 0.5}, {std::string("b"), std::monostate{}}}}};
  page.rerun = {"reseed run <manifest>"};
  const std::string text = reseed::html(page);
  BOOST_TEST(!has(text, "<script>alert"));
  BOOST_TEST(count(text, "<script>") == 1u);  // the page's own
  BOOST_TEST(has(text, "range &quot;3&quot; points"));
  BOOST_TEST(has(text, "data-v=0.5>0.50\n"));
  BOOST_TEST(!has(text, "http://") == !has(reseed::svg(scores()), "http://"));  // only the SVG name space
  BOOST_TEST(!has(text, "https://"));
}

BOOST_AUTO_TEST_CASE(names_too_long_for_their_places_stand_whole_beside_rows) {
  reseed::StudyFigure figure = scores();
  figure.x_categories = {"a method whose name is much longer than any axis", "other"};
  for (int more = 0; more < 6; ++more) figure.x_categories.push_back("another of the methods " + std::to_string(more));
  const std::string text = reseed::svg(figure);
  BOOST_TEST(has(text, ">a method whose name is<"));
  BOOST_TEST(has(text, ">much longer than any<"));
  BOOST_TEST(has(text, ">axis<"));
  BOOST_TEST(!has(text, "rotate("));
  BOOST_TEST(!has(text, "…"));
  // Intervals lie along the row of their category: 0.65 to 0.75 of the first one.
  const auto interval = text.find("class=\"i c0\"");
  const std::string path = text.substr(text.rfind("M", interval), 40);
  BOOST_TEST(path.find('H') != std::string::npos, path);
  BOOST_TEST(path.find('V') == std::string::npos, path);
}

BOOST_AUTO_TEST_CASE(rows_stand_in_the_order_of_their_categories_and_marks_by_their_value) {
  reseed::StudyFigure figure = scores();
  figure.series.clear();
  figure.x_categories.clear();
  reseed::StudySeries series{"s", reseed::StudySeries::Mark::points, {}};
  for (int c = 0; c < 9; ++c) {
    figure.x_categories.push_back("a group with a name of some length " + std::to_string(c));
    series.points.push_back({static_cast<double>(c), 0.1 * c, {}, {}, ""});
  }
  figure.series = {series};
  const std::string text = reseed::svg(figure);
  double x = 0.0, y = 0.0;
  for (std::size_t at = text.find("<circle cx=\""), c = 0; c < 9; at = text.find("<circle cx=\"", at + 1), ++c) {
    BOOST_REQUIRE(at != std::string::npos);
    const double to_right = std::stod(text.substr(at + 12));
    const double down = std::stod(text.substr(text.find("cy=\"", at) + 4));
    BOOST_TEST(to_right > x);
    BOOST_TEST(down > y);
    BOOST_TEST(to_right <= 400.0);
    x = to_right;
    y = down;
  }
}

BOOST_AUTO_TEST_CASE(a_legend_shows_long_names_whole_over_several_lines) {
  reseed::StudyFigure figure = scores();
  figure.series[0].name = "SVCCA distance and orthogonal Procrustes distance of the forms as published";
  figure.series[1].name = std::string(70, 'w');
  const std::string text = reseed::svg(figure);
  BOOST_TEST(has(text, ">SVCCA distance and orthogonal Procrustes distance<"), text);
  BOOST_TEST(has(text, ">of the forms as published<"));
  BOOST_TEST(has(text, ">" + std::string(49, 'w') + "<"));  // a word as wide as the figure goes on in the next line
  BOOST_TEST(has(text, ">" + std::string(21, 'w') + "<"));
  BOOST_TEST(!has(text, "…"));
}

BOOST_AUTO_TEST_CASE(a_lone_series_is_named_unless_a_title_names_it) {
  reseed::StudyFigure figure = scores();
  figure.series.resize(1);
  figure.series[0].name = "only one of many";
  BOOST_TEST(has(reseed::svg(figure), ">only one of many<"));
  figure.title = "Scores of only one of many";
  BOOST_TEST(!has(reseed::svg(figure), ">only one of many<"));
}

BOOST_AUTO_TEST_CASE(no_text_of_a_figure_is_wider_than_the_figure) {
  const std::string name =
      "a name, with-signs_and/words, that is much too long for the width of one column of a figure";
  for (const auto kind :
       {reseed::StudyFigure::Kind::plot, reseed::StudyFigure::Kind::heatmap, reseed::StudyFigure::Kind::ranks}) {
    reseed::StudyFigure figure = scores();
    figure.kind = kind;
    figure.x_categories.assign(12, name);
    figure.x_title = figure.y_title = figure.series[0].name = name + name;
    figure.y_categories = {name, std::string(90, 'w')};
    figure.cells.assign(2, std::vector<std::optional<double>>(12, 0.5));
    const std::string text = reseed::svg(figure);
    BOOST_TEST(!has(text, "…"));
    for (std::size_t at = text.find("<text"); at != std::string::npos; at = text.find("<text", at + 1)) {
      const std::size_t begin = text.find('>', at) + 1;
      BOOST_TEST(text.find('<', begin) - begin <= 57u, text.substr(at, 120));
    }
  }
}

BOOST_AUTO_TEST_CASE(names_of_ranked_categories_that_fit_nowhere_are_numbered_and_listed) {
  reseed::StudyFigure figure = scores();
  figure.kind = reseed::StudyFigure::Kind::ranks;
  figure.x_categories.assign(8, "short");
  figure.x_categories[2] = "a measure of representations whose name is long";
  const std::string text = reseed::svg(figure);
  BOOST_TEST(has(text, ">3<"));
  BOOST_TEST(has(text, ">3  a measure of representations whose name is long<"), text);
}

BOOST_AUTO_TEST_CASE(ranks_of_any_number_are_drawn_with_few_ticks) {
  reseed::StudyFigure figure = scores();
  figure.kind = reseed::StudyFigure::Kind::ranks;
  for (const double last : {3e9, 1e300, -1e300}) {
    figure.series[0].points = {{0.0, 1.0, {}, {}, ""}, {1.0, last, {}, {}, ""}};
    const std::string text = reseed::svg(figure);
    BOOST_TEST(count(text, "<text") < 80u);
    BOOST_TEST(!has(text, "nan"));
  }
}

BOOST_AUTO_TEST_CASE(names_below_an_axis_take_several_lines_before_they_are_turned) {
  reseed::StudyFigure figure = scores();
  figure.x_categories = {"orthogonal Procrustes distance", "linear CKA distance", "SVCCA distance"};
  const std::string text = reseed::svg(figure);
  BOOST_TEST(!has(text, "rotate(-35"));
  BOOST_TEST(has(text, ">orthogonal<"));
  BOOST_TEST(has(text, ">Procrustes distance<") != has(text, ">Procrustes<"));
}

BOOST_AUTO_TEST_CASE(a_legend_names_what_the_axis_does_not) {
  reseed::StudyFigure figure = scores();
  BOOST_TEST(count(reseed::svg(figure), ">ordinary<") == 1u);
  figure.series[0].points[0].x = 1;  // now a mark of its series stands elsewhere
  BOOST_TEST(count(reseed::svg(figure), ">ordinary<") == 2u);
}

BOOST_AUTO_TEST_CASE(the_columns_of_a_square_heatmap_have_the_numbers_of_its_rows) {
  reseed::StudyFigure figure;
  figure.id = "tau";
  figure.kind = reseed::StudyFigure::Kind::heatmap;
  figure.x_categories = figure.y_categories = {"one", "a measure with a name of two lines", "three"};
  figure.cells.assign(3, std::vector<std::optional<double>>(3, 0.5));
  const std::string text = reseed::svg(figure);
  BOOST_TEST(has(text, ">one  1<"));
  BOOST_TEST(has(text, ">a measure with a<"));
  BOOST_TEST(has(text, ">three  3<"));
  BOOST_TEST(has(text, ">2<"));
  BOOST_TEST(count(text, ">0.50<") == 9u);
}

BOOST_AUTO_TEST_CASE(panels_hold_every_cell_below_their_titles_and_share_one_scale) {
  const std::string text = reseed::svg(panels(6, 3));
  BOOST_TEST(count(text, "<rect") == 3u * 36u + 11u);  // the cells, and the steps of one colour bar
  for (const char* one : {"0.01", "0.02", "0.03"}) BOOST_TEST(count(text, std::string(">") + one + "<") == 21u);
  BOOST_TEST(count(text, ">–<") == 3u * 15u);
  for (const char* title : {"task 1", "task 2", "task 3"})
    BOOST_TEST(count(text, std::string(">") + title + "</text>") == 1u);
  for (const char* once : {"Pearson&#39;s r", "-1.00", "0.00", "1.00", "measure A  1", "measure F  6"})
    BOOST_TEST(count(text, std::string(">") + once + "</text>") == 1u, once);
  BOOST_TEST(count(text, ">6</text>") == 3u);  // the columns of every panel are numbered like the rows
  BOOST_TEST(has(text, "<desc id=\"maps-desc\">so many maps</desc>"));
  BOOST_TEST(text == reseed::svg(panels(6, 3)));
}

BOOST_AUTO_TEST_CASE(panels_stand_side_by_side_in_their_order_and_break_into_rows) {
  for (const auto& [count, beside] : {std::pair<std::size_t, std::size_t>{2, 2}, {3, 3}, {4, 2}, {5, 3}, {7, 3}}) {
    const std::string text = reseed::svg(panels(7, count));
    double x = 0.0, y = 0.0;
    for (std::size_t p = 0; p < count; ++p) {
      const auto [right, down] = place_of(text, "task " + std::to_string(p + 1));
      if (p % beside == 0) {
        BOOST_TEST(down > y, count << " panels, " << p);
      } else {
        BOOST_TEST(down == y, count << " panels, " << p);
        BOOST_TEST(right > x, count << " panels, " << p);
      }
      x = right;
      y = down;
    }
    // The names of the rows stand once beside each row of panels.
    BOOST_TEST(::count(text, ">measure A  1<") == (count + beside - 1) / beside);
  }
}

BOOST_AUTO_TEST_CASE(no_cell_of_a_panel_lies_on_another_or_outside_or_is_narrower_than_its_number) {
  for (const std::size_t measures : {1u, 2u, 3u, 7u, 12u, 40u})
    for (const std::size_t count : {1u, 2u, 3u, 4u, 10u}) {
      reseed::StudyFigure figure = panels(measures, count);
      figure.panels.back().cells[0][0] = -12.345;  // "-12.35": six letters
      const std::string text = reseed::svg(figure);
      const std::vector<Box> all = boxes(text);
      BOOST_TEST_REQUIRE(all.size() == measures * measures * count + 11u);
      const double right = width_of_drawing(text);
      BOOST_TEST(right == std::round(10.0 * reseed::svg_width(figure)) / 10.0);
      if (measures <= 7u) BOOST_TEST(right <= 880.0, measures << " measures, " << count << " panels");
      const std::size_t cells = measures * measures;  // of a panel
      const auto box_of = [&](std::size_t first, std::size_t last) {
        Box box = all[first];
        for (std::size_t i = first; i < last; ++i) {
          box.width = std::max(box.width, all[i].x + all[i].width - box.x);
          box.height = std::max(box.height, all[i].y + all[i].height - box.y);
        }
        return box;
      };
      std::vector<Box> parts;  // the panels and the colour bar
      for (std::size_t p = 0; p < count; ++p) parts.push_back(box_of(p * cells, (p + 1) * cells));
      parts.push_back(box_of(count * cells, all.size()));
      for (const Box& part : parts) BOOST_TEST((part.x >= 0.0 && part.x + part.width <= right));
      for (std::size_t i = 0; i < parts.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) BOOST_TEST(!parts[i].overlaps(parts[j]), i << " lies on " << j);
      std::size_t narrow = 0, overlapping = 0;
      for (std::size_t i = 0; i < cells; ++i) {
        narrow += all[i].width < 6.0 * 6.0 - 0.1 ? 1 : 0;
        for (std::size_t j = 0; j < i; ++j) overlapping += all[i].overlaps(all[j]) ? 1 : 0;
      }
      BOOST_TEST(narrow == 0u);
      BOOST_TEST(overlapping == 0u);
      for (const Box& part : parts)
        BOOST_TEST(part.y + part.height < place_of(text, "-1.00").second);  // the bar's text
    }
}

BOOST_AUTO_TEST_CASE(columns_of_panels_that_are_not_the_rows_are_named_or_numbered_and_listed) {
  reseed::StudyFigure figure = panels(3, 2);
  figure.y_categories = {"one", "two", "three"};
  figure.x_categories = {"a", "b", "c"};
  BOOST_TEST(count(reseed::svg(figure), ">b</text>") == 2u);
  figure.x_categories[1] = "a name that is much longer than three cells are wide";
  const std::string text = reseed::svg(figure);
  BOOST_TEST(count(text, ">2</text>") == 2u);
  BOOST_TEST(count(text, ">2  a name that is much longer than three<") == 1u);
  BOOST_TEST(!has(text, "rotate("));
}

BOOST_AUTO_TEST_CASE(a_long_title_of_a_panel_takes_several_lines_above_it) {
  reseed::StudyFigure figure = panels(3, 3);
  figure.panels[1].title = "a task whose name is longer than its panel is wide";
  const std::string text = reseed::svg(figure);
  const std::string key = "font-weight=\"600\">";
  std::size_t lines = 0;
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1), ++lines)
    BOOST_TEST(text.find('<', at) - at - key.size() <= 17u);  // three cells of 40, letters of 7
  BOOST_TEST(lines > 3u);
  BOOST_TEST(place_of(text, "task 1").second == place_of(text, "task 3").second);
  BOOST_TEST(place_of(text, "task 1").second < boxes(text).front().y);
}

BOOST_AUTO_TEST_CASE(only_panels_make_a_drawing_wider) {
  BOOST_TEST(reseed::svg_width(scores()) == 400.0);
  BOOST_TEST(width_of_drawing(reseed::svg(scores())) == 400.0);
  BOOST_TEST(reseed::svg_width(panels(7, 3)) > 800.0);
  BOOST_TEST(reseed::svg_width(panels(7, 3)) <= 880.0);
  reseed::StudyFigure single = panels(7, 1);
  single.cells = single.panels[0].cells;
  single.panels.clear();
  BOOST_TEST(reseed::svg_width(single) == 400.0);
}

BOOST_AUTO_TEST_CASE(dots_lie_behind_the_marks_and_need_no_legend) {
  reseed::StudyFigure figure = scores();
  figure.x_categories.clear();
  figure.series[0].mark = reseed::StudySeries::Mark::line;
  reseed::StudySeries seeds{"seeds", reseed::StudySeries::Mark::dots, {}, 0};
  for (const double y : {0.68, 0.72, 0.78}) seeds.points.push_back({0.0, y, {}, {}, ""});
  figure.series.push_back(seeds);
  const std::string text = reseed::svg(figure);
  const auto dots = text.find("class=\"d c0\"");  // the colour of the line
  BOOST_REQUIRE(dots != std::string::npos);
  BOOST_TEST(dots < text.find("class=\"m c0\""));
  BOOST_TEST(count(text, "h0") == 3u);
  BOOST_TEST(!has(text, ">seeds</text>"));
}

BOOST_AUTO_TEST_CASE(series_differ_in_shape_and_not_in_colour_alone) {
  reseed::StudyFigure figure = scores();
  figure.series.clear();
  figure.x_categories.clear();
  for (int s = 0; s < 49; ++s)
    figure.series.push_back({"s" + std::to_string(s),
                             reseed::StudySeries::Mark::line,
                             {{0.0, 1.0 * s, {}, {}, ""}, {1.0, 1.0 * s, {}, {}, ""}}});
  const std::string text = reseed::svg(figure);
  std::set<std::string> shapes, dashes;
  std::set<std::pair<std::string, std::string>> all, lines;  // with the colour
  std::size_t at = 0;
  for (int s = 0; s < 49; ++s) {
    at = text.find("class=\"l c", at + 1);
    BOOST_TEST_REQUIRE(at != std::string::npos);
    const std::string line = text.substr(at + 9, text.find("/>", at) - at - 9);
    lines.emplace(line.substr(0, 2), line.substr(3));
    const auto group = text.find("<g class=\"m c", at);
    const std::string colour = text.substr(group + 12, 2);
    BOOST_TEST(line.substr(0, 2) == colour);
    const std::string mark = text.substr(text.find('\n', group) + 1, 60);
    const auto relative = mark.find_first_of("hlr", mark.find('"'));
    const std::string shape = mark.substr(0, 5) + mark.substr(relative, 8);
    all.emplace(colour, shape);
    if (s >= 7) continue;
    shapes.insert(shape);
    dashes.insert(line.substr(3));
  }
  BOOST_TEST(shapes.size() == 7u);  // of the seven colours, no two alike
  BOOST_TEST(dashes.size() == 7u);
  BOOST_TEST(all.size() == 49u);  // further series: never colour and shape of another
  BOOST_TEST(lines.size() == 49u);
}

/// A colour "#rrggbb" as someone with no red, no green or no blue cones sees it (Machado, Oliveira and Fernandes 2009,
/// severity 1), in CIE Lab.
std::array<double, 3> seen(const std::string& colour, int kind) {
  constexpr double kMachado[3][3][3] = {
      {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
      {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
      {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
  std::array<double, 3> linear{}, found{};
  for (int i = 0; i < 3; ++i) {
    const double v = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    linear[i] = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      found[i] += kind == 0 ? (i == j ? linear[j] : 0.0) : kMachado[kind - 1][i][j] * linear[j];
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
  const auto [r, g, b] = found;
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505), y = f(0.2126 * r + 0.7152 * g + 0.0722 * b),
               z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

constexpr int kKinds = 4;  // of readers: all cones, no red ones, no green ones, no blue ones

double distance(const std::string& a, const std::string& b, int kind) {
  const auto p = seen(a, kind), q = seen(b, kind);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// The colour that stands behind `key` in the rules, at or after `from`.
std::string colour_behind(const std::string& style, const std::string& key, std::size_t from = 0) {
  const std::size_t at = style.find(key, from);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, "no rule " + key);
  return style.substr(at + key.size(), 7);
}

/// A colour at some opacity over another.
std::string over(const std::string& ground, const std::string& colour, double opacity) {
  std::string out = "#";
  for (int i = 0; i < 3; ++i) {
    const auto part = [&](const std::string& of) { return std::stoi(of.substr(1 + 2 * i, 2), nullptr, 16); };
    const int value = static_cast<int>(std::lround(opacity * part(colour) + (1.0 - opacity) * part(ground)));
    out += "0123456789abcdef"[value / 16];
    out += "0123456789abcdef"[value % 16];
  }
  return out;
}

BOOST_AUTO_TEST_CASE(the_colours_of_all_series_stay_apart_for_colour_blind_readers) {
  const std::string style = reseed::svg_style();
  const auto dark = style.find("prefers-color-scheme:dark");
  const auto colour = [&](int series, std::size_t from) {
    return colour_behind(style, ".c" + std::to_string(series) + "{--c:", from);
  };
  BOOST_TEST(style.find(".c7{") == std::string::npos);  // there are no more
  for (const std::size_t from : {std::size_t{0}, dark})
    for (int kind = 0; kind < kKinds; ++kind)
      for (int a = 0; a < 7; ++a)
        for (int b = 0; b < a; ++b) {
          const double apart = distance(colour(a, from), colour(b, from), kind);
          BOOST_TEST(apart >= 16.0, colour(a, from)
                                        << " and " << colour(b, from) << ", kind " << kind << ": " << apart);
        }
  // Two blues of one lightness, which once were series 0 and 5, are not far enough apart for this.
  BOOST_TEST(distance("#0072b2", "#3a97c9", 3) < 16.0);
}

/// Both ends of a heat map, and what lies half way, against each other and against the middle, which is the page's
/// ground. Every cell has its number besides.
BOOST_AUTO_TEST_CASE(low_and_high_cells_stay_apart_for_colour_blind_readers) {
  const std::string style = reseed::svg_style();
  const std::string high = colour_behind(style, ".hi{fill:"), low = colour_behind(style, ".lo{fill:");
  for (const std::string ground : {"#ffffff", "#1b2027"})  // figures of the page in both settings
    for (int kind = 0; kind < kKinds; ++kind)
      for (const auto& [share, least] : {std::pair{1.0, 36.0}, {0.5, 18.0}}) {
        const std::string above = over(ground, high, 0.75 * share), below = over(ground, low, 0.75 * share);
        BOOST_TEST(distance(above, below, kind) >= least, share << " on " << ground << ", kind " << kind);
        BOOST_TEST(distance(above, ground, kind) >= least, share << " on " << ground << ", kind " << kind);
        BOOST_TEST(distance(below, ground, kind) >= least, share << " on " << ground << ", kind " << kind);
      }
}

BOOST_AUTO_TEST_CASE(a_text_that_all_rows_share_is_said_once) {
  reseed::ReportPage page;
  reseed::StudyTable table{"summary", "Summary", "", {}, {}};
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) table.columns.push_back({name, name, "", 0});
  for (const char* last : {"one", "two"}) {
    const std::string same = "minilm";
    table.rows.push_back({same, 1.0, 1.0, 1.0, 1.0, std::string(last)});
  }
  page.report.tables = {table};
  const std::string text = reseed::html(page);
  BOOST_TEST(count(text, "minilm") == 1u);
  BOOST_TEST(has(text, "All rows: a minilm."));
  BOOST_TEST(has(text, "<td>two"));
}

BOOST_AUTO_TEST_CASE(a_table_wider_than_the_screen_comes_in_blocks) {
  const auto cell = [](int row, int column) { return "value " + std::to_string(row) + std::to_string(column); };
  reseed::StudyTable table{"t", "T", "", {{"task", "Task", "", 0}, {"q", "Quantity", "", 0}}, {}};
  for (const char* method : {"ordinary", "gentle", "severe"}) table.columns.push_back({method, method, "", 0});
  for (int r = 0; r < 4; ++r)
    table.rows.push_back({std::string(r < 2 ? "first task" : "second task"),
                          std::string(r % 2 == 0 ? "score" : "kappa"), cell(r, 0), cell(r, 1), cell(r, 2)});
  BOOST_TEST(reseed::plain(table, 39) ==
             "  Quantity  ordinary  gentle\n"
             " first task\n"
             "  score     value 00  value 01\n"
             "  kappa     value 10  value 11\n"
             " second task\n"
             "  score     value 20  value 21\n"
             "  kappa     value 30  value 31\n"
             "\n"
             "  Quantity  severe\n"
             " first task\n"
             "  score     value 02\n"
             "  kappa     value 12\n"
             " second task\n"
             "  score     value 22\n"
             "  kappa     value 32\n");
  for (const std::size_t width : {40u, 60u, 80u, 100u}) {
    std::istringstream lines(reseed::plain(table, width));
    for (std::string line; std::getline(lines, line);) BOOST_TEST(line.size() <= width, line);
  }
}

BOOST_AUTO_TEST_CASE(a_table_that_is_a_little_too_wide_wraps_its_labels) {
  const reseed::StudyTable table{
      "t",
      "T",
      "",
      {{"q", "Quantity", "", 0}, {"a", "A", "", 0}, {"b", "B", "", 0}},
      {{std::string("distance of many words"), std::string("0.1 [0.0, 0.2]"), std::string("-")},
       {std::string("score"), std::string("7"), std::string("8")}}};
  BOOST_TEST(reseed::plain(table, 40) ==
             "  Quantity          A               B\n"
             "  distance of many  0.1 [0.0, 0.2]  -\n"
             "    words\n"
             "  score             7               8\n");
}

BOOST_AUTO_TEST_CASE(the_screen_aligns_columns_and_wraps_sentences) {
  reseed::StudyReport report;
  report.tables = {{"summary",
                    "Summary",
                    "",
                    {{"m", "Method", "", 0}, {"v", "Value", "", 1}},
                    {{std::string("ordinary"), 7.25}, {std::string("±"), 10.0}}}};
  report.answers = {{"Is it stable?", "no.", "one two three four five six seven eight nine ten"}};
  const std::string text = reseed::screen(report, 40);
  BOOST_TEST(has(text, "  Method    Value\n  ordinary    7.2\n  ±          10.0\n"), text);
  BOOST_TEST(has(text, "Is it stable? no.\n  one two three four five six seven\n  eight nine ten\n"), text);
}

BOOST_AUTO_TEST_SUITE_END()
