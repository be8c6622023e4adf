// SPDX-License-Identifier: Apache-2.0
// How large the page of a bundle with 10,000 values is, how long it takes to write, and how long a browser takes to
// open it, beside an empty page in the same browser. One JSON line per figure; the reference is the limit. Skipped
// without Chromium.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <iostream>

#include "base/json.hpp"
#include "support/browser.hpp"
#include "support/made_report.hpp"

namespace {

constexpr int kRepetitions = 5;
constexpr std::size_t kValues = 10000;

double middle(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

void print(const char* figure, double found, double limit, const char* unit) {
  std::cout << reseed::dump_json(
                   {{"figure", figure}, {"found", found}, {"limit", limit}, {"ratio", found / limit}, {"unit", unit}})
            << '\n';
}

}  // namespace

BOOST_AUTO_TEST_CASE(report_of_ten_thousand_values, *boost::unit_test::precondition(reseed::test::has_browser)) {
  reseed::BundleContent content;
  content.measures = reseed::test::made_values(kValues);
  std::string page;
  std::vector<double> writing, opening, empty;
  for (int i = 0; i < kRepetitions; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    page = reseed::test::page_of(content, {});
    writing.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    opening.push_back(reseed::test::load_milliseconds(page));
    empty.push_back(reseed::test::load_milliseconds("<!DOCTYPE html><title>empty</title>"));
    BOOST_TEST_REQUIRE(opening.back() >= 0.0);
  }
  print("page of 10,000 values", static_cast<double>(page.size()) / 1e6, 2.0, "MB");
  print("write bundle and page of 10,000 values", middle(writing), 2000.0, "ms");
  print("open the page of 10,000 values", middle(opening), 1000.0, "ms");
  print("open an empty page", middle(empty), 1000.0, "ms");
}
