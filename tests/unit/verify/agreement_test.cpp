// SPDX-License-Identifier: Apache-2.0
#include "verify/agreement.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <limits>

using namespace reseed;

namespace {

MeasureRow row() {
  MeasureRow row;
  row.value = row.instability = 0.25;
  row.low = 0.125;
  row.high = 0.5;
  row.null = 0.75;
  row.unit = "nat";
  row.n_items = 10;
  row.n_runs = 3;
  row.numerical_rank = 4;
  row.flags = {Flag::few_seeds};
  return row;
}

Agreed changed(const std::function<void(MeasureRow&)>& change, const std::optional<double>& tolerance) {
  MeasureRow computed = row();
  change(computed);
  return agreement_of(row(), computed, tolerance);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(agreement)

BOOST_AUTO_TEST_CASE(equal_rows_are_bit_equal_whatever_is_expected) {
  for (const std::optional<double>& tolerance : {std::optional<double>(), std::optional<double>(1e-9)}) {
    const Agreed agreed = changed([](MeasureRow&) {}, tolerance);
    BOOST_TEST((agreed.agreement == Agreement::bit_equal));
    BOOST_TEST(!agreed.difference.has_value());
    BOOST_TEST(agreed.message == "");
  }
}

BOOST_AUTO_TEST_CASE(every_number_counts_and_a_tolerance_is_for_numbers_alone) {
  const std::vector<std::function<void(MeasureRow&)>> numbers = {
      [](MeasureRow& row) { *row.value += 1e-10; }, [](MeasureRow& row) { *row.instability += 1e-10; },
      [](MeasureRow& row) { *row.low += 1e-10; }, [](MeasureRow& row) { *row.high += 1e-10; },
      [](MeasureRow& row) { *row.null += 1e-10; }};
  for (const auto& change : numbers) {
    BOOST_TEST((changed(change, std::nullopt).agreement == Agreement::different));
    BOOST_TEST((changed(change, 1e-9).agreement == Agreement::within_tolerance));
    BOOST_TEST((changed(change, 1e-11).agreement == Agreement::different));
  }
  const std::vector<std::function<void(MeasureRow&)>> facts = {
      [](MeasureRow& row) { row.flags.clear(); }, [](MeasureRow& row) { row.unit = "bit"; },
      [](MeasureRow& row) { ++row.n_items; },     [](MeasureRow& row) { ++row.n_runs; },
      [](MeasureRow& row) { row.n_dims = 1; },    [](MeasureRow& row) { row.n_undefined = 1; },
      [](MeasureRow& row) { row.value.reset(); }, [](MeasureRow& row) { row.low.reset(); }};
  for (const auto& change : facts) BOOST_TEST((changed(change, 1.0).agreement == Agreement::different));
  BOOST_TEST((changed([](MeasureRow& row) { row.numerical_rank = 3; }, 1e-9).agreement == Agreement::within_tolerance));
  BOOST_TEST(
      (changed([](MeasureRow& row) { row.numerical_rank = 3; }, std::nullopt).agreement == Agreement::different));
}

BOOST_AUTO_TEST_CASE(the_worst_is_told_with_both_sides) {
  const auto change = [](MeasureRow& row) {
    *row.value += 1e-10;
    row.flags.clear();
  };
  const Agreed agreed = changed(change, 1e-9);
  BOOST_TEST(agreed.message == "flags: found few_seeds, computed no flag");
  BOOST_TEST(*agreed.difference < 1.1e-10);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_number_is_never_near) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST((changed([=](MeasureRow& row) { row.value = nan; }, 1.0).agreement == Agreement::different));
}

BOOST_AUTO_TEST_SUITE_END()
