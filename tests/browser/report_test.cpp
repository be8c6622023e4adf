// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <sstream>

#include "report/definitions.hpp"
#include "support/browser.hpp"
#include "support/made_report.hpp"
#include "support/phone.hpp"

namespace {

namespace fs = std::filesystem;
namespace utf = boost::unit_test;
using reseed::StudySeries;
using reseed::test::check_on_a_phone;
using reseed::test::has_browser;
using reseed::test::kProbe;
using reseed::test::see;
using reseed::test::Seen;

/// What a stranger's bundle may hold: it must show as text.
const std::string kHostile =
    "<script>document.title='taken'</script>\"'&<img src=x onerror=\"document.title='taken'\">";

/// More words than an answer shows at once.
/// Sentences that no other answer repeats where `answer` is another.
std::string long_sentence(std::size_t answer = 0) {
  std::string text = "too few seeds.";
  for (int s = 0; s < 12; ++s)
    text += " In place " + std::to_string(s) + " the interval is 0.1 to 0." + std::to_string(answer + 3) +
            " over 4 of 5 seeds.";
  return text;
}

reseed::StudyReport study(std::size_t methods) {
  reseed::StudyReport report;
  report.answers = {{"Is it stable?", "no", "range 3 points, " + kHostile},
                    {"Do the methods differ?", "cannot tell", long_sentence()},
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
  reseed::StudyFigure panels;  // as wide as any
  panels.id = "panels";
  panels.title = "Maps side by side " + kHostile;
  panels.alternative = "three maps";
  panels.kind = reseed::StudyFigure::Kind::heatmap;
  panels.cell_title = "r " + kHostile;
  for (int m = 0; m < 7; ++m) panels.x_categories.push_back("a measure of some length " + std::to_string(m));
  panels.y_categories = panels.x_categories;
  for (const std::string& task : {std::string("rte"), std::string("cola"), kHostile}) {
    reseed::StudyPanel panel{task, {}};
    panel.cells.assign(7, std::vector<std::optional<double>>(7, -0.25));
    panels.panels.push_back(panel);
  }
  reseed::StudyTable distances{"distances",
                               "Distances",
                               "",
                               {{"measure", "Measure", "", -1}, {"value", "Value", "", 2}},
                               {{std::string("distance_1"), 0.5},
                                {std::string("another"), -2.0},
                                {kHostile, std::monostate{}},
                                {std::string("last"), 10.0}}};
  reseed::StudyTable grouped{"grouped",
                             "Grouped",
                             "",
                             {{"task", "Task", "", -1}, {"measure", "Measure", "", -1}, {"value", "Value", "", 2}},
                             {}};
  for (std::size_t r = 0; r < 6; ++r)
    grouped.rows.push_back({std::string(r < 3 ? "one task" : "another"), "m" + std::to_string(r), 0.5});
  reseed::StudyTable terms{reseed::kMeasureDefinitions,
                           "Measures",
                           "",
                           {{"id", "Measure", "", -1}, {"meaning", "Meaning", "", -1}},
                           {{std::string("distance_1"), std::string("how far apart, " + kHostile)}}};
  report.tables = {summary, distances, grouped, terms};
  report.figures = {figure, map, panels};
  report.claims = {{"one", "one is best " + kHostile, "does_not_hold", "two is"},
                   {"two", "two is best", "holds", "so it is"}};
  report.published = {{"table1", "m", "t", "one", "sd", "textbook", 1.5, 1.25, "differs", "row 10"}};
  report.notes = {kHostile};
  return report;
}

std::string page_of(const reseed::StudyReport& report, std::size_t values) {
  reseed::BundleContent content;
  content.resolved_manifest = "schema = 1 # " + kHostile + "\n";
  content.environment = {{"training", {{"device", kHostile}, {"threads", 2}}}};
  reseed::RunRow run;
  run.id = "run1";
  run.group = kHostile;
  run.outcome = reseed::RunOutcome::diverged;
  run.reason = kHostile;
  content.runs = {run};
  content.measures = reseed::test::made_values(values);
  for (auto& value : content.measures) value.group += kHostile.substr(0, 30);
  return reseed::test::page_of(content, report);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(report_in_a_browser)

BOOST_AUTO_TEST_CASE(a_page_fits_a_phone_names_its_figures_and_shows_hostile_texts_as_texts,
                     *utf::precondition(has_browser)) {
  for (const std::size_t values : {3u, 300u}) {  // rows in the page itself, and rows that the script makes
    const Seen seen = see(page_of(study(6), values), 390, kProbe);
    check_on_a_phone(seen);
    BOOST_TEST(seen.facts["figures"] == 3);
    BOOST_TEST(seen.facts["title"] == "my-study");
    BOOST_TEST(seen.facts["scripts"] == 2);  // the page's own and the probe
    BOOST_TEST(seen.facts["text"].get<std::string>().find(kHostile) != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(panels_scroll_on_a_phone_and_stand_side_by_side_on_a_screen, *utf::precondition(has_browser)) {
  for (const int width : {390, 1280}) {
    const Seen seen = see(page_of(study(3), 3), width, R"js(
      var box = document.querySelector('figure.wide .scroll'), svg = box.querySelector('svg');
      var figure = box.parentNode.getBoundingClientRect(), grid = box.parentNode.parentNode.getBoundingClientRect();
      return {boxes: document.querySelectorAll('figure.wide').length, inside: box.clientWidth, all: box.scrollWidth,
              scale: svg.getBoundingClientRect().width / svg.viewBox.baseVal.width, page: document.documentElement.scrollWidth,
              alone: Math.abs(figure.width - grid.width) < 1, label: box.getAttribute('aria-label')};
    )js");
    BOOST_TEST_REQUIRE(!seen.facts.is_null());
    BOOST_TEST(seen.facts["boxes"] == 1);
    BOOST_TEST(seen.facts["page"].get<int>() <= width);
    BOOST_TEST(seen.facts["alone"] == true);  // it has its row of figures for itself
    BOOST_TEST(seen.facts["label"] == "Maps side by side " + kHostile);
    BOOST_TEST(seen.facts["scale"].get<double>() >= 0.79);
    BOOST_TEST(seen.facts["scale"].get<double>() <= 1.26);
    const int inside = seen.facts["inside"].get<int>(), all = seen.facts["all"].get<int>();
    BOOST_TEST((all > inside) == (width == 390), all << " in " << inside << " at " << width);
  }
}

/// Four columns of long texts, as the list of what paper and code say has them.
BOOST_AUTO_TEST_CASE(a_table_of_sentences_needs_no_scrolling_on_a_screen_nor_on_a_phone,
                     *utf::precondition(has_browser)) {
  reseed::StudyReport report = study(2);
  reseed::StudyTable said{"said", "What was said", "", {{"row", "Row", "", 0}}, {}};
  for (const char* name : {"About", "Paper", "Code", "Effect"}) said.columns.push_back({name, name, "", -1});
  for (int row = 0; row < 2; ++row)
    said.rows.push_back({1.0 * row, std::string("measures, and more of them, one by one"), long_sentence(),
                         long_sentence(), long_sentence()});
  report.tables.push_back(said);
  for (const int width : {390, 1280}) {
    const Seen seen = see(page_of(report, 3), width, R"js(
      var box = Array.from(document.querySelectorAll('.scroll')).find(function(e){return e.getAttribute('aria-label') === 'What was said'});
      var cells = box.querySelectorAll('tbody tr:first-child td');
      box.querySelectorAll('th button')[0].click(); box.querySelectorAll('th button')[0].click();
      return {inside: box.clientWidth, all: box.scrollWidth, name: getComputedStyle(cells[2], '::before').content,
              below: cells[2].getBoundingClientRect().top >= cells[1].getBoundingClientRect().bottom,
              first: box.querySelector('tbody td').textContent, page: document.documentElement.scrollWidth};
    )js");
    BOOST_TEST_REQUIRE(!seen.facts.is_null());
    BOOST_TEST(seen.facts["all"].get<int>() <= seen.facts["inside"].get<int>(), "at " << width);
    BOOST_TEST(seen.facts["page"].get<int>() <= width);
    BOOST_TEST(seen.facts["below"].get<bool>() == (width == 390));
    BOOST_TEST((seen.facts["name"].get<std::string>().find("Paper") != std::string::npos) == (width == 390));
    BOOST_TEST(seen.facts["first"] == "1");  // sorted downwards
  }
}

BOOST_AUTO_TEST_CASE(headings_sort_tables_by_number_and_by_text, *utf::precondition(has_browser)) {
  const Seen seen = see(page_of(study(2), 3), 1280, R"js(
    var box = Array.from(document.querySelectorAll('.scroll')).find(function(e){return e.getAttribute('aria-label') === 'Distances'});
    function column(i){return Array.from(box.querySelectorAll("tbody tr")).map(function(r){return r.cells[i].textContent.trim()})}
    var buttons = box.querySelectorAll('th button'), out = {};
    buttons[1].click(); out.up = column(1); out.sort = buttons[1].parentNode.getAttribute('aria-sort');
    buttons[1].click(); out.down = column(1);
    buttons[0].click(); out.names = column(0);
    return out;
  )js");
  BOOST_TEST_REQUIRE(!seen.facts.is_null());
  using Texts = std::vector<std::string>;
  const auto texts = [&](const char* key) { return seen.facts[key].get<Texts>(); };
  BOOST_TEST(texts("up") == (Texts{"-2.00", "0.50", "10.00", "–"}), boost::test_tools::per_element());
  BOOST_TEST(texts("down") == (Texts{"10.00", "0.50", "-2.00", "–"}), boost::test_tools::per_element());
  BOOST_TEST(seen.facts["sort"] == "ascending");
  BOOST_TEST(texts("names")[1] == "another");
}

BOOST_AUTO_TEST_CASE(a_name_of_a_measure_leads_to_its_definition, *utf::precondition(has_browser)) {
  const Seen seen = see(page_of(study(2), 3), 1280, R"js(
    var link = document.querySelector('td a.term');
    return {text: link.textContent, title: link.title,
            target: document.getElementById(link.getAttribute('href').slice(1)).textContent};
  )js");
  BOOST_TEST_REQUIRE(!seen.facts.is_null());
  BOOST_TEST(seen.facts["text"] == "distance_1");
  BOOST_TEST(seen.facts["title"] == "how far apart, " + kHostile);
  BOOST_TEST(seen.facts["target"].get<std::string>().find("how far apart") != std::string::npos);
}

/// Texts in the colours of both settings against what lies behind them (WCAG: 4.5 for texts).
BOOST_AUTO_TEST_CASE(texts_stand_out_in_light_and_in_dark, *utf::precondition(has_browser)) {
  for (const bool dark : {false, true}) {
    const Seen seen = see(page_of(study(3), 3), 1280, R"js(
      function rgb(text){return text.match(/[\d.]+/g).map(Number)}
      function light(c){return c.slice(0, 3).map(function(v){v /= 255;
        return v <= .03928 ? v / 12.92 : Math.pow((v + .055) / 1.055, 2.4)}).reduce(function(s, v, i){
        return s + v * [.2126, .7152, .0722][i]}, 0)}
      function ground(e){for (; e; e = e.parentElement){var c = rgb(getComputedStyle(e).backgroundColor);
        if (c.length < 4 || c[3] > 0) return c} return [255, 255, 255]}
      var worst = {};
      ['p', 'h1', 'h2', '.answer b', '.answer h3', 'td', 'th button', 'figcaption', '.caption', '.v', 'q', 'dt', 'a',
       'pre', '.notes li', 'summary', 'td small', 'td.r', '.more', 'svg text'].forEach(function(kind){
        document.querySelectorAll(kind).forEach(function(e){
          var style = getComputedStyle(e), c = light(rgb(e.closest('svg') ? style.fill : style.color)), g = light(ground(e));
          var contrast = (Math.max(c, g) + .05) / (Math.min(c, g) + .05);
          if (!(kind in worst) || contrast < worst[kind]) worst[kind] = contrast})});
      return {dark: matchMedia('(prefers-color-scheme: dark)').matches, worst: worst};
    )js",
                          std::string("--blink-settings=preferredColorScheme=") + (dark ? "0" : "1"));
    BOOST_TEST_REQUIRE(!seen.facts.is_null());
    BOOST_TEST(seen.facts["dark"].get<bool>() == dark);
    BOOST_TEST(seen.facts["worst"].size() >= 17u);
    BOOST_TEST(seen.facts["worst"].contains("td.r"));
    for (const auto& [kind, contrast] : seen.facts["worst"].items())
      BOOST_TEST(contrast.get<double>() >= 4.5, (dark ? "dark: " : "light: ") << kind << " has " << contrast.dump());
  }
}

BOOST_AUTO_TEST_CASE(paper_shows_what_is_folded_on_the_screen, *utf::precondition(has_browser)) {
  const std::string page = page_of(study(3), 3);
  const Seen seen = see(page, 1000, R"js(
    var closed = function(){return document.querySelectorAll('details:not([open])').length};
    var before = closed();
    dispatchEvent(new Event('beforeprint')); var printing = closed();
    dispatchEvent(new Event('afterprint'));
    return {before: before, printing: printing, after: closed()};
  )js");
  BOOST_TEST_REQUIRE(!seen.facts.is_null());
  BOOST_TEST(seen.facts["before"].get<int>() > 0);
  BOOST_TEST(seen.facts["printing"] == 0);
  BOOST_TEST(seen.facts["after"] == seen.facts["before"]);
  BOOST_TEST(reseed::test::printed(page).starts_with("%PDF"));
}

boost::test_tools::assertion_result has_pdf_reader(utf::test_unit_id unit) {
  if (!has_browser(unit)) return has_browser(unit);
  boost::test_tools::assertion_result result(std::system("pdftotext -v >/dev/null 2>&1") == 0);
  result.message() << "no pdftotext in $PATH";
  return result;
}

/// Nothing that the screen shows is missing on paper without a word: what is folded is there, and where the rows of
/// long tables are is said.
BOOST_AUTO_TEST_CASE(paper_holds_what_the_page_says_or_says_where_it_is, *utf::precondition(has_pdf_reader)) {
  reseed::StudyReport report = study(6);
  reseed::StudyTable long_table{"long", "A long table", "", {{"a", "A", "", -1}, {"n", "N", "", 0}}, {}};
  for (int r = 0; r < 30; ++r) long_table.rows.push_back({"row_" + std::to_string(r), 1.0 * r});
  report.tables.push_back(long_table);
  const reseed::TemporaryFolder folder;
  reseed::write_file(folder.path() / "page.pdf", reseed::test::printed(page_of(report, 300)));
  const std::string command = "cd '" + folder.path().string() + "' && pdftotext page.pdf page.txt";
  BOOST_TEST_REQUIRE(std::system(command.c_str()) == 0);
  std::string text;  // without the ends of its lines
  std::istringstream words(reseed::read_file(folder.path() / "page.txt"));
  for (std::string word; words >> word;) text += word + ' ';
  for (const char* part :
       {"Is it stable?", "In place 11 the interval", "row_29", "300 rows, not printed: in measures.csv",
        "how far apart, ", "schema = 1 #", "Every seed", "1/"})
    BOOST_TEST(text.find(part) != std::string::npos, "paper lacks \"" << part << '"');
  BOOST_TEST(text.find("Show rows with") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_page_of_ten_thousand_values_is_small_and_shows_any_of_them, *utf::precondition(has_browser)) {
  const std::string page = page_of(study(3), 10000);
  BOOST_TEST(page.size() <= 2'000'000u);
  const Seen seen = see(page, 1280, R"js(
    var box = document.querySelector('details.long'), out = {};
    out.closed = box.querySelectorAll('tr').length;
    box.open = true; box.dispatchEvent(new Event('toggle'));
    var rows = function(){return box.querySelectorAll('tbody tr')}, count = function(){return box.querySelector('.bar span').textContent};
    out.first = rows().length; out.all = count();
    var search = box.querySelector('input');
    search.value = 'distance_1 another-model 12'; search.dispatchEvent(new Event('input'));
    out.found = count(); out.wrong = Array.from(rows()).filter(function(r){return r.textContent.indexOf('distance_1') < 0}).length;
    search.value = ''; search.dispatchEvent(new Event('input'));
    box.querySelector('.bar button').click(); out.shown = rows().length;
    var value = Array.from(box.querySelectorAll('th button')).findIndex(function(b){return b.textContent === 'Value'});
    box.querySelectorAll('th button')[value].click();
    var numbers = Array.from(rows()).map(function(r){return Number(r.cells[value].textContent)});
    out.sorted = numbers.every(function(n, i){return i === 0 || numbers[i - 1] <= n});
    return out;
  )js");
  BOOST_TEST_REQUIRE(!seen.facts.is_null());
  BOOST_TEST(seen.facts["closed"] == 0);
  BOOST_TEST(seen.facts["first"] == 200);
  BOOST_TEST(seen.facts["all"] == "200 of 10000 rows");
  BOOST_TEST(seen.facts["found"].get<std::string>() != "0 of 0 rows");
  BOOST_TEST(seen.facts["wrong"] == 0);
  BOOST_TEST(seen.facts["shown"] == 10000);
  BOOST_TEST(seen.facts["sorted"] == true);
  BOOST_TEST(seen.console.empty());
}

/// Everything that is not folded is drawn, however far below the window: a picture of the whole page shows it. Counted
/// are elements that the browser skipped, and parts of the page of 1600 pixels that show nothing.
const char* const kDrawn = R"js(
  var skipped = [], ends = [], kinds = 'h2,h3,h4,p,li,td,dt,summary,figure,svg,pre';
  document.querySelectorAll('main').forEach(function(main){main.querySelectorAll(kinds).forEach(function(e){
    var folded = e.parentElement.closest('details:not([open])');
    if (folded && !e.closest('summary') || e.closest('noscript,nav')) return;
    var r = e.getBoundingClientRect();
    if (!e.checkVisibility({contentVisibilityAuto: true}) || r.height === 0) skipped.push(e.outerHTML.slice(0, 120));
    else ends.push([r.top + scrollY, r.bottom + scrollY])})});
  var height = document.documentElement.scrollHeight, blank = [];
  for (var y = 0; y < height; y += 1600)
    if (!ends.some(function(end){return end[0] < Math.min(y + 1600, height) && end[1] > y})) blank.push(y);
  return {height: height, skipped: skipped, blank: blank, seen: ends.length};
)js";

BOOST_AUTO_TEST_CASE(a_picture_of_the_whole_page_shows_every_part_of_it, *utf::precondition(has_browser)) {
  reseed::StudyReport report = study(6);
  for (int more = 0; more < 12; ++more) {
    report.figures.push_back(report.figures.front());
    report.figures.back().id += std::to_string(more);
  }
  const std::string page = page_of(report, 300);
  const Seen seen = see(page, 1280, kDrawn);
  BOOST_TEST_REQUIRE(!seen.facts.is_null());
  BOOST_TEST(seen.facts["height"].get<int>() > 1600);
  BOOST_TEST(seen.facts["seen"].get<int>() > 60);
  BOOST_TEST(seen.facts["skipped"].empty(), seen.facts["skipped"].dump());
  BOOST_TEST(seen.facts["blank"].empty(), seen.facts["blank"].dump());
  // The check finds what a browser leaves out.
  const Seen lazy = see(page + "<style>main>section{content-visibility:auto}</style>", 1280, kDrawn);
  BOOST_TEST_REQUIRE(!lazy.facts.is_null());
  BOOST_TEST(!lazy.facts["skipped"].empty());
}

BOOST_AUTO_TEST_CASE(answers_of_any_length_leave_little_room_empty, *utf::precondition(has_browser)) {
  for (const std::size_t count : {3u, 5u, 6u})
    for (const int width : {390, 1280}) {
      reseed::StudyReport report;
      for (std::size_t a = 0; a < count; ++a)
        report.answers.push_back({"Is it stable, and in how many of the groups?",
                                  a % 2 == 0 ? "no" : "in 3 of 5 groups",
                                  a % 3 == 0 ? "In a few words: no." : long_sentence(a)});
      const Seen seen = see(page_of(report, 3), width, R"js(
        var most = 0, shown = 0;
        document.querySelectorAll('.answer').forEach(function(e){
          var parts = Array.from(e.children).map(function(c){return c.lastElementChild.getBoundingClientRect().bottom});
          most = Math.max(most, e.getBoundingClientRect().bottom - Math.max.apply(null, parts));
          shown += e.getBoundingClientRect().height});
        var folded = document.querySelector('.more p').textContent;
        return {most: most, height: shown, folded: folded};
      )js");
      BOOST_TEST_REQUIRE(!seen.facts.is_null());
      BOOST_TEST(seen.facts["most"].get<double>() < 24.0);  // pixels below the longer of its two parts
      BOOST_TEST(seen.facts["height"].get<double>() < (width == 390 ? 420.0 : 170.0) * static_cast<double>(count));
      BOOST_TEST(seen.facts["folded"].get<std::string>().ends_with(
          "In place 11 the interval is 0.1 to 0.4 over 4 of 5 seeds."));
    }
}

/// The limit is for a slow machine with other work to do; tests/bench/report_speed.cpp measures.
BOOST_AUTO_TEST_CASE(a_page_of_ten_thousand_values_opens_quickly, *utf::precondition(has_browser)) {
  double fastest = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double taken = reseed::test::load_milliseconds(page_of(study(3), 10000));
    BOOST_TEST_REQUIRE(taken >= 0.0);
    fastest = std::min(fastest, taken);
  }
  BOOST_TEST(fastest < 2000.0, "it took " << fastest << " ms");
}

/// Bundles that ship in results/, however deep: what people are shown.
BOOST_AUTO_TEST_CASE(the_pages_of_the_bundles_that_ship_are_small_and_fit_a_phone, *utf::precondition(has_browser)) {
  std::size_t pages = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(RESEED_SOURCE_DIRECTORY) / "results")) {
    if (entry.path().filename() != "bundle.json") continue;
    const fs::path bundle = entry.path().parent_path();
    BOOST_TEST_CONTEXT(bundle.filename().string()) {
      const std::string page = reseed::report_of(bundle);
      BOOST_TEST(page.size() <= 2'000'000u);
      const Seen seen = see(page, 390, kProbe);
      check_on_a_phone(seen);
      BOOST_TEST(seen.facts["figures"].get<int>() > 0);
      BOOST_TEST(seen.facts["scripts"] == 2);  // the page's own and the probe
      BOOST_TEST(fs::file_size(bundle / "report.html") <= 2'000'000u);
    }
    ++pages;
  }
  BOOST_TEST(pages > 0u);
}

BOOST_AUTO_TEST_CASE(a_page_names_no_address_but_the_name_space_of_its_figures) {
  const std::string page = page_of(study(3), 300);
  for (const std::string scheme : {"http:", "https:"})
    for (std::size_t at = page.find(scheme); at != std::string::npos; at = page.find(scheme, at + 1))
      BOOST_TEST(page.substr(at, 26) == "http://www.w3.org/2000/svg");
}

BOOST_AUTO_TEST_SUITE_END()
