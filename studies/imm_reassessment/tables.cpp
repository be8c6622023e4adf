// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "../common/measure_form.hpp"
#include "../common/resampler.hpp"
#include "analysis/statistics.hpp"
#include "base/number.hpp"
#include "paper_tables.hpp"
#include "reseed/philox.hpp"
#include "sections.hpp"

namespace reseed::imm_reassessment {
namespace {

StudyCell cell(const std::optional<double>& value) { return value ? StudyCell(*value) : StudyCell(); }

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

/// Names of the methods over all comparisons, in order.
std::vector<std::string> method_names(const View& view) {
  std::vector<std::string> names;
  for (const Comparison& comparison : view.comparisons())
    for (const StudyGroup* group : comparison.groups)
      if (std::find(names.begin(), names.end(), group->name) == names.end()) names.push_back(group->name);
  return names;
}

const StudyGroup* named(const Comparison& comparison, const std::string& name) {
  for (const StudyGroup* group : comparison.groups)
    if (group->name == name) return group;
  return nullptr;
}

std::string score_cell(const StudyGroup& group, int ddof) {
  const std::string text = score_text(group, ddof);
  if (text.empty()) return "no run ended well";
  const std::size_t lost = group.runs.size() - scores(group, "test").size();
  return lost == 0 ? text
                   : text + " (" + std::to_string(lost) + " of " + std::to_string(group.runs.size()) + " runs missing)";
}

std::string divisor(const View& view) { return view.options().ddof == 1 ? "m - 1" : "m"; }

/// "no variation, constant prediction".
std::string flag_words(const std::vector<std::string>& flags) {
  std::string words = joined(flags, ", ");
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

/// What a reader of printed intervals is to know of measures of the whole group; "" without one.
std::string low_intervals(const View& view) {
  std::string names;
  for (const MeasureColumn& column : view.columns())
    if (column.arity == Arity::group) names += (names.empty() ? "" : ", ") + column.title();
  return names.empty() ? ""
                       : " A resample may hold a seed twice, which then agrees with itself: the intervals of " + names +
                             " lie low and may leave the value out; nothing is judged by them.";
}

/// "0.312 [0.281, 0.345] #2": instability, its interval and the method's rank.
std::string value_text(const StudyValue* value, const std::vector<double>& ranks, std::size_t position, int decimals) {
  if (value == nullptr) return "-";
  if (!value->instability) return "undefined: " + (value->flags.empty() ? value->reason : flag_words(value->flags));
  // `*` stands where a rank would: the summary's caption says why.
  const bool forced = std::find(value->flags.begin(), value->flags.end(), "degenerate_subspace") != value->flags.end();
  std::string text = fixed(*value->instability, decimals);
  if (value->low && value->high)
    text += " [" + fixed(*value->low, decimals) + ", " + fixed(*value->high, decimals) + "]";
  if (!ranks.empty()) {
    const double rank = ranks[position];
    text += " #" + (rank == std::floor(rank) ? fixed(rank, 0) : fixed(rank, 1));
  }
  return forced ? text + " *" : text;
}

/// Decimals that leave two digits of the smallest value of a row: 3 to 6.
int decimals_of(const View& view, const Comparison& comparison, const MeasureColumn& column) {
  double smallest = 1.0;
  for (const StudyGroup* group : comparison.groups)
    if (const StudyValue* value = view.value(*group, "test", column); value != nullptr && value->instability)
      if (*value->instability != 0.0) smallest = std::min(smallest, std::abs(*value->instability));
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(smallest))), 3, 6);
}

bool has_star(const StudyTable& table) {
  for (const auto& row : table.rows)
    for (const StudyCell& cell : row)
      if (const std::string* text = std::get_if<std::string>(&cell); text != nullptr && text->ends_with(" *"))
        return true;
  return false;
}

/// Which tasks have no ranks; "" where all have.
std::string unranked(const View& view) {
  std::set<std::string> titles;
  for (const Comparison& comparison : view.comparisons())
    if (!comparison.learns) titles.insert(comparison.title());
  return titles.empty()
             ? ""
             : " Tasks that do not learn have no ranks: " + joined({titles.begin(), titles.end()}, "; ") + ".";
}

StudyTable summary(const View& view) {
  StudyTable table;
  table.id = "summary";
  table.title = "Score and instability of each method on the test set";
  table.caption =
      "Score × 100: mean and standard deviation (divisor " + divisor(view) +
      ") over seeds. Below: instability by the textbook form of each measure, larger = less stable, with its 95 % "
      "bootstrap interval over seeds and the method's rank (#1 = most stable); representations at " +
      (view.options().layer ? "layer " + std::to_string(*view.options().layer) : std::string("the top layer")) + "." +
      low_intervals(view);
  const bool several = view.comparisons().size() > 1;
  if (several) table.columns.push_back({"task", "Task", "", 0});
  table.columns.push_back({"quantity", "Quantity", "", 0});
  const std::vector<std::string> methods = method_names(view);
  for (const std::string& method : methods) table.columns.push_back({method, method, "", 0});
  for (const Comparison& comparison : view.comparisons()) {
    const auto add = [&](const std::string& quantity, const auto& text_of) {
      auto& row = table.rows.emplace_back();
      if (several) row.emplace_back(comparison.title());
      row.emplace_back(quantity);
      for (const std::string& method : methods) {
        const StudyGroup* group = named(comparison, method);
        row.emplace_back(group == nullptr ? StudyCell() : StudyCell(text_of(*group)));
      }
    };
    add(studies::measure_words(comparison.metric),
        [&](const StudyGroup& group) { return score_cell(group, view.options().ddof); });
    for (const MeasureColumn& column : view.columns()) {
      const std::vector<double> ranks = view.ranks(comparison, column);
      const int decimals = decimals_of(view, comparison, column);
      add(column.title(), [&](const StudyGroup& group) {
        const auto position =
            std::find(comparison.groups.begin(), comparison.groups.end(), &group) - comparison.groups.begin();
        return value_text(view.value(group, "test", column), ranks, static_cast<std::size_t>(position), decimals);
      });
    }
  }
  if (has_star(table)) table.caption += " * = forced by dimension (degenerate_subspace): no rank.";
  table.caption += unranked(view);
  return table;
}

StudyTable score_table(const View& view) {
  StudyTable table{
      "scores",
      "Scores by test set",
      "Means, standard deviations (divisor " + divisor(view) + ") and ranges over the runs that ended well.",
      {{"model", "Model", "", 0},
       {"task", "Task", "", 0},
       {"method", "Method", "", 0},
       {"test_set", "Test set", "", 0},
       {"metric", "Metric", "", 0},
       {"runs", "Runs", "", 0},
       {"mean", "Mean", "", 4},
       {"sd", "SD", "", 4},
       {"low", "Lowest", "", 4},
       {"high", "Highest", "", 4},
       {"disputed", "Disputed items", "share", 4},
       {"failed", "Failed runs", "", 0}},
      {}};
  for (const Comparison& comparison : view.comparisons())
    for (const StudyGroup* group : comparison.groups)
      for (const std::string& set : view.test_sets(comparison)) {
        const std::vector<double> values = scores(*group, set);
        std::optional<double> average, sd, low, high;
        if (!values.empty()) {
          average = mean(values);
          low = *std::min_element(values.begin(), values.end());
          high = *std::max_element(values.begin(), values.end());
        }
        if (values.size() > 1) sd = standard_deviation(values, view.options().ddof);
        const auto count = view.failed(*group);
        const auto failed = count ? std::optional<double>(static_cast<double>(*count)) : std::nullopt;
        table.rows.push_back({comparison.model, comparison.task, group->name, set,
                              studies::measure_words(comparison.metric), static_cast<double>(values.size()),
                              cell(average), cell(sd), cell(low), cell(high),
                              cell(share_disputed(view.data(), *group, set)), cell(failed)});
      }
  return table;
}

StudyTable rank_table(const View& view) {
  StudyTable table{"ranks",
                   "Rank of the methods by each measure",
                   "1 = most stable on the test set; ties share the mean rank; no rank where a value is undefined or "
                   "forced by dimension. Methods whose runs give the same share a rank." +
                       unranked(view),
                   {{"model", "Model", "", 0}, {"task", "Task", "", 0}, {"method", "Method", "", 0}},
                   {}};
  for (const MeasureColumn& column : view.columns()) table.columns.push_back({column.id, column.title(), "", 0});
  for (const Comparison& comparison : view.comparisons())
    for (std::size_t g = 0; g < comparison.groups.size(); ++g) {
      auto& row = table.rows.emplace_back();
      row = {comparison.model, comparison.task, comparison.groups[g]->name};
      for (const MeasureColumn& column : view.columns()) {
        const std::vector<double> ranks = view.ranks(comparison, column);
        row.emplace_back(ranks.empty() ? StudyCell() : StudyCell(ranks[g]));
        // Only shared ranks have a half.
        if (!ranks.empty() && ranks[g] != std::floor(ranks[g])) table.columns[row.size() - 1].decimals = 1;
      }
    }
  return table;
}

StudyTable agreement_table(const View& view) {
  const bool textbook = view.options().variant == "textbook";
  StudyTable table{
      textbook ? "measure_agreement" : "measure_agreement-" + view.options().variant,
      textbook ? "Agreement of the measures" : "Agreement of the measures, forms of the published code",
      "Kendall's tau-b between the rankings that two measures give to the methods of a task. p, two-sided: "
      "how often two rankings that have nothing in common are as close or as far; from orders of the methods "
      "where there are ties. Adjusted by Holm over the pairs of measures of a task. A method whose runs "
      "give what those of another one give counts once; tasks that do not learn have no rows.",
      {{"model", "Model", "", 0},
       {"task", "Task", "", 0},
       {"a", "Measure", "", 0},
       {"b", "Other measure", "", 0},
       {"tau", "tau-b", "", 2},
       {"n", "Methods", "", 0},
       {"p", "p", "", 4},
       {"p_holm", "p, Holm", "", 4},
       {"test", "Test", "", 0}},
      {}};
  for (const Comparison& comparison : view.comparisons())
    for (const Agreement& pair : agreements(view, comparison))
      table.rows.push_back({comparison.model, comparison.task, pair.a, pair.b, cell(pair.tau),
                            static_cast<double>(view.distinct(comparison).size()), cell(pair.p), cell(pair.p_holm),
                            pair.p_from.empty() ? StudyCell() : StudyCell("Kendall's tau-b, " + pair.p_from)});
  return table;
}

StudyTable difference_table(const std::vector<Difference>& differences) {
  StudyTable table{
      "differences",
      "Each method against the reference method",
      "Differences of score, or of instability (below 0: more stable than the reference), over the seeds that both "
      "have. Scores: exact paired sign flips, whose p is 2^(1 - n) or more over n seeds. Measures: bootstrap of the "
      "common seeds, whose p is bounded by the same. p is shown only where that can reach the level; adjusted by Holm "
      "over the methods of a task. Differs negligibly: told, and the whole interval lies within 1 % of the larger "
      "value. Intervals of measures: percentiles, moved so that the mean of the resamples is the difference seen.",
      {{"model", "Model", "", 0},
       {"task", "Task", "", 0},
       {"quantity", "Quantity", "", 0},
       {"method", "Method", "", 0},
       {"reference", "Reference", "", 0},
       {"reference_value", "Value of the reference", "", 4},
       {"difference", "Difference", "", 4},
       {"low", "Low", "", 4},
       {"high", "High", "", 4},
       {"n", "Common seeds", "", 0},
       {"test", "Test", "", 0},
       {"p", "p", "", 4},
       {"p_holm", "p, Holm", "", 4},
       {"verdict", "Verdict", "", 0},
       {"remark", "Remark", "", 0}},
      {}};
  for (const Difference& row : differences)
    table.rows.push_back({row.model, row.task, row.quantity, row.method, row.reference, cell(row.reference_value),
                          cell(row.difference), cell(row.low), cell(row.high), static_cast<double>(row.n), row.test,
                          cell(row.p), cell(row.p_holm), row.verdict, row.remark});
  return table;
}

/// Items by how much the seeds of a method disagree on them, averaged over the methods.
StudyTable disputed_table(const View& view, const Comparison& comparison, std::size_t most) {
  StudyTable table;
  table.id =
      view.comparisons().size() == 1 ? "disputed_items" : "disputed_items-" + comparison.task + "-" + comparison.model;
  table.title = "The test items on which the seeds disagree most" +
                (view.comparisons().size() == 1 ? std::string() : ": " + comparison.title());
  table.caption =
      "Disagreement: share of the pairs of seeds of one method that predict different labels, mean over methods. "
      "Votes: seeds "
      "per predicted label, all methods together. Probability: of the true label, lowest, mean and highest over all "
      "runs.";
  table.columns = {{"item", "Item", "", 0},
                   {"text", "Text", "", 0},
                   {"label", "Label", "", 0},
                   {"votes", "Votes", "", 0},
                   {"disagreement", "Disagreement", "share of pairs", 3},
                   {"probability_low", "Lowest", "probability", 3},
                   {"probability_mean", "Mean", "probability", 3},
                   {"probability_high", "Highest", "probability", 3}};
  std::vector<std::vector<StudyPredictions>> runs;
  for (const StudyGroup* group : comparison.groups) {
    auto& of_group = runs.emplace_back();
    for (const StudyRun* run : ok_runs(*group))
      if (auto predictions = view.data().predictions(*run, "test")) of_group.push_back(std::move(*predictions));
  }
  std::size_t groups = 0;
  const StudyPredictions* first = nullptr;
  for (const auto& of_group : runs) {
    groups += of_group.size() >= 2 ? 1 : 0;
    if (first == nullptr && !of_group.empty()) first = &of_group.front();
  }
  if (groups == 0) return table;
  const arma::uword n = first->logits.n_cols;
  const arma::uword classes = first->logits.n_rows;
  arma::mat votes(classes, n, arma::fill::zeros);
  arma::rowvec disagreement(n, arma::fill::zeros);
  arma::rowvec p_sum(n, arma::fill::zeros), p_low(n), p_high(n, arma::fill::zeros);
  p_low.fill(1.0);
  double count = 0.0;
  for (const auto& of_group : runs) {
    arma::mat own(classes, n, arma::fill::zeros);
    for (const StudyPredictions& run : of_group) {
      const arma::urowvec winner = arma::index_max(run.logits, 0);
      const arma::mat shifted = arma::exp(run.logits.each_row() - arma::max(run.logits, 0));
      const arma::rowvec total = arma::sum(shifted, 0);
      for (arma::uword i = 0; i < n; ++i) {
        own(winner[i], i) += 1.0;
        const double p = shifted(run.labels[i], i) / total[i];
        p_sum[i] += p;
        p_low[i] = std::min(p_low[i], p);
        p_high[i] = std::max(p_high[i], p);
      }
      count += 1.0;
    }
    votes += own;
    const double m = static_cast<double>(of_group.size());
    if (m < 2.0) continue;
    disagreement += (m * m - arma::sum(arma::square(own), 0)) / (m * (m - 1.0)) / static_cast<double>(groups);
  }
  std::vector<arma::uword> order(n);
  std::iota(order.begin(), order.end(), arma::uword{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](arma::uword a, arma::uword b) { return disagreement[a] > disagreement[b]; });
  const std::vector<std::string> texts = view.data().texts(comparison.task, "test");
  const std::vector<std::string> names = view.data().label_names(comparison.task);
  const auto name = [&](arma::uword label) { return label < names.size() ? names[label] : std::to_string(label); };
  for (std::size_t r = 0; r < std::min<std::size_t>(most, n); ++r) {
    const arma::uword i = order[r];
    if (disagreement[i] == 0.0) break;
    std::vector<std::string> counts;
    for (arma::uword c = 0; c < classes; ++c) counts.push_back(name(c) + " " + fixed(votes(c, i), 0));
    table.rows.push_back({static_cast<double>(first->items[i]),
                          i < texts.size() ? StudyCell(texts[i]) : StudyCell(std::string("(not shown)")),
                          name(first->labels[i]), joined(counts, ", "), disagreement[i], p_low[i], p_sum[i] / count,
                          p_high[i]});
  }
  return table;
}

StudyTable layer_table(const View& view) {
  StudyTable table{
      "layer_curves",
      "Instability by layer",
      "First token after each block, 0 = embeddings. Null: the same measure after the items of one run of each "
      "pair were shuffled; a value near its null says nothing about the runs.",
      {{"model", "Model", "", 0},
       {"task", "Task", "", 0},
       {"method", "Method", "", 0},
       {"test_set", "Test set", "", 0},
       {"measure", "Measure", "", 0},
       {"layer", "Layer", "", 0},
       {"instability", "Instability", "", 4},
       {"low", "Low", "", 4},
       {"high", "High", "", 4},
       {"null", "Null", "", 4},
       {"rank", "Numerical rank", "", 0},
       {"items", "Items", "", 0},
       {"dimensions", "Dimensions", "", 0},
       {"flags", "Flags", "", 0}},
      {}};
  for (const Comparison& comparison : view.comparisons())
    for (const MeasureColumn& column : view.columns()) {
      if (!column.layered) continue;
      for (const StudyGroup* group : comparison.groups)
        for (const std::string& set : view.test_sets(comparison))
          for (const StudyValue* value : view.layers(*group, set, column))
            table.rows.push_back({comparison.model, comparison.task, group->name, set, column.title(),
                                  parse_double(value->layer).value_or(-1.0), cell(value->instability), cell(value->low),
                                  cell(value->high), cell(value->null), static_cast<double>(value->numerical_rank),
                                  static_cast<double>(value->n_items), static_cast<double>(value->n_dims),
                                  joined(value->flags, ", ")});
    }
  return table;
}

StudyTable test_set_table(const View& view) {
  StudyTable table{"test_sets",
                   "In-domain against extra test sets",
                   "Instability by each textbook measure on every test set, top layer." + low_intervals(view),
                   {{"model", "Model", "", 0},
                    {"task", "Task", "", 0},
                    {"method", "Method", "", 0},
                    {"measure", "Measure", "", 0},
                    {"test_set", "Test set", "", 0},
                    {"instability", "Instability", "", 4},
                    {"low", "Low", "", 4},
                    {"high", "High", "", 4},
                    {"items", "Items", "", 0}},
                   {}};
  for (const Comparison& comparison : view.comparisons()) {
    const auto sets = view.test_sets(comparison);
    if (sets.size() < 2) continue;
    for (const StudyGroup* group : comparison.groups)
      for (const MeasureColumn& column : view.columns())
        for (const std::string& set : sets)
          if (const StudyValue* value = view.value(*group, set, column))
            table.rows.push_back({comparison.model, comparison.task, group->name, column.title(), set,
                                  cell(value->instability), cell(value->low), cell(value->high),
                                  static_cast<double>(value->n_items)});
  }
  return table;
}

StudyTable width_table(const View& view) {
  StudyTable table{
      "interval_widths",
      "How each interval shrinks with the number of seeds",
      "Width of the 95 % interval of a pair measure for k seeds drawn from those that ran, as if they were all "
      "there is: a lower bound for what new seeds would give.",
      {{"model", "Model", "", 0},
       {"task", "Task", "", 0},
       {"method", "Method", "", 0},
       {"measure", "Measure", "", 0},
       {"seeds", "Seeds", "", 0},
       {"width", "Width", "", 4},
       {"relative", "Width / value", "", 3}},
      {}};
  for (const IntervalWidth& row : interval_widths(view))
    table.rows.push_back(
        {row.model, row.task, row.method, row.measure, static_cast<double>(row.seeds), row.width, cell(row.relative)});
  return table;
}

}  // namespace

std::vector<IntervalWidth> interval_widths(const View& view) {
  constexpr std::int64_t kSeeds[] = {3, 5, 10, 20, 40};
  std::vector<IntervalWidth> rows;
  const SelfPairs policy = view.self_pairs();
  const Stream stream(view.data().bootstrap_seed(), "interval_widths");
  for (const Comparison& comparison : view.comparisons())
    for (const StudyGroup* group : comparison.groups)
      for (const MeasureColumn& column : view.columns()) {
        const StudyValue* value = view.value(*group, "test", column);
        if (value == nullptr || value->pairs.n_rows < 3 || !value->instability) continue;
        const auto resampler = studies::Resampler::make(view.data(), *group, *value, value->seeds);
        if (!resampler) continue;
        for (const std::int64_t k : kSeeds) {
          Draws draws(stream, static_cast<std::uint32_t>(k));
          std::vector<double> means;
          Resample drawn(static_cast<std::size_t>(k));
          for (std::int64_t b = 0; b < view.data().bootstrap_samples(); ++b) {
            for (std::size_t& run : drawn) run = draws.below(resampler->runs());
            if (const auto value = (*resampler)(drawn, policy)) means.push_back(*value);
          }
          if (means.size() < 2) continue;
          IntervalWidth row{comparison.model, comparison.task, group->name, column.title(), k, 0.0, std::nullopt};
          row.width = quantile(means, 0.975) - quantile(means, 0.025);
          if (*value->instability != 0.0) row.relative = row.width / std::abs(*value->instability);
          rows.push_back(row);
        }
      }
  return rows;
}

StudyTable agreement_of_form(const View& view) { return agreement_table(view); }

std::vector<StudyTable> tables(const View& view, const std::vector<Difference>& differences,
                               std::int64_t disputed_items) {
  std::vector<StudyTable> all = {summary(view), score_table(view), rank_table(view), difference_table(differences)};
  for (const Comparison& comparison : view.comparisons()) {
    all.push_back(disputed_table(view, comparison, static_cast<std::size_t>(disputed_items)));
    if (view.comparisons().size() > 1) all.back().section = comparison.title();
  }
  all.push_back(agreement_table(view));
  all.push_back(test_set_table(view));
  all.push_back(width_table(view));
  all.push_back(layer_table(view));
  std::erase_if(all, [](const StudyTable& table) { return table.rows.empty(); });
  return all;
}

}  // namespace reseed::imm_reassessment
