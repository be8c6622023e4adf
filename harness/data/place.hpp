// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace reseed {

/// A path as manifests may write it, made usable: `$NAME` at the begin is the environment variable's value, `~` the
/// home folder; what is relative afterwards is relative to `base`.
/// Errors: Error(manifest) naming a variable that is not set.
std::filesystem::path expanded_path(const std::string& text, const std::filesystem::path& base);

}  // namespace reseed
