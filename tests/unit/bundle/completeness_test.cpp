// SPDX-License-Identifier: Apache-2.0
#include "bundle/completeness.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "base/safetensors.hpp"
#include "reseed/error.hpp"

using namespace reseed;

namespace {

/// As resolved_text writes it.
constexpr const char* kManifest = R"(schema = 1

[study]
id = "made"
kind = "some_study"

[tasks."rte"]
dataset = "glue/RTE"
extra_tests = [{ dataset = "other/set", items = 4, seed = 0 }]

[tasks."mrpc"]
dataset = "glue/MRPC"

[[groups]]
name = "plain"
models = ["small", "large"]
tasks = ["rte", "mrpc"]
seeds = [3, 5]

[[groups]]
name = "longer"
models = ["small"]
tasks = ["mrpc"]
seeds = [3, 5, 7]

[[measures]]
id = "of_scores"
variant = "textbook"

[[measures]]
id = "of_logits"
variant = "textbook"
unit = "bit"
share = 0.5

[[measures]]
id = "of_layers"
variant = "textbook"
layers = "all"

[[measures]]
id = "of_layers"
variant = "listed"
layers = [1]

[[measures]]
id = "of_layers"
variant = "highest"
layers = "top"

[records]
keep = "none"
layers = "all"

[analysis]
how_many = 2
which = "same"
start = 0
parts = "0.5"
)";

/// Everything that the manifest asks for, on 40 items, of models with the layers 0 to 2.
class Made {
 public:
  Made() {
    info.study = "made";
    info.kind = "some_study";
    info.status = "complete";
    info.records_kept = false;
    info.plugins = {{"study", "some_study", 1, "d"}};
    info.plugins[0].subsets = SubsetKeys{"parts", "how_many", "start", "which"};
    for (const auto& [group, model, task, seeds] :
         std::vector<std::tuple<std::string, std::string, std::string, std::vector<std::uint64_t>>>{
             {"plain", "small", "rte", {3, 5}},
             {"plain", "small", "mrpc", {3, 5}},
             {"plain", "large", "rte", {3, 5}},
             {"plain", "large", "mrpc", {3, 5}},
             {"longer", "small", "mrpc", {3, 5, 7}}}) {
      for (const std::uint64_t seed : seeds) {
        RunRow run;
        run.id = group + model + task + std::to_string(seed);
        run.group = group;
        run.model = model;
        run.task = task;
        run.seed = seed;
        runs.push_back(std::move(run));
      }
      add_values(group, model, task, "test", "", seeds.size());
      if (task == "rte") add_values(group, model, task, "other/set", "", seeds.size());
      for (const std::int64_t draw : {1, 2}) {
        const ItemSubset subset{0.5, draw, 0, "same"};
        add_values(group, model, task, "test", subset_name(subset, draw_items(subset, 40, false)), seeds.size());
      }
    }
  }

  void add_values(const std::string& group, const std::string& model, const std::string& task, const std::string& set,
                  const std::string& subset, std::size_t runs) {
    const auto add = [&](const std::string& measure, const std::string& variant, const std::string& options,
                         std::optional<std::int64_t> layer) {
      MeasureRow row;
      row.group = group;
      row.model = model;
      row.task = task;
      row.test_set = set;
      row.subset = subset;
      row.measure = measure;
      row.variant = variant;
      row.options = options;
      row.layer = layer;
      row.value = row.instability = 0.5;
      row.n_items = subset.empty() ? 40 : 20;
      row.n_runs = static_cast<std::int64_t>(runs);
      measures.push_back(std::move(row));
    };
    add("of_scores", "textbook", "", std::nullopt);
    add("of_logits", "textbook", R"({"share":0.5,"unit":"bit"})", std::nullopt);
    for (const std::int64_t layer : {0, 1, 2}) add("of_layers", "textbook", "", layer);
    add("of_layers", "listed", "", 1);
    add("of_layers", "highest", "", 2);
  }

  /// Records of all runs with representations at these layers.
  void keep_records(const std::vector<int>& layers) {
    const std::vector<double> numbers(40);
    for (const RunRow& run : runs)
      for (const std::string set : {"test", "test.other-set"}) {
        const std::string name = "records/" + run.id + "/" + set + ".safetensors";
        std::filesystem::create_directories((folder.path() / name).parent_path());
        std::vector<NamedTensor> tensors;
        for (const int layer : layers)
          tensors.push_back({"representations." + std::to_string(layer), view_of<double>(numbers, {40, 1})});
        write_safetensors(folder.path() / name, std::move(tensors));
        files.insert(name);
      }
    info.records_kept = true;
    manifest.replace(manifest.find("keep = \"none\""), 13, "keep = \"copy\"");
  }

  /// What is wrong, one line each.
  std::string found(bool analysed = true) const {
    const AskedFor asked = asked_for(manifest, "manifest.resolved.toml", info);
    std::string text;
    for (const Contradiction& one : incompleteness(folder.path(), files, info, asked, analysed, runs, measures))
      text += one.place + ": " + one.message + "\n";
    return text;
  }
  void expect(const std::string& part) const {
    BOOST_TEST(found().find(part) != std::string::npos, "no '" << part << "' in: " << found());
  }
  template <class Row, class Which>
  static void take_out(std::vector<Row>& rows, Which which) {
    BOOST_REQUIRE(std::erase_if(rows, which) > 0);
  }

  TemporaryFolder folder;
  std::set<std::string> files;
  std::string manifest = kManifest;
  BundleInfo info;
  std::vector<RunRow> runs;
  std::vector<MeasureRow> measures;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(completeness)

BOOST_FIXTURE_TEST_CASE(of_all_that_the_manifest_asks_for_is_whole, Made) { BOOST_TEST(found() == ""); }

BOOST_FIXTURE_TEST_CASE(misses_a_group_that_was_taken_out_with_its_values, Made) {
  take_out(runs, [](const RunRow& run) { return run.group == "longer"; });
  take_out(measures, [](const MeasureRow& row) { return row.group == "longer"; });
  expect("runs.csv: want seed 7 of longer, small, mrpc, for which manifest.resolved.toml asks, found no such run");
  expect("measures.csv: want of_scores (textbook) of longer, small, mrpc on test, for which");
}

BOOST_FIXTURE_TEST_CASE(misses_a_seed_that_was_taken_out_of_every_group, Made) {
  take_out(runs, [](const RunRow& run) { return run.seed == 5; });
  for (MeasureRow& row : measures) --row.n_runs;
  expect("runs.csv: want seed 5 of plain, large, rte, for which manifest.resolved.toml asks, found no such run");
}

BOOST_FIXTURE_TEST_CASE(misses_a_measure_that_was_taken_out_of_all_groups, Made) {
  take_out(measures, [](const MeasureRow& row) { return row.measure == "of_logits"; });
  expect(
      "measures.csv: want of_logits (textbook) {\"share\":0.5,\"unit\":\"bit\"} of plain, small, rte on test, for "
      "which manifest.resolved.toml asks, found none");
}

BOOST_FIXTURE_TEST_CASE(misses_a_test_set_and_a_draw_that_were_taken_out_everywhere, Made) {
  const std::vector<MeasureRow> whole = measures;
  take_out(measures, [](const MeasureRow& row) { return row.test_set == "other/set"; });
  expect("measures.csv: want of_scores (textbook) of plain, small, rte on other/set, for which");
  measures = whole;
  take_out(measures, [](const MeasureRow& row) { return row.subset.starts_with("rate=0.5 draw=2 "); });
  expect("measures.csv: want of_scores (textbook) of plain, small, rte on test, rate=0.5 draw=2 items=same, for which");
}

// The name of the test set stands in the descriptor, which is no part of the bundle.
BOOST_FIXTURE_TEST_CASE(finds_the_names_of_test_sets_that_the_manifest_gives_as_files, Made) {
  manifest.replace(manifest.find("\"other/set\""), 11, "\"../mine.toml\"");
  BOOST_TEST(found() == "");  // the values name it
  for (RunRow& run : runs) run.scores = {{"validation", {{"f1", 0.5}}}, {"test", {{"f1", 0.5}}}};
  expect("runs.csv: want scores of rte on 1 test sets that manifest.resolved.toml gives as files, found 0");
  for (RunRow& run : runs)
    if (run.task == "rte") run.scores["other/set"] = {{"f1", 0.5}};
  BOOST_TEST(found() == "");
  take_out(measures, [](const MeasureRow& row) { return row.test_set == "other/set"; });
  expect("measures.csv: want of_scores (textbook) of plain, small, rte on other/set, for which");
}

BOOST_FIXTURE_TEST_CASE(holds_sub_samples_against_each_other_where_nobody_says_which_were_asked_for, Made) {
  info.plugins[0].subsets.reset();
  BOOST_TEST(found() == "");
  const std::vector<MeasureRow> whole = measures;
  take_out(measures, [](const MeasureRow& row) {
    return row.measure == "of_scores" && row.subset.starts_with("rate=0.5 draw=2 ") && row.group == "longer";
  });
  expect("measures.csv: want of_scores (textbook) of longer, small, mrpc on test, rate=0.5 draw=2 items=same");
}

BOOST_FIXTURE_TEST_CASE(knows_the_items_that_a_draw_has, Made) {
  const auto row = std::find_if(measures.begin(), measures.end(), [](const auto& one) { return !one.subset.empty(); });
  row->subset.back() = row->subset.back() == '0' ? '1' : '0';
  expect("subset: want \"rate=0.5 draw=1 items=same digest=");
}

BOOST_FIXTURE_TEST_CASE(misses_layers, Made) {
  const std::vector<MeasureRow> whole = measures;
  const auto layer_of = [&](const std::string& variant, std::int64_t layer) {
    measures = whole;
    take_out(measures, [&](const MeasureRow& row) { return row.variant == variant && row.layer == layer; });
  };
  layer_of("textbook", 1);
  expect(
      "measures.csv: of_layers (textbook) of plain, small, rte on test: want the layers 0, 1 and 2, found layers 0 "
      "and 2");
  layer_of("textbook", 2);  // another measure of the model still names it
  expect("of_layers (textbook) of plain, small, rte on test: want the layers 0, 1 and 2, found layers 0 and 1");
  measures = whole;
  for (MeasureRow& row : measures)
    if (row.variant == "listed") row.layer = 0;
  expect("of_layers (listed) of plain, small, rte on test: want the layers 1, found layers 0");
  measures = whole;
  for (MeasureRow& row : measures)
    if (row.variant == "highest") row.layer = 1;
  expect("of_layers (highest) of plain, small, rte on test: want the layers 2, found layers 1");
  measures = whole;
  for (MeasureRow& row : measures)
    if (row.measure == "of_scores") row.layer = 0;
  expect("of_scores (textbook) of plain, small, rte on test: want one value without a layer, found layers 0");
}

BOOST_FIXTURE_TEST_CASE(knows_layers_from_the_records_that_are_kept, Made) {
  keep_records({0, 1, 2, 3});
  expect("of_layers (textbook) of plain, small, rte on test: want the layers 0, 1, 2 and 3, found layers 0, 1 and 2");
  expect("of_layers (highest) of plain, small, rte on test: want the layers 3, found layers 2");
}

BOOST_FIXTURE_TEST_CASE(knows_from_bundle_json_of_a_top_layer_that_was_taken_out_everywhere, Made) {
  info.layers = {{"small", {0, 1, 2}}, {"large", {0, 1, 2}}};
  BOOST_TEST(found() == "");
  take_out(measures, [](const MeasureRow& row) { return row.variant == "textbook" && row.layer == 2; });
  for (MeasureRow& row : measures)
    if (row.variant == "highest") row.layer = 1;
  for (const std::string model : {"small", "large"}) {
    const std::string where = " of plain, " + model + ", rte on test: ";
    expect("measures.csv: of_layers (textbook)" + where + "want the layers 0, 1 and 2, found layers 0 and 1");
    expect("measures.csv: of_layers (highest)" + where + "want the layers 2, found layers 1");
  }
  info.layers.clear();  // a bundle of an early build: nobody tells
  BOOST_TEST(found() == "");
}

BOOST_FIXTURE_TEST_CASE(holds_the_layers_of_bundle_json_against_models_and_records, Made) {
  info.layers = {{"tiny", {0, 1, 2}}};
  expect("bundle.json: layers: want models that manifest.resolved.toml asks for, found tiny");
  info.layers = {{"small", {0, 1}}, {"large", {0, 1, 2}}};
  keep_records({0, 1, 2});
  expect("bundle.json: layers: want the layers 0, 1 and 2 of small as its records have, found 0 and 1");
  BOOST_TEST(found().find("of large as its records") == std::string::npos, found());
  info.layers["small"].push_back(2);
  BOOST_TEST(found() == "");
}

BOOST_FIXTURE_TEST_CASE(takes_one_value_without_a_layer_where_no_run_ended_well, Made) {
  for (RunRow& run : runs)
    if (run.group == "longer") run.outcome = RunOutcome::diverged;
  take_out(measures, [](const MeasureRow& row) { return row.group == "longer" && row.layer.value_or(0) != 0; });
  for (MeasureRow& row : measures) {
    if (row.group != "longer") continue;
    row.n_runs = 0;
    if (row.layer) row.layer.reset();
  }
  // The listed and the highest layer are gone with layers 1 and 2.
  BOOST_TEST(found().find("of_layers (textbook) of longer") == std::string::npos, found());
  expect("want of_layers (listed) of longer, small, mrpc on test");
}

BOOST_FIXTURE_TEST_CASE(names_what_the_manifest_does_not_ask_for, Made) {
  runs[0].seed = 4;
  expect(
      "runs.csv: run plainsmallrte3: want a run that manifest.resolved.toml asks for, found seed 4 of plain, small, "
      "rte");
  measures[0].test_set = "nowhere";
  expect(
      "measures.csv: row 1: want a value that manifest.resolved.toml asks for, found of_scores (textbook) of plain, "
      "small, rte on nowhere");
}

BOOST_FIXTURE_TEST_CASE(counts_the_runs_behind_values_of_whole_groups, Made) {
  measures[0].n_runs = 3;
  expect("measures.csv: row 1: n_runs: want 2, the runs of plain, small, rte that ended well, found 3");
}

BOOST_FIXTURE_TEST_CASE(holds_the_status_against_runs_values_and_the_study, Made) {
  info.status = "unfinished";
  expect("bundle.json: status: want \"complete\" as runs, values and the study's report say, found \"unfinished\"");
  BOOST_TEST(found(false) == "");
  info.status = "complete";
  measures[0].flags = {Flag::plugin_timeout};
  expect("bundle.json: status: want \"unfinished\"");
  measures[0].flags = {};
  runs[0].outcome = RunOutcome::error;
  expect("bundle.json: missing_runs: want the run plainsmallrte3, which ended in error");
  expect("bundle.json: status: want \"unfinished\"");
  info.missing_runs = {"plainsmallrte3", "plainsmallrte5"};
  expect("bundle.json: missing_runs: want runs of runs.csv that ended in error, found plainsmallrte5");
}

BOOST_FIXTURE_TEST_CASE(holds_the_marker_against_the_manifest, Made) {
  info.study = "another";
  info.kind = "";
  info.records_kept = true;
  expect("bundle.json: study: want \"made\" as in manifest.resolved.toml, found \"another\"");
  expect("bundle.json: kind: want \"some_study\" as in manifest.resolved.toml, found \"\"");
  expect("bundle.json: records_kept: want \"false\" as in manifest.resolved.toml, found \"true\"");
}

BOOST_FIXTURE_TEST_CASE(wants_the_second_training_that_the_manifest_asks_for, Made) {
  info.double_run = "equal";
  expect(
      "bundle.json: double_run: want \"\", as manifest.resolved.toml asks for no run that is trained twice, found "
      "\"equal\"");
  manifest += "\n[execution]\ndouble_run = true\n";
  BOOST_TEST(found() == "");
  info.double_run = "";
  BOOST_TEST(found() ==
             "bundle.json: double_run: want \"equal\" or \"differs\", as manifest.resolved.toml asks for a run that is "
             "trained twice, found \"\"\n");
  info.status = "unfinished";  // the next call trains it
  BOOST_TEST(found() == "");
  info.status = "complete";
  info.parent = "0123456789abcdef";  // of runs that were taken from there nobody asks more than that it says
  BOOST_TEST(found() == "");
}

BOOST_FIXTURE_TEST_CASE(wants_the_records_that_values_are_of, Made) {
  manifest.replace(manifest.find("keep = \"none\""), 13, "keep = \"copy\"");
  info.records_kept = true;
  for (const RunRow& run : runs) {
    files.insert("records/" + run.id + "/test.safetensors");
    if (run.task == "rte") files.insert("records/" + run.id + "/test.other-set.safetensors");
  }
  BOOST_TEST(found() == "");
  files.erase("records/plainsmallrte3/test.other-set.safetensors");
  BOOST_TEST(found() ==
             "records/plainsmallrte3/test.other-set.safetensors: want the record that values of plain, small, rte on "
             "other/set are of, found none\n");
  for (MeasureRow& row : measures)
    if (row.test_set == "other/set") row.flags = {Flag::records_missing};  // as the runs were made
  BOOST_TEST(found() == "");
  files.erase("records/plainlargemrpc5/test.safetensors");
  expect("records/plainlargemrpc5/test.safetensors: want the record that values of plain, large, mrpc on test are of");
  runs[7].outcome = RunOutcome::diverged;
  BOOST_REQUIRE(runs[7].id == "plainlargemrpc5");
  BOOST_TEST(found().find("records/") == std::string::npos, found());
}

BOOST_FIXTURE_TEST_CASE(names_records_where_none_are_kept, Made) {
  files.insert("records/plainsmallrte3/outcome.json");
  BOOST_TEST(found() ==
             "records/plainsmallrte3/outcome.json: want no records where bundle.json says that none are kept, found "
             "one\n");
}

BOOST_AUTO_TEST_CASE(knows_what_an_import_asks_for) {
  const AskedFor asked = asked_for(
      "[study]\nid = \"mine\"\n[imported]\nsets = [\"validation\", \"test\", \"other\"]\n[task]\nname = \"t\"\n"
      "[[groups]]\nname = \"g\"\nmodel = \"m\"\nseeds = [1, 2]\n[[measures]]\nid = \"x\"\nvariant = \"y\"\n",
      "m", {});
  BOOST_REQUIRE(asked.groups.size() == 1u);
  BOOST_TEST(asked.groups[0].model == "m");
  BOOST_TEST(asked.groups[0].task == "t");
  BOOST_TEST((asked.groups[0].seeds == std::set<std::uint64_t>{1, 2}));
  BOOST_TEST((asked.groups[0].test_sets == std::vector<std::string>{"test", "other"}));
  BOOST_TEST(asked.measures.size() == 1u);
}

BOOST_AUTO_TEST_CASE(names_what_no_resolved_manifest_says) {
  const auto refused = [](const std::string& text, const std::string& place, const std::string& message) {
    BOOST_CHECK_EXCEPTION(asked_for(text, "m", {}), Error, [&](const Error& error) {
      BOOST_TEST(error.place().starts_with(place), error.what());
      BOOST_TEST(error.message().find(message) != std::string::npos, error.what());
      return error.kind() == ErrorKind::data;
    });
  };
  refused("schema = ", "m:1", "");
  refused("schema = 1\n", "m", "study: want a table, found nothing");
  refused("[study]\nid = 3\n", "m:2", "id: want a string, found the integer 3");
  const std::string head = "[study]\nid = \"s\"\n";
  refused(head + "[[groups]]\nname = \"g\"\nmodels = [\"m\"]\ntasks = [\"t\"]\nseeds = [1]\n", "m",
          "tasks: want the task t");
  refused(head + "[[groups]]\nname = \"g\"\nmodels = \"m\"\n", "m:5", "models: want an array of strings");
  refused(head + "[[measures]]\nid = \"x\"\nvariant = \"y\"\nlayers = \"some\"\n", "m:6",
          "layers: want \"all\", \"top\"");
  refused(head + "[execution]\ndouble_run = \"yes\"\n", "m:4", "double_run: want a boolean");
}

BOOST_AUTO_TEST_SUITE_END()
