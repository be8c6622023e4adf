// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bundle/bundle.hpp"

namespace reseed {

/// Lines for a shell that make such a bundle again and verify it, beside its folder: the commit to check out, the
/// variables that its data need, and
///   - of runs that were trained: `run` of its resolved manifest (which has the values of --set in it), copied to where
///     relative paths of the manifest begin;
///   - of a bundle measured again: `measure` of its parent with everything that measuring was told;
///   - of imported runs: `import`.
/// Nothing of the bundle can end the word that it stands in. FOLDER, SOURCE, PARENT and DIR are the reader's to fill
/// in. Errors: Error(data) for a resolved manifest that is no TOML.
std::vector<std::string> rerun_commands(const Bundle& bundle);

}  // namespace reseed
