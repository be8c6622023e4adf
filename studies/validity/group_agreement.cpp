// SPDX-License-Identifier: Apache-2.0
#include "group_agreement.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "../common/cells.hpp"
#include "../common/one_form.hpp"
#include "../common/run_labels.hpp"
#include "analysis/correlation.hpp"
#include "analysis/run_data.hpp"
#include "analysis/statistics.hpp"
#include "reseed/philox.hpp"

namespace reseed::validity {
namespace {

using studies::MeasureForm;

/// Products of the same numbers in another order differ in their last bits.
constexpr double kRounding = 1e-12;

/// Values of two measures at the same groups, and which model and task each is of.
struct Columns {
  std::vector<double> a, b;
  std::vector<std::string> tasks;
  std::size_t equal = 0;  ///< groups left out
};

/// What the runs of every group predict, by position of the group: seeds and classes. Empty where a run left no record.
using Votes = std::vector<std::vector<std::uint64_t>>;

Votes votes_of(const StudyData& data) {
  Votes votes;
  for (const StudyGroup& group : data.groups()) {
    std::vector<std::uint64_t>& own = votes.emplace_back();
    for (const StudyRun* run : studies::ok_runs(group)) {
      const auto recorded = data.predictions(*run, "test");
      if (!recorded || recorded->logits.is_empty()) {
        own.clear();
        break;
      }
      own.push_back(run->seed);
      for (const arma::uword winner : predicted_classes(recorded->logits)) own.push_back(winner);
    }
  }
  return votes;
}

/// Whether an earlier group of those that count has the same model, task and predictions.
bool is_known(const StudyData& data, const Votes& votes, const std::vector<std::size_t>& counted, std::size_t group) {
  const StudyGroup& own = data.groups()[group];
  return !votes[group].empty() && std::any_of(counted.begin(), counted.end(), [&](std::size_t other) {
    const StudyGroup& earlier = data.groups()[other];
    return earlier.model == own.model && earlier.task == own.task && votes[other] == votes[group];
  });
}

const StudyValue* value_of(const StudyData& data, const StudyGroup& group, const MeasureForm& form) {
  for (const StudyValue& value : data.values())
    if (form.is_of(value) && value.group == group.name && value.model == group.model && value.task == group.task &&
        value.test_set == "test")
      return &value;
  return nullptr;
}

Columns columns_of(const StudyData& data, const Votes& votes, const studies::Tasks& without, const MeasureForm& a,
                   const MeasureForm& b) {
  Columns columns;
  std::vector<std::size_t> counted;
  for (std::size_t g = 0; g < data.groups().size(); ++g) {
    const StudyGroup& group = data.groups()[g];
    if (without.contains({group.model, group.task})) continue;
    const StudyValue* x = value_of(data, group, a);
    const StudyValue* y = value_of(data, group, b);
    if (x == nullptr || y == nullptr || !x->instability || !y->instability) continue;
    if (is_known(data, votes, counted, g)) {
      ++columns.equal;
      continue;
    }
    counted.push_back(g);
    columns.a.push_back(*x->instability);
    columns.b.push_back(*y->instability);
    columns.tasks.push_back(group.model + "\n" + group.task);
  }
  return columns;
}

/// One order of the second column: over all groups, or within each model and task.
std::vector<double> shuffled(const Columns& columns, bool within, std::uint64_t seed, std::int64_t number) {
  Draws draws(Stream(seed, "group_agreement"), within ? 1 : 0, static_cast<std::uint32_t>(number));
  std::vector<double> b = columns.b;
  if (!within) {
    draws.shuffle(b);
    return b;
  }
  std::map<std::string, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < b.size(); ++i) members[columns.tasks[i]].push_back(i);
  for (const auto& [task, positions] : members) {
    std::vector<std::size_t> order = positions;
    draws.shuffle(order);
    for (std::size_t i = 0; i < positions.size(); ++i) b[positions[i]] = columns.b[order[i]];
  }
  return b;
}

/// Concordant minus discordant pairs: what an order changes of Kendall's tau-b.
double concordance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = i + 1; j < a.size(); ++j)
      sum += ((a[i] > a[j]) - (a[i] < a[j])) * ((b[i] > b[j]) - (b[i] < b[j]));
  return std::abs(sum);
}

/// What an order changes of Pearson's r: `centred` sums to 0.
double product(const std::vector<double>& centred, const std::vector<double>& b) {
  return std::abs(std::inner_product(centred.begin(), centred.end(), b.begin(), 0.0));
}

double p_value(std::int64_t extreme, std::int64_t permutations) {
  return static_cast<double>(1 + extreme) / static_cast<double>(1 + permutations);
}

void correlate(const Columns& columns, std::int64_t permutations, std::uint64_t seed, GroupAgreement& row) {
  const auto tau = kendall(columns.a, columns.b);
  const auto r = pearson(columns.a, columns.b);
  if (!tau || !r) {
    row.reason = "one of the two is the same in every group";
    return;
  }
  row.tau = tau->coefficient;
  row.r = r->coefficient;
  std::vector<double> centred;
  for (const double value : columns.a) centred.push_back(value - mean(columns.a));
  const double pairs = concordance(columns.a, columns.b);
  const double together = product(centred, columns.b) * (1.0 - kRounding);
  std::int64_t tau_extreme = 0;
  std::int64_t tau_within = 0;
  std::int64_t r_extreme = 0;
  for (std::int64_t i = 0; i < permutations; ++i) {
    const std::vector<double> b = shuffled(columns, false, seed, i);
    tau_extreme += concordance(columns.a, b) >= pairs ? 1 : 0;
    r_extreme += product(centred, b) >= together ? 1 : 0;
    tau_within += concordance(columns.a, shuffled(columns, true, seed, i)) >= pairs ? 1 : 0;
  }
  row.tau_p = p_value(tau_extreme, permutations);
  row.r_p = p_value(r_extreme, permutations);
  if (row.tasks > 1 && row.tasks < row.groups) row.tau_p_within = p_value(tau_within, permutations);
}

/// Holm over the pairs of one variant.
void adjust_by_variant(std::vector<GroupAgreement>& rows) {
  std::map<std::string, std::vector<GroupAgreement*>> families;
  for (GroupAgreement& row : rows)
    if (row.tau_p) families[row.a.variant].push_back(&row);
  for (auto& [variant, family] : families) {
    std::vector<double> p;
    for (const GroupAgreement* row : family) p.push_back(*row->tau_p);
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < family.size(); ++i) family[i]->tau_p_holm = adjusted[i];
  }
}

/// A measure without layers: the form that a pair is called by, and the one that was measured.
struct Shown {
  MeasureForm form, measured;
};

std::vector<Shown> shown_forms(const StudyData& data) {
  std::vector<MeasureForm> measured = studies::measure_forms(data.values());
  std::erase_if(measured, [](const MeasureForm& form) { return form.layered; });
  std::vector<Shown> shown;
  for (const MeasureForm& form : measured) shown.push_back({form, form});
  for (const MeasureForm& form : measured)
    if (studies::stands_for_published(form, measured)) shown.push_back({studies::as_published(form), form});
  return shown;
}

/// Why too few groups have a value.
std::string too_few(const StudyData& data, std::size_t found, std::size_t equal) {
  const auto with_a_pair = std::count_if(data.groups().begin(), data.groups().end(),
                                         [](const StudyGroup& group) { return studies::ok_runs(group).size() > 1; });
  std::string reason =
      "want " + std::to_string(kFewestGroups) + " groups at which both have a value, found " + std::to_string(found);
  if (equal > 0) reason += " that differ, and " + std::to_string(equal) + " with the predictions of another";
  if (static_cast<std::size_t>(with_a_pair) < kFewestGroups &&
      static_cast<std::size_t>(with_a_pair) < data.groups().size())
    reason =
        studies::counted(data.groups().size() - static_cast<std::size_t>(with_a_pair), "group has", "groups have") +
        " 1 seed or none: a pair needs 2; " + reason;
  return reason;
}

}  // namespace

std::vector<GroupAgreement> group_agreements(const StudyData& data, std::int64_t permutations,
                                             const studies::Tasks& without) {
  std::vector<GroupAgreement> rows;
  const std::vector<Shown> forms = shown_forms(data);
  const Votes votes = votes_of(data);
  for (std::size_t i = 0; i < forms.size(); ++i)
    for (std::size_t j = i + 1; j < forms.size(); ++j) {
      if (forms[i].form.id == forms[j].form.id || forms[i].form.variant != forms[j].form.variant) continue;
      GroupAgreement row{forms[i].form, forms[j].form};
      const Columns columns = columns_of(data, votes, without, forms[i].measured, forms[j].measured);
      row.equal = columns.equal;
      row.groups = columns.a.size();
      row.tasks = std::set(columns.tasks.begin(), columns.tasks.end()).size();
      if (row.groups < kFewestGroups)
        row.reason = too_few(data, row.groups, row.equal);
      else
        correlate(columns, permutations, data.bootstrap_seed(), row);
      rows.push_back(std::move(row));
    }
  adjust_by_variant(rows);
  return rows;
}

}  // namespace reseed::validity
