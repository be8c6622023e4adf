// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <memory>
#include <string>
#include <string_view>

#include "reseed/mitigation.hpp"

namespace reseed::test {

/// The entry of a built mitigation method, opened without the loader's checks.
inline const PluginEntry& mitigation_entry(const std::string& id) {
  const std::string file = std::string(RESEED_BINARY_DIRECTORY) + "/lib/reseed/plugins/" + id + ".so";
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw Error(ErrorKind::plugin, file, dlerror());
  const void* entry = dlsym(library, "reseed_plugin");
  if (entry == nullptr) throw Error(ErrorKind::plugin, file, "no symbol reseed_plugin");
  return *static_cast<const PluginEntry*>(entry);
}

inline std::unique_ptr<Mitigation> make_mitigation(const std::string& id, const std::string& variant = "textbook",
                                                   std::map<std::string, OptionValue> options = {}) {
  const auto create = reinterpret_cast<CreateMitigation>(mitigation_entry(id).create);
  return std::unique_ptr<Mitigation>(create(Options(variant, std::move(options))));
}

}  // namespace reseed::test
