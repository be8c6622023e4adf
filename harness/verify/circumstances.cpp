// SPDX-License-Identifier: Apache-2.0
#include "verify/circumstances.hpp"

#include <algorithm>
#include <set>

#include "base/json.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

std::string shown(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  if (found == object.end()) return "nothing";
  return found->is_string() ? found->get<std::string>() : dump_json(*found);
}

std::string source_text(const std::string& digest) { return "source " + digest.substr(0, 12); }

}  // namespace

std::vector<std::string> other_device(const Bundle& bundle, const std::string& worker, const Json& now) {
  const auto found = bundle.environment.find(worker);
  if (found == bundle.environment.end() || !found->is_object())
    return {"environment.json does not say on what device class it was done (" + worker + ")"};
  std::set<std::string> keys;
  for (const Json* object : {&*found, &now})
    for (const auto& [key, value] : object->items()) keys.insert(key);
  std::vector<std::string> others;
  for (const std::string& key : keys)
    if (!found->contains(key) || !now.contains(key) || found->at(key) != now.at(key))
      others.push_back(worker + " " + key + ": " + shown(*found, key) + " in the bundle, " + shown(now, key) + " here");
  return others;
}

std::vector<std::string> other_plugin(const Bundle& bundle, const PluginSpec& now) {
  const std::string kind(to_string(now.kind));
  const auto& uses = bundle.info.plugins;
  const auto use = std::find_if(uses.begin(), uses.end(),
                                [&](const PluginUse& one) { return one.kind == kind && one.id == now.id; });
  if (use == uses.end()) return {kind + " " + now.id + ": bundle.json does not name it"};
  if (use->version == now.version && use->source_digest == now.source_digest) return {};
  return {kind + " " + now.id + ": version " + std::to_string(use->version) + " (" + source_text(use->source_digest) +
          ") in the bundle, version " + std::to_string(now.version) + " (" + source_text(now.source_digest) + ") here"};
}

}  // namespace reseed
