// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "reseed/measure.hpp"

namespace reseed {

/// A measure with its variant and options chosen. `info` and `variant` live in the library, which is never unloaded.
struct LoadedMeasure {
  const MeasureInfo* info = nullptr;
  const VariantInfo* variant = nullptr;
  std::unique_ptr<Measure> measure;
};

/// What a measure's library says of itself.
///
/// Errors: Error(plugin) at the file, with what was wanted and found: no library, no symbol, another API number, kind
/// or build id.
const MeasureInfo& open_measure(const std::filesystem::path& library);

/// Opens the library and makes the measure. `variant` "" is the default; options not given have their defaults.
/// Errors: as open_measure(); Error(plugin) for an unknown variant or option; what the factory throws.
LoadedMeasure create_measure(const std::filesystem::path& library, const std::string& variant,
                             const std::map<std::string, OptionValue>& given = {});

}  // namespace reseed
