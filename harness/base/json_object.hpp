// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/json.hpp"
#include "reseed/error.hpp"

namespace reseed {

/// Reads the keys of a JSON object that another program wrote. What is missing or of another type is an Error of the
/// kind given at `place`, and names the key. Object and place must outlive it.
class JsonObject {
 public:
  JsonObject(const nlohmann::json& object, const std::string& place, ErrorKind kind = ErrorKind::data)
      : object_(object), place_(place), kind_(kind) {
    if (!object.is_object())
      throw Error(kind, place, std::string("want an object, found ") + article(object) + object.type_name());
  }

  bool has(const char* key) const { return object_.contains(key); }
  const nlohmann::json& at(const char* key) const {
    const auto found = object_.find(key);
    if (found == object_.end()) fail(key, "this key", "none");
    return *found;
  }
  template <class T>
  T get(const char* key) const {
    const nlohmann::json& value = at(key);
    if constexpr (std::is_same_v<T, int>) {
      if (const auto number = int_in(value)) return *number;
      fail(key, "a whole number", dump_json(value));
    }
    try {
      return value.get<T>();
    } catch (const nlohmann::json::exception&) {
      fail(key, "another type", value.type_name());
    }
  }
  const nlohmann::json& array(const char* key) const {
    const nlohmann::json& value = at(key);
    if (!value.is_array()) fail(key, "an array", value.type_name());
    return value;
  }
  /// Unknown keys are mistakes.
  void only(std::initializer_list<std::string_view> known) const {
    for (const auto& [key, value] : object_.items())
      if (std::find(known.begin(), known.end(), key) == known.end()) fail(key, "no such key", "one");
  }
  [[noreturn]] void fail(const std::string& key, const std::string& wanted, const std::string& found) const {
    throw Error(kind_, place_, key + ": want " + wanted + ", found " + found);
  }

 private:
  static const char* article(const nlohmann::json& value) {
    return value.is_null() ? "" : value.is_array() ? "an " : "a ";
  }

  const nlohmann::json& object_;
  const std::string& place_;
  ErrorKind kind_;
};

}  // namespace reseed
