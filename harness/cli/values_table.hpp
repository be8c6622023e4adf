// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bundle/bundle.hpp"

namespace reseed::cli {

/// The values of a bundle as a plain table: groups by measure, one line each; of the layers the top one.
std::string values_table(const BundleContent& content);

/// "1.5 GB", "20 MB", "3 kB": decimal units.
std::string bytes_text(double bytes);

}  // namespace reseed::cli
