// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "../common/curve.hpp"
#include "../common/run_labels.hpp"
#include "reseed/study.hpp"

namespace reseed::imm_reassessment {

using studies::layer_number;
using studies::ok_runs;

/// Methods that may be held against each other: the groups of one model and task, in the manifest's order.
struct Comparison {
  std::string model;
  std::string task;
  std::string metric;
  std::vector<const StudyGroup*> groups;
  bool learns = true;  ///< false: it is known that the task does not learn, so that nothing follows from its values
  std::string title() const { return task + ", " + model; }
};

/// One measure with one set of options: a column of the tables.
struct MeasureColumn {
  std::string id;
  std::string options;
  std::string unit;
  bool layered = false;   ///< reads representations: a value per layer
  bool reversed = false;  ///< the instability is 1 - value
  std::string variant = "textbook";
  Arity arity = Arity::pair;
  /// The measure's name in words: "SVCCA distance"; "1 - Fleiss' kappa" where the instability is 1 - value.
  std::string title() const;
};

/// Share of the larger of two values within which they count as the same, where runs have equal scores, too.
inline constexpr double kSameValue = 0.001;

/// Which values a view shows.
struct ViewOptions {
  std::string variant = "textbook";   ///< a measure without values of this variant is shown in its textbook form
  std::vector<std::string> measures;  ///< ids; empty: all
  std::optional<long> layer;          ///< stands for the representations; empty: the top layer
  int ddof = 1;                       ///< standard deviations of scores: divisor m - ddof
};

/// What the study asks of its data, and the names it gives to it.
class View {
 public:
  explicit View(const StudyData& data, const ViewOptions& options = {});

  const StudyData& data() const { return data_; }
  const std::vector<Comparison>& comparisons() const { return comparisons_; }
  const std::vector<MeasureColumn>& columns() const { return columns_; }
  const ViewOptions& options() const { return options_; }
  /// What a pair of two draws of one run counts wherever seeds are drawn again: what the manifest says; by the forms of
  /// the published code distance 0, as that code has it.
  SelfPairs self_pairs() const;
  /// The column of a measure with its default options; null when it was not measured.
  const MeasureColumn* column(std::string_view measure) const;
  /// Test sets of a comparison: "test" first.
  std::vector<std::string> test_sets(const Comparison& comparison) const;

  /// Values of one group by layer, lowest layer first; one for a measure without layers. May be empty.
  std::vector<const StudyValue*> layers(const StudyGroup& group, const std::string& test_set,
                                        const MeasureColumn& column) const;
  /// The value that stands for the group: the chosen layer where there are layers; null when it was not computed.
  const StudyValue* value(const StudyGroup& group, const std::string& test_set, const MeasureColumn& column) const;

  /// Unit of the column's values of one group: that of a standard deviation of scores is the group's metric.
  std::string unit(const StudyGroup& group, const MeasureColumn& column) const;

  /// Position of an earlier group of the comparison that a group repeats: equal seeds and scores, and every value of
  /// this view within kSameValue of it. Such a method is the other one for all that its runs can tell.
  std::optional<std::size_t> repeats(const Comparison& comparison, std::size_t group) const;
  /// Positions of the groups that repeat no other.
  std::vector<std::size_t> distinct(const Comparison& comparison) const;

  /// Ranks of the methods by one measure, 1 = most stable, ties share the mean rank, as a method does with the one it
  /// repeats; empty unless all are defined and none carries degenerate_subspace (such a value says nothing about the
  /// runs), and where the task does not learn.
  std::vector<double> ranks(const Comparison& comparison, const MeasureColumn& column) const;

  /// Number of failed runs by the manifest's rule among those that ended well; empty without a rule, or where the
  /// metric or the labels were not recorded.
  std::optional<std::size_t> failed(const StudyGroup& group) const;

 private:
  const StudyData& data_;
  ViewOptions options_;
  std::vector<Comparison> comparisons_;
  std::vector<MeasureColumn> columns_;
};

/// Some measure has values of this variant.
bool has_variant(const StudyData& data, std::string_view variant);

/// Number of the highest layer that was measured for the group; empty without representations.
std::optional<long> top_layer(const StudyData& data, const StudyGroup& group);

/// Scores of the runs that ended well on one test set, by seed.
std::vector<double> scores(const StudyGroup& group, const std::string& test_set);
/// Share of the items on which not all runs of the group agree (Marx et al. 2020: ambiguity); empty without records.
std::optional<double> share_disputed(const StudyData& data, const StudyGroup& group, const std::string& test_set);

}  // namespace reseed::imm_reassessment
