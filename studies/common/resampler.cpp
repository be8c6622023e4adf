// SPDX-License-Identifier: Apache-2.0
#include "resampler.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/statistics.hpp"

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

/// What the runs predict, as far as kappa asks: on which share of the items two runs differ, and how often a run gives
/// each class.
struct Votes {
  arma::mat differ;  ///< m x m, diagonal 0
  arma::mat shares;  ///< c x m
  double items = 0.0;
};

std::optional<Votes> votes_of(const StudyData& data, const StudyGroup& group, const std::string& test_set,
                              const std::vector<std::uint64_t>& seeds) {
  std::vector<arma::urowvec> predicted;
  arma::uword classes = 2;
  for (const std::uint64_t seed : seeds) {
    const StudyRun* run = run_of(group, seed);
    const auto recorded = run == nullptr ? std::nullopt : data.predictions(*run, test_set);
    if (!recorded || recorded->logits.n_cols == 0) return std::nullopt;
    if (!predicted.empty() && predicted.front().n_elem != recorded->logits.n_cols) return std::nullopt;
    classes = std::max<arma::uword>(classes, recorded->logits.n_rows);
    predicted.emplace_back(arma::index_max(recorded->logits, 0));
  }
  Votes votes;
  votes.items = static_cast<double>(predicted.front().n_elem);
  votes.differ.zeros(seeds.size(), seeds.size());
  votes.shares.zeros(classes, seeds.size());
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    for (const arma::uword label : predicted[i]) votes.shares(label, i) += 1.0 / votes.items;
    for (std::size_t j = 0; j < i; ++j)
      votes.differ(i, j) = votes.differ(j, i) =
          static_cast<double>(arma::accu(predicted[i] != predicted[j])) / votes.items;
  }
  return votes;
}

/// 1 - kappa = (share of differing pairs) / (1 - chance agreement). Textbook: chance from the classes' shares over all
/// runs of the list. As published: 1 / n for two classes.
std::optional<double> kappa(const Votes& votes, bool as_published, const Resample& list, SelfPairs policy) {
  const auto differ = resampled_mean(votes.differ, list, policy);
  if (!differ) return std::nullopt;
  double chance = 1.0 / votes.items;
  if (!as_published) {
    arma::vec shares(votes.shares.n_rows, arma::fill::zeros);
    for (const std::size_t run : list) shares += votes.shares.col(run);
    chance = arma::accu(arma::square(shares / static_cast<double>(list.size())));
  }
  if (chance >= 1.0 - 1e-12) return std::nullopt;
  return *differ / (1.0 - chance);
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
    return Resampler(m, [scores, ddof](const Resample& list, SelfPairs) -> std::optional<double> {
      std::vector<double> drawn;
      for (const std::size_t run : list) drawn.push_back(scores[run]);
      return standard_deviation(drawn, ddof);
    });
  }
  if (value.measure == "fleiss_kappa") {
    const auto votes = votes_of(data, group, value.test_set, seeds);
    const bool as_published = value.variant == "as_published";
    if (!votes || (as_published && votes->shares.n_rows > 2)) return std::nullopt;
    return Resampler(m, [votes = *votes, as_published](const Resample& list, SelfPairs policy) {
      return kappa(votes, as_published, list, policy);
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
