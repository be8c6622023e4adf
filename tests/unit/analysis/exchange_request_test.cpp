// SPDX-License-Identifier: Apache-2.0
#include "analysis/exchange_request.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <random>

#include "analysis/made_runs.hpp"
#include "analysis/run_data.hpp"
#include "base/files.hpp"
#include "base/item_subset.hpp"
#include "support/expect_error.hpp"
#include "support/made_record.hpp"
#include "support/measures.hpp"

using namespace reseed;
using nlohmann::json;

namespace {

json side(const std::vector<double>& scores) {
  json runs = json::array();
  for (std::size_t i = 0; i < scores.size(); ++i) runs.push_back({{"seed", i}, {"score", scores[i]}});
  return runs;
}

json request(const std::string& id, const json& a, const json& b, std::int64_t samples = 10000) {
  return {{"library", test::library_of(id).string()},
          {"variant", "textbook"},
          {"options", json::object()},
          {"layer", nullptr},
          {"test_set", "test"},
          {"metric", "accuracy"},
          {"samples", samples},
          {"a", a},
          {"b", b}};
}

double p_of_scores(const std::vector<double>& a, const std::vector<double>& b, std::int64_t samples = 10000) {
  return answer_exchange(request("performance_sd", side(a), side(b), samples)).at("p").get<double>();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exchange_request)

BOOST_AUTO_TEST_CASE(gives_both_values_those_without_each_run_and_the_exact_p) {
  const json answer = answer_exchange(request("performance_sd", side({0, 0, 0, 0}), side({1, -1, 1, -1})));
  BOOST_TEST(answer.at("a") == 0.0);
  BOOST_TEST(answer.at("b").get<double>() == std::sqrt(4.0 / 3.0), boost::test_tools::tolerance(1e-12));
  BOOST_TEST(answer.at("without_a") == json({0.0, 0.0, 0.0, 0.0}));
  BOOST_TEST(answer.at("without_b").size() == 4u);
  BOOST_TEST(answer.at("exchanges") == 8);
  // Only exchanging nothing (or everything) leaves one side without any spread.
  BOOST_TEST(answer.at("extreme") == 1);
  BOOST_TEST(answer.at("p") == 0.125);
}

BOOST_AUTO_TEST_CASE(reads_records_where_scores_are_not_enough) {
  const TemporaryFolder folder;
  json sides[2] = {json::array(), json::array()};
  for (int s = 0; s < 2; ++s)
    for (const MeasuredRun& run : made_runs({4, 30, 3, 6}, static_cast<std::uint64_t>(s + 1))) {
      const auto record = folder.path() / (std::to_string(s) + "-" + std::to_string(run.data.seed));
      test::write_record(record / "test.safetensors", run.data, {0});
      sides[s].push_back({{"seed", run.data.seed}, {"folder", record.string()}});
    }
  const json answer = answer_exchange(request("fleiss_kappa", sides[0], sides[1]));
  BOOST_TEST(answer.at("reason") == "");
  BOOST_TEST(answer.at("a").is_number());
  BOOST_TEST(answer.at("without_b").size() == 4u);
  BOOST_TEST(answer.at("p").get<double>() >= 0.125);
  sides[1][0]["folder"] = (folder.path() / "nowhere").string();
  test::expect_error([&] { answer_exchange(request("fleiss_kappa", sides[0], sides[1])); }, ErrorKind::data, "nowhere",
                     {"test.safetensors"});
}

// By hand: the groups with some runs exchanged, each measured of its own.
BOOST_AUTO_TEST_CASE(every_exchange_is_the_difference_of_the_groups_that_it_makes) {
  const TemporaryFolder folder;
  std::vector<MeasuredRun> runs[2];
  json sides[2] = {json::array(), json::array()};
  for (int s = 0; s < 2; ++s) {
    runs[s] = made_runs({4, 30, 3, 6}, static_cast<std::uint64_t>(s + 1));
    for (const MeasuredRun& run : runs[s]) {
      const auto record = folder.path() / (std::to_string(s) + "-" + std::to_string(run.data.seed));
      test::write_record(record / "test.safetensors", run.data, {0});
      sides[s].push_back({{"seed", run.data.seed}, {"folder", record.string()}});
    }
  }
  const LoadedMeasure kappa = create_measure(test::library_of("fleiss_kappa"), "textbook");
  const auto difference = [&](unsigned exchanged) {
    std::vector<const RunData*> a, b;
    for (std::size_t i = 0; i < 4; ++i) {
      const bool swapped = (exchanged >> i & 1u) != 0;
      a.push_back(&runs[swapped ? 1 : 0][i].data);
      b.push_back(&runs[swapped ? 0 : 1][i].data);
    }
    return std::abs(kappa.measure->evaluate(b).value.value() - kappa.measure->evaluate(a).value.value());
  };
  int extreme = 0;
  for (unsigned exchanged = 0; exchanged < 16; exchanged += 2)  // the first seed stays
    extreme += difference(exchanged) >= difference(0) - 1e-9;
  const json answer = answer_exchange(request("fleiss_kappa", sides[0], sides[1]));
  BOOST_TEST(answer.at("exchanges") == 8);
  BOOST_TEST(answer.at("extreme") == extreme);
  BOOST_TEST(std::abs(answer.at("b").get<double>() - answer.at("a").get<double>()) == difference(0));
}

BOOST_AUTO_TEST_CASE(of_a_sub_sample_is_that_of_records_which_hold_its_items_alone) {
  const TemporaryFolder folder;
  const ItemSubset subset{.rate = 0.4, .draw = 3, .seed = 11};
  const std::vector<std::int64_t> drawn = draw_items(subset, 30, false);
  const auto chosen = arma::conv_to<arma::uvec>::from(drawn);
  json whole[2] = {json::array(), json::array()}, cut[2] = {json::array(), json::array()};
  for (int s = 0; s < 2; ++s)
    for (const MeasuredRun& run : made_runs({4, 30, 3, 6}, static_cast<std::uint64_t>(s + 1))) {
      const auto record = [&](const std::string& kind, const RunData& data) {
        const auto place = folder.path() / (kind + std::to_string(s) + "-" + std::to_string(data.seed));
        test::write_record(place / "test.safetensors", data);
        return json{{"seed", data.seed}, {"folder", place.string()}};
      };
      whole[s].push_back(record("whole", run.data));
      cut[s].push_back(record("cut", with_permuted_items(run.data, chosen)));
    }
  for (const char* id : {"fleiss_kappa", "performance_sd"}) {
    json asked = request(id, whole[0], whole[1]);
    asked["subset"] = subset_name(subset, drawn);
    asked["subset_seeds"] = {0, 1000, 11};
    const json found = answer_exchange(asked);
    BOOST_TEST(found == answer_exchange(request(id, cut[0], cut[1])), id);
    BOOST_TEST(found.at("a") != answer_exchange(request(id, whole[0], whole[1])).at("a"), id);
    asked["subset_seeds"] = {0, 1000};
    test::expect_error([&] { answer_exchange(asked); }, ErrorKind::data, "exchange: subset",
                       {"found none in [analysis]"});
  }
  json scores = request("performance_sd", side({0, 1}), side({0, 1}));
  scores["subset"] = subset_name(subset, drawn);
  scores["subset_seeds"] = json::array({11});
  test::expect_error([&] { answer_exchange(scores); }, ErrorKind::data, "exchange: a", {"found scores"});
}

BOOST_AUTO_TEST_CASE(refuses_measures_of_pairs_and_sides_of_other_sizes) {
  const json two = side({0, 1});
  test::expect_error([&] { answer_exchange(request("pairwise_disagreement", two, two)); }, ErrorKind::plugin, "",
                     {"measure of the whole group"});
  test::expect_error(
      [&] {
        answer_exchange(request("performance_sd", two, side({0, 1, 2})));
      },
      ErrorKind::data, "", {"as many in b as in a"});
  json request_without = request("performance_sd", two, two);
  request_without.erase("samples");
  test::expect_error([&] { answer_exchange(request_without); }, ErrorKind::data, "exchange", {"samples"});
}

BOOST_AUTO_TEST_CASE(a_sample_of_exchanges_agrees_with_all_of_them_and_may_end_early) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> a, b;
  for (int i = 0; i < 10; ++i) {
    a.push_back(normal(random));
    b.push_back(1.5 * normal(random));
  }
  const double exact = p_of_scores(a, b);
  const double sampled = p_of_scores(a, b, 511);
  BOOST_TEST(std::abs(sampled - exact) < 0.05, exact << " and " << sampled);
}

BOOST_AUTO_TEST_CASE(standard_deviations_of_one_distribution_differ_no_more_often_than_the_level_says) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  constexpr int kPairs = 2000;
  for (const double failing : {0.0, 0.2}) {  // share of runs that fail: scores near one half
    int different = 0;
    for (int pair = 0; pair < kPairs; ++pair) {
      std::vector<double> a, b;
      for (int i = 0; i < 8; ++i)
        for (std::vector<double>* side : {&a, &b})
          side->push_back(uniform(random) < failing ? 0.5 : 0.8 + 0.02 * normal(random));
      different += p_of_scores(a, b) < 0.05;
    }
    BOOST_TEST_MESSAGE("different in " << 100.0 * different / kPairs << " %");
    BOOST_TEST(different <= (0.05 + 2 * 0.00487) * kPairs);
  }
}

BOOST_AUTO_TEST_CASE(the_power_grows_with_the_seeds) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  std::vector<int> found;
  for (const int k : {6, 10, 14}) {
    int different = 0;
    for (int pair = 0; pair < 100; ++pair) {
      std::vector<double> a, b;
      for (int i = 0; i < k; ++i) {
        a.push_back(normal(random));
        b.push_back(3.0 * normal(random));
      }
      different += p_of_scores(a, b, 2000) < 0.05;
    }
    found.push_back(different);
  }
  BOOST_TEST(found[0] < found[1]);
  BOOST_TEST(found[1] < found[2]);
  BOOST_TEST(found[2] > 80);
}

BOOST_AUTO_TEST_SUITE_END()
