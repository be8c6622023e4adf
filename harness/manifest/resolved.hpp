// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "manifest/manifest.hpp"

namespace reseed {

/// The manifest as canonical TOML: every default written out, numbers shortest, paths as they were given. Checking this
/// text again gives the same text.
std::string resolved_text(const Manifest& manifest);

/// SHA-256 of what the manifest asks for: comments, order, notation, paths and --set or file do not count; where a path
/// stood, the digest of what lies there counts. `models` and `tasks` hold digests by name.
std::string manifest_hash(const Manifest& manifest, const std::map<std::string, std::string>& models,
                          const std::map<std::string, std::string>& tasks);

}  // namespace reseed
