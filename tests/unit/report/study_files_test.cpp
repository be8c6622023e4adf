// SPDX-License-Identifier: Apache-2.0
#include "report/study_files.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "base/study_json.hpp"
#include "bundle/figure_csv.hpp"
#include "bundle/status.hpp"
#include "report/page.hpp"
#include "report/svg.hpp"
#include "support/expect_error.hpp"
#include "support/forged_bundle.hpp"

using namespace reseed;
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Numbers that stand nowhere else.
StudyReport example() {
  StudyReport report;
  report.answers = {{"Is it stable?", "no", "range 3.125 points"}};
  report.notes = {"of 7.125 nothing is known"};
  StudyFigure plot;
  plot.id = "scores";
  plot.title = "Every seed";
  plot.caption = "one of 17 seeds";
  plot.alternative = "one 0.56";
  plot.series = {{"one", StudySeries::Mark::points, {{0.375, 0.5625, 0.53125, 0.59375, "seed 4711"}}}};
  StudyFigure map;
  map.id = "map";
  map.title = "Map";
  map.alternative = "a against a";
  map.kind = StudyFigure::Kind::heatmap;
  map.x_categories = map.y_categories = {"a"};
  map.cells = {{0.6875}};
  StudyFigure panels = map;
  panels.id = "panels";
  panels.cells.clear();
  panels.panels = {{"rte", {{0.8125}}}, {"cola", {{std::nullopt}}}};
  report.figures = {plot, map, panels};
  report.tables = {{"counts", "Counts", "of 23 groups", {{"n", "n", "", 0}}, {{29.0}}}};
  return report;
}

/// A whole bundle of a report.
fs::path written(const TemporaryFolder& folder, const StudyReport& report) {
  BundleContent content;
  content.info.study = "my-study";
  content.info.kind = "some_kind";
  content.info.tool_version = "0.1.0";
  content.info.records_kept = false;
  content.manifest = content.resolved_manifest = "schema = 1\n";
  content.files = study_files(report);
  write_bundle(folder.path() / "bundle", content, KeepRecords::copy);
  return folder.path() / "bundle";
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, "no '" << from << "' in: " << text);
  return text.replace(at, from.size(), to);
}

bool names(const fs::path& bundle, const std::string& part) {
  const std::vector<std::string> problems = verify_bundle(bundle).problems;
  return std::any_of(problems.begin(), problems.end(), [&](const std::string& line) { return has(line, part); });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files_of_a_study)

BOOST_AUTO_TEST_CASE(hold_the_numbers_of_figures_and_the_answers_in_csv_files_alone) {
  const auto files = study_files(example());
  const std::string& layout = files.at("tables/report.json");
  for (const char* told : {"0.375", "0.5625", "0.53125", "0.59375", "4711", "0.6875", "0.8125",
                           "\"points\": ", "\"cells\"", "stable", "3.125", "7.125", "17", "0.56", "23", "29"})
    BOOST_TEST(!has(layout, told), told << " in " << layout);
  BOOST_TEST(files.at("figures/scores.csv") == "series,x,y,low,high,label\n0,0.375,0.5625,0.53125,0.59375,seed 4711\n");
  BOOST_TEST(files.at("figures/map.csv") == "row,column,value\n0,0,0.6875\n");
  BOOST_TEST(files.at("figures/panels.csv") == "panel,row,column,value\n0,0,0,0.8125\n1,0,0,\n");
  BOOST_TEST(files.at("tables/answers.csv") ==
             "kind,question,verdict,text\nanswer,Is it stable?,no,range 3.125 points\n"
             "note,,,of 7.125 nothing is known\n");
  BOOST_TEST(files.at("tables/captions.csv") ==
             "kind,id,caption,alternative\ntable,counts,of 23 groups,\nfigure,scores,one of 17 seeds,one 0.56\n"
             "figure,map,,a against a\nfigure,panels,,a against a\n");
  for (const char* name : {"tables/answers.csv", "tables/captions.csv"}) BOOST_TEST(!study_files({}).contains(name));
}

BOOST_AUTO_TEST_CASE(read_back_to_the_report) {
  const TemporaryFolder folder;
  BOOST_TEST(to_json(read_study_files(written(folder, example()))).dump(1) == to_json(example()).dump(1));
}

// 1-trained was written when tables/report.json held all of it.
BOOST_AUTO_TEST_CASE(of_version_1_give_the_page_of_the_newest) {
  const fs::path old = fs::path(RESEED_SOURCE_DIRECTORY) / "tests/bundles/frozen/1-trained";
  const StudyReport report = read_study_files(old);
  BOOST_REQUIRE(!report.figures.empty());
  BOOST_REQUIRE(!report.answers.empty());
  const TemporaryFolder folder;
  const fs::path anew = folder.path() / old.filename();
  test::forge(old, anew, [&](BundleContent& content) {
    for (const auto& [name, text] : study_files(report)) content.files.at(name) = text;
  });
  for (const std::string& problem : verify_bundle(anew).problems) BOOST_ERROR(problem);
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
    return text;
  };
  const Bundle before = read_bundle(old), after = read_bundle(anew);
  BOOST_TEST(before.content_digest != after.content_digest);
  const std::string schema = "<dt>Schema</dt><dd>";
  std::string page = replaced(report_of(anew), after.content_digest, before.content_digest);
  BOOST_TEST(has(page, schema + "2"));
  BOOST_TEST((replaced(page, schema + "2", schema + "1") == report_of(old)), "the pages differ");
}

BOOST_AUTO_TEST_CASE(move_the_page_when_a_number_of_theirs_is_changed) {
  const TemporaryFolder folder;
  const fs::path bundle = written(folder, example());
  const std::string before = report_of(bundle);
  for (const auto& [name, from, to] :
       std::vector<std::array<std::string, 3>>{{"figures/scores.csv", "0.5625", "0.25"},
                                               {"figures/map.csv", "0.6875", "-0.6875"},
                                               {"figures/panels.csv", "0.8125", "0.125"},
                                               {"tables/answers.csv", "range 3.125 points", "range 9 points"},
                                               {"tables/captions.csv", "one of 17 seeds", "range 9 points"}}) {
    const std::string text = read_file(bundle / name);
    write_file(bundle / name, with(text, from, to));
    const std::string page = report_of(bundle);
    BOOST_TEST((page != before), name);
    if (name.starts_with("figures/")) {
      const StudyReport report = read_study_files(bundle);
      for (const StudyFigure& figure : report.figures) {
        const bool drawn_as_before = svg(figure) == read_file(bundle / "figures" / (figure.id + ".svg"));
        BOOST_TEST(drawn_as_before == (figure_csv(figure.id) != name), figure.id << " after a change of " << name);
      }
    } else {
      BOOST_TEST(has(page, "range 9 points"));
    }
    write_file(bundle / name, text);
  }
  BOOST_TEST((report_of(bundle) == before));
}

BOOST_AUTO_TEST_CASE(that_are_damaged_or_missing_are_named_by_verify_and_by_the_page) {
  const StudyReport report = example();
  const auto damaged = [&](const std::string& name, const std::string& words, const std::string& from,
                           const std::string& to) {
    const TemporaryFolder folder, again;
    const fs::path whole = written(folder, report), bundle = again.path() / "bundle";
    test::forge(whole, bundle, [&](BundleContent& content) {
      if (from.empty())
        content.files.erase(name);
      else
        content.files[name] = with(content.files.at(name), from, to);
    });
    BOOST_TEST(names(bundle, words), words);
    BOOST_CHECK_EXCEPTION(report_of(bundle), Error, [&](const Error& error) { return has(error.place(), name); });
  };
  const std::string scores = "figures/scores.csv", map = "figures/map.csv", panels = "figures/panels.csv";
  damaged(scores, scores + ": want a file that tables/report.json lists", "", "");
  damaged(scores, scores + ":2: series: want the position of one of 1 series", "\n0,", "\n1,");
  damaged(scores, scores + ":2: want 6 cells, found 5", ",seed 4711", "");
  damaged(map, map + ": want 1 cells", "0,0,0.6875\n", "");
  damaged(panels, panels + ":3: panel: want 1", "\n1,", "\n2,");
  damaged("tables/answers.csv", "tables/answers.csv: line 3, kind: want answer or note, found \"hint\"", "note,",
          "hint,");
  damaged("tables/captions.csv", "tables/captions.csv: want a file that tables/report.json lists", "", "");
  damaged("tables/captions.csv", "tables/captions.csv:3: want the figure \"scores\", found the figure \"score\"",
          "figure,scores,", "figure,score,");
}

BOOST_AUTO_TEST_CASE(of_a_report_that_holds_what_stands_in_csv_files_are_damage) {
  const auto holds = [](const std::string& named, const std::string& refused, auto change) {
    const TemporaryFolder folder, again;
    const fs::path whole = written(folder, example()), bundle = again.path() / "bundle";
    test::forge(whole, bundle, [&](BundleContent& content) {
      nlohmann::json layout = nlohmann::json::parse(content.files.at("tables/report.json"));
      change(layout);
      content.files["tables/report.json"] = layout.dump();
    });
    BOOST_TEST(names(bundle, "tables/report.json: " + named), named);
    test::expect_error([&] { read_study_files(bundle); }, ErrorKind::data, "tables/report.json", {refused});
  };
  const std::string some = "without numbers and captions";
  holds("figures[1].cells: want no such key", some,
        [](nlohmann::json& layout) { layout["figures"][1]["cells"] = nlohmann::json::array(); });
  holds("figures[0].series[0].points: want no such key", "scores: want the points of all series and all cells",
        [](nlohmann::json& layout) { layout["figures"][0]["series"][0]["points"] = nlohmann::json::array(); });
  holds("tables[0].caption: want no such key", some,
        [](nlohmann::json& layout) { layout["tables"][0]["caption"] = "of 23"; });
  holds("notes: want at most 0 entries", "notes: want none",
        [](nlohmann::json& layout) { layout["notes"].push_back("of 7.125"); });
}

BOOST_AUTO_TEST_CASE(tell_that_a_study_was_analysed_also_when_it_has_but_a_note) {
  StudyReport note;
  note.notes = {"nothing can be told"};
  const TemporaryFolder with_note, with_nothing;
  BOOST_TEST(is_analysed(read_bundle(written(with_note, note))));
  BOOST_TEST(!is_analysed(read_bundle(written(with_nothing, {}))));
}

BOOST_AUTO_TEST_CASE(that_no_report_lists_are_named) {
  const TemporaryFolder folder, again;
  const fs::path whole = written(folder, example()), bundle = again.path() / "bundle";
  test::forge(whole, bundle, [](BundleContent& content) { content.files.erase("tables/report.json"); });
  BOOST_TEST(names(bundle, "figures/map.csv: want only JSON and CSV files of a bundle's schema"));
}

BOOST_AUTO_TEST_CASE(with_a_table_that_is_called_as_one_of_the_bundle_are_not_written) {
  StudyReport report = example();
  for (const std::string id : {"answers", "captions"}) {
    report.tables = {{id, "Title", "", {}, {}}};
    test::expect_error([&] { study_files(report); }, ErrorKind::plugin, "study report", {'"' + id + '"'});
  }
}

BOOST_AUTO_TEST_SUITE_END()
