// SPDX-License-Identifier: Apache-2.0
#include "plugin/load.hpp"

#include <boost/dll/shared_library.hpp>
#include <map>
#include <mutex>
#include <string>

#include "plugin/plugin_spec.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;
namespace dll = boost::dll;

constexpr const char* kSymbol = "reseed_plugin";

[[noreturn]] void refuse(const fs::path& file, const std::string& message) {
  throw Error(ErrorKind::plugin, file.string(), message);
}

/// Libraries stay open until the process ends, and beyond the destructors of static objects: exceptions, objects and
/// threads of a plugin may outlive every scope that we could name. So the map is never destroyed.
struct OpenLibraries {
  std::mutex mutex;
  std::map<fs::path, dll::shared_library> by_file;
};
OpenLibraries& open_libraries() {
  static auto* const libraries = new OpenLibraries;
  return *libraries;
}

/// What dlopen said, without the part that Boost adds from errno.
std::string reason_of(const std::exception& error) {
  std::string text = error.what();
  if (const auto end = text.rfind("): "); end != std::string::npos) text.resize(end);
  if (const auto begin = text.find("dlerror system message: "); begin != std::string::npos)
    text.erase(0, begin + std::string_view("dlerror system message: ").size());
  for (char& letter : text)
    if (letter == '\n') letter = ' ';
  return text;
}

const dll::shared_library& library_of(const fs::path& file) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error || !fs::is_regular_file(real)) refuse(file, "want a shared library, found no file");
  OpenLibraries& libraries = open_libraries();
  const std::scoped_lock lock(libraries.mutex);
  if (const auto known = libraries.by_file.find(real); known != libraries.by_file.end()) return known->second;
  try {
    dll::shared_library library(real, dll::load_mode::rtld_now | dll::load_mode::rtld_local);
    return libraries.by_file.emplace(real, std::move(library)).first->second;
  } catch (const std::exception& failure) {
    refuse(file, "want a shared library that can be opened, found: " + reason_of(failure));
  }
}

}  // namespace

void open_library(const fs::path& file) { library_of(file); }

const PluginEntry& open_plugin(const fs::path& file) {
  const dll::shared_library& library = library_of(file);
  if (!library.has(kSymbol))
    refuse(file, std::string("want the symbol ") + kSymbol +
                     ", found none; end the source with RESEED_MEASURE, RESEED_MITIGATION or RESEED_STUDY");
  const auto& entry = library.get<const PluginEntry>(kSymbol);
  if (entry.api != RESEED_PLUGIN_API)
    refuse(file, "want plugin interface " + std::to_string(RESEED_PLUGIN_API) + ", found " + std::to_string(entry.api) +
                     "; compile it again with the headers of this reseed");
  if (to_string(entry.kind).empty())
    refuse(file, "want kind 1 (measure), 2 (mitigation) or 3 (study), found " +
                     std::to_string(static_cast<std::uint32_t>(entry.kind)));
  return entry;
}

void check_build_id(std::string_view place, std::string_view wanted, std::string_view found) {
  if (wanted == found) return;
  throw Error(ErrorKind::plugin, std::string(place),
              "want build id \"" + std::string(wanted) + "\", found \"" + std::string(found) +
                  "\"; compile it again with the headers and libraries of this reseed");
}

const PluginEntry& load_plugin(const fs::path& file, PluginKind kind, std::string_view build_id) {
  const PluginEntry& entry = open_plugin(file);
  if (entry.kind != kind)
    refuse(file, "want a " + std::string(to_string(kind)) + ", found a " + std::string(to_string(entry.kind)));
  check_build_id(file.string(), build_id, entry.build_id == nullptr ? "" : entry.build_id);
  return entry;
}

}  // namespace reseed
