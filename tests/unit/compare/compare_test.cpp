// SPDX-License-Identifier: Apache-2.0
#include "compare/compare.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "compare/comparison_json.hpp"
#include "compare/comparison_text.hpp"
#include "support/expect_error.hpp"
#include "support/made_bundle.hpp"

using namespace reseed;
using namespace reseed::test;

namespace {

/// Plugins that know what they are told.
class FakeSource final : public MeasureSource {
 public:
  std::optional<MeasureFacts> facts(const std::string&, int) override { return known; }
  GroupAnswer evaluate(const GroupQuestion& question) override {
    questions.push_back(question);
    return answer;
  }

  std::optional<MeasureFacts> known;
  GroupAnswer answer = {{}, {}, {}, {}, {}, "not installed"};
  std::vector<GroupQuestion> questions;
};

double score(std::uint64_t seed) { return 0.8 + 0.001 * static_cast<double>(seed * 7 % 5); }
double distance(std::uint64_t a, std::uint64_t b, std::int64_t layer) {
  return 0.1 + 0.001 * static_cast<double>(a * 3 + b * 5) +
         0.01 * static_cast<double>(std::max<std::int64_t>(0, layer));
}

std::vector<std::uint64_t> seeds(std::uint64_t count, std::uint64_t first = 0) {
  std::vector<std::uint64_t> list;
  for (std::uint64_t i = 0; i < count; ++i) list.push_back(first + i);
  return list;
}

/// One group of eight seeds.
struct Made : MadeBundle {
  Made() { add_group("plain", seeds(8), score, distance); }
};

struct Two {
  MadeBundle a, b;
  FakeSource source;
  CompareOptions options;

  explicit Two(std::uint64_t count = 8) {
    a.add_group("plain", seeds(count), score, distance);
    b.add_group("plain", seeds(count), score, distance);
  }
  Two(MadeBundle::Score score_b, MadeBundle::Distance distance_b, std::uint64_t count = 8) {
    a.add_group("plain", seeds(count), score, distance);
    b.add_group("plain", seeds(count), score_b, distance_b);
  }
  Comparison compare() {
    return compare_bundles(read_bundle(a.write("a")), read_bundle(b.write("b")), options, source);
  }
};

const ComparedQuantity& find(const Comparison& comparison, const std::string& quantity) {
  for (const ComparedQuantity& found : comparison.quantities)
    if (found.quantity == quantity) return found;
  BOOST_FAIL("no quantity " + quantity);
  throw 0;
}

bool is(const ComparedQuantity& quantity, Verdict verdict) {
  if (quantity.verdict != verdict)
    BOOST_TEST_MESSAGE(quantity.quantity << " is " << to_string(quantity.verdict) << ": " << quantity.remark);
  return quantity.verdict == verdict;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(compare_two)

BOOST_AUTO_TEST_CASE(a_bundle_is_bit_equal_to_itself_everywhere_undefined_values_too) {
  Made bundle;
  bundle.content.measures[1].value.reset();
  bundle.content.measures[1].instability.reset();
  bundle.content.measures[1].flags = {Flag::no_variance};
  const Bundle read = read_bundle(bundle.write("a"));
  FakeSource source;
  const Comparison comparison = compare_bundles(read, read, {}, source);
  BOOST_TEST(comparison.quantities.size() == 3u);
  BOOST_TEST(comparison.count(Verdict::bit_equal) == 3u);
  BOOST_TEST(comparison.origins.manifest.empty());
  BOOST_TEST(source.questions.empty());
}

BOOST_AUTO_TEST_CASE(values_of_another_definition_are_refused_and_both_are_named) {
  Two two;
  two.b.content.measures[1].variant = "as_published";
  const Comparison comparison = two.compare();
  const ComparedQuantity& quantity = find(comparison, "group_measure");
  BOOST_TEST(is(quantity, Verdict::refused));
  BOOST_TEST(has(quantity.remark, "textbook"));
  BOOST_TEST(has(quantity.remark, "as_published"));
  BOOST_TEST(is(find(comparison, "pair_measure"), Verdict::bit_equal));
}

BOOST_AUTO_TEST_CASE(version_unit_metric_and_split_must_be_the_same) {
  const auto refused = [](const std::string& word, auto change) {
    Two two;
    change(two.b.content);
    const Comparison comparison = two.compare();
    BOOST_TEST(is(find(comparison, "pair_measure"), Verdict::refused));
    BOOST_TEST(has(find(comparison, "pair_measure").remark, word), find(comparison, "pair_measure").remark);
    return comparison;
  };
  refused("version 1 in A, 2 in B", [](BundleContent& b) { b.measures[0].version = 2; });
  refused("unit", [](BundleContent& b) { b.measures[0].unit = "bit"; });
  refused("metric", [](BundleContent& b) {
    for (RunRow& run : b.runs) run.metric = "f1";
  });
  const Comparison split = refused("split", [](BundleContent& b) {
    for (RunRow& run : b.runs) run.task_digest = "t2";
  });
  BOOST_TEST(!split.anything_comparable());
  BOOST_TEST(has(comparison_text(split, false), "Nothing in these two bundles may be compared."));
}

BOOST_AUTO_TEST_CASE(the_number_of_items_must_be_the_same_where_the_measure_is_biased_by_it) {
  Two two;
  for (MeasureRow& row : two.b.content.measures) row.n_items = 200;
  const Comparison comparison = two.compare();
  BOOST_TEST(is(find(comparison, "pair_measure"), Verdict::refused));
  BOOST_TEST(has(find(comparison, "pair_measure").remark, "300 items in A, 200 in B"));
  BOOST_TEST(is(find(comparison, "group_measure"), Verdict::bit_equal));
}

BOOST_AUTO_TEST_CASE(another_device_class_or_precision_caps_the_verdict_and_is_named_first) {
  Two two;
  two.b.content.environment["training"]["processor"] = "another";
  const Comparison comparison = two.compare();
  BOOST_TEST(comparison.count(Verdict::within_tolerance) == 3u);
  BOOST_TEST(comparison.count(Verdict::bit_equal) == 0u);
  const std::string text = comparison_text(comparison, true);
  BOOST_TEST(text.find("device class: cpu, one") < text.find("Verdicts"));
  BOOST_TEST(text.find("device class: cpu, another") < text.find("Verdicts"));
  BOOST_TEST(text.find("they differ, so nothing is called bit equal") < text.find("Verdicts"));
  BOOST_TEST(!has(text, "bit equal:"));

  Two precision;
  precision.b.content.resolved_manifest = "schema = 1\n[training]\nprecision = \"float64\"\nlearning_rate = 2e-05\n";
  BOOST_TEST(precision.compare().count(Verdict::within_tolerance) == 3u);
}

BOOST_AUTO_TEST_CASE(another_version_of_the_code_alone_does_not_hide_that_bits_are_equal) {
  Two two;
  two.b.content.info.tool_commit = "decaf";
  two.b.content.environment["training"]["libtorch"] = "2.12.0";
  const Comparison comparison = two.compare();
  BOOST_TEST(comparison.count(Verdict::bit_equal) == 3u);
  BOOST_TEST(comparison.origins.code.at(0).what == "reseed commit");
  BOOST_TEST(comparison.origins.libraries.at(0).what == "training.libtorch");
}

BOOST_AUTO_TEST_CASE(values_nearer_than_the_tolerance_of_their_measure_are_within_it) {
  const auto nearly = [](std::uint64_t a, std::uint64_t b, std::int64_t layer) { return distance(a, b, layer) + 1e-8; };
  Two two(score, nearly);
  BOOST_TEST(is(find(two.compare(), "pair_measure"), Verdict::within_tolerance));

  // Bundles of an early build do not hold the tolerance: the plugin's counts, without it none.
  const auto verdict = [&](std::optional<MeasureFacts> facts) {
    Two early(score, nearly);
    for (MadeBundle* bundle : {&early.a, &early.b})
      for (PluginUse& use : bundle->content.info.plugins) use.measure.reset();
    early.source.known = facts;
    return find(early.compare(), "pair_measure").verdict;
  };
  BOOST_TEST((verdict(MeasureFacts{"logits", "pair", 1e-6, false}) == Verdict::within_tolerance));
  BOOST_TEST((verdict(std::nullopt) != Verdict::within_tolerance));
}

BOOST_AUTO_TEST_CASE(one_seed_on_a_side_means_no_test_but_the_values_are_shown) {
  Two two;
  MadeBundle one;
  one.add_group(
      "plain", {3}, [](std::uint64_t) { return 0.5; }, distance);
  FakeSource source;
  const Comparison comparison = compare_bundles(read_bundle(two.a.write("a")), read_bundle(one.write("b")), {}, source);
  const ComparedQuantity& scores = find(comparison, "accuracy");
  BOOST_TEST(is(scores, Verdict::cannot_tell));
  BOOST_TEST((scores.flags == std::vector{Flag::too_few_seeds}));
  BOOST_TEST(!scores.p);
  BOOST_TEST(*scores.values[0].a == score(3));
  BOOST_TEST(*scores.values[0].b == 0.5);
  const ComparedQuantity& pairs = find(comparison, "pair_measure");
  BOOST_TEST(is(pairs, Verdict::cannot_tell));
  BOOST_TEST((pairs.flags == std::vector{Flag::too_few_seeds}));
  BOOST_TEST(pairs.values[0].a.has_value());
  BOOST_TEST(has(comparison_text(comparison, false), "1 seed in common: no test"));
}

BOOST_AUTO_TEST_CASE(what_one_side_lacks_is_missing_and_never_zero) {
  Two two;
  two.b.content.measures[1].value.reset();
  two.b.content.measures[1].instability.reset();
  two.b.content.measures[1].flags = {Flag::no_variation};
  two.b.content.measures.erase(two.b.content.measures.begin());
  two.b.content.stored.clear();
  const Comparison comparison = two.compare();
  for (const char* name : {"pair_measure", "group_measure"}) {
    const ComparedQuantity& quantity = find(comparison, name);
    BOOST_TEST(is(quantity, Verdict::missing));
    BOOST_TEST(quantity.values[0].a.has_value());
    BOOST_TEST(!quantity.values[0].b);
    BOOST_TEST(!quantity.values[0].difference);
  }
  BOOST_TEST(has(find(comparison, "group_measure").remark, "no_variation"));
  const nlohmann::json json = to_json(comparison);
  for (const auto& quantity : json.at("quantities"))
    if (quantity.at("verdict") == "missing") BOOST_TEST(quantity.at("values")[0].at("b").is_null());
}

BOOST_AUTO_TEST_CASE(other_seeds_are_compared_on_the_common_ones_by_id_not_by_position) {
  MadeBundle a, b;
  a.add_group("plain", seeds(8), score, distance);
  b.add_group("plain", {11, 7, 6, 5, 4, 3, 10}, score, distance);
  FakeSource source;
  const Comparison comparison = compare_bundles(read_bundle(a.write("a")), read_bundle(b.write("b")), {}, source);
  for (const char* name : {"accuracy", "pair_measure"}) {
    const ComparedQuantity& quantity = find(comparison, name);
    BOOST_TEST(is(quantity, Verdict::bit_equal));
    BOOST_TEST(quantity.common_seeds == 5);
    BOOST_TEST(quantity.seeds_a == 8);
    BOOST_TEST(quantity.seeds_b == 7);
  }
  // 10 pairs of the seeds 3..7: 0.1 + 0.001 (3 a + 5 b) for a < b, which are 4 and 6 on average
  BOOST_TEST(*find(comparison, "pair_measure").values[0].a == 0.142, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(is(find(comparison, "group_measure"), Verdict::missing));
  BOOST_REQUIRE(source.questions.size() == 1u);
  BOOST_TEST(source.questions[0].seeds == (std::vector<std::uint64_t>{3, 4, 5, 6, 7}),
             boost::test_tools::per_element());
  BOOST_TEST(source.questions[0].b.scores[0] == score(3));
}

BOOST_AUTO_TEST_CASE(no_common_seed_means_nothing_comparable) {
  MadeBundle a, b;
  a.add_group("plain", seeds(4), score, distance);
  b.add_group("plain", seeds(4, 100), score, distance);
  FakeSource source;
  const Comparison comparison = compare_bundles(read_bundle(a.write("a")), read_bundle(b.write("b")), {}, source);
  BOOST_TEST(comparison.count(Verdict::refused) == 3u);
  BOOST_TEST(!comparison.anything_comparable());
}

BOOST_AUTO_TEST_CASE(a_clear_shift_is_different_with_p_interval_and_family) {
  Two two([](std::uint64_t seed) { return score(seed) + 0.05 + 0.001 * static_cast<double>(seed % 3); },
          [](std::uint64_t a, std::uint64_t b, std::int64_t layer) { return 2.0 * distance(a, b, layer); }, 12);
  const Comparison comparison = two.compare();
  for (const char* name : {"accuracy", "pair_measure"}) {
    const ComparedQuantity& quantity = find(comparison, name);
    BOOST_TEST(is(quantity, Verdict::different));
    BOOST_TEST(*quantity.p_adjusted < 0.05);
    BOOST_TEST(quantity.family == 1);
    const ComparedValue& value = quantity.values[0];
    BOOST_TEST(*value.low <= *value.difference);
    BOOST_TEST(*value.difference <= *value.high);
    BOOST_TEST(*value.low > 0.0);
  }
  BOOST_TEST(has(comparison_text(comparison, false), "They differ by more than chance"));
}

BOOST_AUTO_TEST_CASE(a_group_value_asks_its_plugin_and_says_so_when_it_is_not_there) {
  const auto shifted = [](std::uint64_t seed) { return score(seed) + 0.05; };
  Two two(shifted, distance, 12);
  const ComparedQuantity quantity = find(two.compare(), "group_measure");
  BOOST_TEST(is(quantity, Verdict::cannot_tell));
  BOOST_TEST(has(quantity.remark, "not installed"));

  Two answered(shifted, distance, 12);
  const double a = *answered.a.content.measures[1].value, b = *answered.b.content.measures[1].value;
  answered.source.answer = {a, b, std::vector<double>(12, a), std::vector<double>(12, b), 0.001, ""};
  const ComparedQuantity different = find(answered.compare(), "group_measure");
  BOOST_TEST(is(different, Verdict::different));
  BOOST_TEST(*different.p == 0.001);

  Two other(shifted, distance, 12);
  other.source.answer = {a + 1.0, b, std::vector<double>(12, a), std::vector<double>(12, b), 0.001, ""};
  BOOST_TEST(has(find(other.compare(), "group_measure").remark, "another value"));
}

BOOST_AUTO_TEST_CASE(renamed_groups_are_found_by_the_ids_of_their_runs) {
  Two two;
  for (RunRow& run : two.b.content.runs) run.group = "renamed";
  for (MeasureRow& row : two.b.content.measures) row.group = "renamed";
  const Comparison comparison = two.compare();
  BOOST_TEST(comparison.count(Verdict::bit_equal) == 3u);
  BOOST_TEST(has(comparison.origins.renamed, "plain, model, task is renamed, model, task in B"));
}

BOOST_AUTO_TEST_CASE(values_on_subsets_are_matched_by_their_subset) {
  Two two;
  for (MadeBundle* bundle : {&two.a, &two.b}) {
    MeasureRow row = bundle->content.measures[1];
    row.subset = "n=100";
    row.value = row.instability = 3.0;
    bundle->content.measures.push_back(row);
  }
  two.b.content.measures.back().subset = "n=50";
  const Comparison comparison = two.compare();
  BOOST_TEST(comparison.count(Verdict::bit_equal) == 3u);
  BOOST_TEST(comparison.count(Verdict::missing) == 2u);
}

BOOST_AUTO_TEST_CASE(a_group_value_on_a_subset_is_asked_for_on_its_items_from_the_records) {
  const std::string subset = "rate=0.5 draw=1 items=same digest=0123456789abcdef";
  const auto compared = [&](bool records, std::vector<GroupQuestion>& questions) {
    Two two(12);
    for (MadeBundle* bundle : {&two.a, &two.b}) {
      bundle->content.info.records_kept = records;
      bundle->content.resolved_manifest +=
          "[analysis]\nitems_seed = 5\nbootstrap = { seed = 0, self_pairs = \"no\" }\n";
      MeasureRow& row = bundle->content.measures[1];
      row.subset = subset;
      row.value = row.instability = bundle == &two.a ? 3.0 : 4.0;
    }
    two.source.answer = {3.0, 4.0, std::vector<double>(12, 3.0), std::vector<double>(12, 4.0), 0.001, ""};
    const ComparedQuantity found = find(two.compare(), "group_measure");
    questions = two.source.questions;
    return found;
  };
  std::vector<GroupQuestion> questions;
  BOOST_TEST(is(compared(true, questions), Verdict::different));
  BOOST_REQUIRE(questions.size() == 1u);
  BOOST_TEST(questions[0].subset == subset);
  BOOST_TEST(questions[0].subset_seeds == (std::vector<std::uint64_t>{0, 5}), boost::test_tools::per_element());
  BOOST_TEST(questions[0].a.scores.empty());  // those are of all items
  BOOST_TEST(questions[0].a.records.size() == 12u);

  const ComparedQuantity without = compared(false, questions);
  BOOST_TEST(is(without, Verdict::cannot_tell));
  BOOST_TEST(has(without.remark, "A was written without records"), without.remark);
  BOOST_TEST(has(without.remark, "records.keep = \"link\""), without.remark);
}

BOOST_AUTO_TEST_CASE(a_layer_curve_is_one_quantity_and_undefined_layers_stay_out_of_it) {
  MadeBundle a, b;
  a.add_group("plain", seeds(12), score, distance, {0, 1, 2});
  b.add_group("plain", seeds(12), score,
              [](std::uint64_t i, std::uint64_t j, std::int64_t layer) {
                return distance(i, j, layer) * (layer == 2 ? 1.8 : 1.0);
              },
              {0, 1, 2});
  for (MadeBundle* bundle : {&a, &b}) {
    bundle->content.measures[0].value.reset();
    bundle->content.measures[0].instability.reset();
    bundle->content.measures[0].flags = {Flag::no_variance};
  }
  FakeSource source;
  const Comparison comparison = compare_bundles(read_bundle(a.write("a")), read_bundle(b.write("b")), {}, source);
  const ComparedQuantity& curve = find(comparison, "pair_measure");
  BOOST_TEST(is(curve, Verdict::different));
  BOOST_TEST(curve.values.size() == 3u);
  BOOST_TEST(curve.values[0].bit_equal);
  BOOST_TEST(curve.values[1].bit_equal);
  BOOST_TEST(!curve.values[2].bit_equal);
}

BOOST_AUTO_TEST_CASE(nothing_outside_a_bundle_is_followed) {
  const auto compared = [](const std::filesystem::path& folder) {
    FakeSource source;
    const Bundle bundle = read_bundle(folder);
    compare_bundles(bundle, bundle, {}, source);
  };
  Made outside;
  outside.content.measures[0].pairs = "../pairs-plain";
  const auto folder = outside.write("a");
  expect_error([&] { compared(folder); }, ErrorKind::data, "a", {"../pairs-plain"});

  Made linked;
  const auto other = linked.write("a");
  std::filesystem::rename(other / "pairs/plain.safetensors", linked.folder() / "elsewhere");
  std::filesystem::create_symlink(linked.folder() / "elsewhere", other / "pairs/plain.safetensors");
  expect_error([&] { compared(other); }, ErrorKind::data, "plain.safetensors", {"symbolic link"});
  std::filesystem::remove(other / "pairs/plain.safetensors");
  BOOST_REQUIRE(::mkfifo((other / "pairs/plain.safetensors").c_str(), 0600) == 0);
  expect_error([&] { compared(other); }, ErrorKind::data, "plain.safetensors", {"pipe"});
}

BOOST_AUTO_TEST_CASE(control_characters_of_a_bundle_do_not_reach_the_terminal) {
  Two two;
  two.b.content.environment["training"]["processor"] = "one\x1b[31m\ntwo";
  const std::string text = comparison_text(two.compare(), true);
  BOOST_TEST(text.find('\x1b') == std::string::npos);
  BOOST_TEST(has(text, "one\\x1b[31m\\x0atwo"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(read_schema)

BOOST_AUTO_TEST_CASE(the_schema_is_looked_at_before_anything_else) {
  Made bundle;
  const auto folder = bundle.write("a");
  const auto says = [&](const std::string& text, ErrorKind kind, const std::vector<std::string>& words) {
    write_file(folder / "bundle.json", text);
    expect_error([&] { read_bundle(folder); }, kind, "bundle.json", words);
  };
  const std::string newest = std::to_string(kBundleSchema), next = std::to_string(kBundleSchema + 1);
  says("{\"schema_version\": " + next + ", \"anything\": [1]}", ErrorKind::newer,
       {"schema " + newest, "found " + next});
  says(R"({"schema_version": 18446744073709551615})", ErrorKind::newer, {"18446744073709551615"});
  says(R"({"schema_version": 4294967297})", ErrorKind::newer, {"4294967297"});
  says("{}", ErrorKind::data, {"schema_version"});
  says(R"({"schema_version": 0})", ErrorKind::data, {"found 0"});
  says(R"({"schema_version": -1})", ErrorKind::data, {"found -1"});
  says(R"({"schema_version": 1.5})", ErrorKind::data, {"1.5"});
  says(R"({"schema_version": "1"})", ErrorKind::data, {"\"1\""});
  says(R"({"schema_version": NaN})", ErrorKind::data, {"strict JSON"});
  std::filesystem::remove(folder / "bundle.json");
  expect_error([&] { read_bundle(folder); }, ErrorKind::data, "bundle.json", {"no bundle.json"});
}

BOOST_AUTO_TEST_SUITE_END()
