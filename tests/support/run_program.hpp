// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.hpp"

namespace reseed::test {

/// What a program left behind.
struct ProgramResult {
  int exit_code = -1;
  std::string out;
  std::string error;
};

/// Runs the built `reseed` with these words in a folder; RESEED_DATA is unset unless `environment` ("NAME=VALUE") says
/// so.
inline ProgramResult run_reseed(const std::filesystem::path& folder, const std::vector<std::string>& words,
                                const std::string& environment = "") {
  const auto quoted = [](const std::string& word) { return "'" + word + "'"; };  // no test has a quote in its words
  const TemporaryFolder outputs;
  std::string line = "cd " + quoted(folder.string()) + " && env -u RESEED_DATA " + environment + ' ' +
                     quoted((std::filesystem::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed").string());
  for (const std::string& word : words) line += ' ' + quoted(word);
  line += " >" + quoted((outputs.path() / "out").string()) + " 2>" + quoted((outputs.path() / "error").string());
  const int status = std::system(line.c_str());
  ProgramResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.out = read_file(outputs.path() / "out");
  result.error = read_file(outputs.path() / "error");
  return result;
}

}  // namespace reseed::test
