// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "bundle/bundle.hpp"
#include "report/definitions.hpp"
#include "report/page.hpp"
#include "report/study_files.hpp"
#include "support/browser.hpp"

namespace {

namespace fs = std::filesystem;
using reseed::StudySeries;

/// What a stranger's bundle may hold: it must show as text.
const std::string kHostile =
    "<script>document.title='taken'</script>\"'&<img src=x onerror=\"document.title='taken'\">";

reseed::StudyReport study(std::size_t methods) {
  reseed::StudyReport report;
  report.answers = {{"Is it stable?", "no", "range 3 points, " + kHostile},
                    {"Do the methods differ?", "cannot tell", "too few seeds"},
                    {"Do the measures agree?", "partly", "Kendall's tau-b is 0.4"}};
  reseed::StudyTable summary{"summary", "Summary", "caption", {{"quantity", "Quantity", "", 0}}, {}};
  auto& row = summary.rows.emplace_back();
  row.push_back("accuracy " + kHostile);
  reseed::StudyFigure figure;
  figure.id = "scores";
  figure.title = "Every seed " + kHostile;
  figure.alternative = kHostile;
  figure.y_title = "accuracy (higher is better)";
  for (std::size_t m = 0; m < methods; ++m) {
    const std::string name = "a method with a long name, p=0." + std::to_string(m) + kHostile;
    summary.columns.push_back({name, name, "", 0});
    row.push_back(std::string("0.312 [0.281, 0.345] #2"));
    figure.x_categories.push_back(name);
    figure.series.push_back({name, StudySeries::Mark::points, {{static_cast<double>(m), 0.5, 0.4, 0.6, kHostile}}});
  }
  reseed::StudyFigure map;
  map.id = "map";
  map.title = "Map";
  map.alternative = "two names against two";
  map.kind = reseed::StudyFigure::Kind::heatmap;
  map.x_categories = map.y_categories = {"a name that is longer than any axis would like", kHostile};
  map.cells = {{1.0, 0.3}, {std::nullopt, 1.0}};
  report.tables = {summary};
  report.figures = {figure, map};
  report.notes = {kHostile};
  return report;
}

std::string page_of(const reseed::StudyReport& report, std::size_t values) {
  const reseed::TemporaryFolder folder;
  reseed::BundleContent content;
  content.info.study = "my-study";
  content.info.kind = "some_kind";
  content.info.tool_version = "0.1.0";
  content.info.records_kept = false;
  content.manifest = "schema = 1\n";
  content.resolved_manifest = "schema = 1 # " + kHostile + "\n";
  content.environment = {{"training", {{"device", kHostile}, {"threads", 2}}}};
  reseed::RunRow run;
  run.id = "run1";
  run.group = kHostile;
  run.outcome = reseed::RunOutcome::diverged;
  run.reason = kHostile;
  content.runs = {run};
  for (std::size_t i = 0; i < values; ++i) {
    reseed::MeasureRow value;
    value.group = kHostile.substr(0, 30);
    value.model = "a-model";
    value.task = "a-task";
    value.test_set = "test";
    value.measure = "distance";
    value.variant = "textbook";
    value.layer = static_cast<std::int64_t>(i);
    value.value = value.instability = 1.0 / (1.0 + static_cast<double>(i));
    value.low = *value.value * 0.9;
    value.high = *value.value * 1.1;
    value.n_items = 300;
    value.n_runs = 5;
    content.measures.push_back(value);
  }
  content.files = reseed::study_files(report);
  reseed::write_bundle(folder.path() / "bundle", content, reseed::KeepRecords::copy);
  return reseed::report_of(folder.path() / "bundle");
}

const char* const kProbe = R"js(
  var d = document, all = d.querySelectorAll('svg'), named = 0;
  all.forEach(function(s){
    var t = s.querySelector('title'), x = s.querySelector('desc');
    if (t && x && t.textContent && x.textContent && s.getAttribute('role') === 'img') ++named});
  d.querySelectorAll('details').forEach(function(e){e.open = true});
  var outside = [];
  d.querySelectorAll('body *').forEach(function(e){
    if (e.parentElement.closest('.scroll,pre,svg')) return;
    var r = e.getBoundingClientRect();
    if (r.right > innerWidth + 1) outside.push(e.tagName + '.' + e.getAttribute('class') + ' ' + e.textContent.slice(0, 40))});
  return {width: innerWidth, scroll: d.documentElement.scrollWidth, figures: all.length, named: named, title: d.title,
          scripts: d.scripts.length, images: d.images.length, handlers: d.querySelectorAll('[onerror]').length,
          loaded: performance.getEntriesByType('resource').length, outside: outside,
          rows: d.querySelectorAll('#values ~ details tbody tr').length, text: d.body.innerText.slice(0, 4000)};
)js";

}  // namespace

BOOST_AUTO_TEST_SUITE(report_in_a_browser)

BOOST_AUTO_TEST_CASE(a_page_fits_a_phone_names_its_figures_and_shows_hostile_texts_as_texts,
                     *boost::unit_test::precondition(reseed::test::has_browser)) {
  const reseed::test::Seen seen = reseed::test::see(page_of(study(6), 3), 390, kProbe);
  BOOST_TEST_REQUIRE(!seen.facts.is_null());
  BOOST_TEST(seen.console.empty(), "the console says: " << (seen.console.empty() ? "" : seen.console.front()));
  BOOST_TEST(seen.facts["width"] == 390);
  BOOST_TEST(seen.facts["scroll"].get<int>() <= 390);
  BOOST_TEST(seen.facts["outside"].empty(), seen.facts["outside"].dump());
  BOOST_TEST(seen.facts["figures"] == 2);
  BOOST_TEST(seen.facts["named"] == 2);
  BOOST_TEST(seen.facts["title"] == "my-study");
  BOOST_TEST(seen.facts["scripts"] == 2);  // the page's own and the probe
  BOOST_TEST(seen.facts["images"] == 0);
  BOOST_TEST(seen.facts["handlers"] == 0);
  BOOST_TEST(seen.facts["loaded"] == 0);
  BOOST_TEST(seen.facts["text"].get<std::string>().find(kHostile) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_page_of_ten_thousand_values_stays_below_four_megabytes_and_loads,
                     *boost::unit_test::precondition(reseed::test::has_browser)) {
  const std::string page = page_of(study(3), 10000);
  BOOST_TEST(page.size() <= 4'000'000u);
  const reseed::test::Seen seen = reseed::test::see(page, 1280, kProbe);
  BOOST_TEST_REQUIRE(!seen.facts.is_null());
  BOOST_TEST(seen.facts["rows"] == 10001);  // and the run
  BOOST_TEST(seen.console.empty());
}

BOOST_AUTO_TEST_CASE(a_page_names_no_address_but_the_name_space_of_its_figures) {
  const std::string page = page_of(study(3), 3);
  for (const std::string scheme : {"http:", "https:"})
    for (std::size_t at = page.find(scheme); at != std::string::npos; at = page.find(scheme, at + 1))
      BOOST_TEST(page.substr(at, 26) == "http://www.w3.org/2000/svg");
}

BOOST_AUTO_TEST_SUITE_END()
