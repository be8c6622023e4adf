// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/commands.hpp"

namespace reseed::cli {

/// What `run` and `plan` are told on the command line.
struct StudyOptions {
  std::filesystem::path manifest;
  std::filesystem::path out = "results";
  std::filesystem::path store;
  std::string device = "auto";
  std::size_t jobs = 1;  ///< workers at once
  std::string executor = "local";
  std::vector<std::filesystem::path> plugins;
  std::vector<std::string> settings;  ///< KEY=VALUE
  std::string progress = "auto";
  bool dry_run = false;
  bool dot = false;
  bool json = false;
};

/// Reads the words after `run` or `plan`. Errors: Error(usage) at the option.
StudyOptions parse_study_options(const Arguments& words, const std::string& command);

}  // namespace reseed::cli
