// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "plugin/probe.hpp"

namespace reseed::test {

/// Library of tests/fakes/CMakeLists.txt: folder "usable", "refused", "hanging" or "namesake".
inline std::filesystem::path fake_plugin(const std::string& folder, const std::string& name) {
  return std::filesystem::path(RESEED_BINARY_DIRECTORY) / "tests" / "fakes" / folder / (name + ".so");
}

/// The reseed that was built, nothing remembered beyond `cache`.
inline ProbeSettings probe_settings(const std::filesystem::path& cache = {}) {
  ProbeSettings settings;
  settings.program = std::filesystem::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed";
  settings.cache = cache;
  return settings;
}

}  // namespace reseed::test
