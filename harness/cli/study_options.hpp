// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/commands.hpp"

namespace boost::program_options {
class options_description;
class positional_options_description;
}  // namespace boost::program_options

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

/// Reads the words after a command as `known` says, options in full: no guessing. Errors: Error(usage) at `command`.
void parse_words(const Arguments& words, const boost::program_options::options_description& known,
                 const boost::program_options::positional_options_description& positions, const std::string& command);

/// A word of --device: auto, cpu, cuda or cuda:N. Errors: Error(usage) for any other.
std::string checked_device(const std::string& word);

/// Number of workers that --jobs means; "" = the cores that this process may use. Errors: Error(usage).
std::size_t jobs_of(const std::string& word);

}  // namespace reseed::cli
