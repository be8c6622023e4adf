// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bundle/asked_for.hpp"
#include "bundle/contradictions.hpp"

namespace reseed {

/// What is missing in a bundle, or too much, held against what its manifest asks for: every run of every group; every
/// measure of every group on every test set and sub-sample, at every layer. Status and missing_runs of bundle.json are
/// held against the runs and values that did not come, double_run against [execution]. Where records are kept, a value
/// has those of its runs on its test set.
///
/// Which layers were recorded say the records; where the bundle keeps none, [records] layers, or else bundle.json.
/// Where that does not say it either, those from 0 to the highest that a value of the model names. `files`: names of
/// all files of the bundle; `analysed`: status.hpp.
std::vector<Contradiction> incompleteness(const std::filesystem::path& folder, const std::set<std::string>& files,
                                          const BundleInfo& info, const AskedFor& asked, bool analysed,
                                          const std::vector<RunRow>& runs, const std::vector<MeasureRow>& measures);

}  // namespace reseed
