// SPDX-License-Identifier: Apache-2.0
#include "plugin/resolve_options.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/nearest.hpp"
#include "base/number.hpp"

namespace reseed {
namespace {

std::string describe(const OptionValue& value) {
  struct Words {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const {
      return std::isfinite(number) ? shortest(number) : "a number that is not finite";
    }
    std::string operator()(const std::string& text) const { return '"' + text + '"'; }
  };
  return std::visit(Words{}, value);
}

std::string quoted_list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "\"" : "\", \"") + word;
  return text + '"';
}

/// " from MINIMUM to MAXIMUM", as far as they are declared.
std::string range(const OptionSpec& option) {
  std::string text;
  if (!option.minimum.empty()) text += " of at least " + option.minimum;
  if (!option.maximum.empty()) text += (text.empty() ? " of at most " : " and at most ") + option.maximum;
  return text;
}

std::string wanted(const OptionSpec& option) {
  if (option.type == "number") return "a number" + range(option);
  if (option.type == "integer") return "an integer" + range(option);
  if (option.type == "boolean") return "true or false";
  if (!option.choices.empty()) return (option.choices.size() > 1 ? "one of " : "") + quoted_list(option.choices);
  return "a string";
}

bool inside(const OptionSpec& option, double number) {
  const auto lower = parse_double(option.minimum), upper = parse_double(option.maximum);
  return std::isfinite(number) && (!lower || number >= *lower) && (!upper || number <= *upper);
}

/// The value as the declared type; empty when it does not fit.
std::optional<OptionValue> fit(const OptionSpec& option, const OptionValue& value) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  const auto* number = std::get_if<double>(&value);
  if (option.type == "number" && (integer != nullptr || number != nullptr)) {
    const double wide = integer != nullptr ? static_cast<double>(*integer) : *number;
    if (inside(option, wide)) return wide;
  } else if (option.type == "integer" && integer != nullptr) {
    if (inside(option, static_cast<double>(*integer))) return value;
  } else if (option.type == "boolean" && std::holds_alternative<bool>(value)) {
    return value;
  } else if (const auto* text = std::get_if<std::string>(&value); option.type == "string" && text != nullptr) {
    const auto& choices = option.choices;
    if (choices.empty() || std::find(choices.begin(), choices.end(), *text) != choices.end()) return value;
  }
  return std::nullopt;
}

/// The declared default as a value of the declared type, before its range is looked at.
std::optional<OptionValue> default_of(const OptionSpec& option) {
  const std::string& text = option.default_value;
  if (option.type == "string") return text;
  if (option.type == "boolean" && (text == "true" || text == "false")) return text == "true";
  if (option.type == "integer")
    if (const auto number = parse_integer(text)) return std::int64_t{*number};
  if (option.type == "number")
    if (const auto number = parse_double(text)) return *number;
  return std::nullopt;
}

bool known_type(const std::string& type) {
  return type == "number" || type == "integer" || type == "boolean" || type == "string";
}

}  // namespace

ResolvedOptions resolve_options(const std::vector<OptionSpec>& declared,
                                const std::map<std::string, OptionValue>& given) {
  std::map<std::string, OptionValue> values;
  std::vector<OptionMistake> mistakes;
  std::vector<std::string> names;
  for (const OptionSpec& option : declared) {
    names.push_back(option.name);
    if (!known_type(option.type)) {
      mistakes.push_back({option.name, "want type number, integer, boolean or string, found \"" + option.type + "\""});
      continue;
    }
    const auto found = given.find(option.name);
    const auto value = found != given.end() ? std::optional(found->second) : default_of(option);
    const auto fitting = value ? fit(option, *value) : std::nullopt;
    if (fitting)
      values[option.name] = *fitting;
    else if (found != given.end())
      mistakes.push_back({option.name, "want " + wanted(option) + ", found " + describe(found->second) +
                                           (std::holds_alternative<std::string>(found->second)
                                                ? did_you_mean(std::get<std::string>(found->second), option.choices)
                                                : "")});
    else
      mistakes.push_back(
          {option.name, "want a default that is " + wanted(option) + ", found \"" + option.default_value + "\""});
  }
  for (const auto& [name, value] : given)
    if (std::find(names.begin(), names.end(), name) == names.end())
      mistakes.push_back({name, names.empty() ? "want no option, found an unknown one"
                                              : "want one of " + quoted_list(names) + ", found an unknown option" +
                                                    did_you_mean(name, names)});
  return {Options("textbook", std::move(values)), std::move(mistakes)};
}

ResolvedOptions resolve_options(const PluginSpec& plugin, const std::string& variant,
                                const std::map<std::string, OptionValue>& given) {
  ResolvedOptions resolved = resolve_options(plugin.options, given);
  std::vector<std::string> names;
  for (const VariantSpec& known : plugin.variants) names.push_back(known.name);
  const std::string chosen = !variant.empty() ? variant : names.empty() ? "textbook" : names.front();
  if (!names.empty() && plugin.variant(chosen) == nullptr)
    resolved.mistakes.insert(resolved.mistakes.begin(), {"variant", "want one of " + quoted_list(names) + ", found \"" +
                                                                        chosen + "\"" + did_you_mean(chosen, names)});
  resolved.options = Options(chosen, resolved.options.values());
  return resolved;
}

}  // namespace reseed
