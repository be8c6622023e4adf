// SPDX-License-Identifier: Apache-2.0
#include "first_seeds.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include "analysis/bootstrap.hpp"
#include "curve.hpp"

namespace reseed::studies {
namespace {

/// The seeds of a group that stay, lowest first, whatever became of their runs.
std::set<std::uint64_t> first_seeds(const StudyGroup& group, std::size_t count) {
  std::set<std::uint64_t> seeds;
  for (const StudyRun& run : group.runs) seeds.insert(run.seed);
  while (count > 0 && seeds.size() > count) seeds.erase(std::prev(seeds.end()));
  return seeds;
}

std::size_t ok_count(const StudyGroup& group) {
  return static_cast<std::size_t>(
      std::count_if(group.runs.begin(), group.runs.end(), [](const StudyRun& run) { return run.outcome == "ok"; }));
}

}  // namespace

FirstSeeds::FirstSeeds(const StudyData& data, std::int64_t count) : data_(data), groups_(data.groups()) {
  for (StudyGroup& group : groups_) {
    const std::set<std::uint64_t> stay = first_seeds(group, static_cast<std::size_t>(count));
    std::erase_if(group.runs, [&](const StudyRun& run) { return !stay.contains(run.seed); });
  }
  for (const StudyValue& value : data.values()) values_.push_back(cut(value));
  for (const StudyValue& value : data.subset_values()) subset_values_.push_back(cut(value));
}

StudyValue FirstSeeds::cut(const StudyValue& value) const {
  const auto group = std::find_if(groups_.begin(), groups_.end(), [&](const StudyGroup& g) {
    return g.name == value.group && g.model == value.model && g.task == value.task;
  });
  if (group == groups_.end() || static_cast<std::int64_t>(ok_count(*group)) == value.n_runs) return value;
  StudyValue result = value;
  result.n_runs = static_cast<std::int64_t>(ok_count(*group));
  result.null = result.low = result.high = result.value = result.instability = std::nullopt;
  if (value.pairs.is_empty()) {
    result.flags.push_back("records_missing");
    result.reason = "a measure of the whole group keeps no pair matrix: give a group of the manifest these seeds";
    return result;
  }
  std::vector<arma::uword> rows;
  result.seeds.clear();
  for (std::size_t i = 0; i < value.seeds.size(); ++i)
    if (std::any_of(group->runs.begin(), group->runs.end(),
                    [&](const StudyRun& run) { return run.outcome == "ok" && run.seed == value.seeds[i]; })) {
      rows.push_back(i);
      result.seeds.push_back(value.seeds[i]);
    }
  const arma::uvec kept(rows);
  result.pairs = value.pairs.submat(kept, kept);
  Resample all(rows.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  result.instability = instability_over(result, all);
  if (!result.instability) {
    if (result.reason.empty()) result.reason = "fewer than two of the first seeds ended well, or a pair is undefined";
    return result;
  }
  result.reason.clear();
  result.value = oriented(result, *result.instability);
  std::vector<std::optional<double>> means;
  for (const Resample& list : draw_resamples(rows.size(), bootstrap_samples(), bootstrap_seed()))
    means.push_back(instability_over(result, list));
  const BootstrapSummary summary = summarise(means);
  result.low = summary.low;
  result.high = summary.high;
  return result;
}

}  // namespace reseed::studies
