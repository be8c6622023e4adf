// SPDX-License-Identifier: Apache-2.0
// What a stranger writes into a bundle shows as text, wherever it stands: in the page, in the crate, in LaTeX.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/files.hpp"
#include "base/printable.hpp"
#include "bundle/bundle.hpp"
#include "bundle/crate.hpp"
#include "report/definitions.hpp"
#include "report/latex.hpp"
#include "report/page.hpp"
#include "report/study_files.hpp"
#include "support/expect_error.hpp"

using namespace reseed;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// Marked, so that every place in which it arrived can be counted.
std::string hostile(const std::string& where) {
  return "{" + where +
         "}<script>alert('x')</script>\"' onload=\"alert(1)\"&lt;&<img src=x onerror=alert(1)>"
         "\xe2\x80\xae\xc2\x9b";  // right to left from here on; CSI
}

StudyReport hostile_report() {
  StudyReport report;
  report.answers = {{hostile("question"), hostile("verdict"), hostile("sentence")}};
  StudyTable table{"summary",
                   hostile("table title"),
                   hostile("table caption"),
                   {{hostile("column name"), hostile("column title"), hostile("column unit"), -1}},
                   {{hostile("cell")}}};
  StudyTable sectioned = table;
  sectioned.id = "sectioned";
  sectioned.section = hostile("section");
  StudyTable definitions{kMeasureDefinitions, hostile("definitions"), "", {}, {}};
  for (const char* column : {"id", "meaning", "reads", "direction", "instability", "unit", "equal_runs", "domain",
                             "variants", "options", "source"})
    definitions.columns.push_back({column, column, "", -1});
  definitions.rows.push_back(std::vector<StudyCell>(definitions.columns.size(), hostile("definition")));
  definitions.rows[0][0] = hostile("measure");
  report.tables = {table, sectioned, definitions};
  for (const StudyFigure::Kind kind : {StudyFigure::Kind::plot, StudyFigure::Kind::heatmap, StudyFigure::Kind::ranks}) {
    StudyFigure figure;
    figure.id = "figure-" + std::to_string(static_cast<int>(kind));
    figure.title = hostile("figure title");
    figure.caption = hostile("figure caption");
    figure.alternative = hostile("alternative");
    figure.kind = kind;
    figure.x_title = hostile("x title");
    figure.y_title = hostile("y title");
    figure.x_categories = figure.y_categories = {hostile("category"), hostile("another category")};
    figure.series = {
        {hostile("series"), StudySeries::Mark::points, {{0, 1, {}, {}, hostile("point")}, {1, 2, {}, {}, ""}}}};
    figure.cells = {{1.0, 0.5}, {0.5, std::nullopt}};
    report.figures.push_back(figure);
    if (kind != StudyFigure::Kind::heatmap) continue;
    figure.id = "panels";
    figure.cell_title = hostile("scale");
    for (int p = 0; p < 3; ++p) figure.panels.push_back({hostile("panel"), figure.cells});
    figure.cells.clear();
    report.figures.push_back(figure);
  }
  report.published = {{hostile("table"), hostile("model"), hostile("task"), hostile("method"), hostile("measure"),
                       hostile("variant"), 1.5, 1.25, "differs", hostile("remark")}};
  report.claims = {{"claim", hostile("claim"), "does_not_hold", hostile("claim remark")}};
  report.notes = {hostile("note")};
  return report;
}

/// A bundle with that text in every field that takes one.
class Strangers {
 public:
  Strangers() {
    BundleContent content;
    content.info.study = hostile("study");
    content.info.kind = hostile("kind");
    content.info.tool_version = hostile("tool version");
    content.info.tool_commit = hostile("tool commit");
    content.info.records_kept = false;
    content.info.parent = hostile("parent");
    content.info.double_run = hostile("double run");
    content.info.published = hostile("published");
    for (const char* kind : {"measure", "mitigation", "study"})
      content.info.plugins.push_back({kind, hostile(std::string("plugin ") + kind), 1, hostile("digest"), {}});
    content.manifest = "schema = 1 # " + hostile("manifest") + "\n";
    content.resolved_manifest = "schema = 1 # " + hostile("resolved") + "\n";
    content.environment = {{"training", {{hostile("key"), hostile("environment")}}}, {"written", hostile("date")}};
    RunRow run;
    run.id = hostile("run");
    run.group = hostile("group");
    run.model = hostile("model");
    run.task = hostile("task");
    run.mitigation = hostile("plugin mitigation");
    run.metric = hostile("metric");
    run.outcome = RunOutcome::error;
    run.reason = hostile("reason");
    run.scores = {{hostile("set"), {{"accuracy", 0.5}}}};
    content.runs = {run};
    MeasureRow value;
    value.group = run.group;
    value.model = run.model;
    value.task = run.task;
    value.test_set = hostile("set");
    value.measure = hostile("measure");
    value.variant = hostile("variant");
    value.unit = hostile("unit");
    value.reason = hostile("why");
    value.options = nlohmann::json{{hostile("options"), hostile("option")}}.dump();
    value.flags = {Flag::no_variance};
    content.measures = {value};
    content.files = study_files(hostile_report());
    write_bundle(path(), content, KeepRecords::copy);
    write_crate(path(), {hostile("agent"), hostile("licence")});
  }
  fs::path path() const { return folder_.path() / "bundle"; }

 private:
  TemporaryFolder folder_;
};

/// The tags of a page, read as a browser does: a quoted attribute may hold '<' and '>', a script holds no tags.
struct Tag {
  std::string name;
  std::set<std::string> attributes;
};

std::vector<Tag> tags_of(const std::string& page) {
  std::vector<Tag> tags;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at)) {
    ++at;
    if (page[at] == '!' || page[at] == '/') continue;
    Tag tag;
    while (std::isalnum(static_cast<unsigned char>(page[at]))) tag.name += page[at++];
    std::string attribute;
    for (; page.at(at) != '>'; ++at) {
      if (page[at] == '"') {
        at = page.find('"', at + 1);
        BOOST_REQUIRE(at != std::string::npos);
        tag.attributes.insert(std::exchange(attribute, ""));
      } else if (std::isalpha(static_cast<unsigned char>(page[at])) || page[at] == '-') {
        attribute += page[at];
      } else if (page[at] != '=' && !attribute.empty()) {
        tag.attributes.insert(std::exchange(attribute, ""));
      }
    }
    if (tag.name == "script" || tag.name == "style") at = page.find("</" + tag.name, at);
    tags.push_back(std::move(tag));
  }
  return tags;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(strangers)

BOOST_AUTO_TEST_CASE(a_page_shows_as_text_what_any_field_of_a_bundle_holds) {
  const Strangers bundle;
  const std::string page = report_of(bundle.path());
  std::map<std::string, int> names;
  for (const Tag& tag : tags_of(page)) {
    ++names[tag.name];
    for (const std::string& attribute : tag.attributes)
      BOOST_TEST(!attribute.starts_with("on"), tag.name << " has the attribute " << attribute);
  }
  BOOST_TEST(names["script"] == 1);  // the page's own
  for (std::size_t at = 0; at < page.size(); ++at)
    if (page[at] != '\n' && page[at] != '\t') BOOST_TEST(control_length(page, at) == 0u, page.substr(at, 40));
  for (const char* name : {"img", "iframe", "object", "embed", "base", "form", "lt"})
    BOOST_TEST(names[name] == 0, name);
  for (const char* where :
       {"question",     "verdict",      "sentence",    "table title", "table caption",  "column title",
        "column unit",  "cell",         "section",     "definition",  "figure title",   "figure caption",
        "alternative",  "x title",      "y title",     "category",    "series",         "point",
        "model",        "task",         "method",      "measure",     "variant",        "remark",
        "claim",        "claim remark", "note",        "study",       "kind",           "tool version",
        "tool commit",  "parent",       "double run",  "published",   "plugin measure", "plugin mitigation",
        "plugin study", "resolved",     "environment", "run",         "group",          "reason",
        "set",          "unit",         "why",         "panel",       "scale"})
    BOOST_TEST(has(page, std::string("{") + where + "}"), "the page lacks the " << where);
}

BOOST_AUTO_TEST_CASE(figures_are_drawings_and_nothing_else) {
  for (const auto& [name, text] : study_files(hostile_report()))
    if (name.ends_with(".svg"))
      for (const Tag& tag : tags_of(text)) {
        BOOST_TEST(tag.name != "script", name);
        BOOST_TEST(tag.name != "img", name);
        for (const std::string& attribute : tag.attributes) BOOST_TEST(!attribute.starts_with("on"), attribute);
      }
}

BOOST_AUTO_TEST_CASE(a_crate_holds_names_as_they_are_and_only_addresses_that_are_ones) {
  const Strangers bundle;
  const Json graph = Json::parse(read_file(bundle.path() / kCrateFile)).at("@graph");
  bool agent = false, licence = false, plugin = false;
  for (const Json& entity : graph) {
    const auto id = entity.at("@id").get<std::string>();
    BOOST_TEST(id.find_first_of("<>\"{}| ") == std::string::npos, id);
    agent = agent || entity.value("name", "") == hostile("agent");
    licence = licence || (id == "./" && entity.at("license") == hostile("licence"));
    plugin = plugin || entity.value("name", "") == hostile("plugin measure");
  }
  BOOST_TEST(agent);
  BOOST_TEST(licence);
  BOOST_TEST(plugin);
  for (const std::string& problem : verify_bundle(bundle.path()).problems)
    BOOST_TEST(!problem.starts_with(kCrateFile), problem);
}

BOOST_AUTO_TEST_CASE(an_agent_is_an_address_only_where_it_is_one) {
  const Strangers bundle;
  write_crate(bundle.path(), {"https://example.org/\"><script>", ""});
  const Json graph = Json::parse(read_file(bundle.path() / kCrateFile)).at("@graph");
  BOOST_TEST(std::count_if(graph.begin(), graph.end(), [](const Json& entity) { return entity["@id"] == "#agent"; }) ==
             1);
}

BOOST_AUTO_TEST_CASE(latex_is_text_and_no_commands) {
  StudyTable table{"summary", "\\input{/etc/passwd}", "100 % of $x$", {{"a", "\\write18{ls}", "#&_", -1}}, {}};
  table.rows = {{std::string("}\\end{table}^~")}, {std::string("%\n\\loop")}};
  const std::string text = latex(table);
  for (const char* command : {"\\input", "\\write", "\\end{table}^", "\\loop", "$x$", "\n\\l"})
    BOOST_TEST(!has(text, command), command << " in " << text);
  BOOST_TEST(has(text, "\\textbackslash{}input\\{/etc/passwd\\}"), text);
}

BOOST_AUTO_TEST_CASE(an_id_of_a_table_or_figure_that_is_no_plain_word_is_refused_when_it_is_read) {
  for (const char* list : {"tables", "figures"})
    for (const std::string id : {"a}\\input{x", "../../x", "/etc/passwd", "a b", ""}) {
      const Strangers bundle;
      const std::string layout = read_file(bundle.path() / "tables/report.json");
      Json changed = Json::parse(layout);
      changed[list][0]["id"] = id;
      write_file(bundle.path() / "tables/report.json", changed.dump());
      test::expect_error([&] { read_study_files(bundle.path()); }, ErrorKind::data, "tables/report.json",
                         {"letters, digits"});
    }
}

BOOST_AUTO_TEST_SUITE_END()
