// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "execute/store.hpp"

namespace reseed {

/// checkpoint_digest() of a folder, remembered in the store as long as its files keep their sizes and times of change:
/// large checkpoints take seconds to read. Errors: those of checkpoint_digest().
std::string remembered_digest(const std::filesystem::path& folder, const Store& store);

}  // namespace reseed
