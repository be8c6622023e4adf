// SPDX-License-Identifier: Apache-2.0
#include "layer_correlation.hpp"

#include <algorithm>

#include "analysis/correlation.hpp"
#include "analysis/statistics.hpp"
#include "cells.hpp"
#include "one_form.hpp"
#include "resampler.hpp"

namespace reseed::studies {
namespace {

/// The layers at which both curves have a value.
struct Common {
  std::vector<const StudyValue*> a, b;
};

Common common_layers(const Curve& a, const Curve& b) {
  Common common;
  for (const StudyValue* value : a.layers) {
    const auto other = std::find_if(b.layers.begin(), b.layers.end(),
                                    [&](const StudyValue* candidate) { return candidate->layer == value->layer; });
    if (other == b.layers.end() || !value->instability || !(*other)->instability) continue;
    common.a.push_back(value);
    common.b.push_back(*other);
  }
  return common;
}

std::optional<double> correlation_over(const Common& common, const Resample& runs,
                                       SelfPairs policy = SelfPairs::exclude) {
  std::vector<double> a;
  std::vector<double> b;
  for (std::size_t i = 0; i < common.a.size(); ++i) {
    const auto x = instability_over(*common.a[i], runs, policy);
    const auto y = instability_over(*common.b[i], runs, policy);
    if (!x || !y) return std::nullopt;
    a.push_back(*x);
    b.push_back(*y);
  }
  const auto result = pearson(a, b);
  return result ? std::optional<double>(result->coefficient) : std::nullopt;
}

/// r without each of the runs, for a mark per seed.
void add_without_each(const Common& common, LayerCorrelation& row) {
  const std::vector<std::uint64_t>& seeds = common.a.front()->seeds;
  for (std::size_t left_out = 0; left_out < seeds.size(); ++left_out) {
    Resample others;
    for (std::size_t run = 0; run < seeds.size(); ++run)
      if (run != left_out) others.push_back(run);
    if (const auto r = correlation_over(common, others)) row.without.emplace_back(seeds[left_out], *r);
  }
}

void add_interval(const Common& common, const std::vector<Resample>& lists, SelfPairs policy, LayerCorrelation& row) {
  for (std::size_t i = 0; i < common.a.size(); ++i)
    if (common.a[i]->pairs.is_empty() || common.a[i]->seeds != common.b[i]->seeds ||
        common.a[i]->seeds.size() != row.runs) {
      row.reason = "no interval: a measure without pair matrix of the same runs";
      return;
    }
  add_without_each(common, row);
  std::vector<double> defined;
  for (const Resample& list : lists)
    if (const auto r = correlation_over(common, list, policy)) defined.push_back(*r);
  if (defined.size() < 2) {
    row.reason = "no interval: too few runs to resample";
    return;
  }
  row.low = quantile(defined, 0.025);
  row.high = quantile(defined, 0.975);
}

/// p of r where the layers are so few, or have ties, that a formula would be an approximation.
void add_test(const std::vector<double>& a, const std::vector<double>& b, std::uint64_t seed, LayerCorrelation& row) {
  if (!wants_permutation(a, b)) return;
  constexpr std::uint64_t kOrders = 10000;
  const auto test = permutation_test(Coefficient::pearson, a, b, kOrders, seed);
  if (!test) return;
  row.p = test->p;
  row.test = "permutation of the layers, " + std::string(test->exhaustive ? "all " : "") +
             std::to_string(test->orders) + " orders";
}

}  // namespace

std::vector<LayerCorrelation> layer_correlations(const StudyData& data, bool embeddings) {
  std::vector<LayerCorrelation> rows;
  for (const StudyGroup& group : data.groups()) {
    const std::vector<Curve> curves = with_published_forms(curves_of(data.values(), group, embeddings));
    for (std::size_t i = 0; i < curves.size(); ++i)
      for (std::size_t j = i + 1; j < curves.size(); ++j) {
        if (!curves[i].form.layered || !curves[j].form.layered || curves[i].form.id == curves[j].form.id ||
            curves[i].form.variant != curves[j].form.variant)
          continue;
        LayerCorrelation row{&group, curves[i].form, curves[j].form};
        const Common common = common_layers(curves[i], curves[j]);
        row.layers = common.a.size();
        row.runs = static_cast<std::size_t>(curves[i].top().n_runs);
        for (std::size_t l = 0; l < common.a.size(); ++l)
          row.forced +=
              has_flag(*common.a[l], "degenerate_subspace") || has_flag(*common.b[l], "degenerate_subspace") ? 1 : 0;
        if (row.runs < 2) {
          row.reason = too_few_seeds(row.runs);
        } else if (row.layers < kFewestLayers) {
          row.reason = "want " + std::to_string(kFewestLayers) + " layers at which both have a value, found " +
                       std::to_string(row.layers);
        } else {
          std::vector<double> a;
          std::vector<double> b;
          for (const StudyValue* value : common.a) a.push_back(*value->instability);
          for (const StudyValue* value : common.b) b.push_back(*value->instability);
          if (const auto r = pearson(a, b)) {
            row.r = r->coefficient;
            add_test(a, b, data.bootstrap_seed(), row);
            add_interval(common, draw_resamples(row.runs, data.bootstrap_samples(), data.bootstrap_seed()),
                         self_pairs_of(data), row);
          } else {
            row.reason = "one of the two is the same at every layer";
          }
        }
        rows.push_back(std::move(row));
      }
  }
  return rows;
}

StudyTable layer_correlations_table(const std::string& id, const std::vector<LayerCorrelation>& rows) {
  StudyTable table{
      id,
      "Correlation across layers",
      "Pearson's r across the layers between the curves of two measures of representations, one group at a time. The "
      "interval (2.5 and 97.5 % quantiles) is over resampled seeds. p, with fewer than 10 layers or with ties: of no "
      "association, two-sided, the layers of one curve in other orders, one r at a time; it takes layers for "
      "independent. The layers of one model are not independent: such a p is too small, and says at most that it "
      "cannot be told. Variant as_published: a measure of which the published code computes the textbook form stands "
      "with that. Forced: layers at which one of the two values follows from having fewer items than directions "
      "alone.",
      {words("model", "Model"),
       words("task", "Task"),
       words("group", "Group"),
       words("a", "Measure"),
       words("b", "and"),
       words("variant", "Variant"),
       {"r", "r", "", 3},
       {"low", "95 % from", "", 3},
       {"high", "to", "", 3},
       {"p", "p", "", 4},
       words("test", "Test"),
       count("n_layers", "Layers"),
       count("n_forced", "Forced"),
       count("n_runs", "Runs"),
       words("reason", "Remark")},
      {}};
  for (const LayerCorrelation& row : rows)
    table.rows.push_back({row.group->model, row.group->task, row.group->name, row.a.title(), row.b.title(),
                          row.a.variant, cell(row.r), cell(row.low), cell(row.high), cell(row.p), text_cell(row.test),
                          cell(row.layers), cell(row.forced), cell(row.runs), text_cell(row.reason)});
  return table;
}

}  // namespace reseed::studies
