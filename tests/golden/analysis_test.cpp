// SPDX-License-Identifier: Apache-2.0
// Sub-samples, correlations, bootstrap and tests against reference values (tests/golden/measures/MEASURES.md).
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "analysis/bootstrap.hpp"
#include "analysis/correlation.hpp"
#include "analysis/drawn_value.hpp"
#include "analysis/evaluate.hpp"
#include "analysis/paired_tests.hpp"
#include "analysis/run_data.hpp"
#include "analysis/statistics.hpp"
#include "analysis/unpaired_tests.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "support/golden.hpp"
#include "support/measures.hpp"

namespace {

using namespace reseed;
using nlohmann::json;
using Numbers = std::vector<double>;

void check(const std::optional<double>& found, const json& wanted, const std::string& what, double tolerance = 1e-9) {
  BOOST_TEST_REQUIRE(found.has_value() == !wanted.is_null(), what);
  if (found)
    BOOST_TEST(std::abs(*found - wanted.get<double>()) <= tolerance,
               what << ": want " << wanted << ", found " << *found);
}

std::optional<double> optional(double number) { return std::isnan(number) ? std::nullopt : std::optional(number); }

/// The groups of a case, and every column of its tables for any list of runs.
class Groups {
 public:
  explicit Groups(const std::filesystem::path& file)
      : tensors_(file), labels_(arma::conv_to<arma::urowvec>::from(tensors_.at("labels").as_integers())) {
    const std::vector<std::int64_t>& shape = tensors_.at("logits").shape;
    const arma::uword n = shape[2];
    const arma::uword c = shape[3];
    const Numbers logits = tensors_.at("logits").as_doubles();
    for (std::int64_t g = 0; g < shape[0]; ++g) {
      std::vector<RunData>& runs = groups_.emplace_back();
      for (std::int64_t i = 0; i < shape[1]; ++i) {
        runs.push_back(test::run_of(i, arma::mat(logits.data() + (g * shape[1] + i) * n * c, c, n), labels_));
        runs.back().score = score_of(runs.back(), "accuracy");
      }
    }
    const Numbers matrices = tensors_.at("pair_matrices").as_doubles();
    const arma::uword m = shape[1];
    for (std::size_t k = 0; k < matrices.size() / (m * m); ++k)
      matrices_.emplace_back(matrices.data() + k * m * m, m, m);
  }

  std::size_t size() const { return groups_.size(); }
  std::size_t runs() const { return groups_.front().size(); }
  const Safetensors& tensors() const { return tensors_; }
  double accuracy(std::size_t g, std::size_t run) const { return groups_[g][run].score; }
  /// Matrix of measure number k of the case's list.
  const arma::mat& matrix(std::size_t k, std::size_t g) const { return matrices_[k * groups_.size() + g]; }

  /// A column of a table for a list of runs; `items` restricts the items.
  std::optional<double> column(const std::string& name, std::size_t g, const Resample& list, SelfPairs policy,
                               const json& measures, const arma::uvec& items = {}) const {
    std::vector<RunData> own;
    std::vector<const RunData*> drawn;
    own.reserve(list.size());
    for (const std::size_t run : list) {
      if (items.empty()) {
        drawn.push_back(&groups_[g][run]);
        continue;
      }
      RunData part = with_permuted_items(groups_[g][run], items);
      part.score = score_of(part, "accuracy");
      drawn.push_back(&own.emplace_back(std::move(part)));
    }
    // All items: a draw of the whole group's runs, as the harness resamples it.
    const std::vector<const RunData*> runs = items.empty() ? group(g) : drawn;
    const Resample chosen = items.empty() ? list : every(drawn.size());
    if (name == "accuracy_sd_ddof0") return of_group("performance_sd", "as_published", runs, chosen);
    if (name == "accuracy_sd_ddof1") return of_group("performance_sd", "textbook", runs, chosen);
    if (name == "fleiss_kappa_instability") {
      const std::optional<double> kappa = of_group("fleiss_kappa", "textbook", runs, chosen);
      return kappa ? std::optional(1.0 - *kappa) : std::nullopt;
    }
    if (!items.empty()) return resampled_mean(of_pairs(name, drawn), list, policy);
    const auto place = std::find(measures.begin(), measures.end(), name);
    BOOST_TEST_REQUIRE((place != measures.end()), name);
    return resampled_mean(matrix(std::size_t(place - measures.begin()), g), list, policy);
  }

  arma::mat of_pairs(const std::string& measure, const std::vector<const RunData*>& runs) const {
    const LoadedMeasure loaded = create_measure(test::library_of(measure), "");
    std::vector<MeasuredRun> measured;
    for (const RunData* run : runs) measured.push_back({*run, std::nullopt});
    EvaluateOptions options;
    options.bootstrap.samples = 0;
    return evaluate(*loaded.measure, *loaded.info, *loaded.variant, std::move(measured), options).pairs.value().values;
  }

  std::vector<const RunData*> group(std::size_t g) const {
    std::vector<const RunData*> runs;
    for (const RunData& run : groups_[g]) runs.push_back(&run);
    return runs;
  }

 private:
  static Resample every(std::size_t runs) {
    Resample list(runs);
    std::iota(list.begin(), list.end(), std::size_t{0});
    return list;
  }
  std::optional<double> of_group(const std::string& measure, const std::string& variant,
                                 const std::vector<const RunData*>& runs, const Resample& list) const {
    const LoadedMeasure loaded = create_measure(test::library_of(measure), variant);
    return DrawnValue(*loaded.measure, runs)(list).value;
  }

  Safetensors tensors_;
  arma::urowvec labels_;
  std::vector<std::vector<RunData>> groups_;
  std::vector<arma::mat> matrices_;
};

std::vector<Resample> lists_of(const TensorView& tensor) {
  const std::vector<std::int64_t> numbers = tensor.as_integers();
  const std::size_t m = tensor.shape[1];
  std::vector<Resample> lists;
  for (std::size_t begin = 0; begin < numbers.size(); begin += m)
    lists.emplace_back(numbers.begin() + begin, numbers.begin() + begin + m);
  return lists;
}

void check_sub_samples(const Groups& groups, const json& expected) {
  const json& table = expected["values"]["sub_samples"];
  const json& measures = expected["measures"];
  for (const json& subset : table["of_runs"]["subsets"])
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t c = 0; c < table["of_runs"]["columns"].size(); ++c)
        check(groups.column(table["of_runs"]["columns"][c], g, subset["runs"].get<Resample>(), SelfPairs::exclude,
                            measures),
              subset["groups"][g][c], "runs, group " + std::to_string(g) + ", column " + std::to_string(c));
  Resample all(groups.runs());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const json& subset : table["of_items"]["subsets"])
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t c = 0; c < table["of_items"]["columns"].size(); ++c)
        check(groups.column(table["of_items"]["columns"][c], g, all, SelfPairs::exclude, measures,
                            arma::conv_to<arma::uvec>::from(subset["items"].get<std::vector<arma::uword>>())),
              subset["groups"][g][c], "items, group " + std::to_string(g) + ", column " + std::to_string(c));
}

/// The given matrices of our own measures are what we measure.
void check_matrices(const Groups& groups, const json& expected) {
  for (std::size_t k = 0; k < expected["measures"].size(); ++k) {
    const std::string name = expected["measures"][k];
    if (name.starts_with("synthetic")) continue;
    for (std::size_t g = 0; g < groups.size(); ++g)
      BOOST_TEST(arma::abs(groups.of_pairs(name, groups.group(g)) - groups.matrix(k, g)).max() <= 1e-9, name);
  }
}

void check_correlations(const Numbers& x, const Numbers& y, const json& wanted) {
  const auto r = pearson(x, y);
  const auto rho = spearman(x, y);
  const auto tau = kendall(x, y);
  BOOST_TEST_REQUIRE(r.has_value() == !wanted["pearson"].is_null());
  BOOST_TEST(rho.has_value() == !wanted["spearman"].is_null());
  BOOST_TEST(tau.has_value() == !wanted["kendall_tau_b"].is_null());
  if (!r || !rho || !tau) return;
  check(r->coefficient, wanted["pearson"], "pearson");
  check(r->p, wanted["pearson_p"], "pearson p");
  check(rho->coefficient, wanted["spearman"], "spearman");
  check(rho->p, wanted["spearman_p"], "spearman p");
  check(tau->coefficient, wanted["kendall_tau_b"], "kendall");
  check(tau->p, wanted["kendall_p"], "kendall p");
  BOOST_TEST(tau->exact == wanted["kendall_p_method"].get<std::string>().starts_with("exact"));
}

void check_all_correlations(const Groups& groups, const json& expected) {
  const json& table = expected["values"]["correlations"]["between_measures_over_groups"];
  Resample all(groups.runs());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto over_groups = [&](const std::string& name) {
    Numbers column;
    for (std::size_t g = 0; g < groups.size(); ++g)
      column.push_back(groups.column(name, g, all, SelfPairs::exclude, expected["measures"]).value());
    return column;
  };
  for (const json& pair : table["pairs"]) BOOST_TEST_CONTEXT(pair["x"] << " and " << pair["y"])
  check_correlations(over_groups(pair["x"]), over_groups(pair["y"]), pair);
  for (const char* name : {"with_ties", "constant_column"}) BOOST_TEST_CONTEXT(name)
  check_correlations(table[name]["x"].get<Numbers>(), table[name]["y"].get<Numbers>(), table[name]);
}

void check_bootstrap(const Groups& groups, const json& expected) {
  const json& table = expected["values"]["bootstrap"]["over_runs"];
  const json& odd = expected["values"]["bootstrap"]["odd_resamples"];
  const std::vector<Resample> lists = lists_of(groups.tensors().at("resamples"));
  const std::vector<Resample> odd_lists = lists_of(groups.tensors().at("odd_resamples"));
  for (const auto& [policy, name] :
       {std::pair{SelfPairs::include_zero, "include_zero"}, std::pair{SelfPairs::exclude, "exclude"}})
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const json& wanted = table[name][g];
      std::vector<std::vector<std::optional<double>>> columns;
      for (std::size_t c = 0; c < table["columns"].size(); ++c) {
        const std::string column = table["columns"][c];
        std::vector<std::optional<double>>& values = columns.emplace_back();
        for (const Resample& list : lists) {
          values.push_back(groups.column(column, g, list, policy, expected["measures"]));
          if (wanted.contains("values_per_resample"))
            check(values.back(), wanted["values_per_resample"][values.size() - 1][c], column + " of a resample");
        }
        const BootstrapSummary found = summarise(values);
        const json& interval = wanted["interval"][column];
        check(found.mean, interval["mean"], column + " mean");
        check(found.sd, interval["sd_ddof1"], column + " sd");
        check(found.low, interval["percentile_2.5"], column + " low");
        check(found.high, interval["percentile_97.5"], column + " high");
        BOOST_TEST(found.undefined == interval["undefined"].get<std::size_t>());
        for (std::size_t row = 0; row < odd_lists.size(); ++row)
          check(groups.column(odd["columns"][c], g, odd_lists[row], policy, expected["measures"]),
                odd["policies"][name][row][g][c], column + " of an odd resample");
      }
      for (std::size_t a = 0; a < columns.size(); ++a)
        for (std::size_t b = 0; b < columns.size(); ++b) {
          Numbers x;
          Numbers y;
          for (std::size_t i = 0; i < lists.size(); ++i) {
            const bool complete =
                std::all_of(columns.begin(), columns.end(), [i](const auto& column) { return column[i].has_value(); });
            if (!complete) continue;
            x.push_back(*columns[a][i]);
            y.push_back(*columns[b][i]);
          }
          const auto r = pearson(x, y);
          check(r ? std::optional(r->coefficient) : std::nullopt, wanted["pearson_between_measures"][a][b],
                "pearson of resamples");
        }
    }
}

void check_paired(const Groups& groups, const json& expected) {
  std::vector<std::vector<int>> flips;
  const std::vector<std::int64_t> signs = groups.tensors().at("sign_flips").as_integers();
  const std::size_t width = groups.tensors().at("sign_flips").shape[1];
  for (std::size_t begin = 0; begin < signs.size(); begin += width)
    flips.emplace_back(signs.begin() + begin, signs.begin() + begin + width);
  for (const json& test : expected["values"]["paired_by_seed"]["tests"]["tests"]) {
    Numbers first;
    Numbers second;
    if (test.contains("first_values")) {
      first = test["first_values"].get<Numbers>();
      second = test["second_values"].get<Numbers>();
    } else {
      for (const json& seed : test["common_seeds"]) {
        const auto& of_first = test["first_seeds"];
        const auto& of_second = test["second_seeds"];
        first.push_back(
            groups.accuracy(test["first_group"], std::find(of_first.begin(), of_first.end(), seed) - of_first.begin()));
        second.push_back(groups.accuracy(test["second_group"],
                                         std::find(of_second.begin(), of_second.end(), seed) - of_second.begin()));
      }
    }
    const Numbers differences = paired_differences(first, second);
    BOOST_TEST_REQUIRE(differences.size() == test["differences"].size());
    for (std::size_t i = 0; i < differences.size(); ++i) check(differences[i], test["differences"][i], "difference");
    check(mean(differences), test["mean_difference"], "mean");
    check(median(differences), test["median_difference"], "median");
    check(standard_deviation(differences, 1), test["sd_of_differences_ddof1"], "sd");

    const SignTest signs_found = sign_test(differences);
    BOOST_TEST(signs_found.positive == test["sign_test"]["positive"].get<int>());
    BOOST_TEST(signs_found.negative == test["sign_test"]["negative"].get<int>());
    BOOST_TEST(signs_found.zero == test["sign_test"]["zero"].get<int>());
    check(signs_found.p, test["sign_test"]["p_two_sided"], "sign test");

    const WilcoxonTest ranks = wilcoxon_test(differences);
    BOOST_TEST(ranks.nonzero == test["wilcoxon"]["n_nonzero"].get<int>());
    check(ranks.w_plus, test["wilcoxon"]["w_plus"], "w plus");
    check(ranks.w_minus, test["wilcoxon"]["w_minus"], "w minus");
    check(ranks.statistic, test["wilcoxon"]["statistic"], "wilcoxon");
    check(ranks.p, test["wilcoxon"]["p_two_sided"], "wilcoxon p");
    BOOST_TEST(ranks.exact == test["wilcoxon"]["method"].get<std::string>().starts_with("exact"));

    const json& permutation = test["permutation"];
    const std::uint64_t extreme = extreme_flips(differences, flips);
    BOOST_TEST(extreme == permutation["listed_at_least_as_extreme"].get<std::uint64_t>());
    check(double(extreme) / double(flips.size()), permutation["p_listed"], "p listed");
    check(double(extreme + 1) / double(flips.size() + 1), permutation["p_listed_plus_one"], "p listed plus one");
    const SignFlipTest all = sign_flip_test(differences);
    BOOST_TEST(all.exhaustive);
    BOOST_TEST(all.flips == permutation["exhaustive_flips"].get<std::uint64_t>());
    check(all.p, permutation["p_exhaustive"], "p exhaustive");
  }
}

void check_unpaired(const Groups& groups, const json& expected) {
  for (const json& test : expected["values"]["unpaired"]["tests"]["tests"]) {
    Numbers x;
    Numbers y;
    for (std::size_t i = 0; i < groups.runs(); ++i) {
      x.push_back(groups.accuracy(test["first_group"], i));
      y.push_back(groups.accuracy(test["second_group"], i));
    }
    const MannWhitneyTest ranks = mann_whitney_test(x, y);
    check(ranks.u_first, test["mann_whitney_u_of_first"], "U");
    check(ranks.p, test["p_asymptotic_no_continuity"], "U p");
    check(ranks.cliffs_delta, test["cliffs_delta"], "delta");
    const BrownForsytheTest spread = brown_forsythe_test(x, y);
    check(spread.statistic, test["brown_forsythe"], "F");
    check(spread.p, test["brown_forsythe_p"], "F p");
  }
}

void check_holm(const json& table) {
  Numbers p;
  for (const json& value : table["p"]) p.push_back(value.is_null() ? std::nan("") : value.get<double>());
  const Numbers adjusted = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) check(optional(adjusted[i]), table["adjusted"][i], "holm");
}

void check_analysis(const std::filesystem::path& file) {
  const json expected = parse_json(read_file(file), file.string());
  const Groups groups(std::filesystem::path(file).replace_extension(".safetensors"));
  check_matrices(groups, expected);
  check_sub_samples(groups, expected);
  check_all_correlations(groups, expected);
  check_bootstrap(groups, expected);
  check_paired(groups, expected);
  check_unpaired(groups, expected);
  check_holm(expected["values"]["holm"]["adjusted"]);
  check_holm(expected["values"]["holm"]["adjusted"]["with_missing"]);
}

const bool kRegistered =
    test::register_golden_cases("analyses", test::golden_files("measures", "analysis_", ".json"), check_analysis);

}  // namespace
