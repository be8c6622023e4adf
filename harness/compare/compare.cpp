// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <algorithm>

#include "compare/judge.hpp"
#include "compare/match.hpp"
#include "compare/measured_value.hpp"
#include "compare/origins.hpp"
#include "compare/scores.hpp"

namespace reseed {
namespace {

/// Values that one side alone has.
void add_missing(const std::vector<const MeasureRow*>& rows, bool in_a, const std::string& why,
                 std::vector<Candidate>& candidates) {
  std::vector<ValuePair> one_sided;
  GroupSide group;
  group.values = rows;
  for (ValuePair& pair : match_values(in_a ? group : GroupSide(), in_a ? GroupSide() : group))
    candidates.push_back(missing_measure(pair, why));
}

}  // namespace

Comparison compare_bundles(const Bundle& a, const Bundle& b, const CompareOptions& options, MeasureSource& source) {
  Comparison comparison;
  comparison.a = side_of(a);
  comparison.b = side_of(b);
  comparison.origins = origins_of(a, b);
  comparison.margin_share = options.margin_share;

  std::vector<Candidate> candidates;
  for (const GroupPair& pair : match_groups(a, b)) {
    if (!pair.a || !pair.b) {
      const GroupSide& group = pair.a ? *pair.a : *pair.b;
      add_missing(group.values, pair.a.has_value(), std::string("only ") + (pair.a ? "A" : "B") + " has this group",
                  candidates);
      continue;
    }
    if (pair.by_runs)
      comparison.origins.renamed += (comparison.origins.renamed.empty() ? "" : "; ") + pair.a->name() + " is " +
                                    pair.b->name() + " in B, by its runs";
    ComparedGroup group = {a, b, *pair.a, *pair.b, options.margin_share, comparison.origins.same_device_class, ""};
    if (precision_of(a, pair.a->group) != precision_of(b, pair.b->group)) group.may_be_bit_equal = false;
    group.refused = why_not_comparable(*pair.a, *pair.b);
    compare_scores(group, candidates);
    for (const ValuePair& values : match_values(*pair.a, *pair.b))
      candidates.push_back(compare_measure(group, values, source));
  }
  judge(candidates);
  for (Candidate& candidate : candidates) comparison.quantities.push_back(std::move(candidate.quantity));
  return comparison;
}

}  // namespace reseed
