// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "published.hpp"
#include "reseed/study_report.hpp"

namespace reseed::published {

/// Title of the page's part that says which published numbers come from the code and not from the paper's text.
inline constexpr const char* kCodePart = "Where paper and code part";

/// The rows of the paper-versus-code list that concern the named measures and methods (the paper's names), all of them
/// for an empty list: what the paper says, what its code does, what follows for the published numbers, and how that is
/// known. In the section kCodePart.
StudyTable code_rows(const Facts& facts, const std::vector<std::string>& about = {});
/// The same of the rows of these numbers, in the order of the list.
StudyTable code_rows(const Facts& facts, const std::vector<int>& numbers);

}  // namespace reseed::published
