// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace reseed {

/// A group's, model's or task's name stands in file names, tables, pages and on terminals.
inline constexpr const char* kWantImportName =
    "a name of 1 to 100 bytes with a letter or digit, without '/', control characters, changes of writing direction "
    "and blanks at its ends";

/// Is `name`, UTF-8, what kWantImportName says? Any byte above 0x7F counts as a letter.
bool is_import_name(const std::string& name);

/// The name for a message: in quotation marks, without what would steer a terminal, cut where it is long.
std::string shown_name(const std::string& name);

}  // namespace reseed
