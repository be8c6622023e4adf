// SPDX-License-Identifier: Apache-2.0
#include "report/readable.hpp"

#include <boost/test/unit_test.hpp>

#include "base/id_words.hpp"

using namespace reseed;

namespace {

const std::set<std::string> kIds = {"some_distance", "as_published", "f1", "matthews_correlation", "some_sd"};

}  // namespace

BOOST_AUTO_TEST_SUITE(readable_texts)

BOOST_AUTO_TEST_CASE(ids_are_words_of_which_names_and_acronyms_are_spelled_as_such) {
  BOOST_TEST(id_words("some_sd") == "some SD");
  BOOST_TEST(id_words("fleiss_number") == "Fleiss' number");
  BOOST_TEST(id_words("jensen_shannon_number") == "Jensen-Shannon number");
  BOOST_TEST(id_words("f1") == "F1");
  BOOST_TEST(id_words("as_published") == "as published");
  BOOST_TEST(id_words("accuracy") == "accuracy");
}

BOOST_AUTO_TEST_CASE(known_ids_in_a_text_are_said_in_words) {
  BOOST_TEST(readable("score (matthews_correlation)", kIds) == "score (Matthews correlation)");
  BOOST_TEST(readable("performance SD, f1 (lower is more stable)", kIds) ==
             "performance SD, F1 (lower is more stable)");
  BOOST_TEST(readable("r of some_distance and some_sd (as_published).", kIds) ==
             "r of some distance and some SD (as published).");
}

BOOST_AUTO_TEST_CASE(other_names_quotes_and_parts_of_names_stay) {
  for (const char* text : {"items_seed = 0", "\"as_published\"", "tables/some_distance.csv", "some_distance-2",
                           "options.f1", "my_some_distance", "some_method", "±f1é/f1"})
    BOOST_TEST(readable(text, kIds) == std::string(text == std::string("±f1é/f1") ? "±F1é/f1" : text));
}

BOOST_AUTO_TEST_CASE(a_bundle_tells_which_ids_it_uses) {
  Bundle bundle;
  bundle.measures.resize(1);
  bundle.measures[0].measure = "some_distance";
  bundle.measures[0].variant = "textbook";
  bundle.runs.resize(1);
  bundle.runs[0].scores["test"]["f1"] = 0.5;
  StudyReport report;
  report.published = {{"t", "m", "rte", "a", "kappa", "as_published", 1.0, 2.0, "differs", ""}};
  BOOST_TEST(
      ids_in(bundle, report) == (std::set<std::string>{"some_distance", "textbook", "f1", "kappa", "as_published"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(everything_that_a_page_shows_of_a_study_is_said_in_words) {
  const std::string id = "some_distance";
  StudyReport report;
  report.answers = {{id, id, id}};
  report.tables = {{"some_distance", id, id, {{"some_distance", id, id, -1}}, {{id}}}};
  report.claims = {{"some_distance", id, "holds", id}};
  report.published = {{"t", "m", "rte", "a", id, "as_published", 1.0, {}, "differs", id}};
  report.notes = {id};
  StudyFigure figure;
  figure.id = "some_distance";
  figure.title = figure.caption = figure.x_title = figure.y_title = figure.alternative = figure.cell_title = id;
  figure.x_categories = figure.y_categories = {id};
  figure.series = {{id, StudySeries::Mark::points, {{0.0, 0.5, {}, {}, id}}}};
  figure.panels = {{id, {}}};
  report.figures = {figure};
  const StudyReport said = readable(report, kIds);
  const StudyFigure& drawn = said.figures[0];
  for (const std::string& text : {said.answers[0].question,
                                  said.answers[0].verdict,
                                  said.answers[0].sentence,
                                  said.tables[0].title,
                                  said.tables[0].caption,
                                  said.tables[0].columns[0].title,
                                  said.tables[0].columns[0].unit,
                                  std::get<std::string>(said.tables[0].rows[0][0]),
                                  said.claims[0].text,
                                  said.claims[0].remark,
                                  said.published[0].measure,
                                  said.published[0].remark,
                                  said.notes[0],
                                  drawn.title,
                                  drawn.caption,
                                  drawn.x_title,
                                  drawn.y_title,
                                  drawn.alternative,
                                  drawn.cell_title,
                                  drawn.x_categories[0],
                                  drawn.y_categories[0],
                                  drawn.series[0].name,
                                  drawn.series[0].points[0].label,
                                  drawn.panels[0].title})
    BOOST_TEST(text == "some distance");
  BOOST_TEST(said.published[0].variant == "as published");
  for (const std::string& name :
       {said.tables[0].id, said.tables[0].columns[0].name, said.claims[0].id, drawn.id})  // names of files and keys
    BOOST_TEST(name == id);
}

BOOST_AUTO_TEST_SUITE_END()
