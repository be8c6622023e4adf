// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reseed/error.hpp"

namespace reseed {

/// Where a key or value stands: line and column count from 1, columns in code points. Line 0: the whole source.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;

  /// "file:line:column", or the file alone.
  std::string text() const;
};

struct TomlMember;

/// A TOML value with its place; the members of a table stand in the order of the text.
struct TomlNode {
  enum class Kind { table, array, string, integer, number, boolean, date };

  Kind kind = Kind::table;
  Place place;
  std::string string;
  std::int64_t integer = 0;
  double number = 0.0;  ///< may be NaN or infinite: readers check
  bool boolean = false;
  std::vector<TomlNode> items;
  std::vector<TomlMember> members;

  /// The member of that key, or null.
  const TomlNode* find(std::string_view key) const;
  TomlNode* find(std::string_view key);

  /// What it is, for messages: `the string "abc"`, `the integer 5`, `a table`.
  std::string description() const;
};

struct TomlMember {
  std::string key;
  Place place;
  TomlNode value;
};

/// The largest document that is read: every value of it takes some hundred bytes of memory.
inline constexpr std::size_t kMostTomlBytes = 2'000'000;

/// Parses TOML 1.0 from a source that is not trusted; `file` names it in places.
///
/// Errors: Error(kind) with the place of the first syntax error, of a duplicate key, or of nesting too deep to be
/// meant; for a document above kMostTomlBytes.
TomlNode parse_toml(std::string_view text, const std::string& file, ErrorKind kind);

}  // namespace reseed
