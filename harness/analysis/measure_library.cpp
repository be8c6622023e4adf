// SPDX-License-Identifier: Apache-2.0
#include "analysis/measure_library.hpp"

#include <dlfcn.h>

#include <optional>

#include "base/number.hpp"

namespace reseed {
namespace {

const PluginEntry& open_entry(const std::filesystem::path& library) {
  const std::string place = library.string();
  void* handle = dlopen(std::filesystem::absolute(library).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    throw Error(ErrorKind::plugin, place, std::string("want a shared library that can be loaded: ") + dlerror());
  const auto* entry = static_cast<const PluginEntry*>(dlsym(handle, "reseed_plugin"));
  if (!entry)
    throw Error(ErrorKind::plugin, place, "want the symbol reseed_plugin, found none; is it a reseed plugin?");
  if (entry->api != RESEED_PLUGIN_API)
    throw Error(ErrorKind::plugin, place,
                "want plugin API " + std::to_string(RESEED_PLUGIN_API) + ", found " + std::to_string(entry->api) +
                    "; build it again");
  if (entry->kind != PluginKind::measure)
    throw Error(ErrorKind::plugin, place, "want a measure, found a plugin of another kind");
  if (std::string(entry->build_id) != RESEED_MEASURE_BUILD_ID)
    throw Error(ErrorKind::plugin, place,
                std::string("want build \"") + RESEED_MEASURE_BUILD_ID + "\", found \"" + entry->build_id +
                    "\"; build it again");
  return *entry;
}

OptionValue default_of(const OptionInfo& option) {
  const std::string type = option.type;
  const std::string text = option.default_value;
  if (type == "boolean") return text == "true";
  if (type == "integer") return static_cast<std::int64_t>(parse_integer(text).value_or(0));
  if (type == "number") return parse_double(text).value_or(0.0);
  return text;
}

}  // namespace

const MeasureInfo& open_measure(const std::filesystem::path& library) {
  return *static_cast<const MeasureInfo*>(open_entry(library).info);
}

LoadedMeasure create_measure(const std::filesystem::path& library, const std::string& variant,
                             const std::map<std::string, OptionValue>& given) {
  const PluginEntry& entry = open_entry(library);
  LoadedMeasure loaded;
  loaded.info = static_cast<const MeasureInfo*>(entry.info);
  for (const VariantInfo& candidate : loaded.info->variants)
    if (!loaded.variant && (variant.empty() || variant == candidate.name)) loaded.variant = &candidate;
  if (!loaded.variant) throw Error(ErrorKind::plugin, entry.id, "want one of its variants, found \"" + variant + "\"");
  std::map<std::string, OptionValue> values;
  for (const OptionInfo& option : loaded.info->options) values[option.name] = default_of(option);
  for (const auto& [name, value] : given) {
    const auto found = values.find(name);
    const auto* integer = std::get_if<std::int64_t>(&value);
    if (found != values.end() && integer && std::holds_alternative<double>(found->second)) {
      found->second = static_cast<double>(*integer);
      continue;
    }
    if (found == values.end() || found->second.index() != value.index())
      throw Error(ErrorKind::plugin, entry.id, "option \"" + name + "\" is not declared, or of another type");
    found->second = value;
  }
  const auto create = reinterpret_cast<CreateMeasure>(entry.create);
  loaded.measure.reset(create(Options(loaded.variant->name, std::move(values))));
  return loaded;
}

}  // namespace reseed
