// SPDX-License-Identifier: Apache-2.0
// Every measure against what its descriptor declares: one suite per library, no list of names.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "analysis/self_test.hpp"
#include "support/make_runs.hpp"

namespace {

using namespace reseed;
using test::Shape;
namespace fs = std::filesystem;
using Runs = std::vector<MeasuredRun>;

/// Shapes that differ in classes and in items against dimensions.
const std::vector<Shape> kShapes = {{4, 40, 2, 8}, {4, 40, 3, 8}, {5, 30, 5, 50}, {3, 12, 3, 12}};

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

void has_exactly_its_value_on_equal_runs(const fs::path& library) {
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

/// Representations have a null and a numerical rank, nothing else has.
void tells_null_and_rank_of_representations_alone(const fs::path& library) {
  for (const LoadedMeasure& form : all_forms(library)) {
    const MeasureValue value = test::evaluate_plainly(form, test::make_runs({5, 30, 3, 50})).value;
    BOOST_TEST(value.null.has_value() == (form.info->reads == Reads::representations));
    BOOST_TEST(value.numerical_rank.has_value() == (form.info->reads == Reads::representations));
  }
}

/// 6 runs of which the last two are equal, each giving one class throughout.
std::vector<RunData> runs_with_constant_ones(Shape shape) {
  shape.runs = 6;
  std::vector<RunData> runs;
  for (const MeasuredRun& run : test::make_runs(shape)) runs.push_back(run.data);
  runs[4].predictions.fill(1);
  runs[4].score = 0.5;
  runs[5] = runs[4];
  return runs;
}

/// What is measured once gives, bit for bit, what the drawn runs give: with repeats, of constant runs, where undefined.
void measures_a_draw_as_the_group_of_its_runs(const fs::path& library) {
  const std::vector<std::vector<std::size_t>> draws = {
      {0, 1, 2, 3, 4, 5}, {5, 0, 0, 3, 3, 3}, {1, 1}, {2, 2, 2, 2, 2, 2}, {0, 1, 0, 1, 0, 1, 0, 1}, {4, 5, 4}, {4, 5}};
  for (const LoadedMeasure& form : all_forms(library))
    for (const Shape& shape : {Shape{6, 40, 2, 8}, Shape{6, 30, 5, 8}, Shape{6, 1, 2, 3}}) {
      const std::vector<RunData> runs = runs_with_constant_ones(shape);
      std::vector<const RunData*> all;
      for (const RunData& run : runs) all.push_back(&run);
      const auto measured = form.measure->measure_once(all);
      BOOST_TEST_REQUIRE((measured != nullptr) == (form.info->arity == Arity::group), form.variant->name);
      if (!measured) continue;
      for (const std::vector<std::size_t>& draw : draws) {
        std::vector<const RunData*> drawn;
        for (const std::size_t run : draw) drawn.push_back(all[run]);
        const Outcome wanted = form.measure->evaluate(drawn);
        const Outcome found = measured->value(draw);
        BOOST_TEST((found.value == wanted.value), form.variant->name << ": want " << wanted.value.value_or(NAN)
                                                                     << ", found " << found.value.value_or(NAN));
        BOOST_TEST((found.flags == wanted.flags), form.variant->name);
        BOOST_TEST(found.reason == wanted.reason, form.variant->name);
      }
    }
}

void passes_its_self_tests(const fs::path& library) {
  for (const SelfTest& test : self_test(library)) BOOST_TEST(test.passed, test.name << ": " << test.message);
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
    add("has_exactly_its_value_on_equal_runs", has_exactly_its_value_on_equal_runs);
    add("needs_its_minimum", needs_its_minimum);
    add("tells_null_and_rank_of_representations_alone", tells_null_and_rank_of_representations_alone);
    add("measures_a_draw_as_the_group_of_its_runs", measures_a_draw_as_the_group_of_its_runs);
    add("passes_its_self_tests", passes_its_self_tests);
    unit::framework::master_test_suite().add(suite);
  }
  return true;
}

const bool kRegistered = register_cases();

}  // namespace
