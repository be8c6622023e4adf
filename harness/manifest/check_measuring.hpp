// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manifest/manifest.hpp"
#include "plugin/catalog.hpp"
#include "toml/table.hpp"

namespace reseed {

/// What a manifest asks of runs that are there already: [study] (its kind may be absent: values alone), [[measures]],
/// [records] keep and [analysis]. All other sections are the caller's, who calls root.finish(); mistakes are noted.
///
/// [plugins] is no such section: what lies beside the runs of a stranger is data, never code.
Manifest read_measuring(TomlTable& root, const PluginCatalog& catalog);

}  // namespace reseed
