// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "import/array.hpp"

namespace reseed {

/// An array as NumPy writes it (format versions 1 to 3): f2 f4 f8, i1 to i8, u1 to u8 and booleans, of either byte
/// order, in C or Fortran order. Nothing is allocated by what the header claims before the file was found to hold it.
///
/// `place` names it in messages. Errors: Error(data) for another format, an array of Python objects (reading one would
/// run code), texts, dates, complex or structured numbers, and a header that does not fit the bytes behind it.
Array parse_npy(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, const std::string& place);

/// parse_npy of a file, mapped into memory.
Array read_npy(const std::filesystem::path& file, const std::string& place);

}  // namespace reseed
