// SPDX-License-Identifier: Apache-2.0
#include "plugin/describe.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "plugin/build_id.hpp"
#include "plugin/resolve_options.hpp"
#include "reseed/error.hpp"
#include "reseed/mitigation_info.hpp"
#include "reseed/study_info.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostEntries = 1000;  // of a list: what lies beyond is no descriptor

class Describer {
 public:
  explicit Describer(const fs::path& file) : file_(file) {}

  [[noreturn]] void refuse(const std::string& field, const std::string& message) const {
    throw Error(ErrorKind::plugin, file_.string(), field + ": " + message);
  }

  std::string text(const char* value, const std::string& field) const {
    if (value == nullptr) refuse(field, "want text, found a null pointer");
    return value;
  }

  /// Snake case, as it stands in manifests and file names.
  std::string name(const char* value, const std::string& field) const {
    std::string word = text(value, field);
    const auto fits = [](char letter) {
      return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
    };
    if (word.empty() || word.size() > 100 || !std::all_of(word.begin(), word.end(), fits))
      refuse(field, "want a name of a-z, 0-9 and _, found \"" + word + "\"");
    return word;
  }

  template <class T>
  void check_list(const List<T>& list, const std::string& field) const {
    if (list.size > kMostEntries || (list.size > 0 && list.data == nullptr))
      refuse(field, "want a list, found no valid one");
  }

  std::vector<VariantSpec> variants(const List<VariantInfo>& list) const {
    check_list(list, "variants");
    std::vector<VariantSpec> result;
    std::set<std::string> names;
    for (const VariantInfo& info : list) {
      VariantSpec variant{name(info.name, "variants.name"), text(info.summary, "variants.summary"), info.lower,
                          info.upper};
      if (!names.insert(variant.name).second)
        refuse("variants", "want every name once, found " + variant.name + " twice");
      if (std::isnan(variant.lower) || std::isnan(variant.upper) || variant.lower > variant.upper)
        refuse("variants." + variant.name, "want bounds lower <= upper, found others");
      result.push_back(std::move(variant));
    }
    return result;
  }

  std::vector<OptionSpec> options(const List<OptionInfo>& list) const {
    check_list(list, "options");
    std::vector<OptionSpec> result;
    std::set<std::string> names{"id", "variant"};  // keys that stand beside the options in a manifest
    for (const OptionInfo& info : list) {
      OptionSpec option;
      option.name = name(info.name, "options.name");
      if (!names.insert(option.name).second)
        refuse("options", "want every name once and neither id nor variant, found " + option.name);
      option.type = text(info.type, option.name + ".type");
      option.default_value = text(info.default_value, option.name + ".default_value");
      option.minimum = text(info.minimum, option.name + ".minimum");
      option.maximum = text(info.maximum, option.name + ".maximum");
      option.choices = split(text(info.choices, option.name + ".choices"));
      option.meaning = text(info.meaning, option.name + ".meaning");
      result.push_back(std::move(option));
    }
    // The declared defaults must pass the checks that a manifest's values pass.
    for (const OptionMistake& mistake : resolve_options(result, {}).mistakes)
      refuse("options." + mistake.option, mistake.message);
    return result;
  }

  /// Every option that sub-samples name must be declared with the type that they need.
  std::optional<SubsetSpec> subsets(const SubsetInfo& info, const PluginSpec& spec) const {
    const SubsetSpec subsets{text(info.rates, "subsets.rates"), text(info.draws, "subsets.draws"),
                             text(info.seed, "subsets.seed"), text(info.items, "subsets.items")};
    if (subsets == SubsetSpec{}) return std::nullopt;
    const auto check = [&](const char* field, const std::string& option, const std::string& type) {
      const OptionSpec* declared = spec.option(option);
      if (declared == nullptr || declared->type != type)
        refuse(std::string("subsets.") + field,
               "want the name of an option of type " + type + ", found \"" + option + "\"");
    };
    check("rates", subsets.rates, "string");
    check("draws", subsets.draws, "integer");
    check("seed", subsets.seed, "integer");
    check("items", subsets.items, "string");
    return subsets;
  }

  static std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('|', begin), text.size());
      parts.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return parts;
  }

  MeasureTraits traits(const MeasureInfo& info) const {
    MeasureTraits traits;
    traits.unit = text(info.unit, "unit");
    traits.reads = info.reads;
    traits.arity = info.arity;
    traits.direction = info.direction;
    if (to_string(info.reads).empty() || to_string(info.arity).empty() || to_string(info.direction).empty())
      refuse("reads, arity, direction", "want values of their lists, found others");
    if (!std::isnan(info.value_on_equal)) traits.value_on_equal = info.value_on_equal;
    traits.instability = text(info.instability, "instability");
    if (traits.instability != "value" && traits.instability != "1 - value")
      refuse("instability", "want \"value\" or \"1 - value\", found \"" + traits.instability + "\"");
    traits.minimum_items = info.minimum_items;
    traits.minimum_runs = info.minimum_runs;
    traits.domain = text(info.domain, "domain");
    traits.symmetric = info.symmetric;
    traits.rotation_invariant = info.rotation_invariant;
    traits.scaling_invariant = info.scaling_invariant;
    traits.translation_invariant = info.translation_invariant;
    traits.linear_invariant = info.linear_invariant;
    traits.biased_by_n = info.biased_by_n;
    traits.tolerance = info.tolerance;
    if (!(info.tolerance >= 0.0) || std::isinf(info.tolerance))
      refuse("tolerance", "want a number of at least 0, found another");
    return traits;
  }

 private:
  const fs::path& file_;
};

/// What the three kinds have in common.
template <class Info>
void copy_common(const Describer& describer, const Info& info, PluginSpec& spec) {
  spec.id = describer.name(info.id, "id");
  spec.version = info.version;
  if (info.version < 1) describer.refuse("version", "want at least 1, found " + std::to_string(info.version));
  spec.summary = describer.text(info.summary, "summary");
  spec.source = describer.text(info.source, "source");
  spec.variants = describer.variants(info.variants);
  spec.options = describer.options(info.options);
}

}  // namespace

PluginSpec describe(const PluginEntry& entry, const fs::path& file) {
  const Describer describer(file);
  PluginSpec spec;
  spec.kind = entry.kind;
  spec.build_id = describer.text(entry.build_id, "build_id");
  spec.source_digest = describer.text(entry.source_digest, "source_digest");
  if (entry.info == nullptr) describer.refuse("info", "want a descriptor, found a null pointer");
  if (entry.create == nullptr) describer.refuse("create", "want a factory, found a null pointer");
  switch (entry.kind) {
    case PluginKind::measure: {
      const auto& info = *static_cast<const MeasureInfo*>(entry.info);
      copy_common(describer, info, spec);
      spec.measure = describer.traits(info);
      break;
    }
    case PluginKind::mitigation: {
      const auto& info = *static_cast<const MitigationInfo*>(entry.info);
      copy_common(describer, info, spec);
      // A library of another layout is refused later; its descriptor may end before this field.
      spec.plain = spec.build_id == expected_build_id(entry.kind) && info.plain;
      break;
    }
    case PluginKind::study: {
      const auto& info = *static_cast<const StudyInfo*>(entry.info);
      copy_common(describer, info, spec);
      spec.needs = Describer::split(describer.text(info.needs, "needs"));
      spec.subsets = describer.subsets(info.subsets, spec);
      break;
    }
  }
  if (spec.kind != PluginKind::study && spec.variants.empty())
    describer.refuse("variants", "want at least one, found none");
  if (spec.id != describer.text(entry.id, "entry id"))
    describer.refuse("id", "want one id, found " + spec.id + " and " + entry.id);
  return spec;
}

}  // namespace reseed
