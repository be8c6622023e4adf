// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "bundle/bundle.hpp"
#include "reseed/study_report.hpp"

namespace reseed {

/// Ids of the measures, variants and metrics that a bundle and its study's published numbers name. A bundle's files
/// keep them; its page says them in words.
std::set<std::string> ids_in(const Bundle& bundle, const StudyReport& report);

/// A text with those ids in words: "score (matthews_correlation)" -> "score (Matthews correlation)". What stands in
/// quotes, or is a part of a longer name such as that of a file or a key, stays.
std::string readable(const std::string& text, const std::set<std::string>& ids);

/// The same for everything that a page shows of a study. Names of columns and of files stay.
StudyReport readable(StudyReport report, const std::set<std::string>& ids);

}  // namespace reseed
