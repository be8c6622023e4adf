// SPDX-License-Identifier: Apache-2.0
#include "manifest/check.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "base/errors.hpp"
#include "support/expect_error.hpp"
#include "support/made_catalog.hpp"

namespace {

using reseed::Error;
using reseed::ErrorKind;
using reseed::Errors;
using reseed::Manifest;
using reseed::PluginKind;

reseed::Manifest checked(const std::string& text, const std::vector<std::string>& sets = {}) {
  return reseed::check_manifest(reseed::parse_manifest(text, "m.toml", sets), reseed::test::made_catalog());
}

std::vector<std::string> mistakes_with(const reseed::PluginCatalog& catalog, const std::string& text,
                                       const std::vector<std::string>& sets = {}) {
  std::vector<std::string> lines;
  try {
    reseed::check_manifest(reseed::parse_manifest(text, "m.toml", sets), catalog);
  } catch (const Errors& errors) {
    for (const Error& error : errors.list()) lines.emplace_back(error.what());
    BOOST_TEST((errors.kind() == ErrorKind::manifest));
  }
  return lines;
}

std::vector<std::string> mistakes_of(const std::string& text, const std::vector<std::string>& sets = {}) {
  return mistakes_with(reseed::test::made_catalog(), text, sets);
}

/// Lines 1 to 21; sections of tests follow.
const std::string kGood = R"(schema = 1
[study]
id = "s"
kind = "look"
[models.small]
checkpoint = "folder"
[tasks.rte]
dataset = "glue/RTE"
split = "du_nguyen_2023"
[tasks.amazon]
dataset = "vader/amazon"
split = { train = 2, validation = 2, test = 2, by = "document" }
[training]
epochs = 2
[[groups]]
models = ["small"]
tasks = ["rte", "amazon"]
mitigation = { id = "calm", p = 0.25 }
seeds = { first = 0, count = 3 }
[[measures]]
id = "wobble"
)";

/// The good manifest with one text replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = kGood;
  const std::size_t at = text.find(from);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

/// One mistake: the manifest's text, the place it must be at, words of the message.
struct Mistake {
  std::string text;
  std::string place;
  std::vector<std::string> words;
};
std::ostream& operator<<(std::ostream& out, const Mistake& mistake) {
  return out << mistake.place << ' ' << mistake.words[0];
}

void manifest_should_fail(const Mistake& want) {
  const auto lines = mistakes_of(want.text);
  BOOST_TEST(lines.size() == 1u);
  for (const std::string& line : lines) {
    BOOST_TEST(line.starts_with("m.toml:" + want.place + ": "), line << " is not at " << want.place);
    for (const std::string& word : want.words)
      BOOST_TEST(line.find(word) != std::string::npos, "no '" << word << "' in: " << line);
    BOOST_TEST(line.find('\n') == std::string::npos);
  }
}

const std::vector<Mistake> kMistakes = {
    // sub-samples of a study
    {with("\"look\"", "\"part\"") + "[analysis]\nrates = \"0.5, 1.5\"\n",
     "23:9",
     {"analysis.rates: want rates above 0 and at most 1", "\"1.5\""}},
    {with("\"look\"", "\"part\"") + "[analysis]\nitems = \"some\"\n", "23:9", {"want same, by_kind or both"}},
    // keys, types, ranges
    {with("epochs = 2", "learning_rat = 2e-5"),
     "14:1",
     {"training.learning_rat", "unknown key", "did you mean learning_rate?"}},
    {with("epochs = 2", "epochs = \"2\""), "14:10", {"training.epochs: want an integer", "found the string \"2\""}},
    {with("epochs = 2", "epochs = 0"), "14:10", {"from 1", "found the integer 0"}},
    {with("epochs = 2", "epochs = 2.0"), "14:10", {"found the number 2"}},
    {with("epochs = 2", "learning_rate = 0"), "14:17", {"above 0"}},
    {with("epochs = 2", "learning_rate = nan"), "14:17", {"above 0", "not finite"}},
    {with("epochs = 2", "learning_rate = -inf"), "14:17", {"above 0", "not finite"}},
    {with("epochs = 2", "warmup_fraction = 1.5"), "14:19", {"from 0 to 1", "1.5"}},
    {with("epochs = 2", "schedule = \"cosine\""), "14:12", {"\"linear\"", "cosine"}},
    {with("epochs = 2", "precision = \"float23\""),
     "14:13",
     {"\"float64\" or \"bfloat16\"", "did you mean \"float32\"?"}},
    {with("epochs = 2", "keep = \"first\""), "14:8", {"\"best\" or \"last\""}},
    {with("epochs = 2", "truncation = \"none\""), "14:14", {"\"longest_first\" or \"only_first\""}},
    {with("epochs = 2", "dropout = 1.0"), "14:11", {"\"checkpoint\" or a number from 0 to below 1"}},
    {with("epochs = 2", "dropout = \"none\""), "14:11", {"\"checkpoint\" or a number"}},
    {with("epochs = 2", "max_gradient_norm = 0"), "14:21", {"above 0"}},
    {with("epochs = 2", "optimizer = \"adam\""), "14:13", {"training.optimizer", "want a table"}},
    {with("epochs = 2", "optimizer = { name = \"adam\" }"), "14:22", {"\"adamw\" or \"adamw_hf\"", "did you mean"}},
    {with("epochs = 2", "optimizer = { beta3 = 0.9 }"), "14:15", {"optimizer.beta3", "did you mean beta1?"}},
    {with("epochs = 2", "optimizer = { beta1 = 1 }"), "14:23", {"below 1"}},
    {with("epochs = 2", "optimizer = { bias_correction = false }"), "14:33", {"only with name = \"adamw_hf\""}},
    // sections
    {with("schema = 1\n", ""), "1:1", {"schema: want 1, found nothing"}},
    {with("schema = 1", "schema = 2"), "1:10", {"schema", "this version", "2"}},
    {kGood + "[trainning]\n", "22:2", {"trainning: unknown key", "did you mean training?"}},
    {with("id = \"s\"", "id = \"a/b\""), "3:6", {"study.id", "a name of letters"}},
    {with("id = \"s\"\n", ""), "2:1", {"study.id", "found nothing"}},
    {with("kind = \"look\"", "kind = \"lock\""), "4:8", {"study plugin", "did you mean look?"}},
    {with("kind = \"look\"", "kind = \"look\"\npublished = \"nobody_1900\""),
     "5:13",
     {"published values", "there are: du_nguyen_2023", "nobody_1900"}},
    {with("kind = \"look\"", "kind = \"look\"\npublished = \"du_nguyen_2022\""),
     "5:13",
     {"did you mean du_nguyen_2023?"}},
    {with("kind = \"look\"", "kind = \"look\"\npublished = \"du_nguyen_2023\"\npublished_sha256 = \"0000\""),
     "6:20",
     {"study.published_sha256", "the facts that are installed", "0000: the manifest was made with other facts"}},
    {with("kind = \"look\"", "kind = \"look\"\npublished_sha256 = \"0000\""),
     "5:20",
     {"want published beside it", "found nothing"}},
    {with("[[measures]]\nid = \"wobble\"\n", ""), "1:1", {"measures: want this section", "kind look needs"}},
    // models, tasks, sources
    {with("checkpoint = \"folder\"", "checkpoint = \"folder\"\nhead = \"old\""), "7:8", {"\"new\" or \"checkpoint\""}},
    {with("checkpoint = \"folder\"", "checkpoint = \"source:tiny\""), "6:14", {"want a section [sources.tiny]"}},
    {with("checkpoint = \"folder\"\n", ""), "5:1", {"models.small.checkpoint", "found nothing"}},
    {with("dataset = \"glue/RTE\"", "dataset = \"glue/RTF\""),
     "8:11",
     {"unknown name glue/RTF", "did you mean glue/RTE?"}},
    {with("dataset = \"glue/RTE\"", "dataset = \"my.toml\""), "8:11", {"my.toml", "cannot be used"}},
    {with("split = \"du_nguyen_2023\"", "split = \"du_nguyen_2022\""),
     "9:9",
     {"a split of glue/RTE", "did you mean du_nguyen_2023?"}},
    {with("split = \"du_nguyen_2023\"", "split = 3"), "9:9", {"tasks.rte.split: want a table, found the integer 3"}},
    {with("split = \"du_nguyen_2023\"", "split = { seed = 0 }"), "9:9", {"tasks.rte.split", "want one of"}},
    {with("split = \"du_nguyen_2023\"", "split = { test_fraction = 1.0 }"), "9:27", {"between 0 and 1"}},
    {with("split = \"du_nguyen_2023\"", "split = { indices = \"absent.txt\" }"), "9:21", {"absent.txt"}},
    {with("split = { train = 2, ", "split = { "), "12:9", {"tasks.amazon.split.train", "found nothing"}},
    {with("by = \"document\"", "by = \"review\""), "12:53", {"\"item\" or \"document\""}},
    {with("[tasks.amazon]", "metric = \"acuracy\"\n[tasks.amazon]"), "10:10", {"did you mean \"accuracy\"?"}},
    {with("[tasks.amazon]", "train_items = 0\n[tasks.amazon]"), "10:15", {"at least 1"}},
    {with("[tasks.amazon]", "extra_tests = [{ dataset = \"vader/tweet\" }]\n[tasks.amazon]"),
     "10:28",
     {"extra_tests[0].dataset", "did you mean vader/tweets?"}},
    {with("[tasks.amazon]", "extra_tests = [{ dataset = \"vader/nyt\" }, { dataset = \"vader/nyt\" }]\n[tasks.amazon]"),
     "10:55",
     {"once"}},
    {kGood + "[sources.x]\npackage = \"p\"\nversion = \"1\"\nsha256 = \"12\"\nformat = \"wheel\"\n",
     "25:10",
     {"sha256"}},
    {kGood + "[sources.x]\npackage = \"p\"\nversion = \"1\"\nsha256 = \"" + std::string(64, 'a') +
         "\"\nformat = \"weel\"\n",
     "26:10",
     {"did you mean \"wheel\"?"}},
    // groups
    {with("models = [\"small\"]", "models = [\"smal\"]"),
     "16:11",
     {"groups[0].models[0]", "want a section [models.smal]", "did you mean small?"}},
    {with("models = [\"small\"]", "models = []"), "16:10", {"an empty array"}},
    {with("tasks = [\"rte\", \"amazon\"]", "tasks = [\"rte\", \"rte\"]"), "17:17", {"every name once"}},
    {with("id = \"calm\"", "id = \"clam\""), "18:21", {"mitigation plugin", "did you mean calm?"}},
    {with("p = 0.25", "q = 0.25"), "18:29", {"groups[0].mitigation.q", "did you mean p?"}},
    {with("p = 0.25", "p = 1.5"), "18:33", {"groups[0].mitigation.p", "1.5"}},
    {with("p = 0.25", "p = [1]"), "18:33", {"groups[0].mitigation.p", "found an array"}},
    {with("p = 0.25", "variant = \"as_publshed\""), "18:39", {"groups[0].mitigation.variant", "as_published"}},
    {with("{ first = 0, count = 3 }", "[0, 1, 1, 2]"),
     "19:16",
     {"groups[0].seeds[2]", "want every seed once, found 1 again", "seeds[1]"}},
    {with("{ first = 0, count = 3 }", "[0, -1]"), "19:13", {"groups[0].seeds[1]", "from 0"}},
    {with("{ first = 0, count = 3 }", "[]"), "19:9", {"an empty array"}},
    {with("{ first = 0, count = 3 }", "\"all\""),
     "19:9",
     {"groups[0].seeds: want an array of integers", "found the string"}},
    {with("{ first = 0, count = 3 }", "{ first = 9223372036854775807, count = 2 }"),
     "19:48",
     {"9223372036854775807, found more"}},
    {with("count = 3", "count = 1000000"), "19:30", {"groups[0].seeds.count: want an integer from 1 to 10000"}},
    {with("count = 3", "count = 5001"),
     "15:1",
     {"groups[0]: want at most 10000 runs (models x tasks x seeds)", "found 10002", "two studies"}},
    {with("seeds = ", "streams = { order = 0 }\nseeds = "), "19:13", {"streams.order", "unknown key"}},
    {with("seeds = ", "training = { epoch = 1 }\nseeds = "),
     "19:14",
     {"groups[0].training.epoch", "did you mean epochs?"}},
    {with("seeds = ", "name = \"a/b\"\nseeds = "), "19:8", {"groups[0].name", "found \"a/b\""}},
    {with("seeds = ", "name = \"a\\u009b31mb\"\nseeds = "), "19:8", {"groups[0].name", "found \"a\\xc2\\x9b31mb\""}},
    {with("seeds = ", "name = \"a\\u202eb\"\nseeds = "), "19:8", {"groups[0].name", "characters that cannot be shown"}},
    {with("[[measures]]",
          "[[groups]]\nmodels = [\"small\"]\ntasks = [\"rte\"]\nmitigation = { p = 0.25, id = \"calm\" }\nseeds = "
          "[9]\n[[measures]]"),
     "20:1",
     {"groups[1]", "differs from groups[0] in more than the seeds"}},
    // measures, records, analysis, execution
    {with("id = \"wobble\"", "id = \"wobbel\""), "21:6", {"measure plugin", "did you mean wobble?"}},
    {with("id = \"wobble\"", "id = \"wobble\"\nunit = \"byte\""), "22:8", {"measures[0].unit", "nat"}},
    {with("id = \"wobble\"", "id = \"wobble\"\nlayers = \"top\""), "22:10", {"only for measures of representations"}},
    {with("id = \"wobble\"", "id = \"drift_distance\"\nlayers = \"last\""), "22:10", {"\"all\" or \"top\""}},
    {with("id = \"wobble\"", "id = \"drift_distance\"\nlayers = [1, 1]"), "22:14", {"every layer once"}},
    {kGood + "[[measures]]\nid = \"wobble\"\nunit = \"nat\"\n", "22:1", {"measures[1]", "every measure once"}},
    {kGood + "[records]\nkeep = \"move\"\n", "23:8", {"\"link\", \"copy\" or \"none\""}},
    {kGood + "[records]\nlayers = [-1]\n", "23:11", {"counted from 0"}},
    {kGood + "[analysis]\ntpo = 3\n", "23:1", {"analysis.tpo", "did you mean top?"}},
    {kGood + "[analysis]\ntop = 0\n", "23:7", {"analysis.top"}},
    {kGood + "[analysis]\nbootstrap = { self_pairs = \"keep\" }\n", "23:28", {"\"exclude\" or \"include_zero\""}},
    {kGood + "[analysis]\nfailure = { not_above = \"majority\" }\n", "23:25", {"\"majority_share\" or a number"}},
    {kGood + "[execution]\nthreads_per_run = 0\n", "23:19", {"from 1"}},
    {kGood + "[plugins]\npaths = \"here\"\n", "23:9", {"an array of folders"}},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(manifest_check)

BOOST_DATA_TEST_CASE(every_mistake_is_named_with_place_and_words, boost::unit_test::data::make(kMistakes)) {
  manifest_should_fail(sample);
}

BOOST_AUTO_TEST_CASE(all_mistakes_are_reported_in_one_pass) {
  std::string text = with("epochs = 2", "epochs = 0\nlearning_rat = 1");
  text.replace(text.find("glue/RTE"), 8, "glue/RTF");
  const auto lines = mistakes_of(text + "[records]\nkeep = 1\n");
  BOOST_TEST(lines.size() == 4u);
  BOOST_TEST(lines.at(0).starts_with("m.toml:8:11"));
  BOOST_TEST(lines.at(3).starts_with("m.toml:24:8"));
}

BOOST_AUTO_TEST_CASE(defaults_are_those_of_the_design) {
  const Manifest manifest = checked(with("epochs = 2", ""));
  const reseed::TrainingOptions defaults;
  BOOST_TEST((manifest.training == defaults));
  BOOST_TEST(manifest.training.epochs == 5);
  BOOST_TEST(manifest.training.learning_rate == 2e-5);
  BOOST_TEST(manifest.models[0].head == "new");
  BOOST_TEST(manifest.tasks[0].spec.metric == "accuracy");
  BOOST_TEST(manifest.records.keep == "link");
  BOOST_TEST(manifest.analysis.samples == 1000);
  BOOST_TEST(manifest.analysis.self_pairs == "exclude");
  BOOST_TEST(manifest.analysis.study.integer("top") == 20);
  BOOST_TEST(manifest.execution.threads_per_run == 1);
}

BOOST_AUTO_TEST_CASE(a_group_overrides_the_training_section_key_by_key) {
  const Manifest manifest =
      checked(with("seeds = ", "training = { learning_rate = 1, optimizer = { beta1 = 0.5 } }\nseeds = "));
  BOOST_TEST(manifest.groups[0].training.learning_rate == 1.0);
  BOOST_TEST(manifest.groups[0].training.epochs == 2);
  BOOST_TEST(manifest.groups[0].training.optimizer.beta1 == 0.5);
  BOOST_TEST(manifest.groups[0].training.optimizer.beta2 == 0.999);
}

BOOST_AUTO_TEST_CASE(plugin_options_are_complete_and_typed) {
  const Manifest manifest = checked(with("p = 0.25", "p = 1, variant = \"as_published\""));
  const reseed::MitigationSpec& calm = manifest.groups[0].mitigation;
  BOOST_TEST(calm.options.number("p") == 1.0);
  BOOST_TEST(calm.options.integer("k") == 5);
  BOOST_TEST(calm.options.variant() == "as_published");
  BOOST_TEST(calm.version == 3);
  BOOST_TEST(calm.library == "calm.so");
}

BOOST_AUTO_TEST_CASE(a_group_without_a_mitigation_is_plain_fine_tuning) {
  const std::string text = with("mitigation = { id = \"calm\", p = 0.25 }\n", "");
  BOOST_TEST(checked(text).groups[0].mitigation.id == "nothing");
  std::vector<reseed::PluginSpec> plugins = reseed::test::made_catalog().plugins();
  std::erase_if(plugins, [](const reseed::PluginSpec& plugin) { return plugin.plain; });
  reseed::test::expect_error(
      [&] { reseed::check_manifest(reseed::parse_manifest(text, "m.toml"), reseed::PluginCatalog(plugins)); },
      ErrorKind::manifest, "m.toml:15:1", {"groups[0].mitigation", "plain fine-tuning", "found nothing"});
}

BOOST_AUTO_TEST_CASE(without_any_plugin_one_line_says_so_for_all_ids) {
  const reseed::PluginCatalog none({}, {}, {"/own/plugins", "/more"});
  for (const std::string& text : {kGood, with("mitigation = { id = \"calm\", p = 0.25 }\n", "")}) {
    const std::vector<std::string> lines = mistakes_with(none, text);
    BOOST_REQUIRE(lines.size() == 1u);
    BOOST_TEST(lines[0].starts_with("m.toml:4:8: study.kind: want the id of a study plugin, found no plugins at all in "
                                    "/own/plugins and /more; "),
               lines[0]);
    BOOST_TEST(lines[0].find("--plugins") != std::string::npos, lines[0]);
  }
}

BOOST_AUTO_TEST_CASE(with_some_plugins_every_unknown_id_is_a_line) {
  const auto other = [](PluginKind kind) { return reseed::test::made_plugin(kind, "other", {}); };
  const auto lines =
      mistakes_with(reseed::PluginCatalog({other(PluginKind::measure), other(PluginKind::study)}), kGood);
  BOOST_REQUIRE(lines.size() == 3u);
  for (const std::string& line : lines) BOOST_TEST(line.find("which no plugin has") != std::string::npos, line);
  // Libraries that cannot be used are a reason that has to be read.
  const auto refused = mistakes_with(reseed::PluginCatalog({}, {{"/old.so", "built for another version"}}), kGood);
  BOOST_REQUIRE(refused.size() == 3u);
  BOOST_TEST(refused[0].find("/old.so: built for another version") != std::string::npos, refused[0]);
}

BOOST_AUTO_TEST_CASE(seeds_reach_to_the_largest_signed_integer) {
  const Manifest manifest = checked(with("{ first = 0, count = 3 }", "[9223372036854775807, 0]"));
  BOOST_TEST(manifest.groups[0].seeds[0] == 9223372036854775807u);
}

BOOST_AUTO_TEST_CASE(a_study_that_needs_nothing_is_content_with_its_own_section) {
  BOOST_TEST(checked("schema = 1\n[study]\nid = \"s\"\nkind = \"glance\"\n").groups.empty());
}

BOOST_AUTO_TEST_CASE(an_extra_test_set_lies_where_its_task_lies) {
  const Manifest manifest = checked(
      with("[tasks.amazon]\n", "[tasks.amazon]\nroot = \"here\"\nextra_tests = [{ dataset = \"vader/tweets\" }]\n"));
  BOOST_TEST(manifest.tasks[1].spec.extra_tests.at(0).root == "here");
}

BOOST_AUTO_TEST_CASE(a_set_value_counts_as_if_it_stood_in_the_file) {
  const Manifest manifest = checked(kGood, {"training.epochs=7", "groups[0].training.learning_rate=1e-4",
                                            "groups.0.seeds=[5, 6]", "execution.double_run = true", "study.id=\"x\""});
  BOOST_TEST(manifest.training.epochs == 7);
  BOOST_TEST(manifest.groups[0].training.learning_rate == 1e-4);
  BOOST_TEST(manifest.groups[0].training.epochs == 7);
  BOOST_TEST(manifest.groups[0].seeds == (std::vector<std::uint64_t>{5, 6}), boost::test_tools::per_element());
  BOOST_TEST(manifest.execution.double_run);
  BOOST_TEST(manifest.study.id == "x");
}

BOOST_AUTO_TEST_CASE(mistakes_in_a_set_value_name_it) {
  const auto lines = mistakes_of(kGood, {"training.epoch=1", "training.batch_size=0"});
  BOOST_TEST(lines.size() == 2u);
  BOOST_TEST(
      lines.at(0) ==
      "--set training.batch_size=0: training.batch_size: want an integer from 1 to 1000000, found the integer 0");
  BOOST_TEST(lines.at(1) == "--set training.epoch=1: training.epoch: unknown key; did you mean epochs?");
}

BOOST_AUTO_TEST_CASE(a_set_that_cannot_be_placed_is_a_usage_error) {
  const auto refuse = [](const std::string& set, const std::string& word) {
    reseed::test::expect_error([&] { checked(kGood, {set}); }, ErrorKind::usage, "--set " + set, {word});
  };
  refuse("training.epochs", "KEY=VALUE");
  refuse("study.id=abc", "needs quotes");
  refuse("groups.1.seeds=[1]", "below 1, found 1");
  refuse("groups.first.seeds=[1]", "found first");
  refuse("training.epochs.x=1", "want a table above x");
  refuse("training..epochs=1", "want a key");
  refuse("training.epochs=1\ny = 2", "one TOML value");
}

BOOST_AUTO_TEST_SUITE_END()
