// SPDX-License-Identifier: Apache-2.0
#include "report/definitions.hpp"

#include <cmath>

#include "base/number.hpp"

namespace reseed {
namespace {

StudyCell text(const std::string& value) { return value.empty() ? StudyCell() : StudyCell(value); }

std::string bound(double value) {
  if (std::isinf(value)) return value < 0 ? "no lower bound" : "no upper bound";
  constexpr double kDigits = 1e4;  // ln 2 is no 0.6931471805599453 to a reader
  return shortest(std::round(value * kDigits) / kDigits);
}

/// "textbook: summary (0 to 1); as_published: ..." The bounds of what is no measure are not stated.
StudyCell variants(const PluginSpec& plugin) {
  std::string out;
  for (const VariantSpec& variant : plugin.variants) {
    out += (out.empty() ? "" : "; ") + variant.name + ": " + variant.summary;
    if (plugin.measure) out += " (" + bound(variant.lower) + " to " + bound(variant.upper) + ")";
  }
  return text(out);
}

StudyCell options(const PluginSpec& plugin) {
  std::string out;
  for (const OptionSpec& option : plugin.options)
    out += (out.empty() ? "" : "; ") + option.name + " (default " + option.default_value + "): " + option.meaning;
  return text(out);
}

std::string direction(const MeasureTraits& traits) {
  return traits.direction == Direction::larger_is_more_different ? "larger = the runs differ more"
                                                                 : "larger = the runs are more alike";
}

/// Units as words: "metric" stands for the unit of the task's metric.
std::string unit(const MeasureTraits& traits) {
  if (traits.unit == "metric") return "that of the task's metric";
  return traits.unit.empty() ? "none" : traits.unit;
}

std::vector<StudyCell> measure_row(const PluginSpec& plugin) {
  const MeasureTraits& traits = *plugin.measure;
  return {
      plugin.id,
      text(plugin.summary),
      std::string(to_string(traits.reads)) + " of " +
          (traits.arity == Arity::pair ? "two runs; the value is the mean over pairs"
                                       : "all runs at once; of a resample a run drawn twice is two runs that agree, so "
                                         "that the interval lies low and may leave the value out"),
      direction(traits),
      traits.instability == "value" ? "the value itself" : traits.instability,
      unit(traits),
      traits.value_on_equal ? StudyCell(*traits.value_on_equal) : StudyCell(),
      text(traits.domain),
      variants(plugin),
      options(plugin),
      text(plugin.source)};
}

}  // namespace

std::vector<StudyTable> definitions(const PluginCatalog& catalog, const std::vector<PluginUse>& plugins) {
  StudyTable measures{kMeasureDefinitions,
                      "Measures",
                      "As each measure describes itself.",
                      {{"id", "Measure", "", -1},
                       {"meaning", "Meaning", "", -1},
                       {"reads", "Reads", "", -1},
                       {"direction", "Direction", "", -1},
                       {"instability", "Instability", "", -1},
                       {"unit", "Unit", "", -1},
                       {"equal_runs", "Value on equal runs", "", 0},
                       {"domain", "Domain", "", -1},
                       {"variants", "Variants", "", -1},
                       {"options", "Options", "", -1},
                       {"source", "Source", "", -1}},
                      {}};
  StudyTable methods{kMethodDefinitions,
                     "Methods",
                     "As each mitigation method describes itself.",
                     {{"id", "Method", "", -1},
                      {"meaning", "Meaning", "", -1},
                      {"variants", "Variants", "", -1},
                      {"options", "Options", "", -1},
                      {"source", "Source", "", -1}},
                     {}};
  for (const PluginUse& use : plugins) {
    if (use.kind == to_string(PluginKind::measure)) {
      const PluginSpec* plugin = catalog.find(PluginKind::measure, use.id);
      if (plugin != nullptr && plugin->measure) measures.rows.push_back(measure_row(*plugin));
    }
    if (use.kind == to_string(PluginKind::mitigation))
      if (const PluginSpec* plugin = catalog.find(PluginKind::mitigation, use.id))
        methods.rows.push_back(
            {plugin->id, text(plugin->summary), variants(*plugin), options(*plugin), text(plugin->source)});
  }
  std::vector<StudyTable> tables;
  for (StudyTable* table : {&measures, &methods})
    if (!table->rows.empty()) tables.push_back(std::move(*table));
  return tables;
}

}  // namespace reseed
