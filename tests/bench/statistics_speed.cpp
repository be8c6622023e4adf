// SPDX-License-Identifier: Apache-2.0
// What studies resample with (studies/common/resampler.hpp): 1000 resamples of 20 runs on 522 items for the six
// measures of the paper (standard deviation, disagreement, kappa, divergence and two distances of representations),
// made from what is stored, beside the way of the published notebook, which measures the pairs of every resample again
// from the logits of both runs and keeps distances of representations alone (statistics_speed.py; set RESEED_PYTHON to
// a Python with numpy), and beside the same loop in plain C++. A run that was drawn twice makes a pair at 0. Then 1000
// resamples of 10 seeds for all values of a study: 20 groups, 7 measures in the forms of imm_reassessment's small
// manifest, 7 layers. Processor time; medians of several repetitions, the references on fewer resamples and scaled. One
// JSON line per figure. Both sides give the same sums, or the program ends with 1; it ends with 1, too, where the
// notebook's way takes less than 1000 times ours, or the study more than half a second.
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

#include "../../studies/common/resampler.hpp"
#include "analysis/blas.hpp"
#include "analysis/resampled.hpp"
#include "analysis/run_data.hpp"
#include "base/json.hpp"
#include "base/run_json.hpp"
#include "support/made_imm_study.hpp"
#include "support/make_runs.hpp"
#include "support/program.hpp"

namespace {

using namespace reseed;

constexpr RunShape kShape = {20, 522, 2, 24};
constexpr std::int64_t kResamples = 1000;
constexpr std::size_t kReferenceResamples = 20;
constexpr int kRepetitions = 5;
constexpr double kWantedRatio = 1000.0;
constexpr double kMostOfStudy = 0.5;  // seconds

using Sums = std::vector<double>;  ///< over resamples, in the order of the measures

std::vector<std::uint64_t> seeds_to(std::size_t count) {
  std::vector<std::uint64_t> seeds;
  for (std::size_t seed = 0; seed < count; ++seed) seeds.push_back(seed);
  return seeds;
}

std::vector<arma::uword> classes_of(const MeasuredRun& run) {
  return arma::conv_to<std::vector<arma::uword>>::from(run.data.predictions);
}

/// Everything that both ways start from.
struct Stored {
  std::vector<MeasuredRun> runs = made_runs(kShape);
  std::vector<Resample> lists = draw_resamples(kShape.runs, kResamples, 1);
  std::vector<double> scores;
  std::vector<LoadedMeasure> pair_measures;  ///< disagreement, divergence, two of representations
  std::vector<arma::mat> pairs;              ///< of each
  test::FakeData data;  ///< the same as a study sees it: one group, values in the order of the sums

  Stored() {
    for (const char* id : {"pairwise_disagreement", "jensen_shannon_divergence", "linear_cka_distance",
                           "orthogonal_procrustes_distance"}) {
      pair_measures.push_back(create_measure(test::library_of(id), ""));
      pairs.push_back(test::evaluate_plainly(pair_measures.back(), runs).pairs->values);
    }
    for (const MeasuredRun& run : runs) scores.push_back(run.data.score);
    data.add_group("group", scores);
    for (std::size_t i = 0; i < runs.size(); ++i) data.predicted_["group" + std::to_string(i)] = classes_of(runs[i]);
    data.labels_.zeros(kShape.items);
    const auto add_pairs = [&](std::size_t p) {
      data.add_value("group", pair_measures[p].info->id, 0.0, runs.size());
      data.values_.back().pairs = pairs[p];
    };
    data.add_group_value("group", "performance_sd", 0.0, runs.size());
    add_pairs(0);
    data.add_group_value("group", "fleiss_kappa", 0.0, runs.size());
    for (std::size_t p = 1; p < 4; ++p) add_pairs(p);
  }
};

/// Ours, as a study does it: from what is stored.
Sums as_studies_do(const Stored& study, std::size_t resamples) {
  Sums sums;
  for (const StudyValue& value : study.data.values_) {
    const auto resampler =
        studies::Resampler::make(study.data, study.data.groups_.front(), value, seeds_to(kShape.runs));
    double& sum = sums.emplace_back(0.0);
    for (std::size_t b = 0; b < resamples; ++b)
      sum += resampler.value()(study.lists[b], SelfPairs::include_zero).value();
  }
  return sums;
}

/// All values of a study of 20 groups of 10 seeds.
test::FakeData whole_study() {
  constexpr std::size_t kGroups = 20;
  constexpr std::size_t kSeeds = 10;
  constexpr int kLayers = 7;
  test::FakeData data;
  data.labels_.zeros(kShape.items);
  for (std::size_t g = 0; g < kGroups; ++g) {
    const std::string name = "group " + std::to_string(g) + " ";
    const std::vector<MeasuredRun> runs = made_runs({kSeeds, kShape.items, 2, 4}, g);
    std::vector<double> scores;
    for (std::size_t i = 0; i < kSeeds; ++i) {
      scores.push_back(runs[i].data.score);
      data.predicted_[name + std::to_string(i)] = classes_of(runs[i]);
    }
    data.add_group(name, scores);
    for (const char* variant : {"textbook", "as_published"})
      for (const char* measure : {"performance_sd", "fleiss_kappa"}) {
        data.add_group_value(name, measure, 0.0, kSeeds);
        data.values_.back().variant = variant;
      }
    // Of predictions and probabilities: one form and two; of representations one form and twice two at every layer.
    for (int value = 0; value < 3 + 5 * kLayers; ++value)
      data.add_value(name, "a_distance", 0.1 + 0.01 * value, kSeeds, 0.001);
  }
  return data;
}

/// Gives the number of values that were resampled.
std::size_t resample_all(const test::FakeData& data, const std::vector<Resample>& lists) {
  std::size_t values = 0;
  const std::vector<std::uint64_t> seeds = seeds_to(lists.front().size());
  for (const StudyValue& value : data.values_) {
    const auto group = std::find_if(data.groups_.begin(), data.groups_.end(),
                                    [&](const StudyGroup& one) { return one.name == value.group; });
    const auto resampler = studies::Resampler::make(data, *group, value, seeds).value();
    std::vector<std::optional<double>> resampled;
    for (const Resample& list : lists) resampled.push_back(resampler(list, SelfPairs::exclude));
    values += summarise(resampled).low ? 1 : 0;
  }
  return values;
}

double disagreement(const arma::mat& a, const arma::mat& b) {
  return static_cast<double>(arma::accu(predicted_classes(a) != predicted_classes(b))) / static_cast<double>(a.n_cols);
}

double divergence(const arma::mat& a, const arma::mat& b) {
  const arma::mat p = softmax(a);
  const arma::mat q = softmax(b);
  const arma::mat middle = (p + q) / 2.0;
  const double both =
      arma::accu(p % (arma::log(p) - arma::log(middle))) + arma::accu(q % (arma::log(q) - arma::log(middle)));
  return both / 2.0 / static_cast<double>(a.n_cols);
}

/// 1 - kappa from the table of counts of the drawn runs.
double kappa_distance(const std::vector<MeasuredRun>& runs, const Resample& list) {
  arma::mat table(kShape.classes, kShape.items, arma::fill::zeros);
  for (const std::size_t run : list) {
    const arma::urowvec classes = predicted_classes(runs[run].data.logits);
    for (arma::uword item = 0; item < kShape.items; ++item) table(classes(item), item) += 1.0;
  }
  const double m = static_cast<double>(list.size());
  const double n = static_cast<double>(kShape.items);
  const double agreement = (arma::accu(arma::square(table)) / n - m) / (m * (m - 1.0));
  const double chance = arma::accu(arma::square(arma::sum(table, 1) / (n * m)));
  return 1.0 - (agreement - chance) / (1.0 - chance);
}

/// The notebook's loop in C++: every pair of every resample is measured again from its logits, each measure of its own.
Sums measured_again(const Stored& study, std::size_t resamples) {
  Sums sums(6, 0.0);
  for (std::size_t b = 0; b < resamples; ++b) {
    const Resample& list = study.lists[b];
    double totals[4] = {};
    double count = 0.0;
    for (std::size_t p = 0; p < list.size(); ++p)
      for (std::size_t q = p + 1; q < list.size(); ++q) {
        const arma::mat& first = study.runs[list[p]].data.logits;
        const arma::mat& second = study.runs[list[q]].data.logits;
        totals[0] += disagreement(first, second);
        totals[1] += divergence(first, second);
        for (std::size_t measure = 2; measure < 4; ++measure) totals[measure] += study.pairs[measure](list[p], list[q]);
        count += 1.0;
      }
    sums[0] += resampled_sd(study.scores, list, 1).value();
    sums[1] += totals[0] / count;
    sums[2] += kappa_distance(study.runs, list);
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
  std::cout << dump_json({{"figure", "1000 resamples of 20 runs, 522 items, six measures of a study"},
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

/// Prints the figure; gives its seconds.
double print_whole_study() {
  const test::FakeData data = whole_study();
  const std::vector<Resample> lists = draw_resamples(10, kResamples, 1);
  const Timing timing(timed([&] { resample_all(data, lists); }, 1));
  std::cout << dump_json({{"figure", "1000 resamples of 10 seeds, 522 items, all values of a study of 20 groups"},
                          {"values", resample_all(data, lists)},
                          {"median", 1e3 * timing.median},
                          {"spread", timing.spread},
                          {"unit", "ms"}})
            << std::endl;
  return timing.median;
}

template <class T>
void write_numbers(const std::filesystem::path& file, const std::vector<T>& numbers) {
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(T)));
  if (!out) throw std::runtime_error("cannot write " + file.string());
}

/// The notebook's way in Python; what it printed.
nlohmann::json in_python(const std::string& python, const Stored& study) {
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
    const Stored study;
    const auto all = static_cast<std::size_t>(kResamples);
    const bool quick = print_whole_study() <= kMostOfStudy;
    const Sums wanted = as_studies_do(study, kReferenceResamples);
    const Timing ours(timed([&] { as_studies_do(study, all); }, 10));
    require_equal(wanted, measured_again(study, kReferenceResamples), "plain C++");
    const double plain =
        print(ours, Timing(timed([&] { measured_again(study, kReferenceResamples); }, 1)), "the same loop in C++");
    const char* python = std::getenv("RESEED_PYTHON");
    if (python == nullptr || !has_numpy(python)) {
      std::cout << "no Python with numpy (RESEED_PYTHON): the C++ loop stands for the notebook's way\n";
      return quick && plain >= kWantedRatio ? 0 : 1;
    }
    const nlohmann::json said = in_python(python, study);
    require_equal(wanted, said.at("sums").get<Sums>(), "Python");
    const double ratio = print(ours, Timing(said.at("seconds").get<std::vector<double>>()),
                               "a Python loop with numpy " + said.at("numpy").get<std::string>());
    return quick && ratio >= kWantedRatio ? 0 : 1;
  } catch (const std::exception& failure) {
    std::cerr << "bench_statistics: " << failure.what() << '\n';
    return 1;
  }
}
