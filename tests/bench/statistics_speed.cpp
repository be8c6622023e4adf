// SPDX-License-Identifier: Apache-2.0
// 1000 resamples of 20 runs on 522 items for the six measures of a study (standard deviation, disagreement, kappa,
// divergence and two distances of representations) from stored pair matrices, beside the way of a notebook, which
// measures the pairs of every resample again (statistics_speed.py; set RESEED_PYTHON to a Python with numpy), and
// beside the same loop in plain C++. Processor time; medians of several repetitions, the references on fewer resamples
// and scaled. One JSON line per reference. Both sides give the same sums, or the program ends with 1; it ends with 1,
// too, where the notebook's way takes less than 1000 times ours.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "analysis/blas.hpp"
#include "analysis/resampled.hpp"
#include "base/json.hpp"
#include "base/run_json.hpp"
#include "support/make_runs.hpp"
#include "support/program.hpp"

namespace {

using namespace reseed;

constexpr RunShape kShape = {20, 522, 2, 24};
constexpr std::int64_t kResamples = 1000;
constexpr std::size_t kReferenceResamples = 20;
constexpr int kRepetitions = 5;
constexpr double kWantedRatio = 1000.0;

using Sums = std::vector<double>;  ///< over resamples, in the order of the measures

/// Everything that both ways start from.
struct Study {
  std::vector<MeasuredRun> runs = made_runs(kShape);
  std::vector<Resample> lists = draw_resamples(kShape.runs, kResamples, 1);
  std::vector<double> scores;
  std::vector<LoadedMeasure> pair_measures;  ///< disagreement, divergence, two of representations
  std::vector<arma::mat> pairs;              ///< of each
  LoadedMeasure kappa;
  arma::mat shares;

  Study() {
    for (const char* id : {"pairwise_disagreement", "jensen_shannon_divergence", "linear_cka_distance",
                           "orthogonal_procrustes_distance"}) {
      pair_measures.push_back(create_measure(test::library_of(id), ""));
      pairs.push_back(test::evaluate_plainly(pair_measures.back(), runs).pairs->values);
    }
    kappa = create_measure(test::library_of("fleiss_kappa"), "");
    std::vector<arma::mat> logits;
    for (const MeasuredRun& run : runs) {
      scores.push_back(run.data.score);
      logits.push_back(run.data.logits);
    }
    shares = class_shares(logits);
  }
};

/// Ours: from the stored matrices.
Sums from_matrices(const Study& study, std::size_t resamples) {
  Sums sums(6, 0.0);
  for (std::size_t b = 0; b < resamples; ++b) {
    const Resample& list = study.lists[b];
    sums[0] += resampled_sd(study.scores, list, 1).value();
    sums[1] += resampled_mean(study.pairs[0], list, SelfPairs::exclude).value();
    sums[2] += resampled_kappa_distance(study.pairs[0], study.shares, list).value();
    for (std::size_t p = 1; p < 4; ++p) sums[p + 2] += resampled_mean(study.pairs[p], list, SelfPairs::exclude).value();
  }
  return sums;
}

/// The notebook's loop in C++: predictions and probabilities are compared again for every pair of every resample.
Sums measured_again(const Study& study, std::size_t resamples) {
  Sums sums(6, 0.0);
  std::vector<std::vector<std::unique_ptr<Prepared>>> prepared(2);
  for (std::size_t measure = 0; measure < 2; ++measure)
    for (const MeasuredRun& run : study.runs)
      prepared[measure].push_back(study.pair_measures[measure].measure->prepare(run.data));
  for (std::size_t b = 0; b < resamples; ++b) {
    const Resample& list = study.lists[b];
    sums[0] += resampled_sd(study.scores, list, 1).value();
    double totals[4] = {};
    double count = 0.0;
    for (std::size_t p = 0; p < list.size(); ++p)
      for (std::size_t q = p + 1; q < list.size(); ++q) {
        if (list[p] == list[q]) continue;
        for (std::size_t measure = 0; measure < 2; ++measure)
          totals[measure] += study.pair_measures[measure]
                                 .measure->distance(*prepared[measure][list[p]], *prepared[measure][list[q]])
                                 .value.value();
        for (std::size_t measure = 2; measure < 4; ++measure) totals[measure] += study.pairs[measure](list[p], list[q]);
        count += 1.0;
      }
    std::vector<const RunData*> drawn;
    for (const std::size_t run : list) drawn.push_back(&study.runs[run].data);
    sums[1] += totals[0] / count;
    sums[2] += 1.0 - study.kappa.measure->evaluate(drawn).value.value();
    for (std::size_t measure = 1; measure < 4; ++measure) sums[measure + 2] += totals[measure] / count;
  }
  return sums;
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Timing {
  double median = 0.0, spread = 0.0;  ///< spread: median absolute deviation, relative
  explicit Timing(std::vector<double> seconds) : median(::median(seconds)) {
    for (double& value : seconds) value = std::abs(value - median) / median;
    spread = ::median(seconds);
  }
};

std::vector<double> timed(const std::function<void()>& work, int inner) {
  std::vector<double> seconds;
  for (int i = 0; i < kRepetitions; ++i) {
    const double begin = processor_seconds();
    for (int k = 0; k < inner; ++k) work();
    seconds.push_back((processor_seconds() - begin) / inner);
  }
  return seconds;
}

void require_equal(const Sums& wanted, const Sums& found, const std::string& who) {
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (!(std::abs(wanted[i] - found[i]) <= 1e-9 * static_cast<double>(kReferenceResamples)))
      throw std::runtime_error(who + ": measure " + std::to_string(i) + ": want the sum " + std::to_string(wanted[i]) +
                               ", found " + std::to_string(found[i]));
}

/// Prints the figure; gives the ratio.
double print(const Timing& ours, const Timing& reference, const std::string& name) {
  const double scale = static_cast<double>(kResamples) / static_cast<double>(kReferenceResamples);
  const double ratio = scale * reference.median / ours.median;
  std::cout << dump_json({{"figure", "1000 resamples of 20 runs, 522 items, six measures"},
                          {"ratio", ratio},
                          {"median", 1e3 * ours.median},
                          {"spread", ours.spread},
                          {"reference", name},
                          {"reference_median", 1e3 * scale * reference.median},
                          {"reference_spread", reference.spread},
                          {"unit", "ms"}})
            << std::endl;
  return ratio;
}

template <class T>
void write_numbers(const std::filesystem::path& file, const std::vector<T>& numbers) {
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(T)));
  if (!out) throw std::runtime_error("cannot write " + file.string());
}

/// The notebook's way in Python; what it printed.
nlohmann::json in_python(const std::string& python, const Study& study) {
  const TemporaryFolder folder;
  std::vector<double> logits;
  std::vector<double> stored;
  std::vector<std::int64_t> lists;
  for (const MeasuredRun& run : study.runs) logits.insert(logits.end(), run.data.logits.begin(), run.data.logits.end());
  for (std::size_t measure = 2; measure < 4; ++measure)
    stored.insert(stored.end(), study.pairs[measure].begin(), study.pairs[measure].end());
  for (const Resample& list : study.lists) lists.insert(lists.end(), list.begin(), list.end());
  write_numbers(folder.path() / "logits", logits);
  write_numbers(folder.path() / "scores", study.scores);
  write_numbers(folder.path() / "lists", lists);
  write_numbers(folder.path() / "stored", stored);
  write_file(folder.path() / "shape.json",
             dump_json({{"runs", kShape.runs}, {"items", kShape.items}, {"classes", kShape.classes}}));
  test::Program program(python,
                        {std::string(RESEED_SOURCE_DIRECTORY) + "/tests/bench/statistics_speed.py",
                         folder.path().string(), std::to_string(kReferenceResamples), std::to_string(kRepetitions)},
                        {{"OMP_NUM_THREADS", "1"}, {"OPENBLAS_NUM_THREADS", "1"}, {"MKL_NUM_THREADS", "1"}});
  const test::Said said = program.wait();
  if (said.code != 0) throw std::runtime_error(python + ": " + said.err);
  return parse_json(said.out, "statistics_speed.py");
}

bool has_numpy(const std::string& python) {
  return !python.empty() && test::Program(python, {"-c", "import numpy"}).wait().code == 0;
}

}  // namespace

int main() {
  try {
    use_one_blas_thread();
    const Study study;
    const auto all = static_cast<std::size_t>(kResamples);
    const Sums wanted = from_matrices(study, kReferenceResamples);
    const Timing ours(timed([&] { from_matrices(study, all); }, 10));
    require_equal(wanted, measured_again(study, kReferenceResamples), "plain C++");
    const double plain =
        print(ours, Timing(timed([&] { measured_again(study, kReferenceResamples); }, 1)), "the same loop in C++");
    const char* python = std::getenv("RESEED_PYTHON");
    if (python == nullptr || !has_numpy(python)) {
      std::cout << "no Python with numpy (RESEED_PYTHON): the C++ loop stands for the notebook's way\n";
      return plain >= kWantedRatio ? 0 : 1;
    }
    const nlohmann::json said = in_python(python, study);
    require_equal(wanted, said.at("sums").get<Sums>(), "Python");
    const double ratio = print(ours, Timing(said.at("seconds").get<std::vector<double>>()),
                               "a Python loop with numpy " + said.at("numpy").get<std::string>());
    return ratio >= kWantedRatio ? 0 : 1;
  } catch (const std::exception& failure) {
    std::cerr << "bench_statistics: " << failure.what() << '\n';
    return 1;
  }
}
