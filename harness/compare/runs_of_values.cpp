// SPDX-License-Identifier: Apache-2.0
#include "compare/runs_of_values.hpp"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "base/safetensors.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Group = std::tuple<std::string, std::string, std::string>;  // group, model, task
using Seeds = std::set<std::uint64_t>;

/// Empty: there is no such file. Errors: Error(data) for one that cannot be read.
Seeds seeds_of(const std::filesystem::path& file) {
  Seeds seeds;
  if (!std::filesystem::is_regular_file(file)) return seeds;
  for (const std::int64_t seed : Safetensors(file).at("seeds").as_integers())
    seeds.insert(static_cast<std::uint64_t>(seed));
  return seeds;
}

}  // namespace

void require_runs_of_values(const Bundle& bundle) {
  std::map<Group, Seeds> ended_well;
  for (const RunRow& run : bundle.runs) {
    Seeds& seeds = ended_well[{run.group, run.model, run.task}];
    if (run.outcome == RunOutcome::ok) seeds.insert(run.seed);
  }
  std::map<std::string, Seeds> of_file;  // layers share one
  for (std::size_t i = 0; i < bundle.measures.size(); ++i) {
    const MeasureRow& row = bundle.measures[i];
    const auto contradicted = [&](const std::string& what) {
      throw Error(ErrorKind::data, (bundle.folder / "measures.csv").string() + ": row " + std::to_string(i + 1),
                  what + ": the bundle contradicts itself; reseed verify tells more");
    };
    const auto runs = ended_well.find({row.group, row.model, row.task});
    if (runs == ended_well.end())
      contradicted("want a group, model and task of runs.csv, found " + row.group + ", " + row.model + ", " + row.task);
    if (row.pairs.empty()) continue;
    const auto [seeds, is_new] = of_file.try_emplace(row.pairs);
    if (is_new) seeds->second = seeds_of(file_in_bundle(bundle.folder, row.pairs));
    if (!seeds->second.empty() && seeds->second != runs->second)
      contradicted("want " + row.pairs + " of the seeds whose runs ended well in runs.csv, found others");
  }
}

}  // namespace reseed
