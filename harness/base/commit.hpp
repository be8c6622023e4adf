// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace reseed {

/// The commit that this program was built from, with `-dirty` when sources had been changed; `unknown` outside a clone.
/// Lies in the library reseed::commit, so that a commit rebuilds little.
std::string_view tool_commit();

}  // namespace reseed
