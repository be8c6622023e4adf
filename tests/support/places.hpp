// SPDX-License-Identifier: Apache-2.0
#pragma once

// Included in front of every file of the tests. Where the tree and the build lie is known to one file alone
// (places.cpp): the others compile to the same objects in every checkout, and a compiler cache serves them all.

namespace reseed::test {

/// Absolute paths.
const char* source_directory();
const char* binary_directory();

}  // namespace reseed::test

#define RESEED_SOURCE_DIRECTORY (::reseed::test::source_directory())
#define RESEED_BINARY_DIRECTORY (::reseed::test::binary_directory())
