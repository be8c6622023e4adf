// SPDX-License-Identifier: Apache-2.0
#include "report/page_parts.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/svg.hpp"

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

reseed::StudyTable table(std::size_t rows) {
  reseed::StudyTable table{"t", "A table", "", {{"name", "Name", "", -1}, {"value", "Value", "nat", 2}}, {}};
  for (std::size_t r = 0; r < rows; ++r)
    table.rows.push_back({std::string(r % 2 == 0 ? "</script><!-- even" : "odd"), static_cast<double>(r) / 8.0});
  return table;
}

reseed::StudyFigure figure(const std::string& id, const std::string& title, reseed::StudyFigure::Kind kind) {
  reseed::StudyFigure figure;
  figure.id = id;
  figure.title = title;
  figure.caption = "what it shows";
  figure.kind = kind;
  figure.series = {{"one", reseed::StudySeries::Mark::points, {{0.0, 0.5, {}, {}, ""}}}};
  return figure;
}

std::string drawn(const std::vector<reseed::StudyFigure>& figures, const std::string& section = "") {
  std::vector<const reseed::StudyFigure*> pointers;
  for (const reseed::StudyFigure& one : figures) pointers.push_back(&one);
  return reseed::figures_html(pointers, section);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_parts)

BOOST_AUTO_TEST_CASE(a_number_that_would_show_as_0_has_two_digits) {
  BOOST_TEST(reseed::shown(0.25, 4) == "0.2500");
  BOOST_TEST(reseed::shown(0.0, 4) == "0.0000");
  BOOST_TEST(reseed::shown(1.94e-16, 4) == "1.9e-16");
  BOOST_TEST(reseed::shown(-0.000021, 3) == "-2.1e-05");
}

BOOST_AUTO_TEST_CASE(a_table_longer_than_a_screen_is_folded) {
  BOOST_TEST(!has(reseed::captioned(table(24), "t.csv"), "<details"));
  BOOST_TEST(has(reseed::captioned(table(25), "t.csv"), "<details class=\"folded\"><summary>A table <small>25 rows"));
  BOOST_TEST(!has(reseed::captioned(table(25), "t.csv", reseed::Fold::never), "<details"));
}

BOOST_AUTO_TEST_CASE(the_rows_of_a_long_table_are_data_that_cannot_leave_their_element) {
  const std::string text = reseed::captioned(table(151), "tables/t.csv");
  BOOST_TEST(!has(text, "<tr"));
  BOOST_TEST(count(text, "</script>") == 1u);
  BOOST_TEST(!has(text, "<!--"));
  const auto from = text.find("json\">") + 6;
  const auto data = nlohmann::json::parse(text.substr(from, text.find("</script>") - from));
  BOOST_TEST(data["rows"] == 151);
  BOOST_TEST(data["columns"][0]["texts"] == nlohmann::json({"</script><!-- even", "odd"}));
  BOOST_TEST(data["columns"][0]["rows"][150] == 0);
  BOOST_TEST(data["columns"][1]["numbers"][3] == 0.375);
  BOOST_TEST(data["columns"][1]["decimals"] == 2);
  BOOST_TEST(data["columns"][1]["unit"] == "nat");
}

BOOST_AUTO_TEST_CASE(paper_says_where_the_rows_of_a_long_table_are) {
  const std::string text = reseed::captioned(table(151), "tables/t.csv");
  BOOST_TEST(has(text, "151 rows<span class=\"paper\">, not printed: in tables/t.csv of the bundle</span>"), text);
  BOOST_TEST(!has(reseed::captioned(table(150), "tables/t.csv"), "class=\"paper\""));
}

BOOST_AUTO_TEST_CASE(a_column_that_names_itself_is_not_named_twice) {
  reseed::StudyTable rows{"t", "T", "", {{"table", "Table", "", -1}, {"task", "Task", "", -1}}, {}};
  for (const char* more : {"c", "d", "e", "f"}) rows.columns.push_back({more, more, "", 0});
  for (const double value : {1.0, 2.0})
    rows.rows.push_back({std::string("Table 3"), std::string("rte"), value, value, value, value});
  BOOST_TEST(has(reseed::table_html(rows), "All rows: Table 3; Task rte. "));
}

BOOST_AUTO_TEST_CASE(a_table_of_many_columns_is_set_in_small_type_on_paper) {
  reseed::StudyTable rows{"t", "T", "", {}, {}};
  rows.rows.emplace_back();
  for (int c = 0; c < 10; ++c) {
    rows.columns.push_back({"c", "C", "", 0});
    rows.rows[0].push_back(1.0);
  }
  BOOST_TEST(!has(reseed::table_html(rows), "dense"));
  rows.columns.push_back({"c", "C", "", 0});
  rows.rows[0].push_back(1.0);
  BOOST_TEST(has(reseed::table_html(rows), "<table class=\"sortable dense\">"));
}

BOOST_AUTO_TEST_CASE(a_name_that_stands_above_steps_back) {
  reseed::StudyTable rows{"t", "T", "", {{"a", "A", "", -1}, {"b", "B", "", -1}, {"c", "C", "", 0}}, {}};
  for (const char* first : {"rte", "rte", "mrpc"}) rows.rows.push_back({std::string(first), std::string("x"), 1.0});
  const std::string text = reseed::table_html(rows);
  BOOST_TEST(has(text, "<tr><td>rte<td>x<td class=n>1\n<tr><td class=r>rte<td>x"));
  BOOST_TEST(has(text, "<tr class=f><td>mrpc"));
}

BOOST_AUTO_TEST_CASE(an_interval_stands_below_its_value) {
  const reseed::StudyTable rows{"t",
                                "T",
                                "",
                                {{"a", "A", "", -1}},
                                {{std::string("0.022 [0.010, 0.028] #4")}, {std::string("a [list] of words")}}};
  const std::string text = reseed::table_html(rows);
  BOOST_TEST(has(text, "<td>0.022<b> #4</b><small>[0.010, 0.028]</small>"));
  BOOST_TEST(has(text, "<td>a [list] of words"));
}

BOOST_AUTO_TEST_CASE(a_value_and_its_spread_are_not_broken_into_lines) {
  const reseed::StudyTable rows{"t", "T", "", {{"a", "A", "", -1}}, {{std::string("48.2 ± 1.4 and 3 ± 1")}}};
  BOOST_TEST(has(reseed::table_html(rows), "<td>48.2\u00a0±\u00a01.4 and 3\u00a0±\u00a01\n"));
}

BOOST_AUTO_TEST_CASE(a_column_that_no_row_fills_is_named_once) {
  const reseed::StudyTable rows{
      "t", "T", "", {{"a", "A", "", 0}, {"b", "B", "", 0}}, {{1.0, std::monostate{}}, {2.0, std::monostate{}}}};
  const std::string text = reseed::table_html(rows);
  BOOST_TEST(has(text, "No row has: B."));
  BOOST_TEST(!has(text, "–"));
}

BOOST_AUTO_TEST_CASE(figures_of_one_family_share_title_and_caption) {
  using Kind = reseed::StudyFigure::Kind;
  const std::string text =
      drawn({figure("a", "Every seed, rte", Kind::plot), figure("b", "Layer by layer, rte: one", Kind::plot),
             figure("c", "Layer by layer, rte: two", Kind::plot)},
            "rte");
  BOOST_TEST(has(text, "<h3>Every seed</h3>"));
  BOOST_TEST(count(text, "<h3>Layer by layer</h3>") == 1u);
  BOOST_TEST(has(text, "<h4>one</h4>"));
  BOOST_TEST(count(text, "what it shows") == 2u);  // of the single figure, of the family
  BOOST_TEST(count(text, "<figure") == 3u);
  BOOST_TEST(count(text, "<div") == count(text, "</div>"));
  BOOST_TEST(!has(text, "<details"));
}

BOOST_AUTO_TEST_CASE(what_all_captions_of_figures_side_by_side_say_stands_above_them) {
  using Kind = reseed::StudyFigure::Kind;
  for (const char* between : {": ", " "}) {  // a family, and figures of none
    std::vector<reseed::StudyFigure> figures;
    for (const std::string name : {"one", "two"}) {
      figures.push_back(figure(name, "Curves" + (between + name), Kind::plot));
      figures.back().caption = "Dots: single seeds. Verdict of " + name + ".";
    }
    const std::string text = drawn(figures);
    BOOST_TEST(count(text, "Dots: single seeds.") == 1u, text);
    BOOST_TEST(text.find("Dots: single seeds.") < text.find("<figure"));
    BOOST_TEST(has(text, "<figcaption>Verdict of one.</figcaption>"));
  }
}

BOOST_AUTO_TEST_CASE(of_many_families_that_are_alike_all_but_two_are_folded) {
  std::vector<reseed::StudyFigure> figures;
  const auto add = [&](const std::string& family) {
    for (const char* name : {"a", "b"})
      figures.push_back(figure(family + name, family + ": " + name, reseed::StudyFigure::Kind::plot));
  };
  add("Alone");
  for (const char* group : {"rte", "mrpc", "cola"}) add(std::string("On sub-samples, ") + group);
  BOOST_TEST(!has(drawn(figures), "<details"));
  add("On sub-samples, sst2");
  const std::string text = drawn(figures);
  BOOST_TEST(has(text, "<h3>On sub-samples, mrpc</h3>"));
  BOOST_TEST(count(text, "<details class=\"folded\">") == 2u);
  BOOST_TEST(has(text, "<summary>On sub-samples, sst2 <small>2 figures</small></summary>"), text);
  BOOST_TEST(count(text, "<figure") == 10u);
  BOOST_TEST(count(text, "<details") == count(text, "</details>"));
}

BOOST_AUTO_TEST_CASE(many_figures_stand_three_side_by_side) {
  using Kind = reseed::StudyFigure::Kind;
  std::vector<reseed::StudyFigure> figures;
  for (const char* id : {"a", "b", "c", "d", "e"}) figures.push_back(figure(id, id, Kind::plot));
  BOOST_TEST(count(drawn(figures), "<div class=\"figures small\">") == 1u);
  figures.pop_back();  // four: two by two
  BOOST_TEST(count(drawn(figures), "<div class=\"figures\">") == 1u);
}

BOOST_AUTO_TEST_CASE(many_heatmaps_of_one_family_are_folded) {
  std::vector<reseed::StudyFigure> maps;
  for (const char* name : {"a", "b", "c", "d"})
    maps.push_back(figure(name, std::string("Correlations: ") + name, reseed::StudyFigure::Kind::heatmap));
  BOOST_TEST(has(drawn(maps), "<details class=\"folded\"><summary>Correlations <small>4 figures</small></summary>"));
}

BOOST_AUTO_TEST_CASE(figures_of_panels_have_rows_of_their_own_that_scroll_and_are_not_folded) {
  using Row = std::vector<std::optional<double>>;
  using Rows = std::vector<Row>;
  std::vector<reseed::StudyFigure> maps;
  for (const char* name : {"a", "b", "c", "d"}) {
    maps.push_back(figure(name, std::string("Correlations: <") + name, reseed::StudyFigure::Kind::heatmap));
    maps.back().x_categories = maps.back().y_categories = {"one", "two", "three", "four", "five", "six"};
    for (const char* task : {"rte", "cola"}) maps.back().panels.push_back({task, Rows(6, Row(6, 0.5))});
  }
  const std::string text = drawn(maps);
  BOOST_TEST(!has(text, "<details"));
  BOOST_TEST(count(text, "<h3>Correlations</h3>") == 1u);
  BOOST_TEST(count(text, " class=\"wide\" style=\"--w:") == 4u);
  BOOST_TEST(count(text, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Correlations: &lt;a\">") ==
             1u);
  BOOST_TEST(count(text, "<div") == count(text, "</div>"));
  // It is as wide as it says, and one that is no wider than others is no such figure.
  const double width = std::stod(text.substr(text.find("--w:") + 4));
  BOOST_TEST(std::abs(width - reseed::svg_width(maps[0])) <= 0.05);
  for (reseed::StudyPanel& panel : maps[0].panels) panel.cells = Rows(1, Row(1, 0.5));
  maps[0].x_categories = maps[0].y_categories = {"one"};
  BOOST_TEST(!has(drawn({maps[0]}), "wide"));
}

/// Sentences of ten words each.
std::string sentences(std::size_t how_many, const std::string& end = ".") {
  std::string text;
  for (std::size_t s = 0; s < how_many; ++s)
    text += (s == 0 ? "" : " ") + std::string("one two three 4.5 five six seven eight nine ten") + end;
  return text;
}

BOOST_AUTO_TEST_CASE(an_answer_shows_whole_sentences_of_sixty_words_and_folds_the_rest) {
  for (const std::size_t few : {1u, 6u, 7u}) BOOST_TEST(reseed::read_at_once(sentences(few)).second == "");
  const auto [first, rest] = reseed::read_at_once(sentences(12));
  BOOST_TEST(first == sentences(6));
  BOOST_TEST(rest == sentences(6));
  const std::string text = reseed::answers_html({{"Is it?", "no", sentences(12)}, {"And?", "cannot tell yet", "So."}});
  BOOST_TEST(has(text, "<p>" + sentences(6) + "</p><details class=\"more\"><summary>More</summary><p>" + sentences(6)),
             text);
  BOOST_TEST(count(text, "<details") == 1u);
  BOOST_TEST(count(text, "class=\"answer open\"") == 1u);
}

BOOST_AUTO_TEST_CASE(an_answer_of_one_long_sentence_is_parted_at_a_semicolon_or_not_at_all) {
  BOOST_TEST(reseed::read_at_once(sentences(12, ";")).first == sentences(6, ";"));
  BOOST_TEST(reseed::read_at_once(sentences(12, "")).second == "");
  BOOST_TEST(reseed::read_at_once(sentences(12, " e.g.")).second == "");
  // The first sentence is too long: it is read to its end.
  BOOST_TEST(reseed::read_at_once(sentences(7, "") + " end. " + sentences(3)).second == sentences(3));
}

BOOST_AUTO_TEST_CASE(what_answers_or_claims_repeat_is_said_once_below_them) {
  const std::string repeated = "Tasks that <do not> learn are left out.";
  const std::string shown = "Tasks that &lt;do not&gt; learn are left out.";
  const std::string answers = reseed::answers_html(
      {{"One?", "no", "It is 1. " + repeated}, {"Two?", "yes", "It is 2. " + repeated}, {"Three?", "yes", "It is 3."}});
  BOOST_TEST(count(answers, shown) == 1u, answers);
  BOOST_TEST(has(answers, "<p>It is 1.<sup>1</sup></p>"));
  BOOST_TEST(has(answers, "<p>It is 3.</p>"));
  BOOST_TEST(has(answers, "<p class=\"foot\"><sup>1</sup> " + shown + "</p>"));
  const std::string claims = reseed::claims_html(
      {{"a", "first", "cannot_tell", "By SD. " + repeated}, {"b", "second", "holds", "36 of 36. " + repeated}});
  BOOST_TEST(count(claims, shown) == 1u, claims);
  BOOST_TEST(has(claims, "<p>By SD.<sup>1</sup></p>"));
}

BOOST_AUTO_TEST_CASE(a_long_note_is_parted_as_an_answer_is) {
  const std::string text = reseed::notes_html({sentences(12), "Short."});
  BOOST_TEST(has(text, "<li>" + sentences(6) + "<details class=\"more\"><summary>More</summary><p>" + sentences(6)),
             text);
  BOOST_TEST(has(text, "<li>Short.</li>"));
}

BOOST_AUTO_TEST_CASE(cells_of_a_table_of_sentences_name_their_columns) {
  const std::string sentence = "the paper says at some length what it does not do in the end";
  reseed::StudyTable rows{"t",
                          "T",
                          "",
                          {{"row", "Row", "", 0}, {"paper", "The \"paper\"", "", -1}, {"code", "The code", "", -1}},
                          {{1.0, sentence, sentence}}};
  const std::string text = reseed::table_html(rows);
  BOOST_TEST(has(text, "<table class=\"sortable wordy\">"));
  BOOST_TEST(has(text, "<td class=n data-name=\"Row\">1<td class=t data-name=\"The &quot;paper&quot;\">the paper"),
             text);
  rows.rows[0][2] = std::string("short");
  BOOST_TEST(!has(reseed::table_html(rows), "wordy"));
  BOOST_TEST(!has(reseed::table_html(rows), "data-name"));
}

BOOST_AUTO_TEST_CASE(a_definition_has_the_measures_name_and_its_id) {
  const std::string text = reseed::definitions_html(
      {"definitions-measures", "Measures", "", {{"id", "Measure", "", -1}}, {{std::string("some_sd")}}});
  BOOST_TEST(has(text, "<article id=\"definitions-measures-some_sd\"><h4>some SD <small>some_sd</small></h4>"), text);
}

BOOST_AUTO_TEST_CASE(claims_stand_by_verdict_each_with_its_reason) {
  const std::string text = reseed::claims_html({{"a", "first", "cannot_tell", "too few seeds"},
                                                {"b", "second", "holds", "36 of 36"},
                                                {"c", "third", "does_not_hold", "by <b>SD</b>"}});
  BOOST_TEST(text.find("second") < text.find("third"));
  BOOST_TEST(text.find("third") < text.find("first"));
  BOOST_TEST(has(text, "<p>too few seeds</p>"));
  BOOST_TEST(has(text, "by &lt;b&gt;SD&lt;/b&gt;"));
}

BOOST_AUTO_TEST_CASE(statements_of_the_list_stand_apart_from_the_claims_and_are_not_counted) {
  const std::string text = reseed::claims_html(
      {{"a", "seen in the code", "holds", "read", "list"}, {"b", "claimed", "does_not_hold", "36 of 36"}});
  BOOST_TEST(has(text, "<p>1 claim: 0 hold, 1 does not hold, 0 cannot be told.</p>"), text);
  BOOST_TEST(text.find("claimed") < text.find("not its own claims"));
  BOOST_TEST(text.find("not its own claims") < text.find("seen in the code"));
}

BOOST_AUTO_TEST_SUITE_END()
