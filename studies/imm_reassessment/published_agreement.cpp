// SPDX-License-Identifier: Apache-2.0
#include "published_agreement.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "../common/cells.hpp"
#include "../common/published_verdict.hpp"
#include "base/number.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr double kNormal95 = 1.959963984540054;
constexpr std::size_t kPublishedSeeds = 10;  // every scheme has seeds 0 to 9; Standard alone has 20
constexpr double kTauSlack = 1e-9;           // of the arithmetic: taus of five schemes are multiples of 0.2

using published::row_of_form;
using studies::both;

/// Two correlations by Fisher's z, each from so many independent things.
bool correlations_agree(double a, double b, std::size_t n_a, std::size_t n_b) {
  const auto z = [](double r) { return std::atanh(std::clamp(r, -0.9999, 0.9999)); };
  if (n_a < 4 || n_b < 4) return false;
  const double error = std::sqrt(1.0 / static_cast<double>(n_a - 3) + 1.0 / static_cast<double>(n_b - 3));
  return std::abs(z(a) - z(b)) <= kNormal95 * error;
}

/// "20 seeds, published 10" where the numbers differ.
std::string seeds_remark(std::size_t ours) {
  if (ours == kPublishedSeeds) return "";
  return std::to_string(ours) + " seeds, published " + std::to_string(kPublishedSeeds);
}

class AgreementRows {
 public:
  AgreementRows(const std::vector<Form>& forms, const published::Facts& facts) : forms_(forms), facts_(facts) {}

  std::vector<StudyPublished> rows(const Form& form) {
    for (const ResampledMethods& methods : form.methods) add_taus(form, methods);
    for (const CorrelationMap& map : form.maps) add_map(form, map);
    for (const SpreadAgainstAgreement& spread : form.spread) add_spread(form, spread);
    return std::move(rows_);
  }

 private:
  void add_taus(const Form& form, const ResampledMethods& methods) {
    const Comparison& comparison = methods.comparison();
    const PaperNames names = paper_names(*comparison.groups.front());
    if (!names.model || !names.task) return;
    const TomlNode* table = facts_.table("kendall-tau.toml", *names.model + "." + *names.task);
    if (table == nullptr) return;
    bool all_five = comparison.groups.size() == published::kMethods.size();
    for (const std::string& method : published::kMethods) all_five = all_five && scheme(comparison, method) != nullptr;
    for_each_pair(*table, methods.columns(), [&](std::size_t a, std::size_t b, double published) {
      StudyPublished one{"Figures 14 and 15, Kendall's tau",
                         *names.model,
                         *names.task,
                         "",
                         "tau-b, " + pair_of(methods.columns(), a, b),
                         form.variant,
                         published,
                         {},
                         "",
                         ""};
      const ResampledMethods::Tau tau = methods.tau(a, b);
      std::string why =
          limits_over_layers(*form.view, facts_, *comparison.groups.front(), with_sd(methods.columns(), a, b));
      if (why.empty() && !all_five) why = "the manifest does not run exactly the five published schemes";
      if (why.empty() && (!tau.tau || !tau.low)) why = "a value is undefined, or the seeds are too few";
      studies::judge(of(tau), tau_evidence(methods), kTauSlack, why, one);
      if (one.verdict == "differs") one.remark = both(tau_reason(form, methods, a, b, published), one.remark);
      rows_.push_back(std::move(one));
    });
  }

  static studies::OurNumber of(const ResampledMethods::Tau& tau) { return {tau.tau, tau.low, tau.high}; }

  static studies::Evidence tau_evidence(const ResampledMethods& methods) {
    return studies::by_seeds(methods.seeds(), static_cast<std::int64_t>(kPublishedSeeds));
  }

  /// Why a tau differs: the rows that part the forms of the two measures, where that of the published forms agrees.
  std::string tau_reason(const Form& form, const ResampledMethods& methods, std::size_t a, std::size_t b,
                         double published) const {
    std::set<int> rows;
    for (const std::size_t column : {a, b})
      if (const int row = row_of_form(methods.columns()[column]->id); row > 0) rows.insert(row);
    if (form.variant != "textbook" || rows.empty()) return studies::kUnexplained;
    for (const Form& other : forms_)
      for (const ResampledMethods& coded : other.methods) {
        if (other.variant != "as_published" || coded.comparison().title() != methods.comparison().title()) continue;
        const auto first = place_of(coded.columns(), methods.columns()[a]->id);
        const auto second = place_of(coded.columns(), methods.columns()[b]->id);
        if (!first || !second) continue;
        const ResampledMethods::Tau tau = coded.tau(*first, *second);
        if (!tau.low) continue;
        StudyPublished coded_row;
        coded_row.published = published;
        studies::judge(of(tau), tau_evidence(coded), kTauSlack, "", coded_row);
        return coded_row.verdict == "agrees" ? studies::because(facts_, rows)
                                             : both(studies::kUnexplained, "the as_published form differs, too");
      }
    return studies::kUnexplained;
  }

  /// Column of a measure with its default options.
  static std::optional<std::size_t> place_of(const std::vector<const MeasureColumn*>& columns, const std::string& id) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (columns[c]->id == id && columns[c]->options.empty()) return c;
    return std::nullopt;
  }

  void add_map(const Form& form, const CorrelationMap& map) {
    const PaperNames names = paper_names(*map.group);
    if (!names.model || !names.task || !names.method || map.columns.empty()) return;
    const TomlNode* table =
        facts_.table("bootstrap-correlations.toml", *names.model + "." + *names.task + "." + *names.method);
    if (table == nullptr) return;
    const std::string policy = map.self_pairs == SelfPairs::exclude ? "exclude" : "include_zero";
    for_each_pair(*table, map.columns, [&](std::size_t a, std::size_t b, double published) {
      StudyPublished one{"Figures 3, 16 to 25, bootstrap correlations (self-pairs: " + policy + ")",
                         *names.model,
                         *names.task,
                         published::method_id(*names.method),
                         "bootstrap r, " + pair_of(map.columns, a, b),
                         form.variant,
                         published,
                         map.r[a][b],
                         "not_comparable",
                         ""};
      if (const std::string why = limits_over_layers(*form.view, facts_, *map.group, with_sd(map.columns, a, b));
          !why.empty()) {
        one.remark = why;
      } else if (!one.ours) {
        one.remark = "our r does not exist: a measure does not change over the resamples";
      } else {
        const bool equal = correlations_agree(*one.ours, published, map.seeds, kPublishedSeeds);
        one.verdict = equal ? "agrees" : "differs";
        one.remark = seeds_remark(map.seeds);
        if (!equal && form.variant == "textbook")
          one.remark = both(explained(map, a, b, published) ? facts_.remark(31) + forms_part(map.columns, a, b)
                                                            : std::string(studies::kUnexplained),
                            one.remark);
      }
      rows_.push_back(std::move(one));
    });
  }

  void add_spread(const Form& form, const SpreadAgainstAgreement& spread) {
    const Comparison* some = nullptr;
    for (const Comparison& comparison : form.view->comparisons())
      if (comparison.model == spread.model) some = &comparison;
    const PaperNames names = paper_names(*some->groups.front());
    if (!names.model) return;
    const TomlNode* table = facts_.table("sd-vs-correlation.toml", *names.model);
    if (table == nullptr) return;
    const std::string policy = spread.self_pairs == SelfPairs::exclude ? "exclude" : "include_zero";
    StudyPublished one{"Figures 3(c) and 26, SD against average correlation (self-pairs: " + policy + ")",
                       *names.model,
                       "",
                       "",
                       "r of performance_sd and mean bootstrap r",
                       form.variant,
                       published::Facts::number(*table, "r"),
                       spread.r,
                       "not_comparable",
                       ""};
    const auto groups = static_cast<std::size_t>(published::Facts::integer(*table, "n_groups"));
    std::string why;
    for (const auto& point : spread.points)
      if (why.empty() && paper_names(*point.group).task)
        why = limits_over_layers(*form.view, facts_, *point.group, true);
    if (!spread.r) {
      one.remark = spread.reason;
    } else if (!why.empty()) {
      one.remark = why;
    } else {
      one.verdict = correlations_agree(*spread.r, one.published, spread.groups, groups) ? "agrees" : "differs";
      one.remark = "p of " + std::to_string(spread.test->orders) + " orders of the SDs " + fixed(spread.test->p, 4) +
                   "; published " + studies::tiny_p_text(published::Facts::number(*table, "p_value")) + " takes " +
                   std::to_string(published::Facts::integer(*table, "n_points")) +
                   " points as independent; groups that share a task are not";
    }
    one.remark = both(one.remark, spread.left_out());
    rows_.push_back(std::move(one));
  }

  /// Calls `each(a, b, published)` for every pair of columns that the published table has, under either order of names.
  template <class Each>
  static void for_each_pair(const TomlNode& table, const std::vector<const MeasureColumn*>& columns, const Each& each) {
    for (std::size_t a = 0; a < columns.size(); ++a)
      for (std::size_t b = a + 1; b < columns.size(); ++b) {
        const auto* first = published::measure_named(columns[a]->id);
        const auto* second = published::measure_named(columns[b]->id);
        if (first == nullptr || second == nullptr || !columns[a]->options.empty() || !columns[b]->options.empty())
          continue;
        for (const std::string& key : {first->paper + "_" + second->paper, second->paper + "_" + first->paper})
          if (table.find(key) != nullptr) each(a, b, published::Facts::number(table, key));
      }
  }

  /// The form of the published code agrees where the textbook one does not.
  bool explained(const CorrelationMap& map, std::size_t a, std::size_t b, double published) const {
    for (const Form& form : forms_)
      for (const CorrelationMap& other : form.maps) {
        if (form.variant != "as_published" || other.group != map.group) continue;
        std::optional<std::size_t> first;
        std::optional<std::size_t> second;
        for (std::size_t c = 0; c < other.columns.size(); ++c) {
          if (other.columns[c]->id == map.columns[a]->id) first = c;
          if (other.columns[c]->id == map.columns[b]->id) second = c;
        }
        return first && second && other.r[*first][*second] &&
               correlations_agree(*other.r[*first][*second], published, other.seeds, kPublishedSeeds);
      }
    return false;
  }

  static bool with_sd(const std::vector<const MeasureColumn*>& columns, std::size_t a, std::size_t b) {
    return columns[a]->id == "performance_sd" || columns[b]->id == "performance_sd";
  }

  /// "linear_cka_distance and procrustes_distance": measures by their ids, as everywhere in published.csv.
  static std::string pair_of(const std::vector<const MeasureColumn*>& columns, std::size_t a, std::size_t b) {
    return columns[a]->id + " and " + columns[b]->id;
  }

  /// "; the textbook form parts from the published one by row 1" where one of two measures has such a row.
  static std::string forms_part(const std::vector<const MeasureColumn*>& columns, std::size_t a, std::size_t b) {
    std::set<int> known;
    for (const std::size_t c : {a, b})
      if (const int row = row_of_form(columns[c]->id); row > 0) known.insert(row);
    std::string out;
    for (const int row : known)
      out += (out.empty() ? "; the textbook form parts from the published code's by row " : " and row ") +
             std::to_string(row);
    return out;
  }

  const std::vector<Form>& forms_;
  const published::Facts& facts_;
  std::vector<StudyPublished> rows_;
};

}  // namespace

std::vector<StudyPublished> published_agreement(const std::vector<Form>& forms, const Form& form,
                                                const published::Facts& facts) {
  return AgreementRows(forms, facts).rows(form);
}

}  // namespace reseed::imm_reassessment
