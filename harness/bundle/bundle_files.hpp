// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace reseed {

/// True for the name of a file that a bundle may hold (docs/bundles.md, "Files"): those of its own folder, those of a
/// record, and anything in pairs, tables and figures, of which measures.csv and tables/report.json say the names
/// (contradictions.hpp). Every other one is extra, whatever SHA256SUMS lists.
bool is_bundle_file(std::string_view name);

}  // namespace reseed
