// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bundle/bundle.hpp"
#include "verify/recomputation.hpp"
#include "verify/retraining.hpp"

namespace reseed::cli {

/// All that `reseed verify` found.
struct VerifyAnswer {
  Verification files;
  std::vector<MeasureRow> measures;      ///< of the bundle, where values were computed again
  std::optional<Recomputed> recomputed;  ///< --recompute
  std::optional<Retrained> retrained;    ///< --rerun

  /// Damage, values that do not agree, runs that are not equal where they should be: one line each.
  std::vector<std::string> problems() const;
  /// What could not be done again: one line each.
  std::vector<std::string> unfinished() const;
};

/// What standard output says; problems stand on standard error.
std::string to_text(const VerifyAnswer& answer);
nlohmann::json to_json(const VerifyAnswer& answer);

}  // namespace reseed::cli
