// SPDX-License-Identifier: Apache-2.0
#include "data/label_rule.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/number.hpp"
#include "base/words.hpp"

namespace reseed {
namespace {

bool holds(const LabelRule& rule, double score) {
  return (!rule.above || score > *rule.above) && (!rule.at_least || score >= *rule.at_least) &&
         (!rule.below || score < *rule.below) && (!rule.at_most || score <= *rule.at_most);
}

std::string range_text(const LabelRule& rule) {
  std::vector<std::string> parts;
  if (rule.above) parts.push_back("above " + shortest(*rule.above));
  if (rule.at_least) parts.push_back("at least " + shortest(*rule.at_least));
  if (rule.below) parts.push_back("below " + shortest(*rule.below));
  if (rule.at_most) parts.push_back("at most " + shortest(*rule.at_most));
  return joined(parts, " and ");
}

/// True when some number fits both: of the larger lower bound and the smaller upper one, whichever ends count.
bool overlap(const LabelRule& one, const LabelRule& other) {
  if (!one.is_range() || !other.is_range()) {
    if (one.is_range() == other.is_range()) return false;
    const LabelRule& range = one.is_range() ? one : other;
    const std::vector<std::string>& cells = one.is_range() ? other.values : one.values;
    return std::any_of(cells.begin(), cells.end(), [&](const std::string& cell) {
      const auto number = parse_double(cell);
      return number && holds(range, *number);
    });
  }
  double low = -INFINITY, high = INFINITY;
  for (const LabelRule* rule : {&one, &other}) {
    for (const auto& bound : {rule->above, rule->at_least})
      if (bound) low = std::max(low, *bound);
    for (const auto& bound : {rule->below, rule->at_most})
      if (bound) high = std::min(high, *bound);
  }
  if (low < high) return true;
  return low == high && holds(one, low) && holds(other, low);
}

std::optional<std::string> cell_of(const TomlNode& node) {
  if (node.kind == TomlNode::Kind::string) return node.string;
  if (node.kind == TomlNode::Kind::integer) return std::to_string(node.integer);
  return std::nullopt;
}

void read_bound(TomlTable& table, const char* key, std::optional<double>& target) {
  double number = 0.0;
  if (table.read(key, number)) target = number;
}

LabelRule read_rule(const TomlNode& node, const std::string& path, Mistakes& mistakes) {
  LabelRule rule;
  if (const auto cell = cell_of(node)) {
    rule.name = *cell;
    rule.values.push_back(*cell);
    return rule;
  }
  TomlTable table(node, path, mistakes);
  table.read("name", rule.name);
  table.read("drop", rule.drop);
  std::vector<const TomlNode*> cells;
  if (const TomlNode* value = table.get("value")) cells.push_back(value);
  if (const TomlNode* values = table.get("values")) {
    if (values->kind == TomlNode::Kind::array)
      for (const TomlNode& item : values->items) cells.push_back(&item);
    else
      table.mistake("values", "an array of strings or integers", values->description());
  }
  for (const TomlNode* node_of_cell : cells) {
    if (const auto cell = cell_of(*node_of_cell))
      rule.values.push_back(*cell);
    else
      mistakes.add(node_of_cell->place, path, "want a string or an integer, found " + node_of_cell->description());
  }
  read_bound(table, "above", rule.above);
  read_bound(table, "at_least", rule.at_least);
  read_bound(table, "below", rule.below);
  read_bound(table, "at_most", rule.at_most);
  const bool has_range = rule.above || rule.at_least || rule.below || rule.at_most;
  if (node.kind == TomlNode::Kind::table) {
    if (rule.name.empty() != rule.drop) mistakes.add(node.place, path, "want either a name or drop = true");
    if (rule.values.empty() != has_range)
      mistakes.add(node.place, path, "want either value(s) or a range of above, at_least, below, at_most");
  }
  table.finish();
  return rule;
}

}  // namespace

LabelRules::LabelRules(std::vector<LabelRule> rules) : rules_(std::move(rules)) {
  for (const LabelRule& rule : rules_)
    if (!rule.drop) names_.push_back(rule.name);
}

std::optional<std::int64_t> LabelRules::label(std::string_view cell) const {
  const auto score = parse_double(cell);
  std::int64_t index = 0;
  for (const LabelRule& rule : rules_) {
    const bool fits = rule.is_range() ? score && holds(rule, *score)
                                      : std::find(rule.values.begin(), rule.values.end(), cell) != rule.values.end();
    if (fits) return rule.drop ? kDropped : index;
    if (!rule.drop) ++index;
  }
  return std::nullopt;
}

std::string LabelRules::want() const {
  std::vector<std::string> words;
  for (const LabelRule& rule : rules_) {
    if (rule.is_range())
      words.push_back("a number " + range_text(rule));
    else
      for (const std::string& value : rule.values) words.push_back(value);
  }
  return joined(words);
}

LabelRules read_label_rules(TomlTable& table) {
  const std::string want = "an array of at least two labels: names, numbers or tables";
  const TomlNode* labels = table.require("labels", want);
  std::vector<LabelRule> rules;
  if (labels == nullptr) return {};
  if (labels->kind != TomlNode::Kind::array) {
    table.mistake("labels", want, labels->description());
    return {};
  }
  std::set<std::string> names;
  std::set<std::string> cells;
  for (std::size_t i = 0; i < labels->items.size(); ++i) {
    const std::string path = table.path("labels") + '[' + std::to_string(i) + ']';
    rules.push_back(read_rule(labels->items[i], path, table.mistakes()));
    const LabelRule& rule = rules.back();
    if (!rule.drop && !rule.name.empty() && !names.insert(rule.name).second)
      table.mistakes().add(labels->items[i].place, path, "want every label once, found " + rule.name + " twice");
    for (std::size_t other = 0; other < i; ++other)
      if (overlap(rules[other], rule))
        table.mistakes().add(
            labels->items[i].place, path,
            "want rules that no number fits twice, found one that overlaps labels[" + std::to_string(other) + "]");
    for (const std::string& cell : rule.values)
      if (!cells.insert(cell).second)
        table.mistakes().add(labels->items[i].place, path, "want every value once, found " + cell + " twice");
  }
  LabelRules all(std::move(rules));
  if (all.names().size() < 2) table.mistake("labels", want, std::to_string(all.names().size()) + " named");
  return all;
}

}  // namespace reseed
