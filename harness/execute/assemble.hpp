// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bundle/bundle.hpp"
#include "execute/study_execution.hpp"

namespace reseed {

/// Adds what an execution brought to a bundle: runs and their records, the layers of these, values and pair matrices,
/// timing, the verdict of the double run. Rows stand in the order of the plan, whatever the order of work was.
///
/// Records are left out where `content.info.records_kept` is false. Errors: Error(data) for a record that cannot be
/// read.
void assemble(const StudyPlan& plan, const StudyExecution& execution, BundleContent& content);

}  // namespace reseed
