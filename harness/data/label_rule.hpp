// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "toml/table.hpp"

namespace reseed {

/// Which cells of the label column mean one label, or are dropped.
struct LabelRule {
  std::string name;  ///< of the label; empty where dropped
  bool drop = false;
  std::vector<std::string> values;  ///< literal cells; empty: a range of a score
  std::optional<double> above, at_least, below, at_most;

  bool is_range() const { return values.empty(); }
};

/// How the cells of a label column become class indices.
class LabelRules {
 public:
  static constexpr std::int64_t kDropped = -1;

  LabelRules() = default;
  explicit LabelRules(std::vector<LabelRule> rules);

  /// Class index, kDropped, or nothing when no rule holds.
  std::optional<std::int64_t> label(std::string_view cell) const;

  /// Names in the order of their class indices.
  const std::vector<std::string>& names() const { return names_; }

  /// What a cell may be, for messages.
  std::string want() const;

 private:
  std::vector<LabelRule> rules_;
  std::vector<std::string> names_;
};

/// Reads the key `labels`: an array of strings and integers (name and cell alike) or of tables
/// `{ name, value | values }` and `{ name | drop = true, above | at_least, below | at_most }`.
LabelRules read_label_rules(TomlTable& table);

}  // namespace reseed
