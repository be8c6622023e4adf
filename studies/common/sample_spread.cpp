// SPDX-License-Identifier: Apache-2.0
#include "sample_spread.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <tuple>

#include "analysis/statistics.hpp"
#include "cells.hpp"
#include "run_labels.hpp"

namespace reseed::studies {
namespace {

constexpr const char* kForced = "degenerate_subspace";

const StudyValue* full_value(const std::vector<Curve>& curves, const StudyValue& value) {
  for (const Curve& curve : curves)
    if (curve.form.is_of(value))
      for (const StudyValue* candidate : curve.layers)
        if (candidate->layer == value.layer) return candidate;
  return nullptr;
}

SampleSpread& spread_of(std::vector<SampleSpread>& rows, std::size_t first, const StudyValue& value,
                        const StudyGroup& group) {
  for (std::size_t i = first; i < rows.size(); ++i)
    if (rows[i].form.is_of(value) && rows[i].layer == value.layer && rows[i].items == value.subset->items &&
        rows[i].rate == value.subset->rate)
      return rows[i];
  SampleSpread row{&group, form_of(value), value.layer};
  row.items = value.subset->items;
  row.rate = value.subset->rate;
  row.n_items = value.n_items;
  return rows.emplace_back(std::move(row));
}

void add_summary(std::vector<double>& nulls, int ddof, SampleSpread& row) {
  if (!row.values.empty()) row.mean = mean(row.values);
  if (row.values.size() > 1) row.sd = standard_deviation(row.values, ddof);
  if (!nulls.empty()) row.null = mean(nulls);
}

}  // namespace

std::optional<std::size_t> SampleSpread::inside() const {
  if (full == nullptr || !full->low || !full->high) return std::nullopt;
  return static_cast<std::size_t>(std::count_if(
      values.begin(), values.end(), [&](double value) { return value >= *full->low && value <= *full->high; }));
}

std::optional<SampleSpread::Shift> SampleSpread::shift(std::size_t family) const {
  if (values.size() < 3 || full == nullptr || !full->instability) return std::nullopt;
  const double k = static_cast<double>(values.size());
  const double tail = 0.025 / static_cast<double>(family);
  const double t = boost::math::quantile(boost::math::complement(boost::math::students_t(k - 1.0), tail));
  const double reach = t * standard_deviation(values, 1) / std::sqrt(k);
  const double difference = *mean - *full->instability;
  return Shift{difference, difference - reach, difference + reach};
}

std::optional<std::size_t> SampleSpread::inside_without_shift() const {
  if (!shift() || !full->low || !full->high) return std::nullopt;
  const double k = static_cast<double>(values.size());
  const double centre = *full->instability;
  const double low = std::min(*full->low, centre);
  const double high = std::max(*full->high, centre);
  return static_cast<std::size_t>(std::count_if(values.begin(), values.end(), [&](double value) {
    const double moved = centre + (value - *mean) * std::sqrt(k / (k - 1.0));
    return moved >= low && moved <= high;
  }));
}

Movement SampleSpread::movement() const {
  const std::optional<Shift> found = shift();
  Movement movement{"cannot tell", "", {}, {}, {}};
  if (!found) {
    movement.why = ok_runs(*group).size() < 2          ? too_few_seeds(ok_runs(*group).size())
                   : values.empty() && !reason.empty() ? reason
                   : full == nullptr || !full->instability
                       ? "no value on all items"
                       : "want 3 draws with a value, found " + std::to_string(values.size());
    return movement;
  }
  const double all = std::abs(*full->instability);
  if (all > 0.0) {
    movement.share = found->mean / all;
    movement.low = found->low / all;
    movement.high = found->high / all;
  }
  const double margin = kMovementMargin * all;
  if (forced > 0 || has_flag(*full, kForced)) {
    movement.why = forced > 0 ? std::to_string(forced) + " of " + counted(values.size(), "draw is", "draws are") +
                                    " forced by having fewer items than directions"
                              : "the value on all items is forced by having fewer items than directions";
  } else if (found->low >= -margin && found->high <= margin) {
    movement.verdict = "within 10 %";
  } else if (found->low > 0.0) {
    movement.verdict = "higher";
  } else if (found->high < 0.0) {
    movement.verdict = "lower";
  } else {
    movement.why = "the 95 % interval of the shift is too wide";
    if (movement.low)
      movement.why += ": " + fixed(100.0 * *movement.low, 1) + " to " + fixed(100.0 * *movement.high, 1) +
                      " % of the value on all items";
  }
  return movement;
}

std::vector<SampleSpread> sample_spreads(const StudyData& data, bool embeddings, int ddof) {
  std::vector<SampleSpread> rows;
  for (const StudyGroup& group : data.groups()) {
    const std::vector<Curve> full = curves_of(data.values(), group, embeddings);
    const std::size_t first = rows.size();
    std::vector<std::vector<double>> nulls;
    for (const Curve& curve : curves_of(data.subset_values(), group, embeddings)) {
      long highest = -1;
      for (const StudyValue* value : curve.layers) highest = std::max(highest, layer_number(*value));
      for (const StudyValue* value : curve.layers) {
        SampleSpread& row = spread_of(rows, first, *value, group);
        nulls.resize(rows.size() - first);
        row.top = layer_number(*value) == highest;
        row.full = full_value(full, *value);
        row.forced += value->instability && has_flag(*value, kForced) ? 1 : 0;
        if (value->instability) {
          row.draws.push_back(value->subset->draw);
          row.values.push_back(*value->instability);
        } else {
          if (++row.undefined == 1) row.reason = value->reason;
        }
        if (value->null) nulls[static_cast<std::size_t>(&row - &rows[first])].push_back(*value->null);
      }
    }
    for (std::size_t i = first; i < rows.size(); ++i) add_summary(nulls[i - first], ddof, rows[i]);
    std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
                     [](const SampleSpread& a, const SampleSpread& b) {
                       const auto key = [](const SampleSpread& row) {
                         return std::tuple(row.form.title(), row.form.layered ? std::stol("0" + row.layer) : -1,
                                           row.items, row.rate);
                       };
                       return key(a) < key(b);
                     });
  }
  return rows;
}

}  // namespace reseed::studies
