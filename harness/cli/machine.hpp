// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace reseed::cli {

/// What a bundle's volatile files say of this machine and moment, and what commands that write bundles ask of it.
std::string host_name();

/// The time in UTC: "2026-01-31T12:00:00Z".
std::string now_text();

/// Columns of the terminal that standard output is; 100 for a file or a pipe.
std::size_t terminal_width();

/// Makes the output folder, so that a folder that cannot be written to shows before any work. Errors: Error(data).
void require_writable(const std::filesystem::path& out);

}  // namespace reseed::cli
