// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace reseed {

/// "NAME (3 of 1024 numbers are NaN or infinite)": an entry of `not_finite` in the training worker's answer to `check`
/// (docs/workers.md).
std::string not_finite_text(const nlohmann::json& parameter);

/// What is wrong with the weights of a checkpoint of which the training worker answered `report` to `check`: "want
/// finite weights, found NAME (...) and 2 tensors more like it; ...". Empty when all numbers that were read are finite.
std::string not_finite_complaint(const nlohmann::json& report);

}  // namespace reseed
