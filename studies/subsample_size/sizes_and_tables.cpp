// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "../common/cells.hpp"
#include "../common/seed_points.hpp"
#include "sections.hpp"

namespace reseed::subsample_size {
namespace {

using namespace studies;

/// The sub-samples of one curve point: same group, measure, layer and kind of items.
bool together(const Size& a, const Size& b) {
  return a.group == b.group && a.form.title() == b.form.title() && a.layer == b.layer && a.items == b.items;
}

/// How wide the dots of the seeds stand, as a share of the axis.
constexpr double kSeedsWidth = 0.04;

StudyCell percent(const std::optional<double>& share) { return share ? StudyCell(100.0 * *share) : StudyCell(); }

std::string items_words(const Size& row) { return row.items == "by_kind" ? "by kind" : row.items; }

}  // namespace

std::vector<Size> sizes_of(const StudyData& data, bool embeddings, int ddof) {
  std::vector<Size> sizes;
  for (SampleSpread& row : sample_spreads(data, embeddings, ddof)) {
    Size size{std::move(row), {}};
    size.moved = size.movement();
    sizes.push_back(std::move(size));
  }
  return sizes;
}

StudyTable summary(const std::vector<Size>& sizes) {
  StudyTable table{
      "summary",
      "The smallest sub-samples against all items",
      "At the highest layer. Shift: mean over the draws minus the value on all items, as share of the latter, "
      "with its 95 % interval over the draws. Within 10 %: the whole interval is; cannot tell: it holds both 0 and "
      "more "
      "than that, or values are forced by having fewer items than directions. SD: over the draws. The null (items of "
      "one run shuffled) moves with the number of items too: a shift that it shares is none of the runs.",
      {words("model", "Model"),
       words("task", "Task"),
       words("group", "Group"),
       words("measure", "Measure"),
       count("n_items", "n"),
       {"mean", "Mean", "", 4},
       {"sd", "SD", "", 4},
       count("n_all", "All n"),
       {"all", "All items", "", 4},
       {"shift", "Shift", "%", 1},
       {"shift_low", "95 % from", "%", 1},
       {"shift_high", "to", "%", 1},
       words("verdict", "Verdict"),
       {"null", "Null", "", 4},
       {"null_all", "Null, all", "", 4}},
      {}};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Size& row = sizes[i];
    // Rates ascend within a curve point: its first row is the smallest.
    if (!row.top || (i > 0 && together(sizes[i - 1], row))) continue;
    const bool full = row.full != nullptr;
    table.rows.push_back(
        {row.group->model, row.group->task, row.group->name,
         row.form.title() + (row.items == "by_kind" ? ", items by kind" : ""), static_cast<double>(row.n_items),
         cell(row.mean), cell(row.sd), full ? StudyCell(static_cast<double>(row.full->n_items)) : StudyCell(),
         full ? cell(row.full->instability) : StudyCell(), percent(row.moved.share), percent(row.moved.low),
         percent(row.moved.high), row.moved.verdict, cell(row.null), full ? cell(row.full->null) : StudyCell()});
  }
  return table;
}

StudyTable sizes_table(const std::vector<Size>& sizes, int ddof) {
  StudyTable table{
      "subsample_sizes",
      "Values by number of items",
      "Instability on random sub-samples, drawn without replacement; the items of a lower rate are among those "
      "of a higher one of the same draw. Shift: mean over the draws minus the value on all items, 95 % "
      "interval by Student's t over the draws, one at a time.",
      {words("model", "Model"),
       words("task", "Task"),
       words("group", "Group"),
       words("measure", "Measure"),
       words("layer", "Layer"),
       words("items", "Items"),
       {"rate", "Rate", "", 2},
       count("n_items", "n"),
       count("draws", "Draws"),
       {"mean", "Mean", "", 4},
       {"sd", "SD", "over draws", 4},
       {"all", "All items", "", 4},
       {"shift", "Shift", "", 4},
       {"shift_low", "95 % from", "", 4},
       {"shift_high", "to", "", 4},
       words("verdict", "Against all"),
       {"null", "Null", "", 4},
       {"null_all", "Null", "all items", 4},
       words("reason", "Remark")},
      {}};
  table.caption += std::string(" SD: divisor ") + (ddof == 1 ? "draws - 1." : "draws.");
  for (const Size& row : sizes) {
    const auto shift = row.shift();
    const bool full = row.full != nullptr;
    std::string remark = row.moved.why;
    if (row.undefined > 0) remark = counted(row.undefined, "draw", "draws") + " without a value: " + row.reason;
    table.rows.push_back({row.group->model, row.group->task, row.group->name, row.form.title(), text_cell(row.layer),
                          items_words(row), row.rate, static_cast<double>(row.n_items), cell(row.values.size()),
                          cell(row.mean), cell(row.sd), full ? cell(row.full->instability) : StudyCell(),
                          shift ? StudyCell(shift->mean) : StudyCell(), shift ? StudyCell(shift->low) : StudyCell(),
                          shift ? StudyCell(shift->high) : StudyCell(), row.moved.verdict, cell(row.null),
                          full ? cell(row.full->null) : StudyCell(), text_cell(remark)});
  }
  return table;
}

std::vector<StudyFigure> figures(std::vector<Size> sizes, const studies::Tasks& flat) {
  std::stable_partition(sizes.begin(), sizes.end(), [&](const Size& size) {
    return !flat.contains({size.group->model, size.group->task});
  });
  std::vector<StudyFigure> figures;
  for (std::size_t i = 0; i < sizes.size();) {
    std::size_t end = i + 1;
    while (end < sizes.size() && together(sizes[i], sizes[end])) ++end;
    const Size& first = sizes[i];
    StudyFigure figure;
    figure.id = "size-" + file_part(title_of(*first.group) + "-" + first.form.title() + "-" + first.items);
    figure.title = first.form.title() + (first.layer.empty() ? "" : ", layer " + first.layer) + ", " +
                   title_of(*first.group) + (first.items == "by_kind" ? ", items by kind" : "");
    figure.caption =
        "Points: one sub-sample each. Line: their mean. Hollow: all items, with the 95 % interval over seeds.";
    figure.section = title_of(*first.group);
    figure.x_title = "items";
    figure.y_title = first.form.axis();
    StudySeries points{"sub-samples", StudySeries::Mark::points, {}};
    StudySeries means{"mean", StudySeries::Mark::line, {}};
    StudySeries nulls{"null: items shuffled", StudySeries::Mark::line, {}};
    StudySeries full{"all items", StudySeries::Mark::hollow, {}};
    StudySeries dots{"all items, seeds", StudySeries::Mark::dots, {}};
    for (std::size_t k = i; k < end; ++k) {
      const double n = static_cast<double>(sizes[k].n_items);
      for (const double value : sizes[k].values) points.points.push_back({n, value, std::nullopt, std::nullopt, ""});
      if (sizes[k].mean) means.points.push_back({n, *sizes[k].mean, std::nullopt, std::nullopt, ""});
      if (sizes[k].null) nulls.points.push_back({n, *sizes[k].null, std::nullopt, std::nullopt, ""});
    }
    const bool drawn = first.top && first.form.variant == "textbook" && !means.points.empty();
    if (drawn && first.full != nullptr && first.full->instability) {
      const double n = static_cast<double>(first.full->n_items);
      means.points.push_back({n, *first.full->instability, std::nullopt, std::nullopt, ""});
      full.points.push_back({n, *first.full->instability, first.full->low, first.full->high, ""});
      dots.points = seed_points(*first.full, n, kSeedsWidth * (n - static_cast<double>(first.n_items)));
      if (first.full->null) nulls.points.push_back({n, *first.full->null, std::nullopt, std::nullopt, ""});
    }
    if (drawn) {
      figure.alternative = "From " + fixed(means.points.front().y, 3) + " on " + fixed(means.points.front().x, 0) +
                           " items to " + fixed(means.points.back().y, 3) + " on " + fixed(means.points.back().x, 0) +
                           ".";
      for (StudySeries* series : {&points, &means, &nulls, &full})
        if (!series->points.empty()) figure.series.push_back(std::move(*series));
      if (!dots.points.empty()) figure.caption += " Small dots there: " + seed_words(first.full->arity) + ".";
      dots.like = static_cast<int>(figure.series.size()) - 1;  // the hollow mark stands last
      if (!dots.points.empty()) figure.series.push_back(std::move(dots));
      figures.push_back(std::move(figure));
    }
    i = end;
  }
  return figures;
}

}  // namespace reseed::subsample_size
