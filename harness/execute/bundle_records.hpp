// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "bundle/bundle.hpp"
#include "bundle/checksums.hpp"
#include "execute/store.hpp"
#include "plugin/catalog.hpp"
#include "reseed/run.hpp"

namespace reseed {

/// Where the record of a run lies; none where there is none.
using FindRecord = std::function<std::optional<StoreEntry>(const RunRow& run)>;

/// The records that a bundle holds, by what SHA256SUMS lists. A record is found when it is the one that runs.csv names
/// by its digest. Errors: those of file_in_bundle. `bundle` must outlive the function.
FindRecord records_in_bundle(const Bundle& bundle);

/// As records_in_bundle, and where a bundle keeps none, those of the store: under the key that the bundle's manifest,
/// plugins and device class make. `bundle`, `catalog` and `store` must outlive the function.
FindRecord records_of_bundle(const Bundle& bundle, const PluginCatalog& catalog, const Store& store);

/// The runs of a bundle as they were asked for, by id: the keys of its manifest, with the digests and the versions of
/// plugins that the bundle has. Runs that its manifest does not describe are left out, e.g. those made elsewhere.
std::map<std::string, RunSpec> asked_runs(const Bundle& bundle, const PluginCatalog& catalog);

}  // namespace reseed
