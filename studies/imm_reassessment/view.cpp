// SPDX-License-Identifier: Apache-2.0
#include "view.hpp"

#include <algorithm>
#include <cmath>

#include "../common/measure_form.hpp"
#include "../common/resampler.hpp"
#include "paper.hpp"

namespace reseed::imm_reassessment {
namespace {

bool of(const StudyValue& value, const StudyGroup& group) {
  return value.group == group.name && value.model == group.model && value.task == group.task;
}

/// Two and more runs of equal seeds and scores.
bool equal_scores(const StudyGroup& a, const StudyGroup& b) {
  constexpr double kRounding = 1e-12;
  const auto first = ok_runs(a);
  const auto second = ok_runs(b);
  return first.size() > 1 && std::equal(first.begin(), first.end(), second.begin(), second.end(),
                                        [&](const StudyRun* one, const StudyRun* other) {
                                          const auto x = one->scores.find("test");
                                          const auto y = other->scores.find("test");
                                          return one->seed == other->seed && x != one->scores.end() &&
                                                 y != other->scores.end() &&
                                                 std::abs(x->second - y->second) <= kRounding;
                                        });
}

}  // namespace

std::string MeasureColumn::title() const {
  const std::string title = (reversed ? "1 - " : "") + studies::measure_words(id);
  return options.empty() ? title : title + " (" + options + ")";
}

std::optional<long> top_layer(const StudyData& data, const StudyGroup& group) {
  long top = -1;
  for (const StudyValue& value : data.values())
    if (of(value, group)) top = std::max(top, layer_number(value));
  return top < 0 ? std::nullopt : std::optional<long>(top);
}

bool has_variant(const StudyData& data, std::string_view variant) {
  return std::any_of(data.values().begin(), data.values().end(),
                     [&](const StudyValue& value) { return value.variant == variant; });
}

View::View(const StudyData& data, const ViewOptions& options) : data_(data), options_(options) {
  for (const StudyGroup& group : data.groups()) {
    auto found = std::find_if(comparisons_.begin(), comparisons_.end(), [&](const Comparison& comparison) {
      return comparison.model == group.model && comparison.task == group.task;
    });
    if (found == comparisons_.end())
      found = comparisons_.insert(found, Comparison{group.model, group.task, group.metric, {}});
    found->groups.push_back(&group);
  }
  for (const StudyValue& value : data.values()) {
    if (value.variant != "textbook" && value.variant != options.variant) continue;
    if (!options.measures.empty() &&
        std::find(options.measures.begin(), options.measures.end(), value.measure) == options.measures.end())
      continue;
    const auto known = std::find_if(columns_.begin(), columns_.end(), [&](const MeasureColumn& column) {
      return column.id == value.measure && column.options == value.options;
    });
    if (known == columns_.end())
      columns_.push_back({value.measure, value.options, value.unit, !value.layer.empty(),
                          value.direction == Direction::larger_is_more_alike, value.variant, value.arity});
    else if (value.variant == options.variant)
      known->variant = value.variant;
  }
  for (Comparison& comparison : comparisons_) comparison.learns = may_learn(*this, comparison);
}

SelfPairs View::self_pairs() const {
  return options_.variant == "textbook" ? studies::self_pairs_of(data_) : SelfPairs::include_zero;
}

const MeasureColumn* View::column(std::string_view measure) const {
  for (const MeasureColumn& column : columns_)
    if (column.id == measure && column.options.empty()) return &column;
  return nullptr;
}

std::vector<std::string> View::test_sets(const Comparison& comparison) const {
  std::vector<std::string> sets = {"test"};
  for (const StudyValue& value : data_.values())
    if (value.model == comparison.model && value.task == comparison.task &&
        std::find(sets.begin(), sets.end(), value.test_set) == sets.end())
      sets.push_back(value.test_set);
  return sets;
}

std::vector<const StudyValue*> View::layers(const StudyGroup& group, const std::string& test_set,
                                            const MeasureColumn& column) const {
  std::vector<const StudyValue*> found;
  for (const StudyValue& value : data_.values())
    if (value.variant == column.variant && value.measure == column.id && value.options == column.options &&
        value.test_set == test_set && of(value, group))
      found.push_back(&value);
  std::stable_sort(found.begin(), found.end(),
                   [](const StudyValue* a, const StudyValue* b) { return layer_number(*a) < layer_number(*b); });
  return found;
}

const StudyValue* View::value(const StudyGroup& group, const std::string& test_set, const MeasureColumn& column) const {
  const auto all = layers(group, test_set, column);
  if (!column.layered || !options_.layer) return all.empty() ? nullptr : all.back();
  const auto chosen = std::find_if(all.begin(), all.end(),
                                   [&](const StudyValue* value) { return layer_number(*value) == options_.layer; });
  return chosen == all.end() ? nullptr : *chosen;
}

std::string View::unit(const StudyGroup& group, const MeasureColumn& column) const {
  const StudyValue* value = this->value(group, "test", column);
  return value == nullptr ? column.unit : value->unit;
}

std::optional<std::size_t> View::repeats(const Comparison& comparison, std::size_t group) const {
  for (std::size_t earlier = 0; earlier < group; ++earlier) {
    if (!equal_scores(*comparison.groups[earlier], *comparison.groups[group])) continue;
    std::size_t same = 0;
    const bool all = std::all_of(columns_.begin(), columns_.end(), [&](const MeasureColumn& column) {
      const StudyValue* a = value(*comparison.groups[earlier], "test", column);
      const StudyValue* b = value(*comparison.groups[group], "test", column);
      const bool has_a = a != nullptr && a->instability;
      const bool has_b = b != nullptr && b->instability;
      if (!has_a || !has_b) return has_a == has_b;
      ++same;
      return std::abs(*a->instability - *b->instability) <=
             kSameValue * std::max(std::abs(*a->instability), std::abs(*b->instability));
    });
    if (all && same > 0) return earlier;
  }
  return std::nullopt;
}

std::vector<std::size_t> View::distinct(const Comparison& comparison) const {
  std::vector<std::size_t> positions;
  for (std::size_t group = 0; group < comparison.groups.size(); ++group)
    if (!repeats(comparison, group)) positions.push_back(group);
  return positions;
}

std::vector<double> View::ranks(const Comparison& comparison, const MeasureColumn& column) const {
  if (!comparison.learns) return {};
  std::vector<double> values;
  for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
    const StudyGroup& group = *comparison.groups[repeats(comparison, g).value_or(g)];
    const StudyValue* value = this->value(group, "test", column);
    const bool empty = value == nullptr || !value->instability;
    if (empty || std::find(value->flags.begin(), value->flags.end(), "degenerate_subspace") != value->flags.end())
      return {};
    values.push_back(*value->instability);
  }
  std::vector<double> ranks;
  for (const double own : values) {
    double below = 0.0;
    double equal = 0.0;
    for (const double other : values) {
      below += other < own ? 1.0 : 0.0;
      equal += other == own ? 1.0 : 0.0;
    }
    ranks.push_back(below + (equal + 1.0) / 2.0);
  }
  return ranks;
}

std::optional<std::size_t> View::failed(const StudyGroup& group) const {
  const studies::RunLabels labels = studies::run_labels(data_, group);
  return labels.problem.empty() ? std::optional<std::size_t>(labels.failed.size()) : std::nullopt;
}

std::vector<double> scores(const StudyGroup& group, const std::string& test_set) {
  std::vector<double> values;
  for (const StudyRun* run : ok_runs(group))
    if (const auto score = run->scores.find(test_set); score != run->scores.end()) values.push_back(score->second);
  return values;
}

std::optional<double> share_disputed(const StudyData& data, const StudyGroup& group, const std::string& test_set) {
  arma::umat votes;
  for (const StudyRun* run : ok_runs(group)) {
    const auto predictions = data.predictions(*run, test_set);
    if (!predictions) return std::nullopt;
    votes = arma::join_cols(votes, arma::umat(arma::index_max(predictions->logits, 0)));
  }
  if (votes.n_rows < 2 || votes.n_cols == 0) return std::nullopt;
  const arma::urowvec low = arma::min(votes, 0);
  const arma::urowvec high = arma::max(votes, 0);
  return static_cast<double>(arma::accu(low != high)) / static_cast<double>(votes.n_cols);
}

}  // namespace reseed::imm_reassessment
