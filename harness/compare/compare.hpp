// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bundle/bundle.hpp"
#include "compare/comparison.hpp"
#include "compare/measure_source.hpp"

namespace reseed {

struct CompareOptions {
  double margin_share = 0.1;  ///< of the larger value; the margin is at least 1 / n items
};

/// Two bundles: what differs in their origins, then which values may be compared, then whether they differ by more
/// than chance (docs/compare.md).
///
/// Errors: Error(data) for a pair matrix or manifest that cannot be read, for a name that leaves a bundle, and for
/// symbolic links; those of `source`.
Comparison compare_bundles(const Bundle& a, const Bundle& b, const CompareOptions& options, MeasureSource& source);

}  // namespace reseed
