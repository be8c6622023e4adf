// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

namespace reseed::tokenize {

/// The largest id that a vocabulary may give: far above every vocabulary, small enough for a table by id.
inline constexpr std::int64_t kLargestId = (std::int64_t{1} << 24) - 1;

/// Reads the keys of one JSON object, and knows which were read. Errors: Error(data) naming place and key.
class JsonFields {
 public:
  JsonFields(const nlohmann::json& object, std::string place);

  /// Whether the key is there, null included.
  bool has(const char* key);
  /// The value of a key. Errors: absent.
  const nlohmann::json& at(const char* key);
  /// The value of a key, or nullptr when it is absent or null.
  const nlohmann::json* find(const char* key);

  std::optional<bool> boolean(const char* key);          ///< nullopt: absent or null
  std::optional<std::string> string(const char* key);    ///< nullopt: absent or null
  std::optional<std::int64_t> integer(const char* key);  ///< nullopt: absent or null; 0 or more
  std::string required_string(const char* key);

  /// Notes a key as read whose value does not matter.
  void ignore(const char* key) { read_.insert(key); }
  /// Errors: a key that was not read.
  void done() const;

  /// `FILE: key` in the outermost object, `FILE: outer.key` further in.
  std::string place(const std::string& key) const { return place_ + (place_.ends_with(".json") ? ": " : ".") + key; }
  const std::string& place() const { return place_; }

 private:
  const nlohmann::json& object_;
  std::string place_;
  std::set<std::string> read_;
};

/// Error(data): what was wanted at a place, and what was found.
[[noreturn]] void fail(const std::string& place, const std::string& wanted, const nlohmann::json& found);

/// Errors: Error(data) unless the value is of this type.
const std::string& string_of(const nlohmann::json& value, const std::string& place);
/// An id from 0 to kLargestId. Errors: Error(data).
std::int64_t id_of(const nlohmann::json& value, const std::string& place);

}  // namespace reseed::tokenize
