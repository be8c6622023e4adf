// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"
#include "base/json.hpp"
#include "bundle/bundle.hpp"
#include "bundle/bundle_json.hpp"
#include "bundle/checksums.hpp"
#include "reseed/error.hpp"

namespace reseed {

namespace fs = std::filesystem;

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

Bundle read_bundle(const fs::path& folder) {
  const auto text = [&](std::string_view name) {
    const fs::path file = file_in_bundle(folder, name);
    if (!fs::is_regular_file(file))
      throw Error(ErrorKind::data, file.string(),
                  name == "bundle.json" ? "want a result bundle, found no bundle.json; is the study finished?"
                                        : "want this file in the bundle, found none; reseed verify tells more");
    return read_file(file);
  };
  const auto place = [&](std::string_view name) { return (folder / name).string(); };
  Bundle bundle;
  bundle.folder = folder;
  bundle.info = parse_bundle_json(text("bundle.json"), place("bundle.json"));
  bundle.manifest = text("manifest.toml");
  bundle.resolved_manifest = text("manifest.resolved.toml");
  bundle.runs = parse_runs_csv(text("runs.csv"), place("runs.csv"));
  bundle.measures = parse_measures_csv(text("measures.csv"), place("measures.csv"));
  bundle.timing = parse_timing_csv(text("timing.csv"), place("timing.csv"));
  bundle.environment = parse_json(text("environment.json"), place("environment.json"));
  bundle.content_digest = content_digest(parse_checksums(text("SHA256SUMS"), place("SHA256SUMS")));
  return bundle;
}

}  // namespace reseed
