// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <tuple>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "bundle/bundle.hpp"
#include "bundle/bundle_json.hpp"
#include "bundle/checksums.hpp"
#include "bundle/status.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMarker = "bundle.json";
constexpr const char* kSums = "SHA256SUMS";
constexpr const char* kManifest = "manifest.toml";

std::string shown(const std::string& text) { return text.empty() ? "none" : text; }

[[noreturn]] void refuse_version(const fs::path& folder, const std::string& what, const std::string& wanted,
                                 const std::string& found) {
  throw Error(ErrorKind::data, folder.string(),
              "want a bundle of " + what + " " + shown(wanted) + ", found one of " + shown(found) +
                  "; nothing is overwritten: choose another --out");
}

/// What the writer itself decides: order, digest of the manifest, status.
BundleInfo completed(const BundleContent& content) {
  BundleInfo info = content.info;
  const auto key = [](const PluginUse& use) { return std::tie(use.kind, use.id); };
  std::sort(info.plugins.begin(), info.plugins.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  info.schema_version = kBundleSchema;
  info.manifest_digest = sha256(content.resolved_manifest);
  std::set<std::string> missing(info.missing_runs.begin(), info.missing_runs.end());
  for (const RunRow& row : content.runs)
    if (row.outcome == RunOutcome::error) missing.insert(row.id);
  info.missing_runs.assign(missing.begin(), missing.end());
  const bool again = std::any_of(content.measures.begin(), content.measures.end(), is_tried_again);
  info.status = missing.empty() && !again && content.analysed && content.trained_twice ? "complete" : "unfinished";
  return info;
}

/// The files that are made here; stored ones come beside them.
std::map<std::string, std::string> texts_of(const BundleContent& content) {
  std::map<std::string, std::string> texts = content.files;
  texts["manifest.toml"] = content.manifest;
  texts["manifest.resolved.toml"] = content.resolved_manifest;
  texts["runs.csv"] = write_runs_csv(content.runs);
  texts["measures.csv"] = write_measures_csv(content.measures);
  texts["timing.csv"] = write_timing_csv(content.timing);
  texts["environment.json"] = dump_json(content.environment) + '\n';
  for (const auto& [name, text] : texts)
    if (!stays_inside(name) || name == kMarker || name == kSums || content.stored.contains(name))
      throw Error(ErrorKind::internal, name, "a file of this name cannot be put into a bundle");
  for (const auto& [name, file] : content.stored)
    if (!stays_inside(name)) throw Error(ErrorKind::internal, name, "a file of this name cannot be put into a bundle");
  return texts;
}

/// Errors: as write_file, for the folder.
void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    const bool full = error == std::errc::no_space_on_device;
    throw Error(full ? ErrorKind::unfinished : ErrorKind::data, folder.string(),
                "cannot be made: " + error.message() +
                    (full ? "; free some space and call again" : "; choose a folder that you may write to"));
  }
}

void place_stored(const fs::path& target, const StoredFile& file, KeepRecords keep) {
  std::error_code error;
  fs::remove(target, error);
  if (keep == KeepRecords::link) {
    fs::create_hard_link(file.source, target, error);
    if (!error) return;  // another file system, or none with hard links: a copy is as good
  }
  write_file(target, read_file(file.source));
}

/// Checksums of what lies in the folder now; a file that write_file left half-done is removed.
Checksums present(const fs::path& folder) {
  Checksums checksums;
  if (!fs::exists(folder)) return checksums;
  std::set<std::string> strange;
  for (const std::string& name : files_below(folder, strange)) {
    if (fs::path(name).filename().string().starts_with('.'))
      fs::remove(folder / name);
    else
      checksums[name] = sha256_file(folder / name);
  }
  if (!strange.empty())
    throw Error(ErrorKind::data, (folder / *strange.begin()).string(),
                "want a file, found a link or something else; move it away");
  return checksums;
}

/// The checksums that the bundle itself lists; none where the list is missing or cannot be read.
Checksums listed_sums(const fs::path& folder) {
  if (!fs::exists(folder / kSums)) return {};
  try {
    return parse_checksums(read_file(folder / kSums), kSums);
  } catch (const Error&) {  // verify names it; here it only tells that nothing is known
    return {};
  }
}

}  // namespace

fs::path bundle_folder(const fs::path& out, std::string_view study, std::string_view resolved_manifest) {
  return out / (std::string(study) + "-" + sha256(resolved_manifest).substr(0, 12));
}

bool check_existing_bundle(const fs::path& folder, const BundleInfo& info) {
  const fs::path marker = folder / kMarker;
  if (!fs::exists(marker)) return false;
  const BundleInfo found = parse_bundle_json(read_file(marker), marker.string());
  const auto tool = [](const BundleInfo& of) {
    return of.tool_version + (of.tool_commit.empty() ? "" : " (" + of.tool_commit + ")");
  };
  if (tool(found) != tool(info)) refuse_version(folder, "reseed", tool(info), tool(found));
  if (found.schema_version != kBundleSchema)
    refuse_version(folder, "schema", std::to_string(kBundleSchema), std::to_string(found.schema_version));
  for (const PluginUse& wanted : info.plugins)
    for (const PluginUse& there : found.plugins)
      // An unfinished bundle may be waiting for a plugin that was mended: then its version alone must be the same.
      if (there.kind == wanted.kind && there.id == wanted.id && !(there == wanted) &&
          (found.status == "complete" || there.version != wanted.version)) {
        const auto text = [](const PluginUse& use) {
          return "version " + std::to_string(use.version) + " (" + use.source_digest.substr(0, 12) + ")";
        };
        refuse_version(folder, wanted.kind + " " + wanted.id, text(wanted), text(there));
      }
  return true;
}

void write_bundle(const fs::path& folder, const BundleContent& content, KeepRecords keep) {
  const BundleInfo info = completed(content);
  const bool exists = check_existing_bundle(folder, info);
  const std::map<std::string, std::string> texts = texts_of(content);
  const Checksums before = present(folder);
  const bool was_complete = exists && parse_bundle_json(read_file(folder / kMarker), kMarker).status == "complete";
  const Checksums listed = listed_sums(folder);

  Checksums after;
  for (const auto& [name, text] : texts) after[name] = sha256(text);
  for (const auto& [name, file] : content.stored)
    after[name] = file.sha256.empty() ? sha256_file(file.source) : file.sha256;
  const std::string marker = write_bundle_json(info);
  after[kMarker] = sha256(marker);
  // The same study in other words (a comment, --set): a complete bundle keeps the manifest that it was made of.
  const auto given = before.find(kManifest);
  if (was_complete && given != before.end() && listed.contains(kManifest) && given->second == listed.at(kManifest))
    after[kManifest] = given->second;

  for (const auto& [name, digest] : before)
    if (!after.contains(name) && !is_volatile(name) && !is_made_of_others(name))
      throw Error(ErrorKind::data, (folder / name).string(),
                  "want only files of this bundle in its folder, found another; move it away or choose another --out");
  bool differs = false;
  for (const auto& [name, digest] : after) {
    if (is_volatile(name)) continue;
    const auto there = before.find(name);
    if (there != before.end() && there->second == digest) continue;
    differs = true;
    // What SHA256SUMS lists is what this study gives: the file was damaged since, and is brought back.
    const auto sum = listed.find(name);
    const bool damaged = sum != listed.end() && sum->second == digest;
    if (was_complete && !damaged && !listed.empty())
      throw Error(ErrorKind::data, (folder / name).string(),
                  std::string("want the file that this study gives, found ") +
                      (there == before.end() ? "none" : "another") +
                      " in a complete bundle; reseed verify tells more, or choose another --out");
  }
  if (was_complete && !differs && before.contains(kSums)) return;

  make_folder(folder);
  std::error_code absent;  // the markers may not be there yet: then there is nothing to remove
  fs::remove(folder / kSums, absent);
  fs::remove(folder / kMarker, absent);
  const auto differs_from_before = [&](const std::string& name) {
    const auto there = before.find(name);
    return there == before.end() || there->second != after.at(name);
  };
  for (const auto& [name, file] : content.stored) {
    if (!differs_from_before(name)) continue;
    make_folder((folder / name).parent_path());
    place_stored(folder / name, file, keep);
  }
  for (const auto& [name, text] : texts) {
    if (!differs_from_before(name)) continue;
    make_folder((folder / name).parent_path());
    write_file(folder / name, text);
  }
  for (const auto& [name, digest] : before)  // of an earlier call
    if (is_made_of_others(name) && !after.contains(name)) after[name] = digest;
  write_file(folder / kMarker, marker);
  write_file(folder / kSums, write_checksums(after));
}

void rewrite_file(const fs::path& folder, const std::string& name, std::string_view content) {
  if ((!is_volatile(name) && !is_made_of_others(name)) || name == kSums)
    throw Error(ErrorKind::internal, name, "is no file of a bundle that is written anew");
  const fs::path sums = file_in_bundle(folder, kSums);
  Checksums checksums = parse_checksums(read_file(sums), sums.string());
  checksums[name] = sha256(content);
  write_file(folder / name, content);
  write_file(sums, write_checksums(checksums));
}

}  // namespace reseed
