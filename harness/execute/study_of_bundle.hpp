// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "execute/bundle_records.hpp"
#include "execute/given_study.hpp"
#include "manifest/manifest_text.hpp"
#include "plugin/catalog.hpp"

namespace reseed {

/// What is to be done otherwise than a bundle's manifest says.
struct AskedAgain {
  std::vector<std::string> added;     ///< "ID" or "ID:VARIANT": further entries of [[measures]]
  std::vector<std::string> settings;  ///< KEY=VALUE below study, measures or analysis
};

/// The study that measures a bundle's runs again, from the records in the bundle alone: measures that were added, that
/// are newer, or whose options, layers or resampling changed. All other values are taken over as they are.
///
/// Errors: Error(newer); Error(data) for what is no bundle, a damaged one, or one without records - the message says
/// which are missing and what makes them; Error(usage) for a setting of what only training can change; Errors(manifest)
/// for mistakes in the settings, as in a manifest.
GivenStudy study_of_bundle(const std::filesystem::path& folder, const AskedAgain& asked, const PluginCatalog& catalog);

/// The same of a bundle that is known to be whole, whose records lie where `find` says.
GivenStudy study_of_bundle(const Bundle& bundle, const AskedAgain& asked, const PluginCatalog& catalog,
                           const FindRecord& find);

/// The manifest of a bundle with KEY=VALUE texts in it (manifest_text.hpp), to be held against the published facts that
/// are installed now.
ManifestText manifest_of_bundle(const Bundle& bundle, const std::vector<std::string>& settings);

}  // namespace reseed
