// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_spec.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/json_object.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 4> kKinds = {"", "measure", "mitigation", "study"};
constexpr std::array<std::string_view, 5> kReads = {"scores", "predictions", "probabilities", "logits",
                                                    "representations"};
constexpr std::array<std::string_view, 2> kArities = {"pair", "group"};
constexpr std::array<std::string_view, 2> kDirections = {"larger_is_more_different", "larger_is_more_alike"};

template <std::size_t N, class Enum>
constexpr std::string_view name_of(const std::array<std::string_view, N>& names, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? names[index] : std::string_view();
}

/// JSON has no infinity.
json bound(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

/// The inverse.
double bound_at(const JsonObject& object, const char* key) {
  const json& value = object.at(key);
  if (value.is_number()) return value.get<double>();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  object.fail(key, "a number, \"inf\" or \"-inf\"", dump_json(value));
}

template <class Enum, std::size_t N>
Enum choice_at(const JsonObject& object, const char* key, const std::array<std::string_view, N>& names) {
  const auto word = object.get<std::string>(key);
  for (std::size_t i = 0; i < N; ++i)
    if (!names[i].empty() && names[i] == word) return static_cast<Enum>(i);
  object.fail(key, "a known word", '"' + word + '"');
}

JsonObject object_of(const json& value, const std::string& place) { return {value, place, ErrorKind::plugin}; }

json traits_to_json(const MeasureTraits& traits) {
  return {{"unit", traits.unit},
          {"reads", to_string(traits.reads)},
          {"arity", to_string(traits.arity)},
          {"direction", to_string(traits.direction)},
          {"value_on_equal", traits.value_on_equal ? json(*traits.value_on_equal) : json(nullptr)},
          {"instability", traits.instability},
          {"minimum_items", traits.minimum_items},
          {"minimum_runs", traits.minimum_runs},
          {"domain", traits.domain},
          {"symmetric", traits.symmetric},
          {"rotation_invariant", traits.rotation_invariant},
          {"scaling_invariant", traits.scaling_invariant},
          {"translation_invariant", traits.translation_invariant},
          {"linear_invariant", traits.linear_invariant},
          {"biased_by_n", traits.biased_by_n},
          {"tolerance", traits.tolerance}};
}

MeasureTraits traits_from_json(const json& value, const std::string& place) {
  const JsonObject fields = object_of(value, place);
  MeasureTraits traits;
  traits.unit = fields.get<std::string>("unit");
  traits.reads = choice_at<Reads>(fields, "reads", kReads);
  traits.arity = choice_at<Arity>(fields, "arity", kArities);
  traits.direction = choice_at<Direction>(fields, "direction", kDirections);
  if (fields.has("value_on_equal") && !fields.at("value_on_equal").is_null())
    traits.value_on_equal = fields.get<double>("value_on_equal");
  traits.instability = fields.get<std::string>("instability");
  traits.minimum_items = fields.get<int>("minimum_items");
  traits.minimum_runs = fields.get<int>("minimum_runs");
  traits.domain = fields.get<std::string>("domain");
  traits.symmetric = fields.get<bool>("symmetric");
  traits.rotation_invariant = fields.get<bool>("rotation_invariant");
  traits.scaling_invariant = fields.get<bool>("scaling_invariant");
  traits.translation_invariant = fields.get<bool>("translation_invariant");
  traits.linear_invariant = fields.get<bool>("linear_invariant");
  traits.biased_by_n = fields.get<bool>("biased_by_n");
  traits.tolerance = fields.get<double>("tolerance");
  return traits;
}

template <class T>
const T* by_name(const std::vector<T>& list, std::string_view name) {
  for (const T& entry : list)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace

std::string_view to_string(PluginKind kind) { return name_of(kKinds, kind); }
std::string_view to_string(Reads reads) { return name_of(kReads, reads); }
std::string_view to_string(Arity arity) { return name_of(kArities, arity); }
std::string_view to_string(Direction direction) { return name_of(kDirections, direction); }

const VariantSpec* PluginSpec::variant(std::string_view name) const { return by_name(variants, name); }
const OptionSpec* PluginSpec::option(std::string_view name) const { return by_name(options, name); }

json to_json(const PluginSpec& spec) {
  json variants = json::array();
  for (const VariantSpec& variant : spec.variants)
    variants.push_back({{"name", variant.name},
                        {"summary", variant.summary},
                        {"lower", bound(variant.lower)},
                        {"upper", bound(variant.upper)}});
  json options = json::array();
  for (const OptionSpec& option : spec.options)
    options.push_back({{"name", option.name},
                       {"type", option.type},
                       {"default", option.default_value},
                       {"minimum", option.minimum},
                       {"maximum", option.maximum},
                       {"choices", option.choices},
                       {"meaning", option.meaning}});
  json value = {{"kind", to_string(spec.kind)}, {"id", spec.id},
                {"version", spec.version},      {"summary", spec.summary},
                {"source", spec.source},        {"variants", variants},
                {"options", options},           {"needs", spec.needs},
                {"build_id", spec.build_id},    {"source_digest", spec.source_digest},
                {"file", spec.file.string()},   {"file_digest", spec.file_digest}};
  if (spec.measure) value["measure"] = traits_to_json(*spec.measure);
  if (const auto& subsets = spec.subsets)
    value["subsets"] = {
        {"rates", subsets->rates}, {"draws", subsets->draws}, {"seed", subsets->seed}, {"items", subsets->items}};
  if (spec.kind == PluginKind::mitigation) value["plain"] = spec.plain;
  return value;
}

PluginSpec plugin_spec_from_json(const json& value, const std::string& place) {
  const JsonObject fields = object_of(value, place);
  PluginSpec spec;
  spec.kind = choice_at<PluginKind>(fields, "kind", kKinds);
  spec.id = fields.get<std::string>("id");
  spec.version = fields.get<int>("version");
  spec.summary = fields.get<std::string>("summary");
  spec.source = fields.get<std::string>("source");
  for (const json& entry : fields.array("variants")) {
    const JsonObject variant = object_of(entry, place);
    spec.variants.push_back({variant.get<std::string>("name"), variant.get<std::string>("summary"),
                             bound_at(variant, "lower"), bound_at(variant, "upper")});
  }
  for (const json& entry : fields.array("options")) {
    const JsonObject option = object_of(entry, place);
    spec.options.push_back({option.get<std::string>("name"), option.get<std::string>("type"),
                            option.get<std::string>("default"), option.get<std::string>("minimum"),
                            option.get<std::string>("maximum"), option.get<std::vector<std::string>>("choices"),
                            option.get<std::string>("meaning")});
  }
  spec.needs = fields.get<std::vector<std::string>>("needs");
  spec.build_id = fields.get<std::string>("build_id");
  spec.source_digest = fields.get<std::string>("source_digest");
  spec.file = fields.get<std::string>("file");
  spec.file_digest = fields.get<std::string>("file_digest");
  if (fields.has("subsets")) {
    const JsonObject subsets = object_of(fields.at("subsets"), place);
    spec.subsets = {subsets.get<std::string>("rates"), subsets.get<std::string>("draws"),
                    subsets.get<std::string>("seed"), subsets.get<std::string>("items")};
  }
  if (spec.kind == PluginKind::measure) spec.measure = traits_from_json(fields.get<json>("measure"), place);
  if (spec.kind == PluginKind::mitigation) spec.plain = fields.get<bool>("plain");
  return spec;
}

}  // namespace reseed
