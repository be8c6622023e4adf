// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace reseed {

/// Compute threads of LibTorch in this process: part of every result's bits.
void set_compute_threads(int count);

}  // namespace reseed
