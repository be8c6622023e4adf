// SPDX-License-Identifier: Apache-2.0
#include "compare/match.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace reseed {
namespace {

std::vector<GroupSide> groups_of(const Bundle& bundle) {
  std::vector<GroupSide> groups;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places;
  const auto group_at = [&](const auto& row) -> GroupSide& {
    const auto [place, added] = places.emplace(std::tuple(row.group, row.model, row.task), groups.size());
    if (added) {
      groups.emplace_back();
      groups.back().group = row.group;
      groups.back().model = row.model;
      groups.back().task = row.task;
    }
    return groups[place->second];
  };
  for (const RunRow& run : bundle.runs) {
    GroupSide& group = group_at(run);
    group.runs.push_back(&run);
    if (run.outcome == RunOutcome::ok) group.by_seed.emplace(run.seed, &run);
  }
  for (const MeasureRow& row : bundle.measures) group_at(row).values.push_back(&row);
  return groups;
}

std::set<std::string> ids_of(const GroupSide& group) {
  std::set<std::string> ids;
  for (const RunRow* run : group.runs) ids.insert(run->id);
  return ids;
}

bool share_a_run(const GroupSide& a, const GroupSide& b) {
  const std::set<std::string> ids = ids_of(a);
  return std::any_of(b.runs.begin(), b.runs.end(), [&](const RunRow* run) { return ids.contains(run->id); });
}

using Words = std::vector<std::string>;

/// What must agree before two values can be one quantity, and what must agree on top.
Words subject_of(const MeasureRow& row) { return {row.test_set, row.subset, row.measure}; }
Words definition_of(const MeasureRow& row) { return {row.variant, row.options}; }

struct Quantity {
  Words subject, definition;
  std::vector<const MeasureRow*> rows;
};

std::vector<Quantity> quantities_of(const GroupSide& group) {
  std::vector<Quantity> quantities;
  std::map<std::pair<Words, Words>, std::size_t> places;
  for (const MeasureRow* row : group.values) {
    const auto key = std::pair(subject_of(*row), definition_of(*row));
    const auto [place, added] = places.emplace(key, quantities.size());
    if (added) quantities.push_back({key.first, key.second, {}});
    quantities[place->second].rows.push_back(row);
  }
  return quantities;
}

std::string definition_text(const Quantity& quantity) {
  const std::string& options = quantity.definition[1];
  return quantity.definition[0] + (options.empty() ? "" : " " + options);
}

}  // namespace

std::vector<GroupPair> match_groups(const Bundle& a, const Bundle& b) {
  std::vector<GroupSide> ours = groups_of(a), theirs = groups_of(b);
  std::vector<char> taken(theirs.size(), 0);
  std::vector<GroupPair> pairs;
  for (GroupSide& group : ours) {
    GroupPair& pair = pairs.emplace_back();
    for (std::size_t i = 0; i < theirs.size() && !pair.b; ++i)
      if (!taken[i] && theirs[i].group == group.group && theirs[i].model == group.model &&
          theirs[i].task == group.task) {
        taken[i] = 1;
        pair.b = theirs[i];
      }
    pair.a = std::move(group);
  }
  for (GroupPair& pair : pairs)
    for (std::size_t i = 0; i < theirs.size() && !pair.b; ++i)
      if (!taken[i] && share_a_run(*pair.a, theirs[i])) {
        taken[i] = 1;
        pair.b = theirs[i];
        pair.by_runs = true;
      }
  for (std::size_t i = 0; i < theirs.size(); ++i)
    if (!taken[i]) pairs.push_back({std::nullopt, std::move(theirs[i]), false});
  return pairs;
}

std::vector<ValuePair> match_values(const GroupSide& a, const GroupSide& b) {
  const std::vector<Quantity> ours = quantities_of(a), theirs = quantities_of(b);
  std::vector<char> taken(theirs.size(), 0);
  std::vector<ValuePair> pairs(ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    pairs[i].a = ours[i].rows;
    for (std::size_t j = 0; j < theirs.size(); ++j)
      if (ours[i].subject == theirs[j].subject && ours[i].definition == theirs[j].definition) {
        taken[j] = 1;
        pairs[i].b = theirs[j].rows;
      }
  }
  for (std::size_t i = 0; i < ours.size(); ++i)
    for (std::size_t j = 0; j < theirs.size() && pairs[i].b.empty(); ++j)
      if (!taken[j] && ours[i].subject == theirs[j].subject) {
        taken[j] = 1;
        pairs[i].b = theirs[j].rows;
        pairs[i].refused = "A has the definition " + definition_text(ours[i]) + ", B " + definition_text(theirs[j]);
      }
  for (std::size_t j = 0; j < theirs.size(); ++j)
    if (!taken[j]) pairs.push_back({{}, theirs[j].rows, ""});
  return pairs;
}

const MeasureRow* row_of_layer(const std::vector<const MeasureRow*>& rows, std::optional<std::int64_t> layer) {
  for (const MeasureRow* row : rows)
    if (row->layer == layer) return row;
  return nullptr;
}

}  // namespace reseed
