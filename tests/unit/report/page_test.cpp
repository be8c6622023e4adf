// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "base/files.hpp"
#include "bundle/bundle.hpp"
#include "report/definitions.hpp"
#include "report/flag_words.hpp"
#include "report/published_tables.hpp"
#include "report/study_files.hpp"
#include "reseed/error.hpp"
#include "support/asked_manifest.hpp"

namespace {

namespace fs = std::filesystem;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

reseed::StudyReport example() {
  reseed::StudyReport report;
  report.answers = {{"Is it stable?", "no", "range 3 points"}};
  report.tables = {
      {"summary",
       "Summary",
       "caption",
       {{"method", "Method", "", 0}, {"mean", "Mean", "", 2}, {"mixed", "Mixed", "", 2}},
       {{std::string("<b>one</b>"), 0.25, std::string("1")}, {std::string("two"), std::monostate{}, 2.0}}}};
  reseed::StudyFigure figure;
  figure.id = "scores";
  figure.title = "Every seed";
  figure.series = {{"one", reseed::StudySeries::Mark::points, {{0.0, 0.5, {}, {}, ""}}}};
  report.figures = {figure};
  report.published = {{"table1", "m", "t", "one", "sd", "textbook", 1.5, 1.25, "differs", "row 10"}};
  report.claims = {{"best", "one is best", "does_not_hold", "two is better"}};
  report.notes = {"a note"};
  return report;
}

/// A bundle with the example's files, one run that diverged and one undefined value.
fs::path written(const reseed::TemporaryFolder& folder, const reseed::StudyReport& report) {
  reseed::BundleContent content;
  content.info.study = "my-study";
  content.info.kind = "some_kind";
  content.info.tool_version = "0.1.0";
  content.info.records_kept = false;
  content.manifest = "schema = 1\n";
  content.resolved_manifest = "schema = 1 # resolved\n";
  reseed::RunRow run;
  run.id = "run1";
  run.group = "one";
  run.outcome = reseed::RunOutcome::diverged;
  run.reason = "the loss became infinite at step 3";
  content.runs = {run};
  reseed::MeasureRow value;
  value.group = "one";
  value.measure = "distance";
  value.flags = {reseed::Flag::no_variance};
  value.reason = "all items are equal";
  content.measures = {value};
  content.files = reseed::study_files(report);
  reseed::write_bundle(folder.path() / "bundle", content, reseed::KeepRecords::copy);
  return folder.path() / "bundle";
}

/// A piece of HTML as it is read.
std::string text_of(const std::string& html) {
  std::string text;
  bool tag = false;
  for (const char letter : html) {
    if (letter == '<') tag = true;
    if (!tag) text += letter;
    if (letter == '>') tag = false;
  }
  return text.substr(0, text.find_last_not_of(" \n") + 1);
}

std::vector<std::string> parts(const std::string& text, const std::string& begin) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(begin); at != std::string::npos;) {
    const std::size_t next = text.find(begin, at + 1);
    found.push_back(text.substr(at, next - at));
    at = next;
  }
  return found;
}

/// Rows of the table of this title as a reader sees them: heading -> cell.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& page, const std::string& title) {
  const std::size_t begin = page.find("aria-label=\"" + title + "\"");
  BOOST_REQUIRE(begin != std::string::npos);
  const std::string table = page.substr(begin, page.find("</table>", begin) - begin);
  const std::size_t body = table.find("<tbody>");
  std::vector<std::string> headings;
  for (const std::string& cell : parts(table.substr(0, body), "<th ")) headings.push_back(text_of(cell));
  std::vector<std::map<std::string, std::string>> rows;
  for (const std::string& row : parts(table.substr(body), "<tr")) {
    const std::vector<std::string> cells = parts(row, "<td");
    BOOST_REQUIRE(cells.size() == headings.size());
    auto& named = rows.emplace_back();
    for (std::size_t c = 0; c < cells.size(); ++c) named[headings[c]] = text_of(cells[c]);
  }
  return rows;
}

/// A bundle of values alone.
std::string page_of(const std::vector<reseed::MeasureRow>& values) {
  const reseed::TemporaryFolder folder;
  reseed::BundleContent content;
  content.info.study = "my-study";
  content.info.tool_version = "0.1.0";
  content.info.records_kept = false;
  content.manifest = content.resolved_manifest = "schema = 1\n";
  content.measures = values;
  reseed::write_bundle(folder.path() / "bundle", content, reseed::KeepRecords::copy);
  return reseed::report_of(folder.path() / "bundle");
}

/// A value of which everything is known.
reseed::MeasureRow full_value() {
  reseed::MeasureRow value;
  value.group = "one";
  value.model = "m";
  value.task = "t";
  value.test_set = "test";
  value.measure = "distance";
  value.variant = "textbook";
  value.options = R"({"share":0.5})";
  value.layer = 7;
  value.value = 0.25;
  value.instability = 0.75;
  value.low = 0.125;
  value.high = 0.5;
  value.null = 0.875;
  value.unit = "nat";
  value.n_items = 300;
  value.n_runs = 11;
  value.n_undefined = 3;
  value.n_dims = 384;
  value.numerical_rank = 299;
  value.flags = {reseed::Flag::few_seeds, reseed::Flag::degenerate_subspace};
  return value;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page)

BOOST_AUTO_TEST_CASE(every_value_stands_with_its_domain_null_interval_flags_and_options) {
  reseed::MeasureRow undefined = full_value(), on_subset = full_value();
  undefined.group = "two";
  undefined.value = undefined.instability = undefined.low = undefined.high = undefined.null = std::nullopt;
  undefined.reason = "all items are equal";
  undefined.flags = {reseed::Flag::no_variance};
  on_subset.subset = "rate=0.5 draw=2 items=same digest=0123456789abcdef";
  on_subset.n_items = 150;
  on_subset.value = 0.5;
  const auto rows = rows_of(page_of({full_value(), undefined, on_subset}), "Values");
  BOOST_REQUIRE(rows.size() == 3u);
  const std::map<std::string, std::string> wanted = {{"Group", "one"},
                                                     {"Layer", "7"},
                                                     {"Value", "0.2500"},
                                                     {"Low of the value", "0.1250"},
                                                     {"High of the value", "0.5000"},
                                                     {"Null", "0.8750"},
                                                     {"Instability", "0.7500"},
                                                     {"n items", "300"},
                                                     {"k runs", "11"},
                                                     {"Undefined pairs", "3"},
                                                     {"Dimensions", "384"},
                                                     {"Rank numerical", "299"},
                                                     {"Flags", "few_seeds, degenerate_subspace"},
                                                     {"Subset", "–"},
                                                     {"Reason", "–"}};
  for (const auto& [heading, cell] : wanted) {
    BOOST_REQUIRE(rows[0].contains(heading));
    BOOST_TEST(rows[0].at(heading) == cell, heading << ": " << rows[0].at(heading));
  }
  for (const char* heading : {"Value", "Low of the value", "High of the value", "Null", "Instability"})
    BOOST_TEST(rows[1].at(heading) == "–", heading);
  BOOST_TEST(rows[1].at("Flags") == "no_variance");
  BOOST_TEST(rows[1].at("Reason") == "all items are equal");
  BOOST_TEST(rows[2].at("Subset") == on_subset.subset);
  BOOST_TEST(rows[2].at("Value") == "0.5000");
  BOOST_TEST(rows[2].at("n items") == "150");
  // What all rows have is said once.
  const std::string page = page_of({full_value(), undefined, on_subset});
  for (const char* said : {"Options {&quot;share&quot;:0.5}", "Unit nat", "Variant textbook", "Measure distance"})
    BOOST_TEST(has(page, said), said);
}

BOOST_AUTO_TEST_CASE(of_more_values_than_a_page_holds_some_on_sub_samples_are_left_out_and_counted) {
  std::vector<reseed::MeasureRow> values(10'002, full_value());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i].layer = static_cast<std::int64_t>(i);
    if (i % 2 == 1) values[i].subset = "rate=0.5 draw=1 items=same digest=0123456789abcdef";
  }
  const std::string page = page_of(values);
  BOOST_TEST(has(page, "10000 rows"));
  BOOST_TEST(has(page, "2 further values on sub-samples are in measures.csv."));
  for (reseed::MeasureRow& value : values) value.subset.clear();
  BOOST_TEST(has(page_of(values), "10002 rows"));
}

BOOST_AUTO_TEST_CASE(a_study_reads_back_from_its_files) {
  const reseed::TemporaryFolder folder;
  const reseed::StudyReport back = reseed::read_study_files(written(folder, example()));
  BOOST_TEST(back.answers.at(0).sentence == "range 3 points");
  const auto& rows = back.tables.at(0).rows;
  BOOST_TEST(std::get<double>(rows.at(0).at(1)) == 0.25);
  BOOST_TEST(std::get<std::string>(rows.at(0).at(2)) == "1");  // a column with texts holds texts
  BOOST_TEST((rows.at(1).at(1) == reseed::StudyCell()));
  BOOST_TEST(back.figures.at(0).series.at(0).points.at(0).y == 0.5);
}

BOOST_AUTO_TEST_CASE(a_figure_that_its_study_does_not_tell_in_words_is_described_by_its_title) {
  reseed::StudyReport report = example();
  report.figures.at(0).alternative.clear();
  const reseed::TemporaryFolder folder;
  const std::string page = reseed::report_of(written(folder, report));
  BOOST_TEST(has(page, "<desc id=\"scores-desc\">" + report.figures[0].title + ": not described.</desc>"));
}

BOOST_AUTO_TEST_CASE(published_values_stand_beside_ours_with_their_difference) {
  const auto files = reseed::study_files(example());
  BOOST_TEST(files.at("published.csv") ==
             "table,model,task,method,measure,variant,claim,statement,"
             "published,ours,difference,verdict,remark\n"
             "table1,m,t,one,sd,textbook,,,1.5,1.25,-0.25,differs,row 10\n"
             "claims,,,,,,best,one is best,,,,does_not_hold,two is better\n");
  BOOST_TEST(files.contains("figures/scores.svg"));
}

BOOST_AUTO_TEST_CASE(the_page_shows_answers_troubles_and_how_to_rerun) {
  const reseed::TemporaryFolder folder;
  const std::string page = reseed::report_of(written(folder, example()));
  BOOST_TEST(has(page, "Is it stable?"));
  BOOST_TEST(has(page, "&lt;b&gt;one&lt;/b&gt;"));
  BOOST_TEST(!has(page, "<b>one</b>"));
  BOOST_TEST(has(page, "run diverged"));
  BOOST_TEST(has(page, "the loss became infinite at step 3"));
  BOOST_TEST(has(page, "undefined<small>no_variance</small>"));
  BOOST_TEST(has(page, "all items are equal"));
  BOOST_TEST(has(page, "./reseed run bundle/manifest.resolved.toml"));
  BOOST_TEST(has(page, reseed::read_bundle(folder.path() / "bundle").content_digest));
}

BOOST_AUTO_TEST_CASE(published_values_and_claims_are_read_back_from_published_csv) {
  const reseed::TemporaryFolder folder;
  const fs::path bundle = written(folder, example());
  const reseed::StudyReport back = reseed::read_study_files(bundle);
  BOOST_TEST(back.published.at(0).ours.value() == 1.25);
  BOOST_TEST(back.claims.at(0).id == "best");
  BOOST_TEST(!has(reseed::read_file(bundle / "tables/report.json"), "1.25"));
  BOOST_TEST(has(reseed::read_file(bundle / "tables/report.json"), "\"published_rows\": 2"));
  for (const std::string& problem : reseed::verify_bundle(bundle).problems)
    BOOST_TEST(!has(problem, "published.csv"), problem);
}

BOOST_AUTO_TEST_CASE(the_page_says_verdicts_in_plain_words) {
  reseed::StudyReport report = example();
  report.published.push_back({"table1", "m", "t", "one", "jsd", "textbook", 2.5, 2.5, "agrees", ""});
  report.published.push_back({"table4", "m", "t", "two", "sd", "textbook", 1.0, {}, "not_comparable", "another model"});
  const reseed::TemporaryFolder folder;
  const std::string page = reseed::report_of(written(folder, report));
  BOOST_TEST(has(page,
                 "3 published numbers are held against ours: 1 agrees, 1 "
                 "differs, 1 cannot be compared."));
  BOOST_TEST(has(page, "<h3>Where they differ</h3>"));
  BOOST_TEST(has(page, "? cannot be compared</span><td>another model"));
  BOOST_TEST(has(page, "1 claim: 0 hold, 1 does not hold, 0 cannot be told."));
  BOOST_TEST(has(page, "✗ does not hold</span> <q>one is best</q><p>two is better</p>"));
  BOOST_TEST(!has(page, "not_comparable<"));
}

BOOST_AUTO_TEST_CASE(a_bundle_without_runs_says_that_nothing_was_trained) {
  reseed::BundleContent content;
  content.info.study = "paper";
  content.info.kind = "some_kind";
  content.info.tool_version = "0.1.0";
  content.info.published = "somebody_1900";
  content.info.published_sha256 = "0123456789abcdef0123";
  content.manifest = "schema = 1\n";
  content.environment = reseed::test::made_environment();
  content.resolved_manifest = reseed::test::manifest_asking_for(content);
  content.files = reseed::study_files(example());
  const reseed::TemporaryFolder folder;
  reseed::write_bundle(folder.path() / "bundle", content, reseed::KeepRecords::copy);
  BOOST_TEST(reseed::verify_bundle(folder.path() / "bundle").problems.empty());
  const std::string page = reseed::report_of(folder.path() / "bundle");
  BOOST_TEST(has(page,
                 "Study of kind some_kind: nothing was trained. Held "
                 "against the facts somebody_1900."));
  BOOST_TEST(has(page, "somebody_1900, sha256 0123456789abcdef"));
  BOOST_TEST(!has(page, "every run ended well"));
}

BOOST_AUTO_TEST_CASE(reasons_are_counted_by_what_they_have_in_common) {
  reseed::StudyReport report = example();
  const std::string row = "because row 1 of the list: the sum is over labels";
  report.published = {{"t", "m", "rte", "a", "kappa", "textbook", 1.0, 2.0, "differs", row + "; 5 seeds, published 20"},
                      {"t", "m", "mrpc", "a", "r, x and y", "textbook", 1.0, 2.0, "differs", row},
                      {"t", "m", "cola", "a", "sd", "textbook", 1.0, {}, "not_comparable", "another model (scale)"}};
  const reseed::TemporaryFolder folder;
  const std::string page = reseed::report_of(written(folder, report));
  BOOST_TEST(has(page, "≠ differs</span><td class=n>2<td>kappa; r, x and y<td class=t>" + row + "\n"), page);
  BOOST_TEST(has(page, "? cannot be compared</span><td class=n>1<td>SD<td class=t>another model (scale)\n"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_told_is_said_once_before_the_numbers_and_its_section_leads_there) {
  const reseed::TemporaryFolder folder;
  const std::string page = reseed::report_of(written(folder, example()));
  const auto first = page.find("a note");
  BOOST_REQUIRE(first != std::string::npos);
  BOOST_TEST(first < page.find("<h2 id=\"summary\">"));
  BOOST_TEST(page.find("a note", first + 1) == std::string::npos);
  BOOST_TEST(page.find("<a href=\"#first\">", page.find("<h2 id=\"undefined\">")) != std::string::npos);
  BOOST_TEST(has(page, "<aside id=\"first\""));
}

BOOST_AUTO_TEST_CASE(values_of_one_trouble_stand_in_one_row_and_their_flags_are_explained) {
  reseed::BundleContent content;
  content.info.study = "my-study";
  content.info.tool_version = "0.1.0";
  content.info.records_kept = false;
  content.manifest = content.resolved_manifest = "schema = 1\n";
  for (const char* group : {"one", "two"})
    for (const int layer : {0, 1, 2, 5}) {
      reseed::MeasureRow value;
      value.group = group;
      value.task = "rte";
      value.model = "m";
      value.test_set = "test";
      value.measure = "distance";
      value.variant = "textbook";
      value.layer = layer;
      value.flags = {reseed::Flag::no_variance, reseed::Flag::few_seeds};
      value.reason = "all items are equal";
      content.measures.push_back(value);
    }
  const reseed::TemporaryFolder folder;
  reseed::write_bundle(folder.path() / "bundle", content, reseed::KeepRecords::copy);
  const std::string page = reseed::report_of(folder.path() / "bundle");
  BOOST_TEST(
      has(page,
          "<td>undefined<small>no_variance</small><td>distance<td>textbook<td>0-2, 5<td>all 2<td>rte, m<td>test<td "
          "class=n>8<td>all items are equal\n"),
      page);
  BOOST_TEST(has(page, "8 of 8 values come from fewer than 10 seeds"));
  BOOST_TEST(has(page, "<dt>no_variance</dt><dd>all items have the same representation"));
  BOOST_TEST(has(page, "<dt>few_seeds</dt>"));
  BOOST_TEST(!has(page, "<dt>zero_row</dt>"));
}

BOOST_AUTO_TEST_CASE(every_flag_is_explained_in_words) {
  for (std::size_t flag = 0; flag < reseed::kFlagNames.size(); ++flag)
    BOOST_TEST(reseed::in_plain_words(static_cast<reseed::Flag>(flag)).size() > 15u, reseed::kFlagNames[flag]);
}

BOOST_AUTO_TEST_CASE(a_studys_own_section_holds_its_tables_and_figures_and_is_in_the_contents) {
  reseed::StudyReport report = example();
  reseed::StudyTable table = report.tables.front();
  table.id = "inside";
  table.title = "A table inside";
  table.section = "rte, bert";
  report.tables.push_back(table);
  report.figures.front().section = "rte, bert";
  const reseed::TemporaryFolder folder;
  const std::string page = reseed::report_of(written(folder, report));
  BOOST_TEST(has(page, "<a href=\"#part-1\">rte, bert</a>"));
  const std::size_t part = page.find("<h2 id=\"part-1\">rte, bert</h2>");
  BOOST_REQUIRE(part != std::string::npos);
  BOOST_TEST(page.find("A table inside") > part);
  BOOST_TEST(page.find("id=\"figure-scores\"") > part);
  BOOST_TEST(!has(page, "<h2 id=\"figures\">"));  // nothing is left for the whole study
}

BOOST_AUTO_TEST_CASE(what_is_read_stands_before_what_is_looked_at) {
  reseed::StudyReport report = example();
  reseed::StudyTable table = report.tables.front();
  table.id = "rows";
  table.section = "Where paper and code part";
  report.tables.push_back(table);
  report.figures.push_back(report.figures.front());
  report.figures.back().id = "other";
  report.figures.back().section = "rte, bert";
  const reseed::TemporaryFolder folder;
  const std::string page = reseed::report_of(written(folder, report));
  const auto place = [&](const std::string& title) { return page.find(">" + title + "</h2>"); };
  BOOST_TEST(place("Summary") < place("Claims"));
  BOOST_TEST(place("Published against ours") < place("Where paper and code part"));
  BOOST_TEST(place("Where paper and code part") < place("Figures"));
  BOOST_TEST(place("Figures") < place("rte, bert"));
  // A summary of several screens would hide the claims.
  report.tables.front().rows.resize(25, report.tables.front().rows.front());
  const reseed::TemporaryFolder other;
  const std::string full = reseed::report_of(written(other, report));
  BOOST_TEST(full.find(">Claims</h2>") < full.find(">Summary</h2>"));
}

BOOST_AUTO_TEST_CASE(published_numbers_have_the_decimals_of_print_and_common_reasons_are_said_once) {
  std::vector<reseed::StudyPublished> rows = {
      {"t", "m", "rte", "a", "score", "", 92.6, 81.7374, "not_comparable", "because of scale: small; 3 epochs"},
      {"t", "m", "rte", "a", "r", "", 0.14, 0.9196, "not_comparable", "64 of 2490 items; because of scale: small"}};
  const reseed::StudyTable both = reseed::published_table(rows, "", "All");
  BOOST_TEST(both.columns[6].decimals == 2);
  BOOST_TEST(both.columns[7].decimals == 3);
  BOOST_TEST(has(both.caption, "Of all rows: because of scale: small."), both.caption);
  BOOST_TEST(std::get<std::string>(both.rows[0].back()) == "3 epochs");
  BOOST_TEST(std::get<std::string>(both.rows[1].back()) == "64 of 2490 items");
  rows.pop_back();
  const reseed::StudyTable one = reseed::published_table(rows, "", "All");
  BOOST_TEST(one.columns[6].decimals == 1);
  BOOST_TEST(std::get<std::string>(one.rows[0].back()) == "because of scale: small; 3 epochs");
  rows[0].published = 1.0 / 3.0;
  BOOST_TEST(reseed::published_table(rows, "", "All").columns[6].decimals == 4);
}

BOOST_AUTO_TEST_CASE(numbers_none_of_which_can_be_compared_are_folded_below_the_reasons) {
  reseed::StudyReport report = example();
  const std::string fold = "<summary>Every published number";
  const reseed::TemporaryFolder folder;
  BOOST_TEST(!has(reseed::report_of(written(folder, report)), fold));
  report.published[0].verdict = "not_comparable";
  const reseed::TemporaryFolder other;
  BOOST_TEST(has(reseed::report_of(written(other, report)), fold));
}

BOOST_AUTO_TEST_CASE(a_page_defines_the_measures_and_methods_that_it_uses) {
  reseed::PluginSpec measure;
  measure.kind = reseed::PluginKind::measure;
  measure.id = "distance";
  measure.summary = "how far two runs are apart";
  measure.source = "Somebody 1990, equation 2";
  measure.variants = {{"textbook", "as in the book", 0.0, INFINITY}};
  measure.measure.emplace();
  measure.measure->instability = "value";
  measure.measure->unit = "nat";
  measure.measure->value_on_equal = 0.0;
  reseed::PluginSpec unused = measure;
  unused.id = "unused";
  reseed::PluginSpec method;
  method.kind = reseed::PluginKind::mitigation;
  method.id = "plain";
  method.summary = "nothing is done";
  const reseed::PluginCatalog catalog({measure, unused, method});

  reseed::StudyReport report = example();
  const auto tables = reseed::definitions(
      catalog, {{"measure", "distance", 1, ""}, {"mitigation", "plain", 1, ""}, {"measure", "gone", 1, ""}});
  BOOST_REQUIRE_EQUAL(tables.size(), 2u);
  report.tables.insert(report.tables.end(), tables.begin(), tables.end());
  const reseed::TemporaryFolder folder;
  const std::string page = reseed::report_of(written(folder, report));
  BOOST_TEST(has(page, "<h2 id=\"definitions\">"));
  BOOST_TEST(has(page, "<h4>distance</h4>"));
  BOOST_TEST(has(page, "how far two runs are apart"));
  BOOST_TEST(has(page, "textbook: as in the book (0 to no upper bound)"));
  BOOST_TEST(has(page, "Somebody 1990, equation 2"));
  BOOST_TEST(has(page, "<dt>Unit</dt><dd>nat</dd>"));
  BOOST_TEST(has(page, "<h4>plain</h4>"));
  BOOST_TEST(!has(page, "unused"));
}

BOOST_AUTO_TEST_CASE(the_page_shows_of_the_machine_only_what_decides_about_bits_and_says_where_the_rest_is) {
  const reseed::TemporaryFolder folder;
  const fs::path bundle = written(folder, {});
  reseed::rewrite_file(bundle, "environment.json",
                       "{\"host\":\"here-host\",\"jobs\":987654321,\"processor\":\"some-chip\","
                       "\"written\":\"2026-01-02\",\"imported\":{\"source\":\"a-folder\"},\"training\":{\"libtorch\":"
                       "\"2.11.0\",\"training_revision\":1}}\n");
  const std::string page = reseed::report_of(bundle);
  BOOST_TEST(has(page, "<dt>training</dt><dd>libtorch 2.11.0; training revision 1</dd>"));
  for (const char* of_machine : {"here-host", "987654321", "some-chip", "2026-01-02", "a-folder"})
    BOOST_TEST(!has(page, of_machine), of_machine);
  BOOST_TEST(has(page, "<dd>in environment.json</dd>"));
  BOOST_TEST(has(page, "<dd>in timing.csv</dd>"));
}

BOOST_AUTO_TEST_CASE(a_bundle_without_a_study_has_a_page_too) {
  const reseed::TemporaryFolder folder;
  BOOST_TEST(has(reseed::report_of(written(folder, {})), "my-study"));
}

BOOST_AUTO_TEST_CASE(ids_that_are_no_file_names_or_taken_are_refused) {
  for (const char* id : {"../escape", "", "a b", "x/y", "runs", "measures", "published", "timing"}) {
    reseed::StudyReport report = example();
    report.tables[0].id = id;
    BOOST_CHECK_THROW(reseed::study_files(report), reseed::Error);
  }
  reseed::StudyReport twice = example();
  twice.figures.push_back(twice.figures[0]);
  BOOST_CHECK_THROW(reseed::study_files(twice), reseed::Error);
}

BOOST_AUTO_TEST_SUITE_END()
