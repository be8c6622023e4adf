// SPDX-License-Identifier: Apache-2.0
// How often whole bundles are called different or indistinguishable, in simulated pairs of them: all that `compare`
// does between reading two bundles and its answer. The tests alone, in more cases: judge_level_test.cpp.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compare/compare.hpp"
#include "support/simulated_measures.hpp"
#include "support/simulated_study.hpp"

using namespace reseed;
using namespace reseed::test;

namespace {

using Models = std::vector<GroupModel>;

/// What `count` cases may show above a true `share` by chance: two standard errors.
double most(double share, int count) { return share + 2.0 * std::sqrt(share * (1.0 - share) / count); }

struct Share {
  int found = 0, of = 0;

  void add(bool is_found) {
    found += is_found;
    ++of;
  }
  double value() const { return static_cast<double>(found) / of; }
};

bool is_equal(const ComparedQuantity& quantity) {
  return quantity.verdict == Verdict::bit_equal || quantity.verdict == Verdict::within_tolerance;
}

/// By "quantity, task": how many of the families have a member with the verdict, and how many of all members have it.
struct Found {
  std::map<std::string, Share> families, values;
};

/// Memory where there is such a folder: a file that must reach a disk takes longer than a comparison.
std::filesystem::path fast_folder() {
  return std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : std::filesystem::path();
}

/// Pairs of bundles of k seeds, the one of `models_a`, the other of `models_b` (the same groups).
Found compare_drawn(Verdict verdict, int pairs, std::size_t k, const Models& models_a, const Models& models_b,
                    const CompareOptions& options = {}) {
  const TemporaryFolder folder(fast_folder());
  SimulatedBundle a(folder.path() / "a"), b(folder.path() / "b");
  SimulatedMeasures source(a, b);
  Random random(k);
  std::set<std::string> tasks;
  for (const GroupModel& model : models_a) tasks.insert(model.task);
  Found found;
  int other_families = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    a.draw(random, k, models_a);
    b.draw(random, k, models_b);
    const Comparison comparison = compare_bundles(a.bundle, b.bundle, options, source);
    std::map<std::string, std::int64_t> open;  // members that are not equal
    std::map<std::string, bool> any;
    for (const ComparedQuantity& quantity : comparison.quantities) {
      const std::string name = quantity.quantity + ", " + quantity.task;
      const bool is_found = quantity.verdict == verdict;
      open[name] += !is_equal(quantity);
      any[name] = any[name] || is_found;
      found.values[name].add(is_found);
    }
    for (const ComparedQuantity& quantity : comparison.quantities)
      other_families += !is_equal(quantity) && quantity.family != open.at(quantity.quantity + ", " + quantity.task);
    for (const auto& [name, is_found] : any) found.families[name].add(is_found);
  }
  BOOST_TEST(other_families == 0);
  BOOST_TEST(found.values.size() == 4 * tasks.size());  // the score and three measures
  for (const auto& [name, family] : found.families)
    BOOST_TEST_MESSAGE(to_string(verdict)
                       << ", " << k << " seeds, " << name << ": " << 100.0 * family.value() << " % of " << family.of
                       << " families, " << 100.0 * found.values.at(name).value() << " % of the values");
  return found;
}

/// Groups of one task, all alike.
Models groups_of(std::size_t count, const GroupModel& model = {}) {
  Models models(count, model);
  for (std::size_t i = 1; i < count; ++i) models[i].name += std::to_string(i);
  return models;
}

/// And one group of another task of which a share of the runs fail.
Models with_failing(Models models, double failing) {
  models.emplace_back();
  models.back().task = "failing";
  models.back().failing = failing;
  return models;
}

void bundles_keep_the_level(int pairs) {
  const Models models = with_failing(groups_of(3), 0.15);
  for (const auto& [name, family] : compare_drawn(Verdict::different, pairs, 8, models, models).families)
    BOOST_TEST(family.value() <= most(0.05, family.of), name);
}

/// Another bundle differs in all true values by twice the margin, a share of the larger one. In its task "failing" it
/// does so because some of the runs fail: the score is lower by twice the margin, the rest differs by more.
void twice_the_margin_is_not_called_alike(int pairs, double margin) {
  const double factor = 1.0 - 2.0 * margin;
  GroupModel other;
  other.score *= factor;
  other.score_sd *= factor;
  other.agreement *= std::sqrt(factor);
  other.distance /= factor;
  const auto fewest = static_cast<std::size_t>(fewest_seeds_within(margin));
  const auto found = compare_drawn(Verdict::indistinguishable, pairs, fewest, with_failing(groups_of(2), 0.0),
                                   with_failing(groups_of(2, other), 2.0 * margin), {margin});
  for (const auto& [name, values] : found.values) BOOST_TEST(values.value() <= most(kMissed, values.of), name);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(compare_simulated)

BOOST_AUTO_TEST_CASE(families_of_one_distribution_differ_no_more_often_than_the_level_says,
                     *boost::unit_test::label("simulation")) {
  bundles_keep_the_level(200);
}
BOOST_AUTO_TEST_CASE(families_of_one_distribution_in_all_pairs_too, *boost::unit_test::label("slow")) {
  bundles_keep_the_level(kPairs);
}

BOOST_AUTO_TEST_CASE(the_power_grows_with_the_seeds, *boost::unit_test::label("simulation")) {
  GroupModel shifted;
  shifted.score = 0.63;
  shifted.score_sd = 0.15;
  shifted.agreement = 0.76;
  shifted.distance = 1.12;
  const auto power = [&](std::size_t k) {
    return compare_drawn(Verdict::different, 60, k, groups_of(2), groups_of(2, shifted)).values;
  };
  const auto few = power(8), some = power(12), many = power(20);
  for (const auto& [name, values] : few) {
    BOOST_TEST(values.value() < some.at(name).value(), name);
    BOOST_TEST(some.at(name).value() < many.at(name).value(), name);
    BOOST_TEST(many.at(name).value() > 0.7, name);
  }
}

BOOST_AUTO_TEST_CASE(what_differs_by_twice_the_margin_is_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  for (const double margin : {0.1, 0.2}) twice_the_margin_is_not_called_alike(40, margin);
}
BOOST_AUTO_TEST_CASE(what_differs_by_twice_the_margin_is_not_in_many_pairs_either, *boost::unit_test::label("slow")) {
  twice_the_margin_is_not_called_alike(500, 0.1);
}

// The number of seeds above is the one from which the verdict exists: without this the case above could not fail.
BOOST_AUTO_TEST_CASE(what_is_alike_is_called_indistinguishable_from_the_fewest_seeds_on,
                     *boost::unit_test::label("simulation")) {
  for (const double margin : {0.1, 0.2}) {
    const auto fewest = static_cast<std::size_t>(fewest_seeds_within(margin));
    const auto found = [&](std::size_t k) {
      return compare_drawn(Verdict::indistinguishable, 20, k, groups_of(2), groups_of(2), {margin}).values;
    };
    for (const auto& [name, values] : found(fewest - 1)) BOOST_TEST(values.found == 0, name);
    for (const auto& [name, values] : found(fewest))
      if (!name.starts_with("score_sd"))  // of a standard deviation no interval over so few seeds is as narrow
        BOOST_TEST(values.value() > 0.25, name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
