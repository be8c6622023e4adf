// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "reseed/error.hpp"

namespace reseed {

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// Variant and option values of one measure, mitigation or study, checked against its OptionInfo list: every declared
/// option is present with its declared type, undeclared ones are not.
class RESEED_VISIBLE Options {
 public:
  Options() = default;
  Options(std::string variant, std::map<std::string, OptionValue> values)
      : variant_(std::move(variant)), values_(std::move(values)) {}

  /// Name of the chosen variant; "textbook" unless the manifest says otherwise.
  const std::string& variant() const { return variant_; }
  const std::map<std::string, OptionValue>& values() const { return values_; }

  /// Errors: Error(internal) when the plugin asks for an option that it did not declare, or by another type.
  double number(const std::string& name) const { return get<double>(name); }
  std::int64_t integer(const std::string& name) const { return get<std::int64_t>(name); }
  bool boolean(const std::string& name) const { return get<bool>(name); }
  const std::string& string(const std::string& name) const { return get<std::string>(name); }

 private:
  template <class T>
  const T& get(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end() || !std::holds_alternative<T>(found->second))
      throw Error(ErrorKind::internal, name, "a plugin asked for an option of a type that it does not declare");
    return std::get<T>(found->second);
  }

  std::string variant_ = "textbook";
  std::map<std::string, OptionValue> values_;
};

}  // namespace reseed
