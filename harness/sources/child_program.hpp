// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace reseed {

/// A program to run: words (the first is looked up in PATH), environment (`KEY=VALUE`), and the file that takes
/// what it prints.
struct ChildProgram {
  std::vector<std::string> words;
  std::vector<std::string> environment;
  std::filesystem::path output;
};

/// Runs the program to its end and returns its exit code, 128 + signal when it was killed. `tick` is called about ten
/// times a second; when it returns false the program is killed.
/// Errors: Error(unfinished) when it cannot be started.
int run_child(const ChildProgram& program, const std::function<bool()>& tick);

}  // namespace reseed
