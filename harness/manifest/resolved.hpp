// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "manifest/manifest.hpp"

namespace reseed {

/// The manifest as canonical TOML: every default written out, numbers shortest, paths as they were given. Checking this
/// text again gives the same text.
std::string resolved_text(const Manifest& manifest);

/// A text as TOML writes it, quotes included.
std::string toml_quoted(const std::string& text);

/// A manifest of runs that are there already, as canonical TOML: its [study], `others` (sections, each after an empty
/// line), [[measures]], [records] and [analysis].
std::string measuring_text(const Manifest& manifest, const std::string& others);

/// A resolved manifest with the [study], [[measures]] and [analysis] of `manifest` in the places of its own; every
/// other section stays as it is. Errors: Error(data) at `place` for a text that is not laid out as resolved_text writes
/// it.
std::string with_measuring(const std::string& resolved, const Manifest& manifest, const std::string& place);

/// SHA-256 of what the manifest asks for: comments, order, notation, paths and --set or file do not count; where a path
/// stood, the digest of what lies there counts. `models` and `tasks` hold digests by name.
std::string manifest_hash(const Manifest& manifest, const std::map<std::string, std::string>& models,
                          const std::map<std::string, std::string>& tasks);

}  // namespace reseed
