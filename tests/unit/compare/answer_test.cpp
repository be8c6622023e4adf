// SPDX-License-Identifier: Apache-2.0
// What an answer says before its verdicts, and the keys of its JSON.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "compare/compare.hpp"
#include "compare/comparison_json.hpp"
#include "compare/comparison_text.hpp"
#include "support/made_bundle.hpp"

using namespace reseed;
using namespace reseed::test;

namespace {

using Json = nlohmann::json;
using Names = std::set<std::string>;

class NoPlugins final : public MeasureSource {
 public:
  std::optional<MeasureFacts> facts(const std::string&, int) override { return std::nullopt; }
  GroupAnswer evaluate(const GroupQuestion&) override { return {{}, {}, {}, {}, {}, "not installed"}; }
};

/// Two bundles of one group of eight seeds; `change` is made in the second.
template <class Change>
Comparison compared(Change change, double shift = 0.0) {
  MadeBundle a, b;
  for (MadeBundle* bundle : {&a, &b}) {
    const double own = bundle == &b ? shift : 0.0;
    bundle->add_group(
        "plain", {0, 1, 2, 3, 4, 5, 6, 7},
        [&](std::uint64_t seed) { return 0.8 + own + 0.001 * static_cast<double>(seed * 7 % 5); },
        [&](std::uint64_t i, std::uint64_t j, std::int64_t layer) {
          return 0.1 + own + 0.001 * static_cast<double>(3 * i + 5 * j) + 0.01 * static_cast<double>(layer);
        },
        {0, 1});
  }
  change(b.content);
  NoPlugins plugins;
  return compare_bundles(read_bundle(a.write("a")), read_bundle(b.write("b")), {}, plugins);
}

void no_change(BundleContent&) {}

/// The line stands in the text, in front of the verdicts.
void check_said_first(const Comparison& comparison, const std::string& line) {
  const std::string text = comparison_text(comparison, true);
  const std::size_t at = text.find(line);
  BOOST_TEST((at != std::string::npos), "no '" << line << "' in\n" << text);
  BOOST_TEST(at < text.find("\nVerdicts\n"), text);
}

Names keys_of(const Json& object) {
  Names names;
  for (const auto& [key, value] : object.items()) names.insert(key);
  return names;
}

void add_all_keys(const Json& json, Names& names) {
  for (const auto& [key, value] : json.items()) {
    if (json.is_object()) names.insert(key);
    if (key != "verdicts" && value.is_structured()) add_all_keys(value, names);
  }
}

/// An answer with a difference of every kind.
Json full_answer() {
  return to_json(compared(
      [](BundleContent& b) {
        b.resolved_manifest = "schema = 1\n[training]\nprecision = \"float32\"\nlearning_rate = 3e-05\n";
        b.info.tool_commit = "decaf";
        b.info.plugins[1].source_digest = "another";
        b.environment["training"]["libtorch"] = "2.12.0";
        b.environment["training"]["processor"] = "another";
      },
      0.05));
}

/// The section of docs/compare.md that promises the keys.
std::string promised() {
  const std::string text = read_file(std::filesystem::path(RESEED_SOURCE_DIRECTORY) / "harness/docs/compare.md");
  const std::size_t begin = text.find("\n## JSON\n");
  BOOST_REQUIRE(begin != std::string::npos);
  return text.substr(begin + 9, text.find("\n## ", begin + 9) - begin - 9);
}

Names words_of(const std::string& text) {
  Names words;
  std::string word;
  for (const char letter : text + ' ')
    if ((letter >= 'a' && letter <= 'z') || letter == '_')
      word += letter;
    else
      words.insert(std::exchange(word, ""));
  words.erase("");
  return words;
}

/// What stands `so`.
Names names_in(const std::string& text) {
  Names names;
  for (std::size_t begin = text.find('`'); begin != std::string::npos;) {
    const std::size_t end = text.find('`', begin + 1);
    BOOST_REQUIRE(end != std::string::npos);
    names.insert(text.substr(begin + 1, end - begin - 1));
    begin = text.find('`', end + 1);
  }
  return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(compare_origins)

BOOST_AUTO_TEST_CASE(a_plugin_of_another_source_or_version_is_named_before_any_verdict) {
  const Comparison source = compared([](BundleContent& b) { b.info.plugins[1].source_digest = "0123456789abcdef"; });
  BOOST_REQUIRE(source.origins.plugins.size() == 1u);
  BOOST_TEST(source.origins.plugins[0].what == "measure pair_measure");
  BOOST_TEST(source.origins.plugins[0].a.value() == "version 1, source d2");
  BOOST_TEST(source.origins.plugins[0].b.value() == "version 1, source 0123456789ab");
  check_said_first(source,
                   "  plugins    measure pair_measure: version 1, source d2 -> version 1, source 0123456789ab\n");

  const Comparison version = compared([](BundleContent& b) { b.info.plugins[2].version = 2; });
  check_said_first(version, "  plugins    mitigation original: version 1, source d3 -> version 2, source d3\n");

  const Comparison more = compared([](BundleContent& b) {
    b.info.plugins.push_back({"study", "some_study", 3, "d4", std::nullopt});
  });
  BOOST_REQUIRE(more.origins.plugins.size() == 1u);
  BOOST_TEST(!more.origins.plugins[0].a);
  BOOST_TEST(more.origins.plugins[0].b.value() == "version 3, source d4");
}

BOOST_AUTO_TEST_CASE(other_hardware_is_named_before_any_verdict) {
  const Comparison processor = compared([](BundleContent& b) { b.environment["training"]["processor"] = "another"; });
  BOOST_REQUIRE(processor.origins.hardware.size() == 1u);
  BOOST_TEST(processor.origins.hardware[0].what == "training.processor");
  BOOST_TEST(processor.origins.hardware[0].a.value() == "one");
  BOOST_TEST(processor.origins.hardware[0].b.value() == "another");
  BOOST_TEST(processor.origins.libraries.empty());
  BOOST_TEST(!processor.origins.same_device_class);
  check_said_first(processor, "  hardware   training.processor: one -> another\n");
  check_said_first(processor, "Device classes: they differ, so nothing is called bit equal\n");

  // Where the program ran, but nothing that changes bits.
  const Comparison host = compared([](BundleContent& b) { b.environment["host"] = "elsewhere"; });
  BOOST_REQUIRE(host.origins.hardware.size() == 1u);
  BOOST_TEST(host.origins.hardware[0].what == "host");
  BOOST_TEST(host.origins.same_device_class);
  BOOST_TEST(host.count(Verdict::bit_equal) == host.quantities.size());
}

BOOST_AUTO_TEST_CASE(what_differs_is_named_also_where_nothing_may_be_compared) {
  const Comparison comparison = compared([](BundleContent& b) {
    for (RunRow& run : b.runs) run.task_digest = "t2";
    b.info.plugins[0].source_digest = "another";
    b.environment["training"]["processor"] = "another";
  });
  BOOST_TEST(!comparison.anything_comparable());
  check_said_first(comparison,
                   "  plugins    measure group_measure: version 1, source d1 -> version 1, source another\n");
  check_said_first(comparison, "  hardware   training.processor: one -> another\n");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(compare_json)

BOOST_AUTO_TEST_CASE(an_answer_has_these_keys) {
  const Json answer = full_answer();
  const Names side = {"folder", "study", "tool", "status", "runs", "values", "device_class", "content_digest"};
  BOOST_TEST((keys_of(answer) == Names{"a", "b", "same_device_class", "differences", "renamed_groups", "margin",
                                       "verdicts", "quantities"}));
  BOOST_TEST((keys_of(answer["a"]) == side));
  BOOST_TEST((keys_of(answer["b"]) == side));
  BOOST_TEST((keys_of(answer["differences"]) == Names{"manifest", "code", "plugins", "libraries", "hardware"}));
  for (const auto& [kind, list] : answer["differences"].items()) {
    BOOST_TEST(list.size() == 1u, kind);
    for (const Json& difference : list) BOOST_TEST((keys_of(difference) == Names{"what", "a", "b"}), kind);
  }
  BOOST_TEST((keys_of(answer["verdicts"]) == Names{"bit_equal", "within_tolerance", "different", "indistinguishable",
                                                   "cannot_tell", "missing", "refused"}));
  BOOST_REQUIRE(answer["quantities"].size() == 3u);
  std::size_t counted = 0;
  for (const auto& [verdict, count] : answer["verdicts"].items()) counted += count.get<std::size_t>();
  BOOST_TEST(counted == 3u);
  for (const Json& quantity : answer["quantities"]) {
    BOOST_TEST(
        (keys_of(quantity) == Names{"kind",    "group",   "model",   "task", "test_set",   "subset", "quantity",
                                    "variant", "options", "version", "unit", "values",     "seeds",  "verdict",
                                    "remark",  "flags",   "test",    "p",    "p_adjusted", "family", "seeds_needed"}));
    BOOST_TEST((keys_of(quantity["seeds"]) == Names{"a", "b", "common"}));
    BOOST_TEST(answer["verdicts"].contains(quantity["verdict"].get<std::string>()));
    BOOST_TEST(!quantity["values"].empty());
    for (const Json& value : quantity["values"])
      BOOST_TEST(
          (keys_of(value) == Names{"layer", "a", "b", "difference", "low", "high", "margin", "flags_a", "flags_b"}));
  }
}

BOOST_AUTO_TEST_CASE(an_answer_holds_the_numbers_that_the_text_shows) {
  const Json answer = full_answer();
  for (const Json& quantity : answer["quantities"]) {
    if (quantity["quantity"] != "pair_measure") continue;
    BOOST_TEST(quantity["kind"] == "measure");
    BOOST_TEST(quantity["version"] == 1);
    BOOST_TEST((quantity["seeds"] == Json{{"a", 8}, {"b", 8}, {"common", 8}}));
    BOOST_REQUIRE(quantity["values"].size() == 2u);
    BOOST_TEST(quantity["values"][1]["layer"] == 1);
    for (const Json& value : quantity["values"]) {
      const double difference = value["difference"].get<double>();
      BOOST_TEST(difference == value["b"].get<double>() - value["a"].get<double>(), boost::test_tools::tolerance(1e-9));
      BOOST_TEST(difference == 0.05, boost::test_tools::tolerance(1e-9));
    }
  }
  const Json same = to_json(compared(no_change));
  BOOST_TEST(same["verdicts"]["bit_equal"] == 3);
  BOOST_TEST(same["same_device_class"] == true);
  for (const Json& quantity : same["quantities"]) BOOST_TEST(quantity["p"].is_null());
}

/// Nothing is promised that is not there, and nothing is there that is not promised.
BOOST_AUTO_TEST_CASE(the_documentation_promises_the_keys_that_are_there) {
  Names keys;
  add_all_keys(full_answer(), keys);
  const std::string section = promised();
  const Names words = words_of(section);
  for (const std::string& key : keys) BOOST_TEST(words.contains(key), key);
  for (const std::string& word : names_in(section)) BOOST_TEST(keys.contains(word), word);
}

BOOST_AUTO_TEST_SUITE_END()
