// SPDX-License-Identifier: Apache-2.0
#include "analysis/analyse.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "analysis/pair_file.hpp"
#include "base/files.hpp"
#include "base/safetensors.hpp"
#include "support/made_record.hpp"
#include "support/make_runs.hpp"

using reseed::Error;
using reseed::ErrorKind;

namespace {

nlohmann::json request(const std::string& record, const std::string& pairs = "null") {
  return nlohmann::json::parse(R"({
    "groups": [{"name": "g", "model": "m", "task": "t", "method": "g", "metric": "accuracy",
                "checkpoint": "bert-tiny", "dataset": "glue/RTE", "mitigation": "mixout", "train_items": 256,
                "training": {"epochs": 3, "batch_size": 8, "learning_rate": 1e-4, "keep": "last"},
                "runs": [{"id": "r0", "seed": 4, "outcome": "ok", "scores": {"test": {"accuracy": 0.5, "f1": 0.4}}, "record": ")" +
                               record + R"("},
                         {"id": "r1", "seed": 5, "outcome": "diverged", "scores": {}, "record": null}]}],
    "values": [{"group": "g", "model": "m", "task": "t", "test_set": "test", "measure": "x", "variant": "textbook", "options": "",
                "layer": 2, "unit": "", "value": 0.25, "instability": 0.75, "low": null, "high": null, "null": 0.9, "flags": ["few_seeds"],
                "reason": "", "n_items": 3, "n_runs": 2, "n_dims": 4, "numerical_rank": null, "arity": "pair",
                "direction": "larger_is_more_alike", "measured_by": null, "pairs": )" +
                               pairs + R"(}],
    "texts": {"t": {"test": ["a", "b", "c"]}}, "label_names": {"t": ["no", "yes"]}, "published": {},
    "failure": {"metric": "f1", "not_above": null, "on": "test"},
    "bootstrap": {"seed": 7, "samples": 100, "self_pairs": "include_zero"}})");
}

/// A study that reports what the test wants.
class Fixed final : public reseed::Study {
 public:
  reseed::StudyReport report;
  bool throws = false;
  reseed::StudyReport analyse(const reseed::StudyData&) const override {
    if (throws) throw std::runtime_error("out of ideas");
    return report;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(analyse)

BOOST_AUTO_TEST_CASE(a_study_sees_what_the_request_says) {
  const auto data = reseed::study_data_from_json(request(""));
  BOOST_TEST(data->groups().at(0).runs.at(0).seed == 4u);
  BOOST_TEST(data->groups().at(0).runs.at(0).scores.at("test") == 0.5);
  const reseed::StudyValue& value = data->values().at(0);
  BOOST_TEST(value.layer == "2");
  BOOST_TEST(*value.instability == 0.75);
  BOOST_TEST(!value.low.has_value());
  BOOST_TEST((value.direction == reseed::Direction::larger_is_more_alike));
  BOOST_TEST(value.pairs.is_empty());
  BOOST_TEST(data->groups().at(0).runs.at(0).metrics.at("test").at("f1") == 0.4);
  BOOST_TEST(data->failure()->metric == "f1");
  BOOST_TEST(data->texts("t", "test").size() == 3u);
  BOOST_TEST(data->texts("t", "other").empty());
  BOOST_TEST(data->bootstrap_seed() == 7u);
  BOOST_TEST(data->self_pairs() == "include_zero");
  BOOST_TEST(data->groups().at(0).checkpoint == "bert-tiny");
  BOOST_TEST(data->groups().at(0).dataset == "glue/RTE");
  BOOST_TEST(data->groups().at(0).mitigation == "mixout");
  BOOST_TEST(data->groups().at(0).train_items.value() == 256);
  const reseed::StudyTraining& training = data->groups().at(0).training.value();
  BOOST_TEST(training.epochs == 3);
  BOOST_TEST(training.batch_size == 8);
  BOOST_TEST(training.learning_rate == 1e-4);
  BOOST_TEST(training.keep == "last");
}

BOOST_AUTO_TEST_CASE(values_on_sub_samples_stand_apart) {
  nlohmann::json both = request("");
  both["values"].push_back(both["values"][0]);
  both["values"][1]["subset"] = "rate=0.5 draw=2 items=by_kind digest=0123456789abcdef";
  const auto data = reseed::study_data_from_json(both);
  BOOST_TEST(data->values().size() == 1u);
  BOOST_REQUIRE(data->subset_values().size() == 1u);
  const reseed::StudySubset& subset = *data->subset_values()[0].subset;
  BOOST_TEST(subset.rate == 0.5);
  BOOST_TEST(subset.draw == 2);
  BOOST_TEST(subset.items == "by_kind");
}

BOOST_AUTO_TEST_CASE(a_pair_matrix_comes_from_its_file_with_its_seeds) {
  const reseed::TemporaryFolder folder;
  const auto file = folder.path() / "pairs.safetensors";
  reseed::PairMatrix matrix;
  matrix.seeds = {4, 6};
  matrix.values = {{0.0, std::nan("")}, {std::nan(""), 0.0}};
  matrix.flags.zeros(2, 2);
  reseed::PairFileHeader header;
  header.measure = "x";
  header.variant = "textbook";
  header.test_set = "test";
  header.layers = {2};
  reseed::write_pair_file(file, header, std::vector<reseed::PairMatrix>{matrix});
  const auto data = reseed::study_data_from_json(request("", '"' + file.string() + '"'));
  BOOST_TEST(data->values().at(0).seeds == (std::vector<std::uint64_t>{4, 6}));
  BOOST_TEST(std::isnan(data->values().at(0).pairs(0, 1)));
}

// What a value would be without each of its runs is worked out from their records; without all records nothing is.
BOOST_AUTO_TEST_CASE(a_value_of_the_whole_group_comes_with_those_without_each_seed) {
  const reseed::TemporaryFolder folder;
  const std::vector<reseed::MeasuredRun> made = reseed::made_runs({4, 30, 2, 3});
  nlohmann::json asked = request("");
  nlohmann::json& runs = asked["groups"][0]["runs"];
  runs = nlohmann::json::array();
  for (auto run = made.rbegin(); run != made.rend(); ++run) {  // in no order of the seeds
    const auto record = folder.path() / std::to_string(run->data.seed);
    reseed::test::write_record(record / "test.safetensors", run->data);
    runs.push_back({{"id", "r" + std::to_string(run->data.seed)},
                    {"seed", run->data.seed},
                    {"outcome", "ok"},
                    {"scores", nlohmann::json::object()},
                    {"record", record.string()}});
  }
  const auto library = reseed::test::library_of("fleiss_kappa");
  nlohmann::json& value = asked["values"][0];
  value["measure"] = "fleiss_kappa";
  value["layer"] = nullptr;
  value["arity"] = "group";
  value["measured_by"] = {{"library", library.string()}, {"source_digest", "0"}, {"options", nlohmann::json::object()}};

  const reseed::StudyValue seen = reseed::study_data_from_json(asked)->values().at(0);
  BOOST_TEST(seen.seeds == (std::vector<std::uint64_t>{0, 1, 2, 3}));
  BOOST_REQUIRE(seen.without.size() == 4u);
  std::vector<reseed::MeasuredRun> others(made.begin() + 1, made.end());
  const auto direct = reseed::test::evaluate_plainly(reseed::create_measure(library, ""), others);
  BOOST_TEST(std::abs(seen.without[0] - *direct.value.instability) < 1e-12);

  asked["groups"][0]["runs"][1]["record"] = nullptr;
  BOOST_TEST(reseed::study_data_from_json(asked)->values().at(0).without.empty());
  asked["groups"][0]["runs"][1]["record"] = (folder.path() / "2").string();
  asked["values"][0]["measure"] = "performance_sd";
  BOOST_CHECK_EXCEPTION(reseed::study_data_from_json(asked), Error,
                        [](const Error& error) { return error.kind() == ErrorKind::plugin; });
}

BOOST_AUTO_TEST_CASE(predictions_come_from_the_record_one_example_per_column) {
  const reseed::TemporaryFolder folder;
  const std::vector<float> logits = {1, 2, 3, 4, 5, 6};
  const std::vector<std::int64_t> labels = {0, 1, 1};
  const std::vector<std::int64_t> items = {10, 20, 30};
  reseed::write_safetensors(folder.path() / "test.safetensors", {{"logits", reseed::view_of<float>(logits, {3, 2})},
                                                                 {"labels", reseed::view_of<std::int64_t>(labels, {3})},
                                                                 {"items", reseed::view_of<std::int64_t>(items, {3})}});
  const auto data = reseed::study_data_from_json(request(folder.path().string()));
  const auto predictions = data->predictions(data->groups().at(0).runs.at(0), "test");
  BOOST_REQUIRE(predictions.has_value());
  BOOST_TEST(predictions->logits(1, 2) == 6.0);
  BOOST_TEST(predictions->items(2) == 30u);
  BOOST_TEST(!data->predictions(data->groups().at(0).runs.at(0), "other/set").has_value());
  BOOST_TEST(!data->predictions(data->groups().at(0).runs.at(1), "test").has_value());
}

BOOST_AUTO_TEST_CASE(a_request_without_a_key_is_refused_with_its_name) {
  nlohmann::json broken = request("");
  broken["values"][0].erase("unit");
  BOOST_CHECK_EXCEPTION(reseed::study_data_from_json(broken), Error, [](const Error& error) {
    return error.kind() == ErrorKind::data && error.message().find("unit") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(what_a_study_throws_or_reports_badly_is_its_own_error) {
  const auto data = reseed::study_data_from_json(request(""));
  const auto names_the_study = [](const Error& error) {
    return error.kind() == ErrorKind::plugin && error.place() == "mine";
  };
  Fixed study;
  study.throws = true;
  BOOST_CHECK_EXCEPTION(reseed::analyse(study, "mine", *data), Error, names_the_study);
  study.throws = false;
  study.report.tables = {{"t", "T", "", {{"a", "A", "", 0}}, {{1.0, 2.0}}}};
  BOOST_CHECK_EXCEPTION(reseed::analyse(study, "mine", *data), Error, names_the_study);
  study.report.tables[0].rows = {{std::nan("")}};
  BOOST_CHECK_EXCEPTION(reseed::analyse(study, "mine", *data), Error, names_the_study);
  study.report.tables[0].rows = {{1.0}};
  const auto refused = [&](const reseed::StudyPublished& row) {
    study.report.published = {row};
    BOOST_CHECK_EXCEPTION(reseed::analyse(study, "mine", *data), Error, names_the_study);
    study.report.published.clear();
  };
  refused({"table1", "m", "t", "g", "x", "textbook", 1.0, 1.0, "maybe", ""});
  refused({"table1", "m", "t", "g", "x", "textbook", 1.0, {}, "agrees", ""});
  refused({"table1", "m", "t", "g", "x", "textbook", 1.0, {}, "not_comparable", ""});
  study.report.claims = {{"c", "text", "holds", ""}};
  BOOST_CHECK_EXCEPTION(reseed::analyse(study, "mine", *data), Error, names_the_study);
  study.report.claims = {{"c", "text", "holds", "why"}, {"c", "text", "holds", "why"}};
  BOOST_CHECK_EXCEPTION(reseed::analyse(study, "mine", *data), Error, names_the_study);
  study.report.claims.pop_back();
  reseed::StudyFigure map;
  map.id = "map";
  map.kind = reseed::StudyFigure::Kind::heatmap;
  map.x_categories = map.y_categories = {"a", "b"};
  map.panels = {{"rte", {{1.0, 0.5}, {0.5}}}};  // a cell is missing
  study.report.figures = {map};
  BOOST_CHECK_EXCEPTION(reseed::analyse(study, "mine", *data), Error, names_the_study);
  study.report.figures[0].panels[0].cells[1].push_back(std::nan(""));
  BOOST_CHECK_EXCEPTION(reseed::analyse(study, "mine", *data), Error, names_the_study);
  study.report.figures[0].panels[0].cells[1][1] = 1.0;
  BOOST_TEST(reseed::analyse(study, "mine", *data).tables.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_number_that_is_not_finite_never_gets_into_a_figure) {
  const auto data = reseed::study_data_from_json(request(""));
  Fixed study;
  const auto drawn = [&](const reseed::StudyPoint& point, const std::optional<double>& cell, double limit) {
    reseed::StudyFigure figure;
    figure.id = "f";
    figure.series = {{"s", reseed::StudySeries::Mark::line, {{0.0, 1.0, 0.5, 1.5, ""}, point}}};
    figure.cells = {{0.5, std::nullopt}, {0.25, cell}};
    figure.cell_high = limit;
    study.report.figures = {figure};
    return reseed::analyse(study, "mine", *data).figures.size();
  };
  const reseed::StudyPoint good{1.0, 2.0, 1.5, 2.5, ""};
  BOOST_TEST(drawn(good, 0.75, 1.0) == 1u);
  BOOST_TEST(drawn({1.0, 2.0, {}, {}, ""}, std::nullopt, 1.0) == 1u);  // an absent number is none that is not finite
  const auto names_the_figure = [](const Error& error) {
    return error.kind() == ErrorKind::plugin && error.place() == "mine" &&
           error.message() == "its report has a number that is not finite in figure f";
  };
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), kInfinite, -kInfinite}) {
    for (const reseed::StudyPoint& point : std::vector<reseed::StudyPoint>{
             {bad, 2.0, 1.5, 2.5, ""}, {1.0, bad, 1.5, 2.5, ""}, {1.0, 2.0, bad, 2.5, ""}, {1.0, 2.0, 1.5, bad, ""}})
      BOOST_CHECK_EXCEPTION(drawn(point, 0.75, 1.0), Error, names_the_figure);
    BOOST_CHECK_EXCEPTION(drawn(good, bad, 1.0), Error, names_the_figure);
    BOOST_CHECK_EXCEPTION(drawn(good, 0.75, bad), Error, names_the_figure);
  }
}

BOOST_AUTO_TEST_SUITE_END()
