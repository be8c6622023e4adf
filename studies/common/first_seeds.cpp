// SPDX-License-Identifier: Apache-2.0
#include "first_seeds.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "curve.hpp"
#include "resampler.hpp"
#include "run_labels.hpp"

namespace reseed::studies {
namespace {

constexpr std::size_t kFewSeeds = 10;  // fewer carry the flag few_seeds

/// The seeds of a group that stay, lowest first, whatever became of their runs.
std::set<std::uint64_t> first_seeds(const StudyGroup& group, std::size_t count) {
  std::set<std::uint64_t> seeds;
  for (const StudyRun& run : group.runs) seeds.insert(run.seed);
  while (count > 0 && seeds.size() > count) seeds.erase(std::prev(seeds.end()));
  return seeds;
}

void add_flag(StudyValue& value, const std::string& flag) {
  if (!has_flag(value, flag)) value.flags.push_back(flag);
}

}  // namespace

FirstSeeds::FirstSeeds(const StudyData& data, std::int64_t count)
    : data_(data), groups_(data.groups()), values_(data.values()), subset_values_(data.subset_values()) {
  for (StudyGroup& group : groups_) {
    const std::set<std::uint64_t> stay = first_seeds(group, static_cast<std::size_t>(count));
    std::erase_if(group.runs, [&](const StudyRun& run) { return !stay.contains(run.seed); });
  }
  for (StudyValue& value : values_) cut(value);
  for (StudyValue& value : subset_values_) cut(value);
}

void FirstSeeds::cut(StudyValue& value) const {
  const auto group = std::find_if(groups_.begin(), groups_.end(), [&](const StudyGroup& one) {
    return one.name == value.group && one.model == value.model && one.task == value.task;
  });
  if (group == groups_.end()) return;
  std::vector<std::uint64_t> seeds;
  for (const StudyRun* run : ok_runs(*group)) seeds.push_back(run->seed);
  const auto before = static_cast<std::size_t>(value.n_runs);
  if (seeds.size() >= before) return;
  const auto resampler = Resampler::make(data_, *group, value, seeds);
  value.n_runs = static_cast<std::int64_t>(seeds.size());
  value.value = value.instability = value.low = value.high = value.null = std::nullopt;
  value.without.clear();
  if (value.pairs.empty()) value.seeds.clear();
  if (!resampler) {
    value.pairs.reset();
    add_flag(value, "records_missing");
    value.reason = "only its value over all " + std::to_string(before) + " runs is known, not that over the first " +
                   std::to_string(seeds.size()) + ": give a group of the manifest these seeds";
    return;
  }
  const SelfPairs policy = self_pairs_of(data_);
  value.instability = (*resampler)(every_run(seeds.size()), policy);
  if (!value.pairs.empty()) {
    arma::uvec rows(seeds.size());
    for (std::size_t i = 0; i < seeds.size(); ++i)
      rows(i) =
          static_cast<arma::uword>(std::find(value.seeds.begin(), value.seeds.end(), seeds[i]) - value.seeds.begin());
    value.pairs = arma::mat(value.pairs(rows, rows));
    value.seeds = seeds;
  } else if (!value.subset && seeds.size() > 2) {  // one run has no instability
    value.seeds = seeds;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      Resample others = every_run(seeds.size());
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      value.without.push_back((*resampler)(others, policy).value_or(std::nan("")));
    }
  }
  if (seeds.size() < kFewSeeds) add_flag(value, "few_seeds");
  if (!value.instability) {
    if (value.reason.empty()) value.reason = "undefined over the first " + std::to_string(seeds.size()) + " seeds";
    return;
  }
  value.reason.clear();
  value.value = oriented(value, *value.instability);
  std::vector<std::optional<double>> resampled;
  for (const Resample& list : draw_resamples(seeds.size(), bootstrap_samples(), bootstrap_seed()))
    resampled.push_back((*resampler)(list, policy));
  const BootstrapSummary summary = summarise(resampled);
  value.low = summary.low;
  value.high = summary.high;
}

}  // namespace reseed::studies
