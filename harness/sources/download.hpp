// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "sources/fetch.hpp"
#include "sources/package_source.hpp"

namespace reseed {

/// Downloads a source's wheel or sdist into an existing empty folder and returns the file, its hash checked.
///
/// pip does it (RESEED_PYTHON, else /usr/bin/python3, else python3), so that the user's index, proxy and certificates
/// hold. Nothing of a package is executed before its hash has been checked, and of an sdist nothing at all unless this
/// pip is too strange for sdist.py (then its setup.py, as in every `pip download`).
/// Errors: as fetch. Gives up after 2 minutes without a byte.
std::filesystem::path download(const PackageSource& source, const std::filesystem::path& folder,
                               const FetchProgress& progress);

}  // namespace reseed
