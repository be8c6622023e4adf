// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bundle/bundle.hpp"
#include "bundle/checksums.hpp"

namespace reseed {

/// Name of the crate's file in a bundle. It is volatile: it holds the date on which the bundle was written.
inline constexpr const char* kCrateFile = "ro-crate-metadata.json";

/// What a manifest says about the one who answers for the results ([study] agent, licence); "" = not given.
struct CrateCredit {
  std::string agent;    ///< a name, or an ORCID as a web address
  std::string licence;  ///< of the results: an SPDX identifier or a web address
};

/// A name as the part of an @id behind '#': all but letters, digits and "-._~" as %NN.
std::string crate_fragment(std::string_view name);

/// The bundle as a Provenance Run Crate (RO-Crate 1.1 with the Workflow Run RO-Crate profiles 0.5): the resolved
/// manifest is the workflow, every kind of task a step, every run a CreateAction with its outcome, reseed the engine
/// that organised them. A run that was made elsewhere is the work of `reseed import`; in a bundle that was measured
/// again it is taken from the parent, on which the crate is based.
///
/// `checksums`: every file of the bundle with its sha256; SHA256SUMS and the crate itself are left out.
std::string crate_text(const Bundle& bundle, const Checksums& checksums, const CrateCredit& credit);

/// What is wrong with a crate, one line each: JSON-LD that is no crate of the profiles above, references to entities
/// that are not there, files that are missing, not listed or of another sha256 (none is taken for the page, as earlier
/// builds wrote it), kinds of tasks without their step, runs without their action, actions of another status or
/// instrument than the bundle says. The form that earlier builds wrote of imports and of bundles measured again, as if
/// reseed had trained their runs, is taken too. `checksums` as in crate_text.
std::vector<std::string> crate_problems(std::string_view text, const BundleInfo& info, const std::vector<RunRow>& runs,
                                        const std::vector<MeasureRow>& measures, const Checksums& checksums);

/// Writes the crate of a finished bundle, its line in SHA256SUMS included.
/// Errors: those of read_bundle; Error(data) when the folder cannot be written.
void write_crate(const std::filesystem::path& folder, const CrateCredit& credit);

}  // namespace reseed
