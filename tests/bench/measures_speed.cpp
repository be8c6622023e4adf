// SPDX-License-Identifier: Apache-2.0
// How long measures take at d = 768 and n = 1000, against a plain reference that treats every pair of runs for itself
// (all decompositions again for each pair); and 1000 bootstrap resamples of 20 seeds from a stored matrix against
// measuring the pairs of each resample again. One JSON line per figure: medians in milliseconds, spread = median
// absolute deviation, relative. Both sides give the same numbers, or the program ends with 1. usage: bench_measures
// [ID...]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "analysis/blas.hpp"
#include "analysis/bootstrap.hpp"
#include "base/json.hpp"
#include "support/make_runs.hpp"

namespace {

using namespace reseed;

constexpr RunShape kShape = {4, 1000, 3, 768};
constexpr RunShape kBootstrapShape = {20, 200, 3, 64};
constexpr std::int64_t kResamples = 1000;
constexpr std::int64_t kReferenceResamples = 2;  // measured again in full; their time is scaled to all

struct Timing {
  double median, spread;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Runs `work`, which returns its result, `repetitions` times; every result must be `wanted`.
Timing timed(std::size_t repetitions, double wanted, double tolerance, const std::function<double()>& work) {
  std::vector<double> values;
  for (std::size_t i = 0; i < repetitions; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const double found = work();
    values.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    if (!(std::abs(found - wanted) <= tolerance))
      throw std::runtime_error("want " + std::to_string(wanted) + ", found " + std::to_string(found));
  }
  const double middle = median(values);
  for (double& value : values) value = std::abs(value - middle) / middle;
  return {middle, median(values)};
}

void print(const std::string& figure, const Timing& ours, const std::string& reference, const Timing& theirs) {
  std::cout << dump_json({{"figure", figure},
                          {"ratio", theirs.median / ours.median},
                          {"median", ours.median},
                          {"spread", ours.spread},
                          {"reference", reference},
                          {"reference_median", theirs.median},
                          {"reference_spread", theirs.spread},
                          {"unit", "ms"}})
            << std::endl;
}

double mean(const arma::mat& pairs, SelfPairs policy = SelfPairs::exclude) {
  Resample all(pairs.n_rows);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return resampled_mean(pairs, all, policy).value();
}

/// All distances, each run prepared once.
arma::mat prepared_once(const Measure& measure, const std::vector<MeasuredRun>& runs) {
  std::vector<std::unique_ptr<Prepared>> prepared;
  for (const MeasuredRun& run : runs) prepared.push_back(measure.prepare(run.data));
  arma::mat pairs(runs.size(), runs.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t j = i + 1; j < runs.size(); ++j)
      pairs(i, j) = pairs(j, i) = measure.distance(*prepared[i], *prepared[j]).value.value();
  return pairs;
}

/// A distance as a function of two runs: what a program without a preparation computes.
double of_two(const Measure& measure, const RunData& a, const RunData& b) {
  return measure.distance(*measure.prepare(a), *measure.prepare(b)).value.value();
}

void bench_pairs(const LoadedMeasure& form) {
  const std::vector<MeasuredRun> runs = made_runs(kShape);
  const double wanted = mean(prepared_once(*form.measure, runs));
  const Timing ours = timed(3, wanted, 0.0, [&] { return mean(prepared_once(*form.measure, runs)); });
  const Timing theirs = timed(3, wanted, 1e-12, [&] {
    arma::mat pairs(runs.size(), runs.size(), arma::fill::zeros);
    for (std::size_t i = 0; i < runs.size(); ++i)
      for (std::size_t j = i + 1; j < runs.size(); ++j)
        pairs(i, j) = pairs(j, i) = of_two(*form.measure, runs[i].data, runs[j].data);
    return mean(pairs);
  });
  print(std::string(form.info->id) + ", all pairs of 4 runs", ours, "every pair for itself", theirs);
}

void bench_bootstrap(const LoadedMeasure& form) {
  const std::vector<MeasuredRun> runs = made_runs(kBootstrapShape);
  const arma::mat stored = prepared_once(*form.measure, runs);
  const std::vector<Resample> lists = draw_resamples(runs.size(), kResamples, 1);
  const auto from_matrix = [&](std::int64_t count) {
    double sum = 0.0;
    for (std::int64_t b = 0; b < count; ++b)
      sum += resampled_mean(stored, lists[static_cast<std::size_t>(b)], SelfPairs::exclude).value();
    return sum;
  };
  const Timing ours = timed(7, from_matrix(kResamples), 0.0, [&] { return from_matrix(kResamples); });
  Timing theirs = timed(3, from_matrix(kReferenceResamples), 1e-9, [&] {
    double sum = 0.0;
    for (std::int64_t b = 0; b < kReferenceResamples; ++b) {
      const Resample& list = lists[static_cast<std::size_t>(b)];
      double total = 0.0;
      double pairs = 0.0;
      for (std::size_t p = 0; p < list.size(); ++p)
        for (std::size_t q = p + 1; q < list.size(); ++q) {
          if (list[p] == list[q]) continue;
          total += of_two(*form.measure, runs[list[p]].data, runs[list[q]].data);
          pairs += 1.0;
        }
      sum += total / pairs;
    }
    return sum;
  });
  theirs.median *= static_cast<double>(kResamples) / static_cast<double>(kReferenceResamples);
  print(std::string(form.info->id) + ", 1000 resamples of 20 seeds from the stored matrix", ours,
        "the pairs of each resample measured again (2 resamples, scaled)", theirs);
}

}  // namespace

int main(int count, char** words) {
  try {
    use_one_blas_thread();
    for (const std::filesystem::path& library : test::measure_libraries()) {
      const LoadedMeasure form = create_measure(library, "");
      if (count > 1 && std::find(words + 1, words + count, std::string(form.info->id)) == words + count) continue;
      if (form.info->arity != Arity::pair) continue;
      bench_pairs(form);
      bench_bootstrap(form);
    }
    return 0;
  } catch (const std::exception& failure) {
    std::cerr << "bench_measures: " << failure.what() << '\n';
    return 1;
  }
}
