// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace reseed {

/// Makes OpenBLAS use one thread, which is part of the bits; measures are parallel over pairs instead. Call it first.
void use_one_blas_thread();

/// Everything of this machine that can change the bits of a measure: versions of OpenBLAS and Armadillo, the kernels
/// that OpenBLAS chose, the variables that steer it, the processor's model.
nlohmann::json measure_device();

}  // namespace reseed
