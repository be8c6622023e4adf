// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugin/catalog.hpp"

namespace reseed::test {

inline PluginSpec made_plugin(PluginKind kind, const std::string& id, std::vector<OptionSpec> options) {
  PluginSpec plugin;
  plugin.kind = kind;
  plugin.id = id;
  plugin.version = 3;
  plugin.variants = {{"textbook", "", 0.0, 1.0}, {"as_published", "", 0.0, 1.0}};
  plugin.options = std::move(options);
  plugin.source_digest = "digest of " + id;
  plugin.file = id + ".so";
  return plugin;
}

/// Plugins as data, none of which exists: measures `wobble` (of logits) and `drift_distance` (of representations),
/// the mitigations `nothing` (plain fine-tuning) and `calm`, the studies `look` and `glance` (needs nothing)
/// and `part` (of sub-samples).
inline PluginCatalog made_catalog() {
  PluginSpec wobble =
      made_plugin(PluginKind::measure, "wobble", {{"unit", "string", "nat", "", "", {"nat", "bit"}, ""}});
  wobble.measure = MeasureTraits{};
  wobble.measure->reads = Reads::logits;
  PluginSpec drift = made_plugin(PluginKind::measure, "drift_distance", {});
  drift.measure = MeasureTraits{};
  drift.measure->reads = Reads::representations;
  PluginSpec look = made_plugin(PluginKind::study, "look", {{"top", "integer", "20", "1", "", {}, ""}});
  look.needs = {"models", "tasks", "groups", "measures"};
  PluginSpec part = made_plugin(PluginKind::study, "part",
                                {{"rates", "string", "0.5", "", "", {}, ""},
                                 {"draws", "integer", "4", "1", "", {}, ""},
                                 {"items_seed", "integer", "0", "0", "", {}, ""},
                                 {"items", "string", "same", "", "", {}, ""}});
  part.subsets = {"rates", "draws", "items_seed", "items"};
  PluginSpec nothing = made_plugin(PluginKind::mitigation, "nothing", {});
  nothing.plain = true;
  return PluginCatalog({wobble, drift, nothing,
                        made_plugin(PluginKind::mitigation, "calm",
                                    {{"p", "number", "0.1", "0", "1", {}, ""}, {"k", "integer", "5", "1", "", {}, ""}}),
                        look, made_plugin(PluginKind::study, "glance", {}), part});
}

}  // namespace reseed::test
