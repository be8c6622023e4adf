// SPDX-License-Identifier: Apache-2.0
// What studies resample with, against the recorded bootstrap and against the intervals of measures.csv
// (tests/golden/measures/MEASURES.md, Analyses).
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "../../studies/common/resampler.hpp"
#include "analysis/evaluate.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "support/golden.hpp"
#include "support/made_imm_study.hpp"
#include "support/measures.hpp"

namespace {

using namespace reseed;
using nlohmann::json;
using studies::Resampler;

void check(const std::optional<double>& found, const json& wanted, const std::string& what) {
  BOOST_TEST_REQUIRE(found.has_value() == !wanted.is_null(), what);
  if (found)
    BOOST_TEST(std::abs(*found - wanted.get<double>()) <= 1e-9, what << ": want " << wanted << ", found " << *found);
}

/// A case as a study sees it: groups with scores, predictions and pair matrices.
class Case {
 public:
  explicit Case(const std::filesystem::path& file)
      : expected(parse_json(read_file(file), file.string())),
        tensors(std::filesystem::path(file).replace_extension(".safetensors")) {
    const std::vector<std::int64_t>& shape = tensors.at("predictions").shape;  // groups, runs, items
    runs_ = static_cast<std::size_t>(shape[1]);
    const auto items = static_cast<std::size_t>(shape[2]);
    const std::vector<double> scores = tensors.at("accuracy").as_doubles();
    const std::vector<std::int64_t> classes = tensors.at("predictions").as_integers();
    const std::vector<double> matrices = tensors.at("pair_matrices").as_doubles();
    const auto groups = static_cast<std::size_t>(shape[0]);
    data.labels_.zeros(items);
    for (std::size_t g = 0; g < groups; ++g) {
      const std::string name = "group" + std::to_string(g) + "-";
      data.add_group(name, {scores.begin() + static_cast<std::ptrdiff_t>(g * runs_),
                            scores.begin() + static_cast<std::ptrdiff_t>((g + 1) * runs_)});
      for (std::size_t i = 0; i < runs_; ++i) {
        const auto from = classes.begin() + static_cast<std::ptrdiff_t>((g * runs_ + i) * items);
        data.predicted_[name + std::to_string(i)] = {from, from + static_cast<std::ptrdiff_t>(items)};
      }
      for (std::size_t k = 0; k < expected["measures"].size(); ++k) {
        data.add_value(name, expected["measures"][k], 0.0, runs_);
        data.values_.back().pairs = arma::mat(matrices.data() + (k * groups + g) * runs_ * runs_, runs_, runs_);
      }
      for (const char* variant : {"textbook", "as_published"})
        for (const char* measure : {"performance_sd", "fleiss_kappa"}) {
          data.add_group_value(name, measure, 0.0, runs_);
          data.values_.back().variant = variant;
        }
    }
  }

  Resampler resampler(std::size_t g, const std::string& measure, const std::string& variant) const {
    std::vector<std::uint64_t> seeds(runs_);
    for (std::size_t i = 0; i < runs_; ++i) seeds[i] = i;
    for (const StudyValue& value : data.values_)
      if (value.group == data.groups_[g].name && value.measure == measure && value.variant == variant)
        return Resampler::make(data, data.groups_[g], value, seeds).value();
    throw std::runtime_error("no value of " + measure);
  }

  bool has(const std::string& measure) const {
    const json& known = expected["measures"];
    return std::find(known.begin(), known.end(), measure) != known.end();
  }

  /// By a column's name of the recorded tables.
  Resampler column(std::size_t g, const std::string& name) const {
    if (name == "accuracy_sd_ddof0") return resampler(g, "performance_sd", "as_published");
    if (name == "accuracy_sd_ddof1") return resampler(g, "performance_sd", "textbook");
    if (name == "fleiss_kappa_instability") return resampler(g, "fleiss_kappa", "textbook");
    return resampler(g, name, "textbook");
  }

  std::vector<Resample> lists(const std::string& tensor) const {
    const std::vector<std::int64_t> numbers = tensors.at(tensor).as_integers();
    std::vector<Resample> lists;
    for (std::size_t begin = 0; begin < numbers.size(); begin += runs_)
      lists.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(begin),
                         numbers.begin() + static_cast<std::ptrdiff_t>(begin + runs_));
    return lists;
  }

  json expected;
  Safetensors tensors;
  test::FakeData data;

 private:
  std::size_t runs_ = 0;
};

void gives_the_recorded_bootstrap(const Case& made) {
  const json& table = made.expected["values"]["bootstrap"]["over_runs"];
  const json& odd = made.expected["values"]["bootstrap"]["odd_resamples"];
  const std::vector<Resample> lists = made.lists("resamples");
  const std::vector<Resample> odd_lists = made.lists("odd_resamples");
  for (const auto& [policy, name] :
       {std::pair{SelfPairs::include_zero, "include_zero"}, std::pair{SelfPairs::exclude, "exclude"}})
    for (std::size_t g = 0; g < made.data.groups_.size(); ++g) {
      const json& wanted = table[name][g];
      for (std::size_t c = 0; c < table["columns"].size(); ++c) {
        const std::string column = table["columns"][c];
        const Resampler resampler = made.column(g, column);
        std::vector<std::optional<double>> values;
        for (const Resample& list : lists) {
          values.push_back(resampler(list, policy));
          if (wanted.contains("values_per_resample"))
            check(values.back(), wanted["values_per_resample"][values.size() - 1][c], column + " of a resample");
        }
        const BootstrapSummary found = summarise(values);
        check(found.low, wanted["interval"][column]["percentile_2.5"], column + " low");
        check(found.high, wanted["interval"][column]["percentile_97.5"], column + " high");
        BOOST_TEST(found.undefined == wanted["interval"][column]["undefined"].get<std::size_t>());
      }
      for (std::size_t c = 0; c < odd["columns"].size(); ++c) {
        const std::string column = odd["columns"][c];
        const Resampler resampler = made.column(g, column);
        for (std::size_t row = 0; row < odd_lists.size(); ++row)
          check(resampler(odd_lists[row], policy), odd["policies"][name][row][g][c], column + " of an odd resample");
      }
    }
}

/// "the published kappa of a resample is 1 - disagreement under include_zero x n / (n - 1)"
void published_kappa_is_the_disagreement_of_the_list(const Case& made) {
  if (!made.has("pairwise_disagreement")) return;
  const double n = static_cast<double>(made.data.labels_.n_elem);
  for (std::size_t g = 0; g < made.data.groups_.size(); ++g) {
    const Resampler kappa = made.resampler(g, "fleiss_kappa", "as_published");
    const Resampler disagreement = made.resampler(g, "pairwise_disagreement", "textbook");
    for (const std::string tensor : {"resamples", "odd_resamples"})
      for (const Resample& list : made.lists(tensor)) {
        const double wanted = disagreement(list, SelfPairs::include_zero).value() * n / (n - 1.0);
        for (const SelfPairs policy : {SelfPairs::exclude, SelfPairs::include_zero})
          BOOST_TEST(std::abs(kappa(list, policy).value() - wanted) <= 1e-9);
      }
  }
}

/// The harness draws from what the measure counted once; the study works from what is stored. One bootstrap, two ways.
void gives_the_intervals_of_measures_csv(const Case& made) {
  EvaluateOptions options;
  options.bootstrap = {200, SelfPairs::exclude, 5};
  for (std::size_t g = 0; g < made.data.groups_.size(); ++g)
    for (const char* variant : {"textbook", "as_published"})
      for (const char* measure : {"performance_sd", "fleiss_kappa", "pairwise_disagreement"}) {
        const bool pairs = std::string(measure) == "pairwise_disagreement";
        if (pairs && (std::string(variant) != "textbook" || !made.has(measure))) continue;
        const LoadedMeasure loaded = create_measure(test::library_of(measure), variant);
        std::vector<MeasuredRun> runs;
        for (const StudyRun& run : made.data.groups_[g].runs) {
          const auto recorded = made.data.predictions(run, "test").value();
          RunData one = test::run_of(run.seed, recorded.logits, arma::conv_to<arma::urowvec>::from(recorded.labels));
          one.score = run.scores.at("test");
          runs.push_back({one, std::nullopt});
        }
        const Resampler resampler = made.resampler(g, measure, variant);
        for (const SelfPairs policy : {SelfPairs::exclude, SelfPairs::include_zero}) {
          options.bootstrap.self_pairs = policy;
          const MeasureValue wanted = evaluate(*loaded.measure, *loaded.info, *loaded.variant, runs, options).value;
          if (!wanted.low) continue;
          std::vector<std::optional<double>> values;
          for (const Resample& list : draw_resamples(resampler.runs(), 200, 5))
            values.push_back(resampler(list, policy));
          const BootstrapSummary found = summarise(values);
          const bool reversed = std::string(loaded.info->instability) == "1 - value";
          BOOST_TEST(std::abs(found.low.value() - (reversed ? 1.0 - *wanted.high : *wanted.low)) <= 1e-9, measure);
          BOOST_TEST(std::abs(found.high.value() - (reversed ? 1.0 - *wanted.low : *wanted.high)) <= 1e-9, measure);
        }
      }
}

void check_resampler(const std::filesystem::path& file) {
  const Case made(file);
  gives_the_recorded_bootstrap(made);
  published_kappa_is_the_disagreement_of_the_list(made);
  gives_the_intervals_of_measures_csv(made);
}

const bool kRegistered = test::register_golden_cases(
    "resamplers_of_studies", test::golden_files("measures", "analysis_", ".json"), check_resampler);

}  // namespace
