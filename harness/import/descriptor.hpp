// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "plugin/catalog.hpp"
#include "toml/node.hpp"

namespace reseed {

/// No class is numbered higher than this less one, and no array is wider. Scores count by class, and a stray number
/// among predictions or labels - an identifier, a marker - must not become a table of that many classes.
inline constexpr std::int64_t kMostClasses = 100000;

/// What is wrong with a metric for this number of classes (0: unknown); else empty.
std::string metric_problem(const std::string& metric, std::int64_t classes);

/// Where one array lies, as the descriptor says it: `{group}`, `{model}`, `{seed}` and `{layer}` are still to be filled
/// in. The array's name is "" for a file of one array.
struct ArrayReference {
  std::string file;
  std::string array;

  bool holds(const std::string& key) const {
    return file.find('{' + key + '}') != std::string::npos || array.find('{' + key + '}') != std::string::npos;
  }
};

/// Section [arrays], [validation] or [test_sets.NAME]: the arrays of one evaluation set.
struct SetArrays {
  std::string set;   ///< "test", "validation" or NAME
  std::string path;  ///< of its section, for messages
  Place place;
  std::string file;                                   ///< where arrays of the usual names are looked for; "" = nowhere
  std::map<std::string, ArrayReference> given;        ///< "logits", "probabilities", "predictions", ... -> where
  std::optional<std::vector<std::int64_t>> layers{};  ///< of representations whose reference has no {layer}
};

/// One of [[groups]]: runs that differ in nothing but the seed.
struct ImportGroup {
  std::string name;
  std::string model;
  std::optional<std::vector<std::uint64_t>> seeds;  ///< empty: those that the files have
  std::vector<std::uint64_t> diverged;              ///< among the seeds: there is nothing to read of them
  std::string path;
  Place place;
};

/// What an import.toml says: the names, where the arrays lie, and what is to be measured.
struct ImportDescriptor {
  std::string text;  ///< as given
  Manifest manifest;
  std::string task;
  std::string metric = "accuracy";
  Place metric_place;                    ///< of task.metric; without a line where nothing says it
  std::vector<std::string> class_names;  ///< may be absent
  std::optional<std::int64_t> classes;   ///< how many, where it is said
  std::vector<SetArrays> sets;           ///< "test" first
  std::vector<ImportGroup> groups;
};

/// Reads a descriptor; `shown` names it in messages. `measures`: "" = those that it lists, or all where it lists none;
/// "all"; or "ID[:VARIANT],...". Errors: Errors(manifest) with all mistakes, each `file:line:column: key: want ...,
/// found ...`.
ImportDescriptor read_import_descriptor(const std::filesystem::path& file, const std::string& shown,
                                        const std::string& measures, const PluginCatalog& catalog);

/// The keys of an array: what a run predicts, one of the first three; then what all runs share; then what lies inside.
inline constexpr const char* kPredictionKeys[] = {"logits", "probabilities", "predictions"};

}  // namespace reseed
