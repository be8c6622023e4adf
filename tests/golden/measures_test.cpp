// SPDX-License-Identifier: Apache-2.0
// Every variant of every measure against reference values (tests/golden/measures/MEASURES.md says where they come
// from).
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/evaluate.hpp"
#include "analysis/numerical_rank.hpp"
#include "analysis/run_data.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "support/golden.hpp"
#include "support/measures.hpp"
#include "support/reference_variants.hpp"

namespace {

using namespace reseed;
using nlohmann::json;
namespace fs = std::filesystem;

using test::Definition;
using test::kOfPredictions;
using test::kOfRepresentations;

/// A case: its numbers and its runs.
struct Case {
  explicit Case(const fs::path& file)
      : expected(parse_json(read_file(file), file.string())),
        tensors(fs::path(file).replace_extension(".safetensors")) {
    if (tensors.contains("logits")) {
      const std::vector<std::int64_t> truth = tensors.at("labels").as_integers();
      const arma::urowvec labels = arma::conv_to<arma::urowvec>::from(truth);
      for (arma::uword i = 0; i < arma::uword(tensors.at("logits").shape[0]); ++i)
        runs.push_back({test::run_of(i, test::slice(tensors.at("logits"), i), labels), std::nullopt});
    } else {
      for (arma::uword i = 0; i < arma::uword(tensors.at("representations").shape[0]); ++i) {
        RunData run;
        run.seed = i;
        run.representations = test::slice(tensors.at("representations"), i);
        runs.push_back({std::move(run), std::nullopt});
      }
    }
  }

  json expected;
  Safetensors tensors;
  std::vector<MeasuredRun> runs;
};

void check_number(const std::optional<double>& found, const json& wanted, double tolerance, const std::string& what) {
  BOOST_TEST_REQUIRE(found.has_value() == !wanted.is_null(), what);
  if (found)
    BOOST_TEST(std::abs(*found - wanted.get<double>()) <= tolerance,
               what << ": want " << wanted << ", found " << *found);
}

/// Flag names of a set of bits. not_finite of the published functions is no_variance here where that is the reason.
std::string flag_names(std::int64_t bits) {
  std::string names;
  for (std::size_t i = 0; i < kFlagNames.size(); ++i)
    if (bits >> i & 1) names += (names.empty() ? "" : ";") + std::string(kFlagNames[i]);
  return names;
}

std::string expected_flag(const json& wanted, const json& textbook, std::size_t pair) {
  const auto flag = [pair](const json& values) {
    return values.contains("flags") && values["flags"][pair].is_string() ? values["flags"][pair].get<std::string>()
                                                                         : "";
  };
  return flag(wanted) == "not_finite" && flag(textbook) == "no_variance" ? "no_variance" : flag(wanted);
}

EvaluateOptions without_bootstrap() {
  EvaluateOptions options;
  options.bootstrap.samples = 0;
  options.threads = 2;
  return options;
}

/// Flags of the harness that the reference values do not know.
std::set<Flag> of_the_measure(std::set<Flag> flags) {
  flags.erase(Flag::constant_prediction);
  return flags;
}

void check_pairs(const Evaluation& found, const json& wanted, const json& textbook, const Definition& definition) {
  check_number(found.value.value, wanted["mean"], definition.tolerance, "mean");
  BOOST_TEST_REQUIRE(found.pairs.has_value());
  std::size_t pair = 0;
  std::int64_t undefined = 0;
  for (arma::uword i = 0; i < found.pairs->values.n_rows; ++i)
    for (arma::uword j = i + 1; j < found.pairs->values.n_rows; ++j, ++pair) {
      const double value = found.pairs->values(i, j);
      const std::optional<double> number = std::isnan(value) ? std::nullopt : std::optional(value);
      const std::string what = "pair " + std::to_string(i) + ", " + std::to_string(j);
      check_number(number, wanted["pairs"][pair], definition.tolerance, what);
      BOOST_TEST(flag_names(found.pairs->flags(i, j)) == expected_flag(wanted, textbook, pair), what);
      undefined += !number;
    }
  BOOST_TEST(pair == wanted["pairs"].size());
  BOOST_TEST(found.value.n_undefined == undefined);
}

void check_group(const Evaluation& found, const json& wanted, const Definition& definition) {
  check_number(found.value.value, wanted["value"], definition.tolerance, "value");
  check_number(found.value.instability, wanted["instability"], definition.tolerance, "instability");
  const std::set<Flag> flags = of_the_measure(found.value.flags);
  const std::string flag = wanted.contains("flag") ? wanted["flag"].get<std::string>() : "";
  BOOST_TEST_REQUIRE(flags.size() == (flag.empty() ? 0u : 1u));
  if (!flag.empty()) BOOST_TEST(to_string(*flags.begin()) == flag);
}

/// Reference values of the textbook variant, which a measure's list begins with.
const json& textbook(const json& values, const std::vector<Definition>& definitions, const std::string& measure) {
  const auto first = std::find_if(definitions.begin(), definitions.end(),
                                  [&](const Definition& definition) { return definition.measure == measure; });
  return values[measure][first->reference];
}

void check_definitions(const Case& the_case, const std::vector<Definition>& definitions) {
  for (const Definition& definition : definitions) {
    const json& values = the_case.expected["values"];
    if (!values.contains(definition.measure) || !values[definition.measure].contains(definition.reference)) {
      BOOST_TEST_MESSAGE("not in this case: " << definition.measure << ' ' << definition.reference);
      continue;
    }
    const json& wanted = values[definition.measure][definition.reference];
    const LoadedMeasure loaded =
        create_measure(test::library_of(definition.measure), definition.variant, definition.options);
    BOOST_TEST_CONTEXT(definition.measure << ' ' << definition.variant << " against " << definition.reference) {
      const Evaluation found =
          evaluate(*loaded.measure, *loaded.info, *loaded.variant, the_case.runs, without_bootstrap());
      if (loaded.info->arity == Arity::group)
        check_group(found, wanted, definition);
      else
        check_pairs(found, wanted, textbook(values, definitions, definition.measure), definition);
      if (wanted.contains("unit")) BOOST_TEST(found.value.unit == wanted["unit"].get<std::string>());
    }
  }
}

void check_performance(const Case& the_case) {
  for (const auto& [metric, wanted] : the_case.expected["values"]["performance"].items()) {
    std::vector<MeasuredRun> runs = the_case.runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      RunData& run = runs[i].data;
      run.score = score_of(run, metric);
      BOOST_TEST(std::abs(run.score - wanted["runs"][i].get<double>()) <= 1e-9, metric << " of run " << i);
    }
    for (const auto& [variant, reference] :
         {std::pair{"textbook", "sd_ddof1"}, std::pair{"as_published", "sd_ddof0"}}) {
      const LoadedMeasure loaded = create_measure(test::library_of("performance_sd"), variant);
      const Evaluation found = evaluate(*loaded.measure, *loaded.info, *loaded.variant, runs, without_bootstrap());
      check_number(found.value.value, wanted[reference], 1e-9, metric + " " + reference);
    }
  }
}

void check_predictions(const fs::path& file) {
  const Case the_case(file);
  for (std::size_t i = 0; i < the_case.runs.size(); ++i) {
    const std::vector<std::int64_t> wanted = the_case.tensors.at("predictions").as_integers();
    const arma::urowvec& found = the_case.runs[i].data.predictions;
    for (arma::uword item = 0; item < found.n_elem; ++item)
      BOOST_TEST(found(item) == arma::uword(wanted[i * found.n_elem + item]),
                 "class of run " << i << ", item " << item);
  }
  check_performance(the_case);
  check_definitions(the_case, kOfPredictions);
}

/// The null of single pairs: the second run with its items in a given order.
void check_shuffled(const Case& the_case) {
  const std::vector<std::int64_t> orders = the_case.tensors.at("permutations").as_integers();
  const arma::uword n = the_case.tensors.at("permutations").shape[1];
  const json& values = the_case.expected["shuffled_rows"]["values"];
  int compared = 0;
  for (const Definition& definition : kOfRepresentations) {
    const std::string name = definition.measure + " " + definition.reference;
    if (!values.contains(name)) continue;
    const LoadedMeasure loaded = create_measure(test::library_of(definition.measure), definition.variant);
    for (std::size_t pair = 0; pair < values[name].size(); ++pair)
      for (std::size_t r = 0; r < values[name][pair].size(); ++r) {
        const json& members = the_case.expected["pairs"][pair];
        arma::uvec order(n);
        for (arma::uword i = 0; i < n; ++i) order(i) = arma::uword(orders[r * n + i]);
        const auto a = loaded.measure->prepare(the_case.runs[members[0]].data);
        const auto b = loaded.measure->prepare(with_permuted_items(the_case.runs[members[1]].data, order));
        check_number(loaded.measure->distance(*a, *b).value, values[name][pair][r], definition.tolerance,
                     name + " shuffled");
        ++compared;
      }
  }
  BOOST_TEST(compared > 0);
}

void check_high_precision(const Case& the_case) {
  const std::vector<std::tuple<std::string, std::string, std::string>> forms = {
      {"linear_cka_distance", "textbook", "cka_biased"},
      {"linear_cka_distance", "as_published", "cka_unbiased"},
      {"orthogonal_procrustes_distance", "textbook", "nuclear_ratio"}};
  for (const json& entry : the_case.expected["high_precision"]["pairs"])
    for (const auto& [measure, variant, name] : forms) {
      const LoadedMeasure loaded = create_measure(test::library_of(measure), variant);
      const auto a = loaded.measure->prepare(the_case.runs[entry["pair"][0]].data);
      const auto b = loaded.measure->prepare(the_case.runs[entry["pair"][1]].data);
      check_number(1.0 - loaded.measure->distance(*a, *b).value.value(), entry[name], 1e-12, name + " with 40 digits");
    }
}

void check_representations(const fs::path& file) {
  const Case the_case(file);
  int smallest = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < the_case.runs.size(); ++i) {
    const int rank = numerical_rank(the_case.runs[i].data.representations);
    BOOST_TEST(rank == the_case.expected["per_run"][i]["rank_float32"]["numerical_rank"].get<int>(),
               "rank of run " << i);
    smallest = std::min(smallest, rank);
  }
  const LoadedMeasure loaded = create_measure(test::library_of("linear_cka_distance"), "");
  const Evaluation found = evaluate(*loaded.measure, *loaded.info, *loaded.variant, the_case.runs, without_bootstrap());
  BOOST_TEST(found.value.numerical_rank.value() == smallest);
  BOOST_TEST(found.value.null.has_value() == found.value.value.has_value());
  check_definitions(the_case, kOfRepresentations);
  if (the_case.expected.contains("shuffled_rows")) check_shuffled(the_case);
  if (the_case.expected.contains("high_precision")) check_high_precision(the_case);
}

const bool kRegistered =
    test::register_golden_cases("measures_of_predictions", test::golden_files("measures", "predictions_", ".json"),
                                check_predictions) &&
    test::register_golden_cases("measures_of_representations",
                                test::golden_files("measures", "representations_", ".json"), check_representations);

}  // namespace
