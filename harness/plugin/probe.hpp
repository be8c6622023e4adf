// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>

#include "plugin/plugin_spec.hpp"

namespace reseed {

/// How libraries are opened for the first time.
struct ProbeSettings {
  std::filesystem::path program;  ///< the `reseed` that opens them
  std::filesystem::path cache;    ///< where descriptions are remembered; empty: nowhere
  std::chrono::milliseconds limit{60'000};
  bool ask_again = false;  ///< what is remembered of a file is not used, but replaced

  /// `reseed` in the running program's folder, `plugins` in cache_directory().
  static ProbeSettings standard();
};

/// What a library says of itself. A file whose content was not seen before is opened in a fresh process: one that
/// crashes or hangs while it is opened costs nothing. Answers are remembered by the file's digest, crashes too; any
/// number of processes may share the cache.
///
/// Errors: Error(plugin) at the file, one message for each reason: no file, no library, it crashed or hung, no symbol,
/// other API number, bad descriptor, other build id (both named).
PluginSpec describe_library(const std::filesystem::path& file,
                            const ProbeSettings& settings = ProbeSettings::standard());

/// The other side, `reseed --probe-plugin`: answers one request `probe` for a library (docs/workers.md). It links
/// neither Armadillo nor LibTorch, and reads only the plain struct. Returns the program's exit code.
int serve_probe();

}  // namespace reseed
