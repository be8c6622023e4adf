// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "execute/given_study.hpp"
#include "execute/store.hpp"
#include "plugin/catalog.hpp"

namespace reseed::cli {

/// How runs that are there already are measured.
struct GivenOptions {
  std::filesystem::path out = "results";
  std::size_t jobs = 1;  ///< workers at once
  std::string progress = "auto";
};

/// Measures the runs of a study, lets its plugin analyse the values and writes the bundle; what screens and exit codes
/// say is that of `run`. A bundle of the same content that is there already is left untouched.
///
/// Errors: those of write_bundle, Error(usage) for a word of --progress.
int measure_given(const GivenStudy& study, const PluginCatalog& catalog, Store& store, const GivenOptions& options);

/// Where its bundle goes: the name holds what is asked for, and of which runs.
std::filesystem::path given_bundle(const GivenStudy& study, const std::filesystem::path& out);

}  // namespace reseed::cli
