// SPDX-License-Identifier: Apache-2.0
#include "resampler.hpp"

#include <algorithm>
#include <numeric>

#include "analysis/resampled.hpp"
#include "analysis/run_data.hpp"

namespace reseed::studies {
namespace {

const StudyRun* run_of(const StudyGroup& group, std::uint64_t seed) {
  for (const StudyRun& run : group.runs)
    if (run.seed == seed && run.outcome == "ok") return &run;
  return nullptr;
}

/// Rows of the pair matrix that belong to the seeds; empty when one is missing.
std::optional<arma::uvec> rows_of(const StudyValue& value, const std::vector<std::uint64_t>& seeds) {
  arma::uvec rows(seeds.size());
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const auto found = std::find(value.seeds.begin(), value.seeds.end(), seeds[i]);
    if (found == value.seeds.end()) return std::nullopt;
    rows(i) = static_cast<arma::uword>(found - value.seeds.begin());
  }
  return rows;
}

/// What the runs predict, as far as kappa asks.
struct Votes {
  arma::mat differ;  ///< m x m, share of the items on which two runs differ, diagonal 0
  arma::mat shares;  ///< c x m, share of the items to which a run gives each class
  double items = 0.0;
};

std::optional<Votes> votes_of(const StudyData& data, const StudyGroup& group, const std::string& test_set,
                              const std::vector<std::uint64_t>& seeds) {
  std::vector<arma::mat> logits;
  std::vector<arma::urowvec> classes;
  for (const std::uint64_t seed : seeds) {
    const StudyRun* run = run_of(group, seed);
    auto recorded = run == nullptr ? std::nullopt : data.predictions(*run, test_set);
    if (!recorded || recorded->logits.is_empty()) return std::nullopt;
    if (!logits.empty() && arma::size(logits.front()) != arma::size(recorded->logits)) return std::nullopt;
    classes.push_back(predicted_classes(recorded->logits));
    logits.push_back(std::move(recorded->logits));
  }
  Votes votes;
  votes.items = static_cast<double>(classes.front().n_elem);
  votes.shares = class_shares(logits);
  votes.differ.zeros(seeds.size(), seeds.size());
  for (std::size_t i = 0; i < seeds.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      votes.differ(i, j) = votes.differ(j, i) = static_cast<double>(arma::accu(classes[i] != classes[j])) / votes.items;
  return votes;
}

/// What the published code makes of the drawn runs, two classes: its chance agreement is 1 / n whatever they say.
std::optional<double> published_kappa_distance(const Votes& votes, const Resample& list) {
  if (votes.items < 2.0) return std::nullopt;
  const auto differ = resampled_mean(votes.differ, list, SelfPairs::include_zero);  // every run drawn is a rater
  return differ ? std::optional<double>(*differ * votes.items / (votes.items - 1.0)) : std::nullopt;
}

}  // namespace

std::optional<Resampler> Resampler::make(const StudyData& data, const StudyGroup& group, const StudyValue& value,
                                         const std::vector<std::uint64_t>& seeds) {
  const std::size_t m = seeds.size();
  if (m < 2) return std::nullopt;
  if (!value.pairs.empty()) {
    const auto rows = rows_of(value, seeds);
    if (!rows) return std::nullopt;
    arma::mat pairs = value.pairs(*rows, *rows);
    if (value.direction == Direction::larger_is_more_alike) pairs = 1.0 - pairs;  // a pair with itself is at distance 0
    return Resampler(m,
                     [pairs](const Resample& list, SelfPairs policy) { return resampled_mean(pairs, list, policy); });
  }
  if (value.subset) return std::nullopt;  // scores and predictions are those of all items
  if (value.measure == "performance_sd") {
    std::vector<double> scores;
    for (const std::uint64_t seed : seeds) {
      const StudyRun* run = run_of(group, seed);
      if (run == nullptr || !run->scores.contains(value.test_set)) return std::nullopt;
      scores.push_back(run->scores.at(value.test_set));
    }
    const int ddof = value.variant == "as_published" ? 0 : 1;
    return Resampler(m, [scores, ddof](const Resample& list, SelfPairs) { return resampled_sd(scores, list, ddof); });
  }
  if (value.measure == "fleiss_kappa") {
    const auto votes = votes_of(data, group, value.test_set, seeds);
    const bool as_published = value.variant == "as_published";
    if (!votes || (as_published && votes->shares.n_rows > 2)) return std::nullopt;
    return Resampler(m, [votes = *votes, as_published](const Resample& list, SelfPairs) {
      return as_published ? published_kappa_distance(votes, list)
                          : resampled_kappa_distance(votes.differ, votes.shares, list);
    });
  }
  return std::nullopt;
}

SelfPairs self_pairs_of(const StudyData& data) {
  return data.self_pairs() == "include_zero" ? SelfPairs::include_zero : SelfPairs::exclude;
}

Resample every_run(std::size_t runs) {
  Resample list(runs);
  std::iota(list.begin(), list.end(), std::size_t{0});
  return list;
}

}  // namespace reseed::studies
