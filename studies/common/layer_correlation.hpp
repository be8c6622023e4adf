// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "curve.hpp"
#include "reseed/study.hpp"
#include "reseed/study_report.hpp"

namespace reseed::studies {

/// Fewest layers over which a correlation is computed: over two it is 1 or -1 whatever the values are.
inline constexpr std::size_t kFewestLayers = 3;

/// Pearson's r across layers between the curves of two measures of representations, of one group.
///
/// The interval is over seeds: the runs are resampled, both curves and r computed again from the pair matrices (2.5 and
/// 97.5 % quantiles); a run drawn twice makes a pair with itself as StudyData::self_pairs says. The layers of one model
/// are no independent observations, so that p is a bound of what they can tell and no more.
struct LayerCorrelation {
  const StudyGroup* group = nullptr;
  MeasureForm a, b;
  std::size_t layers = 0;
  std::size_t forced = 0;  ///< layers at which one of the two is forced by dimension (degenerate_subspace)
  std::size_t runs = 0;
  std::optional<double> r, low, high;
  std::optional<double> p;                                ///< by permutation, of fewer than 10 layers or with ties
  std::string test;                                       ///< in words; "" where there is no p
  std::vector<std::pair<std::uint64_t, double>> without;  ///< seed, and r of the two curves without its run
  std::string reason;                                     ///< why there is no r, or no interval; "" otherwise
};

/// Every two measures of representations of the same variant, group by group; one_form.hpp says what stands for
/// as_published. Pointers are into `data`.
std::vector<LayerCorrelation> layer_correlations(const StudyData& data, bool embeddings);

/// They as a table of a report.
StudyTable layer_correlations_table(const std::string& id, const std::vector<LayerCorrelation>& rows);

}  // namespace reseed::studies
