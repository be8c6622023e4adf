// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"
#include "base/json.hpp"
#include "bundle/bundle.hpp"
#include "bundle/bundle_json.hpp"
#include "bundle/checksums.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMarker = "bundle.json";

std::string text_of_marker(const fs::path& folder) { return read_file(marker_of(folder)); }

}  // namespace

fs::path marker_of(const fs::path& folder) {
  if (fs::is_regular_file(folder))
    throw Error(ErrorKind::data, folder.string(), "want the folder of a result bundle, found a file");
  const fs::path marker = file_in_bundle(folder, kMarker);
  if (!fs::is_regular_file(marker))
    throw Error(ErrorKind::data, marker.string(), "want a result bundle, found no bundle.json; is the study finished?");
  return marker;
}

fs::path file_in_bundle(const fs::path& folder, std::string_view name) {
  const fs::path file = folder / name;
  if (!stays_inside(name))
    throw Error(ErrorKind::data, folder.string(),
                "want the name of a file of the bundle, found \"" + std::string(name) + "\"");
  fs::path part = folder;
  for (const fs::path& step : fs::path(name)) {
    part /= step;
    const fs::file_status status = fs::symlink_status(part);
    if (fs::is_symlink(status))
      throw Error(ErrorKind::data, part.string(),
                  "want a file of the bundle, found a symbolic link; links are not followed");
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
      throw Error(ErrorKind::data, part.string(), "want a file of the bundle, found a pipe, socket or device");
  }
  return file;
}

int bundle_schema_version(const fs::path& folder, const Migrations& migrations) {
  const std::string place = (folder / kMarker).string();
  return schema_version_in(parse_json(text_of_marker(folder), place), place, migrations.newest());
}

Bundle read_bundle(const fs::path& folder, const Migrations& migrations) {
  const auto place = [&](std::string_view name) { return (folder / name).string(); };
  Bundle bundle;
  bundle.folder = folder;
  bundle.info = parse_bundle_json(text_of_marker(folder), place(kMarker), migrations);
  const BundleTexts texts(folder, bundle.info.schema_version, migrations);
  const auto text = [&](std::string_view name) {
    if (const fs::path file = file_in_bundle(folder, name); !fs::is_regular_file(file))
      throw Error(ErrorKind::data, file.string(), "want this file in the bundle, found none; reseed verify tells more");
    return texts.read(name);
  };
  bundle.manifest = text("manifest.toml");
  bundle.resolved_manifest = text("manifest.resolved.toml");
  bundle.runs = parse_runs_csv(text("runs.csv"), place("runs.csv"));
  bundle.measures = parse_measures_csv(text("measures.csv"), place("measures.csv"));
  bundle.timing = parse_timing_csv(text("timing.csv"), place("timing.csv"));
  bundle.environment = parse_json(text("environment.json"), place("environment.json"));
  bundle.content_digest = content_digest(parse_checksums(text("SHA256SUMS"), place("SHA256SUMS")));
  return bundle;
}

Bundle read_bundle(const fs::path& folder) { return read_bundle(folder, Migrations::shipped()); }

}  // namespace reseed
