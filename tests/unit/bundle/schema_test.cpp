// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/study_json.hpp"
#include "bundle/answers_csv.hpp"
#include "bundle/bundle_json.hpp"
#include "bundle/captions_csv.hpp"
#include "bundle/figure_csv.hpp"
#include "bundle/published_csv.hpp"
#include "bundle/row_counts.hpp"
#include "bundle/rows.hpp"
#include "bundle/schema.hpp"
#include "report/study_files.hpp"
#include "reseed/error.hpp"
#include "support/asked_manifest.hpp"

namespace {

nlohmann::json schema(const std::string& name) {
  return nlohmann::json::parse(
      reseed::read_file(std::filesystem::path(RESEED_SOURCE_DIRECTORY) / "harness/bundle/schema" / name));
}

void describes(const std::string& table, const std::string& written) {
  std::vector<std::string> names;
  const nlohmann::json tables = schema("tables.json").at("tables");
  for (const auto& column : tables.at(table)) names.push_back(column.at("name"));
  BOOST_TEST(reseed::parse_csv(written, table).columns == names, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bundle_schema)

BOOST_AUTO_TEST_CASE(every_column_that_is_written_is_described) {
  describes("runs.csv", reseed::write_runs_csv({}));
  describes("measures.csv", reseed::write_measures_csv({}));
  describes("timing.csv", reseed::write_timing_csv({}));
  describes("published.csv", reseed::write_published_csv({}));
  describes("tables/answers.csv", reseed::write_answers_csv({}));
  describes("tables/captions.csv", reseed::write_captions_csv({}));
  reseed::StudyFigure figure;
  describes("figures/PLOT.csv", reseed::write_figure_csv(figure));
  figure.kind = reseed::StudyFigure::Kind::ranks;
  describes("figures/PLOT.csv", reseed::write_figure_csv(figure));
  figure.kind = reseed::StudyFigure::Kind::heatmap;
  describes("figures/HEATMAP.csv", reseed::write_figure_csv(figure));
  figure.panels.emplace_back();
  describes("figures/PANELS.csv", reseed::write_figure_csv(figure));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_a_schema_is_named) {
  const auto mistakes = [](const char* text) {
    std::string all;
    for (const std::string& line : reseed::schema_mistakes(nlohmann::json::parse(text), schema("outcome.schema.json")))
      all += line + '\n';
    return all;
  };
  const char* good =
      R"({"outcome": "ok", "reason": "", "steps": 3, "kept_step": null, "scores": {"test": {"f1": 0.5}}})";
  BOOST_TEST(mistakes(good) == "");
  BOOST_TEST(mistakes("[]") == "want a value of the type object, found []\n");
  BOOST_TEST(
      mistakes(R"({"outcome": "fine", "reason": "", "steps": -1, "kept_step": 2, "scores": {"test": {"f1": "x"}}})") ==
      "outcome: want one of [\"ok\",\"diverged\"], found \"fine\"\n"
      "scores.test.f1: want a value of the type number, found \"x\"\n"
      "steps: want at least 0, found -1\n");
  BOOST_TEST(mistakes(R"({"outcome": "ok", "reason": "", "steps": 1, "kept_step": 1})") ==
             "want the key scores, found none\n");
  BOOST_CHECK_THROW(reseed::schema_mistakes(1, {{"pattern", "x"}}), reseed::Error);
}

BOOST_AUTO_TEST_CASE(a_crate_is_a_list_of_entities_with_names_and_types) {
  const nlohmann::json crate = schema("crate.schema.json");
  const auto mistakes = [&](const std::string& text) {
    std::string all;
    for (const std::string& line : reseed::schema_mistakes(nlohmann::json::parse(text), crate)) all += line + '\n';
    return all;
  };
  BOOST_TEST(mistakes(R"({"@context": ["c"], "@graph": [{"@id": "./", "@type": ["Dataset"], "name": 1}]})") == "");
  BOOST_TEST(mistakes("[]") == "want a value of the type object, found []\n");
  BOOST_TEST(mistakes(R"({"@context": 1})") ==
             "want the key @graph, found none\n"
             "@context: want a value of the type string, array or object, found 1\n");
  BOOST_TEST(mistakes(R"({"@context": {}, "@graph": [{"@type": 3}, "x", {"@id": 7, "@type": ["a", 1]}]})") ==
             "@graph[0]: want the key @id, found none\n"
             "@graph[0].@type: want a value of the type string or array, found 3\n"
             "@graph[1]: want a value of the type object, found \"x\"\n"
             "@graph[2].@id: want a value of the type string, found 7\n"
             "@graph[2].@type[1]: want a value of the type string, found 1\n");
  BOOST_TEST(mistakes(R"({"@context": "c", "@graph": {}})") == "@graph: want a value of the type array, found {}\n");
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_a_table_is_named) {
  const nlohmann::json columns = schema("tables.json").at("tables").at("records/RUN/training.csv");
  const auto mistakes = [&](const std::string& text) {
    return reseed::table_mistakes(reseed::parse_csv(text, "t"), columns, nullptr);
  };
  BOOST_TEST(mistakes("step,epoch,learning_rate,loss,gradient_norm\n0,0,0,0.7,1.5\n1,0,1e-3,,\n").empty());
  BOOST_TEST(mistakes("step,epoch,learning_rate,loss\n0,0,0,0.7\n").size() == 1u);
  const auto found = mistakes("step,epoch,learning_rate,loss,gradient_norm\n0,0,,much,1\n");
  BOOST_TEST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0] == "line 2, learning_rate: want a value of the type number, found \"\"");
  BOOST_TEST(found[1] == "line 2, loss: want a value of the type number, found \"much\"");
}

BOOST_AUTO_TEST_CASE(one_of_several_forms_is_enough) {
  const nlohmann::json environment = schema("environment.schema.json");
  const auto mistakes = [&](const nlohmann::json& training) {
    nlohmann::json value = reseed::test::made_environment();
    value["training"] = training;
    std::string all;
    for (const std::string& line : reseed::schema_mistakes(value, environment)) all += line + '\n';
    return all;
  };
  BOOST_TEST(mistakes({{"trains", "nothing"}}) == "");
  BOOST_TEST(mistakes({{"device", "cpu"}, {"training_revision", 2}}) == "");
  BOOST_TEST(mistakes({{"device", "cpu"}}) == "training: want the key training_revision, found none\n");
  BOOST_TEST(mistakes({{"device", "abacus"}, {"training_revision", 2}}) ==
             "training.device: want one of [\"cpu\",\"cuda\"], found \"abacus\"\n");
  const auto empty = reseed::schema_mistakes(nlohmann::json::object(), environment);
  BOOST_TEST(empty.size() == 5u);
}

/// Every object of a value has all its keys in the schema.
static void check_described(const nlohmann::json& value, const nlohmann::json& rules, const std::string& path) {
  if (value.is_array() && rules.contains("items"))
    for (const nlohmann::json& item : value) check_described(item, rules.at("items"), path + "[]");
  if (!value.is_object()) return;
  for (const auto& [key, member] : value.items()) {
    BOOST_TEST(rules.at("properties").contains(key), path << '.' << key << " is not described");
    if (rules.at("properties").contains(key)) check_described(member, rules.at("properties").at(key), path + '.' + key);
  }
}

BOOST_AUTO_TEST_CASE(every_key_of_a_studys_report_is_described) {
  reseed::StudyReport report;
  report.answers = {{"q", "v", "s"}};
  report.tables = {{"id", "t", "c", {{"name", "title", "unit", 2}}, {{1.5}}, "section"}};
  reseed::StudyFigure figure;
  figure.id = "f";
  figure.series = {{"s", reseed::StudySeries::Mark::line, {{0.0, 1.0, 0.5, {}, "label"}}}};
  figure.cells = {{0.5, std::nullopt}};
  reseed::StudyFigure maps;
  maps.id = "m";
  maps.kind = reseed::StudyFigure::Kind::heatmap;
  maps.x_categories = {"a", "b"};
  maps.y_categories = {"a"};
  maps.panels = {{"rte", {{0.5, std::nullopt}}}};
  maps.cell_title = "r";
  report.figures = {figure, maps};
  report.claims = {{"c", "text", "holds", "why"}};
  report.published = {{"table1", "m", "t", "g", "x", "textbook", 1.5, {}, "not_comparable", "scale"}};
  report.notes = {"n"};
  const nlohmann::json rules = schema("report.schema.json");
  const nlohmann::json layout = nlohmann::json::parse(reseed::study_files(report).at("tables/report.json"));
  BOOST_TEST(layout.at(reseed::kPublishedRows) == 2);
  BOOST_TEST(layout.at(reseed::kAnswerRows) == 2);
  BOOST_TEST(layout.at("tables")[0].at(reseed::kRowCount) == 1);
  BOOST_TEST(layout.at("figures")[0].at(reseed::kRowCount) == 1);
  check_described(layout, rules, "report");
  for (const std::string& mistake : reseed::schema_mistakes(layout, rules)) BOOST_ERROR(mistake);

  // What stands in csv files stands nowhere else: each is a mistake of its own.
  const nlohmann::json whole = reseed::to_json(report);
  const std::vector<std::string> mistakes = reseed::schema_mistakes(whole, rules);
  for (const char* place :
       {"answers", "notes", "claims", "published", "tables[0].rows", "tables[0].caption", "figures[0].caption",
        "figures[0].alternative", "figures[0].cells", "figures[0].series[0].points", "figures[1].panels[0].cells"})
    BOOST_TEST(std::count_if(mistakes.begin(), mistakes.end(),
                             [&](const std::string& line) { return line.starts_with(std::string(place) + ": "); }) == 1,
               place);
}

BOOST_AUTO_TEST_CASE(further_columns_and_closed_lists_are_looked_at) {
  const nlohmann::json all = schema("tables.json");
  const std::string head = "task,kind,run,seconds,peak_bytes,attempts";
  const auto mistakes = [&](const std::string& text, const nlohmann::json& further) {
    return reseed::table_mistakes(reseed::parse_csv(text, "t"), all.at("tables").at("timing.csv"), further);
  };
  const nlohmann::json scores = all.at("further_columns").at("runs.csv");
  BOOST_TEST(mistakes(head + ",test.f1\na,train,,1,,1,0.5\n", scores).empty());
  BOOST_TEST(
      mistakes(head + ",test.f1\na,train,,1,,1,0.5\n", nullptr).at(0).starts_with("want the columns task, kind"));
  BOOST_TEST(mistakes(head + ",test.f1\na,train,,1,,1,half\n", scores).at(0) ==
             "line 2, test.f1: want a value of the type number, found \"half\"");
  BOOST_TEST(mistakes(head + "\na,train,,-1,,1\n", nullptr).at(0) == "line 2, seconds: want at least 0, found \"-1\"");
  const auto published = reseed::table_mistakes(
      reseed::parse_csv("table,model,task,method,measure,variant,claim,statement,published,ours,difference,verdict,"
                        "remark\nt,,,,,,,,1,,,maybe,\n",
                        "t"),
      all.at("tables").at("published.csv"), nullptr);
  BOOST_TEST_REQUIRE(published.size() == 1u);
  BOOST_TEST(published[0].starts_with("line 2, verdict: want agrees, differs, "));
}

BOOST_AUTO_TEST_CASE(every_key_of_bundle_json_is_described_and_required) {
  const auto described = schema("bundle.schema.json");
  std::set<std::string> required = described.at("required"), written;
  const auto value = nlohmann::json::parse(reseed::write_bundle_json({}));
  for (const auto& [key, held] : value.items()) {
    written.insert(key);
    BOOST_TEST(described.at("properties").contains(key), key);
  }
  BOOST_TEST((required == written));
  reseed::BundleInfo info;
  info.status = "complete";
  info.plugins = {{"measure", "m", 1, "d", reseed::MeasureFacts{"logits", "pair", 0.5, true}},
                  {"study", "s", 1, "d", {}, reseed::SubsetKeys{"a", "b", "c", "d"}}};
  info.missing_runs = {"r"};
  info.layers = {{"large", {0, 1, 2}}, {"small", {0, 12}}};
  const std::string text = reseed::write_bundle_json(info);
  for (const std::string& mistake : reseed::schema_mistakes(nlohmann::json::parse(text), described))
    BOOST_ERROR(mistake);
  BOOST_TEST((reseed::parse_bundle_json(text, "bundle.json").plugins == info.plugins));
  BOOST_TEST((reseed::parse_bundle_json(text, "bundle.json").layers == info.layers));
}

BOOST_AUTO_TEST_CASE(layers_of_a_model_are_in_ascending_order_from_0) {
  reseed::BundleInfo info;
  info.status = "complete";
  for (const std::vector<std::int64_t>& layers : std::vector<std::vector<std::int64_t>>{{-1}, {0, 0}, {2, 1}}) {
    info.layers = {{"small", layers}};
    BOOST_CHECK_EXCEPTION(reseed::parse_bundle_json(reseed::write_bundle_json(info), "bundle.json"), reseed::Error,
                          [](const reseed::Error& error) {
                            return error.kind() == reseed::ErrorKind::data && error.place() == "bundle.json" &&
                                   error.message().starts_with("layers.small: want layers in ascending order from 0");
                          });
  }
}

BOOST_AUTO_TEST_SUITE_END()
