// SPDX-License-Identifier: Apache-2.0
#include "compare/measured_value.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "base/number.hpp"
#include "compare/manifest_difference.hpp"
#include "compare/pair_matrices.hpp"
#include "compare/seed_tests.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

ComparedQuantity described(const MeasureRow& row) {
  ComparedQuantity quantity;
  quantity.kind = "measure";
  quantity.group = row.group;
  quantity.model = row.model;
  quantity.task = row.task;
  quantity.test_set = row.test_set;
  quantity.subset = row.subset;
  quantity.quantity = row.measure;
  quantity.variant = row.variant;
  quantity.options = row.options;
  quantity.version = row.version;
  quantity.unit = row.unit;
  return quantity;
}

ComparedValue compared(const MeasureRow* a, const MeasureRow* b) {
  ComparedValue value;
  value.layer = (a != nullptr ? a : b)->layer;
  if (a != nullptr) {
    value.a = a->value;
    value.flags_a = a->flags;
  }
  if (b != nullptr) {
    value.b = b->value;
    value.flags_b = b->flags;
  }
  return value;
}

std::set<std::optional<std::int64_t>> layers_of(const ValuePair& values) {
  std::set<std::optional<std::int64_t>> layers;
  for (const auto* rows : {&values.a, &values.b})
    for (const MeasureRow* row : *rows) layers.insert(row->layer);
  return layers;
}

std::string flags_text(const std::vector<Flag>& flags) {
  std::string text;
  for (const Flag flag : flags) text += (text.empty() ? "" : ", ") + std::string(to_string(flag));
  return text.empty() ? "no flag" : text;
}

/// What is known of one measure of one group in both bundles while its verdict is sought.
class MeasureComparison {
 public:
  MeasureComparison(const ComparedGroup& group, const ValuePair& values, MeasureSource& source)
      : group_(group), values_(values), source_(source), first_a_(*values.a.front()), first_b_(*values.b.front()) {}

  Candidate run() {
    ComparedQuantity& quantity = candidate_.quantity;
    quantity = described(first_a_);
    for (const auto& layer : layers_of(values_))
      quantity.values.push_back(compared(row_of_layer(values_.a, layer), row_of_layer(values_.b, layer)));
    facts_ = facts();
    if (const std::string why = why_refused(); !why.empty()) {
      quantity.verdict = Verdict::refused;
      quantity.remark = why;
      return std::move(candidate_);
    }
    find_seeds();
    if (common_.empty()) {
      quantity.verdict = Verdict::refused;
      quantity.remark = "no seed in common";
      return std::move(candidate_);
    }
    for (std::size_t i = 0; i < quantity.values.size(); ++i) compare_value(i);
    conclude();
    return std::move(candidate_);
  }

 private:
  bool is_pair_measure() const { return !first_a_.pairs.empty() && !first_b_.pairs.empty(); }
  bool same_seeds() const { return seeds_a_ == seeds_b_; }

  std::optional<MeasureFacts> facts() {
    for (const Bundle* bundle : {&group_.bundle_a, &group_.bundle_b})
      for (const PluginUse& use : bundle->info.plugins)
        if (use.kind == "measure" && use.id == first_a_.measure && use.measure) return use.measure;
    return source_.facts(first_a_.measure, first_a_.version);
  }

  std::string why_refused() const {
    if (!group_.refused.empty()) return group_.refused;
    if (!values_.refused.empty()) return values_.refused;
    if (first_a_.version != first_b_.version)
      return "the measure has version " + std::to_string(first_a_.version) + " in A, " +
             std::to_string(first_b_.version) + " in B";
    if (first_a_.unit != first_b_.unit)
      return "the unit is " + (first_a_.unit.empty() ? "none" : first_a_.unit) + " in A, " +
             (first_b_.unit.empty() ? "none" : first_b_.unit) + " in B";
    if (first_a_.n_items != first_b_.n_items && (!facts_ || facts_->biased_by_n))
      return std::to_string(first_a_.n_items) + " items in A, " + std::to_string(first_b_.n_items) + " in B: " +
             (facts_ ? "the measure is biased by their number"
                     : "and no plugin says that their number does not matter");
    return {};
  }

  void find_seeds() {
    seeds_a_ = seeds_of(group_.a);
    seeds_b_ = seeds_of(group_.b);
    if (is_pair_measure()) {
      matrices_a_.emplace(file_in_bundle(group_.bundle_a.folder, first_a_.pairs));
      matrices_b_.emplace(file_in_bundle(group_.bundle_b.folder, first_b_.pairs));
      seeds_a_ = matrices_a_->seeds();
      seeds_b_ = matrices_b_->seeds();
      std::sort(seeds_a_.begin(), seeds_a_.end());
      std::sort(seeds_b_.begin(), seeds_b_.end());
    }
    common_ = common_seeds(seeds_a_, seeds_b_);
    ComparedQuantity& quantity = candidate_.quantity;
    quantity.seeds_a = static_cast<std::int64_t>(seeds_a_.size());
    quantity.seeds_b = static_cast<std::int64_t>(seeds_b_.size());
    quantity.common_seeds = static_cast<std::int64_t>(common_.size());
  }

  void compare_value(std::size_t position) {
    ComparedValue& value = candidate_.quantity.values[position];
    const MeasureRow* a = row_of_layer(values_.a, value.layer);
    const MeasureRow* b = row_of_layer(values_.b, value.layer);
    if (a == nullptr || b == nullptr) return missing(value, a == nullptr ? "A has no value" : "B has no value");
    if (!a->value && !b->value && a->flags == b->flags) {
      value.bit_equal = value.within_tolerance = same_seeds();
      if (!same_seeds()) missing(value, "undefined on both sides (" + flags_text(a->flags) + ")");
      return;
    }
    if (is_pair_measure())
      compare_matrices(position, *a, *b);
    else
      compare_group_values(position, *a, *b);
  }

  /// States are set where both values are there.
  void set_equality(ComparedValue& value, bool same_inputs) {
    value.difference = *value.b - *value.a;
    value.margin = margin_of(group_.margin_share, *value.a, *value.b, std::min(first_a_.n_items, first_b_.n_items));
    value.bit_equal = same_bits(value.a, value.b) && same_inputs;
    value.within_tolerance = std::abs(*value.difference) <= (facts_ ? facts_->tolerance : 0.0);
  }

  void compare_matrices(std::size_t position, const MeasureRow& a, const MeasureRow& b) {
    ComparedValue& value = candidate_.quantity.values[position];
    const std::int64_t layer = value.layer.value_or(-1);
    if (common_.size() < 2) return too_few(value, a, b);
    const auto left = matrices_a_->over(layer, common_), right = matrices_b_->over(layer, common_);
    if (!left || !right) {
      value.a = a.value;
      value.b = b.value;
      return missing(value, !left && !right ? "undefined on both sides"
                            : left          ? "undefined in B (" + flags_text(b.flags) + ")"
                                            : "undefined in A (" + flags_text(a.flags) + ")");
    }
    if (!same_seeds()) {
      value.a = mean_of_pairs(*left, common_.size());
      value.b = mean_of_pairs(*right, common_.size());
    }
    if (!value.a || !value.b) return missing(value, "no value beside its pair matrix");
    bool same_inputs = same_seeds() ? a.flags == b.flags : true;
    for (std::size_t i = 0; i < left->size(); ++i) same_inputs = same_inputs && same_bits((*left)[i], (*right)[i]);
    set_equality(value, same_inputs);
    if (value.bit_equal || common_.size() < 3) return;
    candidate_.add_pairs(position, *left, *right, common_.size());
  }

  void compare_group_values(std::size_t position, const MeasureRow& a, const MeasureRow& b) {
    ComparedValue& value = candidate_.quantity.values[position];
    if (same_seeds()) {
      if (!value.a || !value.b)
        return missing(value, std::string("undefined in ") +
                                  (value.a ? "B (" + flags_text(b.flags) : "A (" + flags_text(a.flags)) + ")");
      set_equality(value, a.flags == b.flags);
      if (value.bit_equal || value.within_tolerance) return;
    }
    if (common_.size() < 2) return too_few(value, a, b);
    const GroupAnswer answer = ask(value);
    if (!answer.problem.empty()) {
      if (!same_seeds()) return missing(value, "other seeds, and " + answer.problem);
      return unresolved(answer.problem);
    }
    if (!same_seeds()) {
      value.a = answer.a;
      value.b = answer.b;
      if (!value.a || !value.b) return missing(value, "undefined on the common seeds");
      set_equality(value, true);
      if (value.bit_equal) return;
    } else if (!answer.a || !answer.b || !near(*answer.a, *value.a) || !near(*answer.b, *value.b)) {
      return unresolved("the installed measure gives another value from what the bundles hold");
    }
    if (answer.without_a.empty() || answer.without_b.empty() || !answer.p)
      return unresolved("it is undefined without one of the runs");
    candidate_.add_group(position, {*value.a, answer.without_a}, {*value.b, answer.without_b}, *answer.p);
  }

  bool near(double recomputed, double stored) const {
    return std::abs(recomputed - stored) <= std::max(facts_ ? facts_->tolerance : 0.0, 1e-9);
  }

  GroupAnswer ask(const ComparedValue& value) {
    GroupQuestion question;
    question.measure = first_a_.measure;
    question.variant = first_a_.variant;
    question.options = first_a_.options;
    question.version = first_a_.version;
    question.layer = value.layer;
    question.test_set = first_a_.test_set;
    question.metric = group_.a.runs.front()->metric;
    question.subset = first_a_.subset;
    if (!question.subset.empty()) question.subset_seeds = numbers_of_analysis();
    question.seeds = common_;
    for (const auto& [bundle, group, side] :
         {std::tuple(&group_.bundle_a, &group_.a, &question.a), std::tuple(&group_.bundle_b, &group_.b, &question.b)}) {
      const std::string name = side == &question.a ? "A" : "B";
      for (const std::uint64_t seed : common_) {
        const RunRow& run = *group->by_seed.at(seed);
        if (facts_ && facts_->reads == "scores" && question.subset.empty()) {
          const auto scores = run.scores.find(question.test_set);
          if (scores == run.scores.end() || !scores->second.contains(question.metric))
            return {{}, {}, {}, {}, {}, "a run of " + name + " has no score"};
          side->scores.push_back(scores->second.at(question.metric));
        } else if (!bundle->info.records_kept) {
          return {{}, {}, {}, {}, {}, why_without_records(name)};
        } else {
          side->records.push_back(record_of(*bundle, run));
        }
      }
    }
    return source_.evaluate(question);
  }

  static std::string why_without_records(const std::string& name) {
    return name +
           " was written without records, so the value cannot be resampled; run its manifest again with records.keep = "
           "\"link\"";
  }

  /// Whole numbers of [analysis] in either manifest. Which of its keys is the seed of the sub-samples, the study alone
  /// knows, and it may be gone; the digest in the name of a sub-sample tells.
  std::vector<std::uint64_t> numbers_of_analysis() const {
    std::set<std::uint64_t> numbers;
    for (const Bundle* bundle : {&group_.bundle_a, &group_.bundle_b})
      for (const auto& [key, text] : manifest_values_of(*bundle))
        if (const auto number = parse_integer(text); key.starts_with("analysis.") && number && *number >= 0)
          numbers.insert(static_cast<std::uint64_t>(*number));
    return {numbers.begin(), numbers.end()};
  }

  /// The folder of a run's record; nothing outside the bundle, no link.
  static fs::path record_of(const Bundle& bundle, const RunRow& run) {
    const fs::path folder = file_in_bundle(bundle.folder, "records/" + run.id);
    if (fs::is_directory(folder))
      for (const auto& entry : fs::directory_iterator(folder))
        file_in_bundle(bundle.folder, "records/" + run.id + "/" + entry.path().filename().string());
    return folder;
  }

  void missing(ComparedValue& value, const std::string& why) {
    value.bit_equal = value.within_tolerance = false;
    note(missing_, value, why);
  }
  void unresolved(const std::string& why) {
    if (candidate_.quantity.remark.empty()) candidate_.quantity.remark = why;
  }
  void too_few(ComparedValue& value, const MeasureRow& a, const MeasureRow& b) {
    value.a = a.value;
    value.b = b.value;
    too_few_ = true;
  }
  static void note(std::string& list, const ComparedValue& value, const std::string& why) {
    if (list.find(why) != std::string::npos && value.layer) {
      list += ", " + std::to_string(*value.layer);
      return;
    }
    list += (list.empty() ? "" : "; ") + why + (value.layer ? ", layer " + std::to_string(*value.layer) : "");
  }

  void conclude() {
    ComparedQuantity& quantity = candidate_.quantity;
    if (too_few_) {
      quantity.verdict = Verdict::cannot_tell;
      quantity.flags.push_back(Flag::too_few_seeds);
      quantity.remark = std::to_string(common_.size()) + " seed in common: no test";
      quantity.seeds_needed = fewest_seeds_for(1);
      return;
    }
    if (const auto verdict = verdict_of_equality(quantity, group_.may_be_bit_equal, quantity.remark)) {
      quantity.verdict = *verdict;
      if (!facts_ && *verdict != Verdict::bit_equal) quantity.remark = "no tolerance is known";
      return;
    }
    const bool any = std::any_of(quantity.values.begin(), quantity.values.end(),
                                 [](const ComparedValue& value) { return value.difference.has_value(); });
    if (!missing_.empty()) quantity.remark = missing_;
    const bool rest_is_equal = std::all_of(quantity.values.begin(), quantity.values.end(), [](const auto& value) {
      return !value.difference || value.bit_equal || value.within_tolerance;
    });
    if (!any || (rest_is_equal && !missing_.empty())) {
      quantity.verdict = Verdict::missing;
      if (any) quantity.remark += "; the rest is equal";
      return;
    }
    candidate_.open = true;
    quantity.test = is_pair_measure() ? "both sides resampled with the same seeds" : "runs of a seed exchanged";
    if (candidate_.columns.empty()) {
      quantity.test.clear();
      if (quantity.remark.empty()) quantity.remark = std::to_string(common_.size()) + " seeds in common: no test";
    }
  }

  const ComparedGroup& group_;
  const ValuePair& values_;
  MeasureSource& source_;
  const MeasureRow& first_a_;
  const MeasureRow& first_b_;
  std::optional<MeasureFacts> facts_;
  std::optional<PairMatrices> matrices_a_, matrices_b_;
  std::vector<std::uint64_t> seeds_a_, seeds_b_, common_;
  std::string missing_;
  bool too_few_ = false;
  Candidate candidate_;
};

}  // namespace

Candidate missing_measure(const ValuePair& values, const std::string& why) {
  Candidate candidate;
  candidate.quantity = described(*(values.a.empty() ? values.b : values.a).front());
  for (const auto& layer : layers_of(values))
    candidate.quantity.values.push_back(compared(row_of_layer(values.a, layer), row_of_layer(values.b, layer)));
  candidate.quantity.verdict = Verdict::missing;
  candidate.quantity.remark = why;
  return candidate;
}

Candidate compare_measure(const ComparedGroup& group, const ValuePair& values, MeasureSource& source) {
  if (values.a.empty()) return missing_measure(values, "only B has this measure");
  if (values.b.empty()) return missing_measure(values, "only A has this measure");
  return MeasureComparison(group, values, source).run();
}

}  // namespace reseed
