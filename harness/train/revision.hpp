// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace reseed {

/// Raised when a run with the same description can end with other numbers: tokens, order, masks, forward and backward
/// pass, optimizer, evaluation, what is recorded. Part of every store key. A golden test fails when the numbers of a
/// small training move and this was not raised.
inline constexpr int kTrainingRevision = 1;

}  // namespace reseed
