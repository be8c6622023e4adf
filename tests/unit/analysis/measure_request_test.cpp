// SPDX-License-Identifier: Apache-2.0
#include "analysis/measure_request.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "analysis/made_runs.hpp"
#include "analysis/pair_file.hpp"
#include "base/files.hpp"
#include "support/expect_error.hpp"
#include "support/made_record.hpp"
#include "support/measures.hpp"

using namespace reseed;
using nlohmann::json;

namespace {

/// Records of a group of runs in a temporary folder, and a request about them.
struct Group {
  TemporaryFolder folder;
  std::vector<MeasuredRun> runs = made_runs({3, 30, 3, 6});
  json request;

  Group() {
    json list = json::array();
    for (const MeasuredRun& run : runs) {
      const std::filesystem::path record = folder.path() / std::to_string(run.data.seed);
      test::write_record(record / "test.safetensors", run.data, {0, 1, 2});
      list.push_back({{"seed", run.data.seed}, {"folder", record.string()}, {"outcome", "ok"}});
    }
    request = {{"test_set", "test"},
               {"metric", "accuracy"},
               {"runs", list},
               {"measures", json::array()},
               {"out", folder.path().string()}};
  }
  void ask_for(const std::string& id, const json& more = json::object()) {
    json entry = {{"id", id}, {"library", test::library_of(id).string()}};
    entry.update(more);
    request["measures"].push_back(entry);
  }
  json answer() const {
    return answer_measure(request, [](std::int64_t, std::int64_t, const std::string&) {});
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(measure_request)

// The same as records that hold these items alone, scores included.
BOOST_AUTO_TEST_CASE(of_some_items_sees_nothing_of_the_others) {
  const arma::uvec positions = {1, 4, 7, 10, 20, 29};
  Group whole;
  Group cut;
  for (MeasuredRun& run : cut.runs) {
    RunData& data = run.data;
    data.logits = data.logits.cols(positions).eval();
    data.labels = data.labels.cols(positions).eval();
    data.representations = data.representations.cols(positions).eval();
    test::write_record(cut.folder.path() / std::to_string(data.seed) / "test.safetensors", data, {0, 1, 2});
  }
  for (Group* group : {&whole, &cut})
    for (const char* id : {"performance_sd", "pairwise_disagreement", "orthogonal_procrustes_distance"})
      group->ask_for(id);
  const json all = whole.answer();
  whole.request["items"] = {1, 4, 7, 10, 20, 29};
  const json some = whole.answer();
  BOOST_TEST(some.at("rows") == cut.answer().at("rows"));
  BOOST_TEST(some.at("rows") != all.at("rows"));
  BOOST_TEST(some.at("rows")[0].at("n_items") == 6);
}

BOOST_AUTO_TEST_CASE(of_an_item_beyond_the_last_is_refused_at_the_record) {
  Group group;
  group.ask_for("pairwise_disagreement");
  group.request["items"] = {0, 30};
  test::expect_error([&] { group.answer(); }, ErrorKind::data, "logits", {"want item 30", "found 30 items"});
}

BOOST_AUTO_TEST_CASE(gives_a_row_per_measure_and_layer_and_a_file_per_pair_measure) {
  Group group;
  group.ask_for("pairwise_disagreement");
  group.ask_for("performance_sd");
  group.ask_for("linear_cka_distance");
  group.ask_for("linear_cka_distance", {{"layers", "top"}, {"variant", "as_published"}});
  group.ask_for("svcca_distance", {{"layers", {1, 2}}});
  const json answer = group.answer();
  std::vector<std::string> rows;
  for (const json& row : answer.at("rows"))
    rows.push_back(row.at("measure").get<std::string>() + " " + row.at("layer").dump());
  const std::vector<std::string> wanted = {
      "pairwise_disagreement null", "performance_sd null",   "linear_cka_distance 0", "linear_cka_distance 1",
      "linear_cka_distance 2",      "linear_cka_distance 2", "svcca_distance 1",      "svcca_distance 2"};
  BOOST_TEST(rows == wanted, boost::test_tools::per_element());
  BOOST_TEST(answer.at("pairs").size() == 4u);
  BOOST_TEST(answer.at("rows")[1].at("unit") == "accuracy");
  BOOST_TEST(answer.at("rows")[1].at("null").is_null());
  BOOST_TEST(answer.at("rows")[2].at("null").is_number());
}

BOOST_AUTO_TEST_CASE(gives_the_value_of_the_runs_and_its_pairs) {
  Group group;
  group.ask_for("pairwise_disagreement");
  const json answer = group.answer();
  const json& row = answer.at("rows")[0];
  double sum = 0.0;
  const PairFile pairs = read_pair_file(group.folder.path() / answer.at("pairs")[0].get<std::string>());
  for (arma::uword i = 0; i < 3; ++i)
    for (arma::uword j = i + 1; j < 3; ++j) {
      const double share =
          static_cast<double>(arma::accu(group.runs[i].data.predictions != group.runs[j].data.predictions)) / 30.0;
      BOOST_TEST(pairs.layers[0].values(i, j) == share);
      BOOST_TEST(pairs.layers[0].values(j, i) == share);
      sum += share / 3.0;
    }
  BOOST_TEST(row.at("value").get<double>() == sum, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(row.at("instability") == row.at("value"));
  BOOST_TEST(row.at("n_items") == 30);
  BOOST_TEST(row.at("n_runs") == 3);
  BOOST_TEST(row.at("n_undefined") == 0);
  BOOST_TEST(row.at("low").get<double>() <= row.at("high").get<double>());
  BOOST_TEST(row.at("flags") == json::array({"few_seeds"}));
}

BOOST_AUTO_TEST_CASE(leaves_out_runs_that_are_not_ok_and_reads_any_order) {
  Group group;
  group.ask_for("pairwise_disagreement");
  const json straight = group.answer();
  std::reverse(group.request["runs"].begin(), group.request["runs"].end());
  BOOST_TEST(group.answer() == straight);
  group.request["runs"].push_back({{"seed", 9}, {"folder", "nowhere"}, {"outcome", "diverged"}});
  BOOST_TEST(group.answer() == straight);
}

BOOST_AUTO_TEST_CASE(says_which_run_left_no_record) {
  Group group;
  group.ask_for("linear_cka_distance", {{"layers", {2, 7}}});
  group.request["runs"].push_back({{"seed", 9}, {"folder", "nowhere"}, {"outcome", "ok"}});
  const json rows = group.answer().at("rows");
  BOOST_TEST_REQUIRE(rows.size() == 2u);
  for (const json& row : rows) {
    BOOST_TEST(row.at("value").is_null());
    BOOST_TEST(row.at("low").is_null());
    BOOST_TEST(row.at("flags") == json::array({"records_missing"}));
  }
  BOOST_TEST(rows[0].at("reason").get<std::string>().find("seed 9") != std::string::npos, rows[0].at("reason"));
  BOOST_TEST(rows[1].at("reason").get<std::string>().find("layer 7") != std::string::npos, rows[1].at("reason"));
}

BOOST_AUTO_TEST_CASE(takes_options_and_tells_them_back) {
  Group group;
  group.ask_for("jensen_shannon_divergence", {{"options", {{"unit", "bit"}}}});
  const json answer = group.answer();
  BOOST_TEST(answer.at("rows")[0].at("options") == json({{"unit", "bit"}}));
  BOOST_TEST(answer.at("rows")[0].at("unit") == "bit");
  BOOST_TEST(answer.at("pairs")[0].get<std::string>().find(".unit-bit.") != std::string::npos, answer.at("pairs")[0]);
}

BOOST_AUTO_TEST_CASE(writes_no_pairs_unless_told_where) {
  Group group;
  group.ask_for("pairwise_disagreement");
  group.request.erase("out");
  BOOST_TEST(group.answer().at("pairs").empty());
}

BOOST_AUTO_TEST_CASE(gives_equal_answers_whatever_the_number_of_threads) {
  Group group;
  group.ask_for("svcca_distance");
  group.ask_for("fleiss_kappa");
  group.request["threads"] = 1;
  const json one = group.answer();
  group.request["threads"] = 3;
  BOOST_TEST(group.answer() == one);
}

BOOST_AUTO_TEST_CASE(refuses_requests_that_cannot_be_answered) {
  Group group;
  group.ask_for("pairwise_disagreement", {{"variant", "no_such_variant"}});
  const auto answer = [&] { group.answer(); };
  test::expect_error(answer, ErrorKind::plugin, "", {"no_such_variant"});
  group.request["measures"][0] = {{"id", "another"}, {"library", test::library_of("pairwise_disagreement").string()}};
  test::expect_error(answer, ErrorKind::plugin, "pairwise_disagreement.so", {"want the measure another"});
  group.request["measures"] = json::array();
  group.ask_for("linear_cka_distance", {{"layers", "bottom"}});
  test::expect_error(answer, ErrorKind::data, "measure: layers", {"top"});
  group.request["measures"] = json::array();
  group.request["bootstrap"] = {{"self_pairs", "some"}};
  test::expect_error(answer, ErrorKind::data, "measure: bootstrap.self_pairs", {"exclude", "some"});
  group.request.erase("metric");
  test::expect_error(answer, ErrorKind::data, "measure: metric", {});
}

BOOST_AUTO_TEST_SUITE_END()
