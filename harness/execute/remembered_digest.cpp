// SPDX-License-Identifier: Apache-2.0
#include "execute/remembered_digest.hpp"

#include <sys/stat.h>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "manifest/expand.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// What changes when a file is written to.
Json stamps(const fs::path& folder) {
  Json stamps = Json::object();
  for (const fs::path& file : checkpoint_files(folder)) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) continue;
    stamps[file.filename().string()] = {status.st_ino,          status.st_size,        status.st_mtim.tv_sec,
                                        status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec};
  }
  return stamps;
}

}  // namespace

std::string remembered_digest(const fs::path& folder, const Store& store) {
  const Json now = {{"folder", fs::canonical(folder).string()}, {"files", stamps(folder)}};
  const fs::path memory = store.memory() / ("digest-" + sha256(dump_json(now)).substr(0, 16) + ".json");
  if (fs::exists(memory)) {
    try {
      const Json known = parse_json(read_file(memory), memory.string());
      if (known.at("of") == now) return known.at("digest").get<std::string>();
    } catch (const Error&) {  // not readable: read the files again
    } catch (const Json::exception&) {
    }
  }
  const std::string digest = checkpoint_digest(folder);
  write_file(memory, dump_json({{"of", now}, {"digest", digest}}) + "\n");
  return digest;
}

}  // namespace reseed
