// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bundle/migrations.hpp"

namespace reseed {

/// From version 1 to version 2 of the bundle's schema.
///
/// In version 1, `tables/report.json` might hold what a study says itself: the points of series, the cells of heat maps
/// and panels, captions, text alternatives, answers and notes. In version 2 these stand in `figures/ID.csv`,
/// `tables/captions.csv` and `tables/answers.csv`, and there alone. Later bundles of version 1 have these files
/// already: the step takes each figure, the captions and the answers as it finds them.
///
/// Errors of its files: Error(data) for a report that holds some of the numbers of a figure, or of the captions; for a
/// heat map whose cells are not those of its categories; for what stands in the report and in a file of its own, too.
Migration from_version_1();

}  // namespace reseed
