// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace reseed::cli {

/// Words after the command's name, and the program's exit code. Errors: Error, printed by main().
using Arguments = std::vector<std::string>;

int init(const Arguments& arguments);
int run(const Arguments& arguments);
int plan(const Arguments& arguments);
int measure(const Arguments& arguments);
int import(const Arguments& arguments);
int compare(const Arguments& arguments);
int export_table(const Arguments& arguments);
int report(const Arguments& arguments);
int verify(const Arguments& arguments);
int plugins(const Arguments& arguments);
int data(const Arguments& arguments);
int models(const Arguments& arguments);

/// The answer of a command that this version does not have yet: Error(usage), exit 2.
[[noreturn]] void not_there_yet(const std::string& command);

}  // namespace reseed::cli
