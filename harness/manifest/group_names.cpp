// SPDX-License-Identifier: Apache-2.0
#include "manifest/group_names.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "base/json.hpp"
#include "base/number.hpp"
#include "base/run_json.hpp"
#include "base/words.hpp"
#include "plugin/resolve_options.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return shortest(value.get<double>());
  if (value.is_null()) return "checkpoint";  // dropout: the only option without a value
  return value.dump();
}

/// "key=value" for every entry of `given` that `base` has otherwise.
void add_differences(const Json& given, const Json& base, const std::string& prefix, std::vector<std::string>& parts) {
  for (const auto& [key, value] : given.items()) {
    if (base.contains(key) && base.at(key) == value) continue;
    if (value.is_object() && base.contains(key))
      add_differences(value, base.at(key), prefix + key + '.', parts);
    else
      parts.push_back(prefix + key + '=' + text_of(value));
  }
}

}  // namespace

std::string default_group_name(const GroupEntry& group, const TrainingOptions& training, const PluginSpec* plugin) {
  std::vector<std::string> parts;
  if (plugin != nullptr) {
    const Options defaults = resolve_options(*plugin, "", {}).options;
    if (group.mitigation.options.variant() != defaults.variant()) parts.push_back(group.mitigation.options.variant());
    add_differences(to_json(group.mitigation.options).at("values"), to_json(defaults).at("values"), "", parts);
  }
  add_differences(to_json(group.training), to_json(training), "", parts);
  const auto held = [&](const char* name, const std::optional<std::uint64_t>& seed) {
    if (seed) parts.push_back(std::string(name) + " held at " + std::to_string(*seed));
  };
  held("head_init", group.streams.head_init);
  held("data_order", group.streams.data_order);
  held("dropout", group.streams.dropout);
  held("mitigation", group.streams.mitigation);
  return parts.empty() ? group.mitigation.id : group.mitigation.id + " (" + joined(parts, ", ") + ')';
}

bool differ_in_seeds_only(const GroupEntry& a, const GroupEntry& b) {
  return a.mitigation.id == b.mitigation.id && to_json(a.mitigation.options) == to_json(b.mitigation.options) &&
         a.training == b.training && a.streams == b.streams;
}

}  // namespace reseed
