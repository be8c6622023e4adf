// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/item_subset.hpp"
#include "bundle/rows.hpp"

namespace reseed {

/// Number of the bundle's schema; raised when a file or column changes its meaning.
inline constexpr int kBundleSchema = 2;

/// What a measure says of itself and a reader of its values must know, though the plugin may be gone.
struct MeasureFacts {
  std::string reads;         ///< "scores" | "predictions" | "probabilities" | "logits" | "representations"
  std::string arity;         ///< "pair" | "group"
  double tolerance = 0.0;    ///< absolute; values this near are `within_tolerance` when bundles are compared
  bool biased_by_n = false;  ///< values of different numbers of items must not be compared

  bool operator==(const MeasureFacts&) const = default;
};

/// A plugin whose results a bundle holds.
struct PluginUse {
  std::string kind;  ///< "measure" | "mitigation" | "study"
  std::string id;
  int version = 0;
  std::string source_digest;                 ///< of the source, or of the library where the plugin was built otherwise
  std::optional<MeasureFacts> measure = {};  ///< measures; absent where an early build of reseed wrote the bundle
  /// Studies that ask for sub-samples of the test items: the keys of [analysis] that say which. Absent like `measure`.
  std::optional<SubsetKeys> subsets = {};

  bool operator==(const PluginUse&) const = default;
};

/// Content of bundle.json: the marker that a bundle is there.
struct BundleInfo {
  int schema_version = kBundleSchema;
  std::string study;  ///< id of the study
  std::string kind;   ///< id of the study plugin
  /// "complete" | "unfinished": a run in `error`, a value that the next call tries again, a study that gave no report,
  /// or a second training that did not end. Set by write_bundle.
  std::string status;
  std::string tool_version;
  std::string tool_commit;                ///< "" where the source was no repository
  std::vector<PluginUse> plugins;         ///< by kind and id
  bool records_kept = true;               ///< false: `[records] keep = "none"`
  std::string manifest_digest;            ///< sha256 of manifest.resolved.toml
  std::string published;                  ///< name of the published facts it is held against; "" = none
  std::string published_sha256;           ///< their digest
  std::string parent;                     ///< content digest of the bundle whose records were measured again; "" = none
  std::string double_run;                 ///< "equal" | "differs" | "" = not asked, or not trained a second time
  std::vector<std::string> missing_runs;  ///< ids of runs in `error`: completed by the next call
  /// Layers of the representations that the records of a model hold, ascending, 0 = embeddings. Models whose records
  /// hold none, or not all the same, are absent; so are all where an early build of reseed wrote the bundle.
  std::map<std::string, std::vector<std::int64_t>> layers;

  bool operator==(const BundleInfo&) const = default;
};

/// A file that lies elsewhere (in the store) and is linked or copied into the bundle.
struct StoredFile {
  std::filesystem::path source;
  std::string sha256;  ///< "" = computed
};

/// All that goes into a bundle.
struct BundleContent {
  BundleInfo info;
  bool analysed = true;           ///< false: the study's analysis failed and is tried again by the next call
  bool trained_twice = true;      ///< false: so did the second training that [execution] double_run asks for
  std::string manifest;           ///< text as given
  std::string resolved_manifest;  ///< text with every default written out
  std::vector<RunRow> runs;
  std::vector<MeasureRow> measures;
  std::vector<TimingRow> timing;
  nlohmann::json environment = nlohmann::json::object();  ///< hosts, device classes, libraries, dates (volatile)
  /// Names below the bundle: "records/<run id>/test.safetensors", "pairs/NAME.safetensors".
  std::map<std::string, StoredFile> stored;
  /// Name -> content: "tables/NAME.csv", "figures/NAME.svg", "figures/NAME.csv", "published.csv", "report.html".
  std::map<std::string, std::string> files;
};

/// How stored files come into the bundle. (`keep = "none"`: give no records, and info.records_kept = false.)
enum class KeepRecords { link, copy };

/// `out/<study>-<first 12 digits of the sha256 of the resolved manifest>`.
std::filesystem::path bundle_folder(const std::filesystem::path& out, std::string_view study,
                                    std::string_view resolved_manifest);

/// True when `folder` holds a bundle; to be asked before any work starts.
///
/// Errors: Error(data) when it is a bundle of another tool, plugin or measure version, or of an older schema (both
/// named, another --out proposed), Error(newer) when its schema is newer.
bool check_existing_bundle(const std::filesystem::path& folder, const BundleInfo& info);

/// Writes a bundle: data first, bundle.json and SHA256SUMS last, every file whole. Equal content gives equal bytes but
/// for the volatile files. A complete bundle of the same content is left untouched, also its manifest.toml, which may
/// say the same in other words; an unfinished one is completed.
///
/// Errors: those of check_existing_bundle; Error(data) for a folder that cannot be written, that holds files which are
/// no part of the bundle, or a complete bundle of other content; Error(unfinished) when the disk is full.
void write_bundle(const std::filesystem::path& folder, const BundleContent& content, KeepRecords keep);

/// Adds or replaces a file that is volatile or made of others, and its line in SHA256SUMS. The crate names the sha256
/// of all others: it comes last (write_crate).
void rewrite_file(const std::filesystem::path& folder, const std::string& name, std::string_view content);

/// Name of the page in a bundle.
inline constexpr const char* kPageFile = "report.html";

/// The files that differ between equal bundles: timing.csv, environment.json, ro-crate-metadata.json, SHA256SUMS.
bool is_volatile(std::string_view name);

/// The files that are made of a bundle's other files, once these are written, and may be made anew at any time: the
/// page and the crate.
bool is_made_of_others(std::string_view name);

/// What reading a bundle gives. Nothing outside its folder is ever read, symbolic links are refused.
struct Bundle {
  std::filesystem::path folder;
  BundleInfo info;
  std::string manifest;
  std::string resolved_manifest;
  std::vector<RunRow> runs;
  std::vector<MeasureRow> measures;
  std::vector<TimingRow> timing;
  nlohmann::json environment;
  std::string content_digest;
};

/// Errors: Error(newer) for a newer schema, before anything else; Error(data) when bundle.json is missing or a file of
/// the bundle is missing or malformed. Checksums are verify_bundle's task.
Bundle read_bundle(const std::filesystem::path& folder);

/// Path of a file of the bundle for reading. Errors: Error(data) for a name that leaves the bundle or a symbolic link.
std::filesystem::path file_in_bundle(const std::filesystem::path& folder, std::string_view name);

/// sha256 over the checksums of runs.csv, measures.csv, pairs, records, tables, figures and published.csv.
std::string content_digest(const std::map<std::string, std::string>& checksums);

/// What `reseed verify` found.
struct Verification {
  std::vector<std::string> problems;  ///< one line each, naming the file; empty: the bundle is whole
  std::string content_digest;
};

/// Checksums, completeness, schema, cross-references, what the bundle says twice (contradictions.hpp), and files that
/// no bundle has (bundle_files.hpp), from the content of the files. Errors: Error(newer), Error(data) when there is no
/// bundle.json.
Verification verify_bundle(const std::filesystem::path& folder);

}  // namespace reseed
