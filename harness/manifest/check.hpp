// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manifest/manifest.hpp"
#include "manifest/manifest_text.hpp"
#include "plugin/catalog.hpp"
#include "toml/mistakes.hpp"

namespace reseed {

/// Checks a manifest against section 3 of the design and the plugins that are there.
///
/// Errors: Errors(manifest) with all mistakes in one pass, each `file:line:column: key: want ..., found ...`.
Manifest check_manifest(const ManifestText& text, const PluginCatalog& catalog);

/// As check_manifest, but notes the mistakes and gives what could be read: its sound entries can still be looked into,
/// so that what is wrong with files and with the text is told at once.
Manifest read_sections(const ManifestText& text, const PluginCatalog& catalog, Mistakes& mistakes);

}  // namespace reseed
