// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "execute/given_study.hpp"
#include "plugin/catalog.hpp"

namespace reseed {

/// Runs made elsewhere, as a study whose records lie below `folder`: an empty one, which must outlive the study.
///
/// `measures` as read_import_descriptor has it. `stopped` is asked between runs: once it is true, there is no study and
/// what was written below `folder` is good for nothing. Errors: those of ImportSource, read_import_descriptor and
/// read_imported_runs.
std::optional<GivenStudy> import_study(const std::filesystem::path& source, const std::string& measures,
                                       const PluginCatalog& catalog, const std::filesystem::path& folder,
                                       const std::function<bool()>& stopped);

}  // namespace reseed
