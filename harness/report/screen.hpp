// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "reseed/study_report.hpp"

namespace reseed {

/// The screen that ends a run: the report's first table with columns aligned, then its answers, wrapped to `width`
/// characters (at least 40).
std::string screen(const StudyReport& report, std::size_t width);

/// A table in plain text, columns aligned: numbers to the right, texts to the left. Where it is wider than `width`
/// characters its columns come in blocks, each beside the column that names the rows.
std::string plain(const StudyTable& table, std::size_t width = std::numeric_limits<std::size_t>::max());

}  // namespace reseed
