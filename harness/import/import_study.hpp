// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "execute/given_study.hpp"
#include "plugin/catalog.hpp"

namespace reseed {

/// Runs made elsewhere, as a study whose records lie below `folder`: an empty one, which must outlive the study.
///
/// `measures` as read_import_descriptor has it. Errors: those of ImportSource, read_import_descriptor and
/// read_imported_runs.
GivenStudy import_study(const std::filesystem::path& source, const std::string& measures, const PluginCatalog& catalog,
                        const std::filesystem::path& folder);

}  // namespace reseed
