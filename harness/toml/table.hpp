// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "toml/mistakes.hpp"
#include "toml/node.hpp"

namespace reseed {

/// Bounds of a number and how a message puts them.
struct NumberRange {
  std::string want = "a number";
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_excluded = false;
  bool high_excluded = false;

  bool holds(double number) const;
};

struct IntegerRange {
  std::string want = "an integer";
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};

/// Reads a table key by key and notes every mistake.
///
/// A key that was asked for is known; finish() notes all others with the nearest known one. Each reader leaves its
/// target as it is when the key is absent or wrong and tells whether it was set.
class TomlTable {
 public:
  /// `path` is the table's own key from the root ("" = root). What is not a table is noted as a mistake.
  TomlTable(const TomlNode& node, std::string path, Mistakes& mistakes);

  bool has(std::string_view key);
  /// The value of the key, or null.
  const TomlNode* get(std::string_view key);
  /// As get(), and notes an absent key: "want WANT, found nothing".
  const TomlNode* require(std::string_view key, const std::string& want);

  bool read(std::string_view key, std::string& target, const std::string& want = "a string");
  bool read(std::string_view key, bool& target);
  bool read(std::string_view key, double& target, const NumberRange& range = {});
  bool read(std::string_view key, std::int64_t& target, const IntegerRange& range = {});
  /// One of a closed list of words.
  bool read_choice(std::string_view key, std::string& target, const std::vector<std::string>& choices);
  /// An array of strings, none of them empty.
  bool read_list(std::string_view key, std::vector<std::string>& target,
                 const std::string& want = "an array of strings");

  /// Notes a mistake about this key's value: "want WANT, found FOUND".
  void mistake(std::string_view key, const std::string& want, const std::string& found);
  /// Notes any message at the key (at the table where the key is absent).
  void note(std::string_view key, const std::string& message);

  /// Notes all keys that nobody asked for.
  void finish();

  /// Path of a key from the root.
  std::string path(std::string_view key) const;
  const Place& place() const { return node_.place; }
  const TomlNode& node() const { return node_; }
  Mistakes& mistakes() { return mistakes_; }

 private:
  const TomlNode& node_;
  std::string path_;
  Mistakes& mistakes_;
  std::vector<std::string> known_;
};

}  // namespace reseed
