// SPDX-License-Identifier: Apache-2.0
#include "execute/known_values.hpp"

#include <algorithm>

#include "base/nullable.hpp"
#include "base/sha256.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

/// A row in the shape of the worker's values.
Json value_of(const MeasureRow& row) {
  Json flags = Json::array();
  for (const Flag flag : row.flags) flags.push_back(to_string(flag));
  return {{"layer", nullable(row.layer)},
          {"value", nullable(row.value)},
          {"instability", nullable(row.instability)},
          {"unit", row.unit},
          {"flags", std::move(flags)},
          {"reason", row.reason},
          {"n_items", row.n_items},
          {"n_runs", row.n_runs},
          {"n_dims", nullable(row.n_dims)},
          {"n_undefined", row.n_undefined},
          {"numerical_rank", nullable(row.numerical_rank)},
          {"null", nullable(row.null)},
          {"low", nullable(row.low)},
          {"high", nullable(row.high)}};
}

bool same_resampling(const ResamplingSettings& a, const ResamplingSettings& b) {
  return a.null_seed == b.null_seed && a.samples == b.samples && a.self_pairs == b.self_pairs &&
         a.bootstrap_seed == b.bootstrap_seed;
}

bool same_layers(const MeasureEntry& entry, const PlannedMeasure& measure) {
  switch (entry.layers) {
    case MeasureEntry::Layers::none: return !measure.reads_representations;
    case MeasureEntry::Layers::all:
      return measure.reads_representations && measure.layers.kind == LayerChoice::Kind::all;
    case MeasureEntry::Layers::top:
      return measure.reads_representations && measure.layers.kind == LayerChoice::Kind::top;
    default: return measure.layers.kind == LayerChoice::Kind::listed && entry.listed == measure.layers.listed;
  }
}

}  // namespace

ResamplingSettings resampling_of(const AnalysisSection& analysis) {
  return {analysis.null_seed, analysis.samples, analysis.self_pairs, analysis.bootstrap_seed};
}

KnownValues::KnownValues(Bundle bundle, Manifest manifest)
    : bundle_(std::move(bundle)), manifest_(std::move(manifest)) {}

bool KnownValues::asks_for(const PlannedMeasure& measure) const {
  const auto same = [&](const MeasureEntry& entry) {
    return entry.id == measure.id && entry.options.variant() == measure.options.variant() &&
           options_text(entry.options) == options_text(measure.options);
  };
  // The rows of one measure with two choices of layers cannot be told apart.
  const auto& entries = manifest_.measures;
  if (std::count_if(entries.begin(), entries.end(), same) != 1) return false;
  if (!same_layers(*std::find_if(entries.begin(), entries.end(), same), measure)) return false;
  return std::any_of(bundle_.info.plugins.begin(), bundle_.info.plugins.end(), [&](const PluginUse& use) {
    return use.kind == "measure" && use.id == measure.id && use.version == measure.version &&
           use.source_digest == measure.source_digest;
  });
}

std::optional<ValuesState> KnownValues::find(const PlannedGroup& group, const std::string& test_set,
                                             const std::string& subset, const PlannedMeasure& measure,
                                             const ResamplingSettings& resampling) const {
  if (!same_resampling(resampling, resampling_of(manifest_.analysis)) || !asks_for(measure)) return std::nullopt;
  ValuesState state;
  state.values = Json::array();
  std::string pairs;
  for (const MeasureRow& row : bundle_.measures) {
    if (row.group != group.name || row.model != group.model || row.task != group.task || row.test_set != test_set ||
        row.subset != subset || row.measure != measure.id || row.variant != measure.options.variant() ||
        row.version != measure.version || row.options != options_text(measure.options))
      continue;
    state.values.push_back(value_of(row));
    pairs = row.pairs;
  }
  if (state.values.empty() || to_be_tried_again(state.values)) return std::nullopt;
  if (!pairs.empty()) {
    const std::filesystem::path file = file_in_bundle(bundle_.folder, pairs);
    state.entry = StoreEntry{
        file.parent_path(), {{file.filename().string(), sha256_file(file), std::filesystem::file_size(file)}}, nullptr};
  }
  return state;
}

}  // namespace reseed
