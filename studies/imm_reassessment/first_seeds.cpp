// SPDX-License-Identifier: Apache-2.0
#include "first_seeds.hpp"

#include <algorithm>

#include "resampler.hpp"
#include "view.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr std::size_t kFewSeeds = 10;  // fewer carry the flag few_seeds

const StudyGroup* group_of(const std::vector<StudyGroup>& groups, const StudyValue& value) {
  for (const StudyGroup& group : groups)
    if (group.name == value.group && group.model == value.model && group.task == value.task) return &group;
  return nullptr;
}

}  // namespace

FirstSeeds::FirstSeeds(const StudyData& data, std::size_t seeds)
    : data_(data), groups_(data.groups()), values_(data.values()) {
  for (StudyGroup& group : groups_) {
    std::stable_sort(group.runs.begin(), group.runs.end(),
                     [](const StudyRun& a, const StudyRun& b) { return a.seed < b.seed; });
    if (group.runs.size() > seeds) group.runs.resize(seeds);
  }
  for (StudyValue& value : values_) cut(value);
}

void FirstSeeds::cut(StudyValue& value) const {
  const StudyGroup* group = group_of(groups_, value);
  if (group == nullptr) return;
  std::vector<std::uint64_t> seeds;
  for (const StudyRun* run : ok_runs(*group)) seeds.push_back(run->seed);
  const auto before = static_cast<std::size_t>(value.n_runs);
  if (seeds.size() >= before) return;
  const auto resampler = Resampler::make(data_, *group, value, seeds);
  value.n_runs = static_cast<std::int64_t>(seeds.size());
  value.value = value.instability = value.low = value.high = std::nullopt;
  if (!resampler) {
    value.reason = "only its value over all " + std::to_string(before) + " runs is known, not that over the first " +
                   std::to_string(seeds.size());
    value.pairs.reset();
    return;
  }
  const SelfPairs policy = self_pairs_of(data_);
  value.instability = (*resampler)(every_run(seeds.size()), policy);
  if (value.instability)
    value.value = value.direction == Direction::larger_is_more_alike ? 1.0 - *value.instability : *value.instability;
  std::vector<std::optional<double>> resampled;
  for (const Resample& list : draw_resamples(seeds.size(), bootstrap_samples(), bootstrap_seed()))
    resampled.push_back((*resampler)(list, policy));
  const BootstrapSummary summary = summarise(resampled);
  value.low = summary.low;
  value.high = summary.high;
  if (seeds.size() < kFewSeeds && std::find(value.flags.begin(), value.flags.end(), "few_seeds") == value.flags.end())
    value.flags.emplace_back("few_seeds");
  if (!value.pairs.empty()) {
    arma::uvec rows(seeds.size());
    for (std::size_t i = 0; i < seeds.size(); ++i)
      rows(i) =
          static_cast<arma::uword>(std::find(value.seeds.begin(), value.seeds.end(), seeds[i]) - value.seeds.begin());
    value.pairs = arma::mat(value.pairs(rows, rows));
    value.seeds = seeds;
  }
}

}  // namespace reseed::imm_reassessment
