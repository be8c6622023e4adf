// SPDX-License-Identifier: Apache-2.0
#include "analysis/measure_library.hpp"

#include "plugin/describe.hpp"
#include "plugin/load.hpp"
#include "plugin/resolve_options.hpp"

namespace reseed {
namespace {

const PluginEntry& open_entry(const std::filesystem::path& library) {
  return load_plugin(library, PluginKind::measure, RESEED_MEASURE_BUILD_ID);
}

}  // namespace

const MeasureInfo& open_measure(const std::filesystem::path& library) {
  return *static_cast<const MeasureInfo*>(open_entry(library).info);
}

LoadedMeasure create_measure(const std::filesystem::path& library, const std::string& variant,
                             const std::map<std::string, OptionValue>& given) {
  const PluginEntry& entry = open_entry(library);
  const ResolvedOptions resolved = resolve_options(describe(entry, library), variant, given);
  if (!resolved.mistakes.empty())
    throw Error(ErrorKind::plugin, std::string(entry.id) + ": " + resolved.mistakes.front().option,
                resolved.mistakes.front().message);
  LoadedMeasure loaded;
  loaded.info = static_cast<const MeasureInfo*>(entry.info);
  for (const VariantInfo& candidate : loaded.info->variants)
    if (resolved.options.variant() == candidate.name) loaded.variant = &candidate;
  loaded.measure.reset(reinterpret_cast<CreateMeasure>(entry.create)(resolved.options));
  return loaded;
}

}  // namespace reseed
