// SPDX-License-Identifier: Apache-2.0
// Every measure against what its descriptor declares: one suite per library, no list of names.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>

#include "support/make_runs.hpp"

namespace {

using namespace reseed;
using test::Shape;
namespace fs = std::filesystem;
using Runs = std::vector<MeasuredRun>;

/// Shapes that differ in classes and in items against dimensions.
const std::vector<Shape> kShapes = {{4, 40, 2, 8}, {4, 40, 3, 8}, {5, 30, 5, 50}, {3, 12, 3, 12}};

/// All variants, and for each choice of a string option the variant with it.
std::vector<LoadedMeasure> all_forms(const fs::path& library) {
  std::vector<LoadedMeasure> forms;
  const MeasureInfo& info = open_measure(library);
  for (const VariantInfo& variant : info.variants) {
    forms.push_back(create_measure(library, variant.name));
    for (const OptionInfo& option : info.options) {
      std::string choices = option.choices;
      for (std::size_t end = 0; !choices.empty(); choices.erase(0, end == std::string::npos ? end : end + 1)) {
        end = choices.find('|');
        forms.push_back(create_measure(library, variant.name, {{option.name, choices.substr(0, end)}}));
      }
    }
  }
  return forms;
}

void describes_itself(const fs::path& library) {
  const MeasureInfo& info = open_measure(library);
  BOOST_TEST(library.stem().string() == info.id);
  BOOST_TEST(info.version >= 1);
  for (const char* text : {info.summary, info.source, info.domain}) BOOST_TEST(!std::string(text).empty());
  BOOST_TEST_REQUIRE(info.variants.size >= 1u);
  BOOST_TEST(info.variants[0].name == "textbook");
  const std::string instability = info.instability;
  BOOST_TEST((instability == "value" || instability == "1 - value"));
  BOOST_TEST((instability == "value") == (info.direction == Direction::larger_is_more_different));
  BOOST_TEST(all_forms(library).size() >= info.variants.size);
}

void refuses_what_it_does_not_declare(const fs::path& library) {
  const auto is_plugin_error = [](const Error& error) {
    return error.kind() == ErrorKind::plugin && !error.place().empty();
  };
  BOOST_CHECK_EXCEPTION(create_measure(library, "no_such_variant"), Error, is_plugin_error);
  BOOST_CHECK_EXCEPTION(create_measure(library, "", {{"no_such_option", true}}), Error, is_plugin_error);
}

void stays_inside_the_bounds(const fs::path& library) {
  for (const LoadedMeasure& form : all_forms(library))
    for (const Shape& shape : kShapes) {
      const MeasureValue value = test::evaluate_plainly(form, test::make_runs(shape)).value;
      BOOST_TEST_REQUIRE(value.value.has_value(), form.variant->name << ": " << value.reason);
      const Bounds bounds = form.measure->bounds(*form.variant);
      BOOST_TEST((*value.value >= bounds.lower && *value.value <= bounds.upper),
                 form.variant->name << ": " << *value.value);
    }
}

void has_its_value_on_equal_runs(const fs::path& library) {
  const LoadedMeasure measure = create_measure(library, "");
  Runs runs = test::make_runs({1, 40, 3, 8});
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    runs.push_back(runs.front());
    runs.back().data.seed = seed;
  }
  const MeasureValue value = test::evaluate_plainly(measure, runs).value;
  BOOST_TEST_REQUIRE(value.value.has_value() == !std::isnan(measure.info->value_on_equal), value.reason);
  if (value.value) BOOST_TEST(*value.value == measure.info->value_on_equal);
}

/// Value of the first two runs in the given order.
double of_two(const LoadedMeasure& measure, const RunData& a, const RunData& b) {
  if (measure.info->arity == Arity::pair)
    return measure.measure->distance(*measure.measure->prepare(a), *measure.measure->prepare(b)).value.value();
  const std::vector<const RunData*> runs = {&a, &b};
  return measure.measure->evaluate(runs).value.value();
}

void is_symmetric_if_it_says_so(const fs::path& library) {
  for (const LoadedMeasure& form : all_forms(library))
    for (const Shape& shape : kShapes) {
      if (!form.info->symmetric) continue;
      const Runs runs = test::make_runs(shape);
      const double there = of_two(form, runs[0].data, runs[1].data);
      BOOST_TEST(std::abs(there - of_two(form, runs[1].data, runs[0].data)) <= 1e-12, form.variant->name);
    }
}

/// The second run's representations mapped by `map` change nothing.
void check_invariance(const LoadedMeasure& measure, const std::string& what,
                      const std::function<arma::mat(const arma::mat&)>& map) {
  for (const Shape& shape : {Shape{2, 60, 3, 8}, Shape{2, 200, 3, 24}}) {
    const Runs runs = test::make_runs(shape);
    RunData mapped = runs[1].data;
    mapped.representations = map(mapped.representations);
    const double before = of_two(measure, runs[0].data, runs[1].data);
    BOOST_TEST(std::abs(before - of_two(measure, runs[0].data, mapped)) <= measure.info->tolerance, what);
  }
}

void has_its_invariances(const fs::path& library) {
  const LoadedMeasure measure = create_measure(library, "");
  if (measure.info->reads != Reads::representations) {
    BOOST_TEST(!(measure.info->rotation_invariant || measure.info->scaling_invariant ||
                 measure.info->translation_invariant || measure.info->linear_invariant));
    return;
  }
  const auto square = [](const arma::mat& X, std::uint64_t seed) {
    return test::normal_matrix(X.n_rows, X.n_rows, seed);
  };
  if (measure.info->rotation_invariant)
    check_invariance(measure, "rotation", [&](const arma::mat& X) {
      arma::mat Q;
      arma::mat R;
      arma::qr(Q, R, square(X, 7));
      return arma::mat(Q * X);
    });
  if (measure.info->scaling_invariant)
    check_invariance(measure, "scaling", [](const arma::mat& X) { return arma::mat(3.7 * X); });
  if (measure.info->translation_invariant)
    check_invariance(measure, "translation", [](const arma::mat& X) {
      return arma::mat(X.each_col() + 5.0 * arma::vec(test::normal_matrix(X.n_rows, 1, 8)));
    });
  if (measure.info->linear_invariant)
    check_invariance(measure, "linear map", [&](const arma::mat& X) { return arma::mat(square(X, 9) * X); });
}

void needs_its_minimum(const fs::path& library) {
  const LoadedMeasure measure = create_measure(library, "");
  const auto items = static_cast<arma::uword>(measure.info->minimum_items);
  BOOST_TEST(
      !test::evaluate_plainly(measure, test::make_runs({4, items, 2, 3})).value.flags.contains(Flag::n_below_minimum));
  if (items > 1) {
    const MeasureValue value = test::evaluate_plainly(measure, test::make_runs({4, items - 1, 2, 3})).value;
    BOOST_TEST(!value.value.has_value());
    BOOST_TEST(value.flags.contains(Flag::n_below_minimum));
  }
  const auto runs = static_cast<std::size_t>(measure.info->minimum_runs);
  BOOST_TEST_REQUIRE(runs >= 1u);
  const MeasureValue value = test::evaluate_plainly(measure, test::make_runs({runs - 1, 40, 2, 3})).value;
  BOOST_TEST(!value.value.has_value());
  BOOST_TEST(value.flags.contains(Flag::too_few_seeds));
}

void depends_on_neither_threads_nor_order(const fs::path& library) {
  for (const LoadedMeasure& form : all_forms(library)) {
    const Runs runs = test::make_runs({5, 30, 3, 50});
    const Runs reversed(runs.rbegin(), runs.rend());
    EvaluateOptions options;
    options.bootstrap.samples = 50;
    const auto value = [&](const Runs& group, int threads) {
      options.threads = threads;
      return evaluate(*form.measure, *form.info, *form.variant, group, options).value;
    };
    const MeasureValue one = value(runs, 1);
    const MeasureValue three = value(reversed, 3);
    BOOST_TEST((one.value == three.value && one.null == three.null && one.low == three.low && one.high == three.high),
               form.variant->name);
    BOOST_TEST(one.null.has_value() == (form.info->reads == Reads::representations));
    BOOST_TEST(one.numerical_rank.has_value() == (form.info->reads == Reads::representations));
  }
}

bool register_cases() {
  namespace unit = boost::unit_test;
  for (const fs::path& library : test::measure_libraries()) {
    auto* suite = BOOST_TEST_SUITE(library.stem().string());
    const auto add = [&](const char* name, void (*check)(const fs::path&)) {
      suite->add(unit::make_test_case([library, check] { check(library); }, name, __FILE__, __LINE__));
    };
    add("describes_itself", describes_itself);
    add("refuses_what_it_does_not_declare", refuses_what_it_does_not_declare);
    add("stays_inside_the_bounds", stays_inside_the_bounds);
    add("has_its_value_on_equal_runs", has_its_value_on_equal_runs);
    add("is_symmetric_if_it_says_so", is_symmetric_if_it_says_so);
    add("has_its_invariances", has_its_invariances);
    add("needs_its_minimum", needs_its_minimum);
    add("depends_on_neither_threads_nor_order", depends_on_neither_threads_nor_order);
    unit::framework::master_test_suite().add(suite);
  }
  return true;
}

const bool kRegistered = register_cases();

}  // namespace
