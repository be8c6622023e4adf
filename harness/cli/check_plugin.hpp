// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace reseed::cli {

/// `reseed plugins check FILE`: every step of loading, afresh, then the self tests of the worker that can load it. One
/// line a step. Returns 0, or 1 when one failed.
int check_plugin(const std::string& file, const std::vector<std::filesystem::path>& folders);

}  // namespace reseed::cli
