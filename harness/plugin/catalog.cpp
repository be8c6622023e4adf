// SPDX-License-Identifier: Apache-2.0
#include "plugin/catalog.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

#include "base/files.hpp"
#include "base/nearest.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

/// One spelling of a folder, whether it is there or not: "a/." and "a/" are "a".
fs::path spelled_once(const fs::path& folder) {
  const fs::path spelled = fs::weakly_canonical(folder).lexically_normal();
  return spelled.has_filename() ? spelled : spelled.parent_path();
}

fs::path own_folder() { return program_directory().parent_path() / "lib" / "reseed" / "plugins"; }

std::vector<fs::path> from_environment() {
  std::vector<fs::path> folders;
  const char* value = std::getenv("RESEED_PLUGINS");
  const std::string text = value == nullptr ? "" : value;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    if (end > begin) folders.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

/// By name, so that the order of messages does not depend on the file system.
std::vector<fs::path> libraries_in(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".so") files.push_back(entry->path());
  if (error)
    throw Error(ErrorKind::plugin, folder.string(),
                "want a folder of plugins, found: " + error.message() +
                    "; look at [plugins] paths, --plugins and RESEED_PLUGINS");
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

PluginCatalog::PluginCatalog(std::vector<PluginSpec> plugins, std::vector<RefusedPlugin> refused,
                             std::vector<fs::path> folders)
    : plugins_(std::move(plugins)), refused_(std::move(refused)), folders_(std::move(folders)) {
  const auto key = [](const PluginSpec& plugin) { return std::tie(plugin.kind, plugin.id); };
  std::stable_sort(plugins_.begin(), plugins_.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  const auto twice = std::adjacent_find(plugins_.begin(), plugins_.end(),
                                        [&](const auto& a, const auto& b) { return key(a) == key(b); });
  if (twice != plugins_.end())
    throw Error(ErrorKind::plugin, std::next(twice)->file.string(),
                "want an id of its own, found " + std::string(to_string(twice->kind)) + " " + twice->id + " in " +
                    twice->file.string() + " too; rename one or leave its folder out");
}

const PluginSpec* PluginCatalog::find(PluginKind kind, std::string_view id) const {
  for (const PluginSpec& plugin : plugins_)
    if (plugin.kind == kind && plugin.id == id) return &plugin;
  return nullptr;
}

const PluginSpec* PluginCatalog::plain_mitigation() const {
  const PluginSpec* found = nullptr;
  for (const PluginSpec& plugin : plugins_) {
    if (plugin.kind != PluginKind::mitigation || !plugin.plain) continue;
    if (found != nullptr) return nullptr;
    found = &plugin;
  }
  return found;
}

const PluginSpec& PluginCatalog::at(PluginKind kind, std::string_view id, const std::string& place) const {
  if (const PluginSpec* plugin = find(kind, id)) return *plugin;
  std::string message = "want the id of a " + std::string(to_string(kind)) + ", found \"" + std::string(id) +
                        "\", which no plugin has" + did_you_mean(id, ids(kind));
  for (const RefusedPlugin& refused : refused_) message += "; refused " + refused.file.string() + ": " + refused.reason;
  throw Error(ErrorKind::plugin, place, message);
}

std::vector<std::string> PluginCatalog::ids(PluginKind kind) const {
  std::vector<std::string> ids;
  for (const PluginSpec& plugin : plugins_)
    if (plugin.kind == kind) ids.push_back(plugin.id);
  return ids;
}

std::vector<fs::path> plugin_folders(const std::vector<fs::path>& manifest, const std::vector<fs::path>& command_line) {
  std::vector<fs::path> folders = {own_folder()};
  std::set<fs::path> seen = {spelled_once(folders[0])};
  for (const auto& list : {manifest, command_line, from_environment()})
    for (const fs::path& folder : list)
      if (seen.insert(spelled_once(folder)).second) folders.push_back(folder);
  return folders;
}

PluginCatalog search_plugins(const std::vector<fs::path>& folders, const ProbeSettings& settings) {
  std::vector<PluginSpec> plugins;
  std::vector<RefusedPlugin> refused;
  std::set<fs::path> seen;
  for (const fs::path& folder : folders) {
    if (folder == own_folder() && !fs::exists(folder)) continue;
    for (const fs::path& file : libraries_in(folder)) {
      std::error_code error;  // a link that leads nowhere is refused by describe_library
      if (const fs::path real = fs::canonical(file, error); !error && !seen.insert(real).second) continue;
      try {
        plugins.push_back(describe_library(file, settings));
      } catch (const Error& failure) {
        if (failure.kind() != ErrorKind::plugin) throw;
        refused.push_back({file, failure.message()});
      }
    }
  }
  return PluginCatalog(std::move(plugins), std::move(refused), folders);
}

}  // namespace reseed
