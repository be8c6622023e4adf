// SPDX-License-Identifier: Apache-2.0
// `reseed verify --recompute` and `--rerun`: does a bundle follow from its records, and they from its manifest? With
// the fake trainer in the place of reseed-train.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <set>

#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "bundle/bundle.hpp"
#include "support/can_train.hpp"
#include "support/forged_bundle.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

using Json = nlohmann::json;

/// A study that was run, and the words that verify a bundle of it.
class Verified : public SmallStudy {
 public:
  explicit Verified(std::vector<std::string> more = {}) {
    const Said said = run(std::move(more));
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
    made = bundle();
  }
  std::vector<std::string> verify_words(const fs::path& folder, std::vector<std::string> more) const {
    std::vector<std::string> words = {"verify", folder.string(), "--store", at(store).string(), "--progress", "plain"};
    for (const std::string& plugin : plugins) words.insert(words.end(), {"--plugins", plugin});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Said verify(const fs::path& folder, std::vector<std::string> more) const {
    return Program(reseed(), verify_words(folder, std::move(more)), environment()).wait();
  }
  Said recompute(const fs::path& folder, const std::string& count = "all", std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--recompute", count});
    return verify(folder, std::move(more));
  }
  /// Words of --rerun, with the places of checkpoint and data set.
  std::vector<std::string> rerun_words(const std::string& count) const {
    return {"--rerun", count,
            "--set",   "models.tiny.checkpoint=\"" + at("checkpoint").string() + '"',
            "--set",   "tasks.made.dataset=\"" + at("data.toml").string() + '"'};
  }
  Said rerun(const fs::path& folder, const std::string& count = "all",
             const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = rerun_words(count);
    words.insert(words.end(), more.begin(), more.end());
    return verify(folder, std::move(words));
  }
  fs::path forged(const std::function<void(BundleContent&)>& change) const {
    const fs::path folder = at("forged-" + std::to_string(++forgeries_));
    forge(made, folder, change);
    BOOST_REQUIRE(verify_bundle(folder).problems.empty());
    return folder;
  }
  /// Another store, that holds nothing.
  void use_empty_store() {
    store = "empty-store";
    fs::create_directory(at(store));
  }
  /// Nothing of what was done again is left in the store.
  bool store_is_clean() const {
    const fs::path drafts = at(store) / "drafts";
    return !fs::exists(drafts) || fs::is_empty(drafts);
  }

  fs::path made;

 private:
  mutable int forgeries_ = 0;
};

MeasureRow& row_of(BundleContent& content, const std::string& measure) {
  return *std::find_if(content.measures.begin(), content.measures.end(),
                       [&](const MeasureRow& row) { return row.measure == measure; });
}

std::set<std::string> all_names(const fs::path& folder) {
  std::set<std::string> names;
  if (fs::exists(folder))
    for (const auto& entry : fs::recursive_directory_iterator(folder)) names.insert(entry.path().string());
  return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(verify_recomputes, *utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(all_values_and_pair_matrices_from_the_records_bit_for_bit) {
  const Verified study;
  for (int round = 0; round < 2; ++round) {  // what was computed before is not believed
    const Said said = study.recompute(study.made);
    BOOST_TEST(said.code == 0, said.err);
    BOOST_TEST(has(said.out, "whole\ncontent digest "), said.out);
    BOOST_TEST(has(said.out, "recomputed 10 of 10 values: 10 bit equal\n"), said.out);
    BOOST_TEST(has(said.out, "recomputed 4 files of pair matrices: 4 bit equal\n"), said.out);
    BOOST_TEST(measurings(said) == 6u, said.err);
    BOOST_TEST(study.store_is_clean());
  }
}

BOOST_AUTO_TEST_CASE(a_number_of_values_spread_over_measures_and_the_same_ones_every_time) {
  const Verified study;
  const auto chosen = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--json"});
    const Said said = study.recompute(study.made, "3", more);
    BOOST_TEST(said.code == 0, said.err);
    return parse_json(said.out, "answer").at("recomputed");
  };
  const Json one = chosen({"--jobs", "1"});
  BOOST_TEST(one.at("of") == 10);
  std::set<std::string> measures;
  for (const Json& value : one.at("values")) {
    measures.insert(value.at("measure").get<std::string>());
    BOOST_TEST(value.at("verdict") == "bit_equal");
    BOOST_TEST(value.at("value") == value.at("computed"));
    const MeasureRow row = read_bundle(study.made).measures.at(value.at("row").get<std::size_t>() - 1);
    BOOST_TEST(row.measure == value.at("measure").get<std::string>());
    BOOST_TEST(row.group == value.at("group").get<std::string>());
  }
  BOOST_TEST(measures.size() == 3u);
  BOOST_TEST((chosen({"--jobs", "2"}) == one));
  BOOST_TEST(parse_json(study.recompute(study.made, "99", {"--json"}).out, "answer")["recomputed"]["values"].size() ==
             10u);
}

BOOST_AUTO_TEST_CASE(and_names_a_value_or_interval_that_does_not_follow) {
  const Verified study;
  const fs::path folder = study.forged([](BundleContent& content) {
    MeasureRow& row = row_of(content, "performance_sd");
    row.value = row.instability = *row.value + 0.25;
    *row_of(content, "pairwise_disagreement").high += 1e-9;
  });
  BOOST_TEST(study.verify(folder, {}).code == 0);  // whole, and wrong
  const Said said = study.recompute(folder);
  BOOST_TEST(said.code == 1);
  BOOST_TEST(
      has(said.err, "measures.csv: row 1 (performance_sd (textbook) of plain, tiny, made on test): value: found "),
      said.err);
  BOOST_TEST(
      has(said.err, "measures.csv: row 2 (pairwise_disagreement (textbook) of plain, tiny, made on test): high: "),
      said.err);
  BOOST_TEST(has(said.out, "recomputed 10 of 10 values: 8 bit equal, 2 different\n"), said.out);
  const Json answer = parse_json(study.recompute(folder, "all", {"--json"}).out, "answer");
  BOOST_TEST(answer.at("problems").size() == 2u);
  BOOST_TEST(answer["recomputed"]["values"][0]["verdict"] == "different");
  BOOST_TEST(std::abs(answer["recomputed"]["values"][0]["difference"].get<double>() - 0.25) < 1e-12);
}

BOOST_AUTO_TEST_CASE(and_names_a_pair_matrix_whose_mean_is_right_but_not_its_pairs) {
  const Verified study;
  std::string name;
  const fs::path folder = study.forged([&](BundleContent& content) {
    name = row_of(content, "linear_cka_distance").pairs;
    const Safetensors file(content.stored.at(name).source);
    std::vector<double> values = file.at("values").as_doubles();  // 3 layers x 3 x 3
    BOOST_REQUIRE(values.at(19) != values.at(20));
    std::swap(values[19], values[20]);
    std::swap(values[21], values[24]);
    std::vector<NamedTensor> tensors;
    for (const auto& [tensor, view] : file.tensors()) tensors.push_back({tensor, view});
    for (NamedTensor& tensor : tensors)
      if (tensor.name == "values") tensor.view = view_of<double>(values, tensor.view.shape);
    write_safetensors(study.at("pairs"), tensors, file.metadata());
    content.stored[name] = {study.at("pairs"), ""};
  });
  const Said said = study.recompute(folder);
  BOOST_TEST(said.code == 1);
  BOOST_TEST(has(said.err, name + ": seeds 0 and 1, layer 2: found "), said.err);
  BOOST_TEST(has(said.out, "recomputed 10 of 10 values: 10 bit equal\n"), said.out);
  BOOST_TEST(has(said.out, "3 bit equal, 1 different"), said.out);
}

BOOST_AUTO_TEST_CASE(with_the_tolerance_of_a_measure_where_machine_or_plugin_are_others) {
  const Verified study;
  const auto elsewhere = [&](double change) {
    return study.forged([=](BundleContent& content) {
      MeasureRow& row = row_of(content, "performance_sd");
      row.value = row.instability = *row.value + change;
      content.environment["measuring"]["openblas_core"] = "Elsewhere";
    });
  };
  const Said near = study.recompute(elsewhere(1e-12));
  BOOST_TEST(near.code == 0, near.err);
  BOOST_TEST(has(near.out, "9 bit equal, 1 within tolerance"), near.out);
  BOOST_TEST(has(near.out, "measuring openblas_core: Elsewhere in the bundle, "), near.out);
  BOOST_TEST(has(near.out, "measures.csv: row 1 (performance_sd (textbook)"), near.out);
  const Said far = study.recompute(elsewhere(1e-3));
  BOOST_TEST(far.code == 1);
  BOOST_TEST(has(far.err, "openblas_core: Elsewhere in the bundle"), far.err);
  const Said other = study.recompute(study.forged([](BundleContent& content) {
    for (PluginUse& use : content.info.plugins)
      if (use.id == "performance_sd") use.source_digest = "f00d";
  }));
  BOOST_TEST(other.code == 0, other.err);
  BOOST_TEST(has(other.out, "measure performance_sd: version 1 (source f00d) in the bundle, version 1 (source "),
             other.out);
  BOOST_TEST(has(other.out, "10 bit equal"), other.out);
}

BOOST_AUTO_TEST_CASE(from_the_store_where_the_bundle_keeps_no_records_or_says_what_makes_them) {
  Verified study({"--set", "records.keep=\"none\""});
  const Said said = study.recompute(study.made);
  BOOST_TEST(said.code == 0, said.err);
  BOOST_TEST(has(said.out, "10 bit equal"), said.out);
  study.store = "empty-store";
  const Said mistyped = study.recompute(study.made);
  BOOST_TEST(mistyped.code == 2);
  BOOST_TEST(has(mistyped.err, "--store: want the folder of a store, found none at " + study.at(study.store).string()),
             mistyped.err);
  BOOST_TEST(!fs::exists(study.at(study.store)));
  fs::create_directory(study.at(study.store));
  const Said missing = study.recompute(study.made);
  BOOST_TEST(missing.code == 2);
  BOOST_TEST(has(missing.err, "6 runs (its manifest has [records] keep = \"none\")"), missing.err);
  BOOST_TEST(has(missing.err, "reseed run " + (study.made / "manifest.toml").string()), missing.err);
}

BOOST_AUTO_TEST_CASE(nothing_of_a_damaged_bundle) {
  const Verified study;
  write_file(study.made / "notes.txt", "mine");
  const Said said = study.recompute(study.made);
  BOOST_TEST(said.code == 1);
  BOOST_TEST(has(said.err, "notes.txt"), said.err);
  BOOST_TEST(has(said.out, "nothing was done again"), said.out);
  BOOST_TEST(measurings(said) == 0u);
}

BOOST_AUTO_TEST_CASE(with_plugins_that_are_found_and_names_one_that_is_not) {
  SmallStudy study;
  study.plugins.push_back(std::string(RESEED_BINARY_DIRECTORY) + "/tests/fakes/usable");
  study.write("study.toml", SmallStudy::manifest(2, "[[measures]]\nid = \"fake_constant\"\n"));
  BOOST_REQUIRE(study.run().code == 0);
  const auto verify = [&](std::size_t folders) {
    std::vector<std::string> words = {"verify",  study.bundle().string(),   "--recompute", "all",
                                      "--store", study.at("store").string()};
    for (std::size_t i = 0; i < folders; ++i) words.insert(words.end(), {"--plugins", study.plugins[i]});
    return Program(SmallStudy::reseed(), words, study.environment()).wait();
  };
  BOOST_TEST(verify(2).code == 0, verify(2).err);
  const Said said = verify(1);
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "fake_constant"), said.err);
}

BOOST_AUTO_TEST_CASE(values_on_sub_samples_too) {
  const Verified study({"--set", "analysis.rates=\"0.5\""});
  const Said said = study.recompute(study.made);
  BOOST_TEST(said.code == 0, said.err);
  BOOST_TEST(has(said.out, "recomputed 20 of 20 values: 20 bit equal\n"), said.out);
  const fs::path folder = study.forged([](BundleContent& content) {
    for (MeasureRow& row : content.measures)
      if (!row.subset.empty() && row.measure == "performance_sd") row.value = row.instability = *row.value + 0.25;
  });
  const Said other = study.recompute(folder);
  BOOST_TEST(other.code == 1);
  BOOST_TEST(has(other.err, "of plain, tiny, made on test, rate=0.5 draw=1 items=same digest="), other.err);
}

BOOST_AUTO_TEST_CASE(no_value_that_its_plugin_spoiled) {
  SmallStudy study;
  study.plugins.push_back(std::string(RESEED_BINARY_DIRECTORY) + "/tests/fakes/usable");
  study.write("study.toml", SmallStudy::manifest(2, "[[measures]]\nid = \"fake_throwing\"\n"));
  BOOST_REQUIRE(study.run().code == 3);
  std::vector<std::string> words = {"verify",  study.bundle().string(),   "--recompute", "all",
                                    "--store", study.at("store").string()};
  for (const std::string& folder : study.plugins) words.insert(words.end(), {"--plugins", folder});
  const Said said = Program(SmallStudy::reseed(), words, study.environment()).wait();
  BOOST_TEST(said.code == 0, said.err);
  BOOST_TEST(has(said.out, "recomputed 10 of 10 values: 10 bit equal\n"), said.out);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(verify_trains_again, *utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(runs_spread_over_groups_and_finds_them_bit_equal) {
  Verified study;
  study.use_empty_store();
  const Said said = study.rerun(study.made, "2");
  BOOST_TEST(said.code == 0, said.err);
  BOOST_TEST(has(said.out, "trained 2 of 6 runs again: 2 bit equal\n"), said.out);
  BOOST_TEST(trainings(said) == 2u, said.err);
  const Json answer = parse_json(study.rerun(study.made, "2", {"--json"}).out, "answer");
  const Json& runs = answer.at("rerun").at("runs");
  BOOST_TEST(runs.size() == 2u);
  BOOST_TEST(runs[0].at("group") != runs[1].at("group"));
  BOOST_TEST(runs[0].at("verdict") == "bit_equal");
}

BOOST_AUTO_TEST_CASE(without_believing_or_changing_the_store) {
  const Verified study;
  const auto runs = all_names(study.at("store/runs"));
  const auto bundle = all_names(study.made);
  const Said said = study.rerun(study.made);
  BOOST_TEST(said.code == 0, said.err);
  BOOST_TEST(trainings(said) == 6u, said.err);
  BOOST_TEST((all_names(study.at("store/runs")) == runs));
  BOOST_TEST((all_names(study.made) == bundle));
  BOOST_TEST(study.store_is_clean());
}

BOOST_AUTO_TEST_CASE(and_names_other_bits_on_the_same_device_class) {
  Verified study;
  study.trainer = R"({"drift": true})";
  const Said said = study.rerun(study.made, "1");
  BOOST_TEST(said.code == 1);
  BOOST_TEST(has(said.out, "trained 1 of 6 runs again: 0 bit equal\n"), said.out);
  BOOST_TEST(has(said.err, "seed "), said.err);
  for (const char* part : {": records/", "trained again on the same device class: ", "test.safetensors",
                           "numbers by at most ", " % of the test items are predicted otherwise"})
    BOOST_TEST(has(said.err, part), part << " in " << said.err);
  // How many classes change is a matter of chance for one run.
  const Json answer = parse_json(study.rerun(study.made, "all", {"--json"}).out, "answer");
  double changed = 0.0;
  for (const Json& run : answer.at("rerun").at("runs")) {
    BOOST_TEST(run.at("difference").get<double>() > 0.0);
    BOOST_TEST(run.at("changed_predictions").get<double>() <= 1.0);
    changed += run.at("changed_predictions").get<double>();
  }
  BOOST_TEST(changed > 0.0);
  BOOST_TEST(changed < 6.0);
}

BOOST_AUTO_TEST_CASE(and_reports_the_difference_on_another_device_class) {
  Verified study;
  study.trainer = R"({"drift": true, "revision": 2})";
  study.use_empty_store();  // this one remembers the device class
  const Said said = study.rerun(study.made, "1");
  BOOST_TEST(said.code == 0, said.err);
  BOOST_TEST(has(said.out, "training training_revision: 1 in the bundle, 2 here"), said.out);
  BOOST_TEST(has(said.out, "numbers by at most "), said.out);
  BOOST_TEST(has(said.out, " % of the test items are predicted otherwise"), said.out);
}

BOOST_AUTO_TEST_CASE(and_compares_digests_where_no_record_was_kept) {
  Verified study({"--set", "records.keep=\"none\""});
  study.use_empty_store();
  const Said equal = study.rerun(study.made, "2");
  BOOST_TEST(equal.code == 0, equal.err);
  BOOST_TEST(has(equal.out, "2 bit equal"), equal.out);
  study.trainer = R"({"drift": true})";
  const Said said = study.rerun(study.made, "1");
  BOOST_TEST(said.code == 1);
  BOOST_TEST(has(said.err, "want equal bytes, found others"), said.err);
}

BOOST_AUTO_TEST_CASE(nothing_of_another_checkpoint_or_other_data) {
  const Verified study;
  study.write("checkpoint/model.safetensors", "other weights");
  const Said checkpoint = study.rerun(study.made);
  BOOST_TEST(checkpoint.code == 2);
  BOOST_TEST(has(checkpoint.err, "models.tiny.checkpoint: want the checkpoint that the bundle's runs were made of"),
             checkpoint.err);
  BOOST_TEST(trainings(checkpoint) == 0u);
  const Verified other;
  std::string lines = read_file(other.at("train.tsv"));
  lines.replace(lines.find("train3"), 6, "others");
  other.write("train.tsv", lines);
  const Said data = other.rerun(other.made);
  BOOST_TEST(data.code == 2);
  BOOST_TEST(has(data.err, "tasks.made: want the items that the bundle's runs were made of"), data.err);
}

BOOST_AUTO_TEST_CASE(nothing_where_the_checkpoint_is_not_found) {
  const Verified study;
  const Said said = study.verify(
      study.made, {"--rerun", "1", "--set", "tasks.made.dataset=\"" + study.at("data.toml").string() + '"'});
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "models.tiny.checkpoint: want a checkpoint folder"), said.err);
}

BOOST_AUTO_TEST_CASE(nothing_that_was_made_elsewhere) {
  const Verified study;
  const Said said = study.rerun(study.forged([](BundleContent& content) {
    for (RunRow& row : content.runs) row.mitigation.clear();
  }));
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "made elsewhere"), said.err);
}

BOOST_AUTO_TEST_CASE(and_says_which_runs_failed) {
  Verified study;
  study.trainer = R"({"error": [0, 1, 2]})";
  const Said said = study.rerun(study.made, "1");
  BOOST_TEST(said.code == 3);
  BOOST_TEST(has(said.err, "not done again: train "), said.err);
  BOOST_TEST(has(said.err, "the fake trainer was told to fail"), said.err);
}

BOOST_AUTO_TEST_CASE(and_leaves_nothing_behind_when_interrupted) {
  Verified study;
  study.trainer = R"({"milliseconds": 40})";
  std::vector<std::string> words = study.rerun_words("all");
  words.insert(words.end(), {"--jobs", "1"});
  Program program(SmallStudy::reseed(), study.verify_words(study.made, words), study.environment());
  while (!has(program.err(), ": done in")) BOOST_REQUIRE(!program.ended_within(std::chrono::milliseconds(5)));
  program.signal(SIGINT);
  const Said said = program.wait();
  BOOST_TEST(said.code == 130);
  BOOST_TEST(has(said.err, "interrupted"), said.err);
  BOOST_TEST(study.store_is_clean());
  BOOST_TEST(verify_bundle(study.made).problems.empty());
}

BOOST_AUTO_TEST_CASE(words_that_are_wrong_are_one_line_each) {
  const Verified study;
  for (const auto& [words, part] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--rerun", "0"}, "--rerun: want a number from 1, or all, found \"0\""},
           {{"--recompute", "some"}, "--recompute: want a number from 1, or all"},
           {{"--recompute", ""}, "--recompute: want a value, found an empty word"},
           {{"--device", "cpu"}, "--device: want it beside --rerun"},
           {{"--rerun", "1", "--device", "tpu"}, "--device: want auto, cpu, cuda or cuda:N"},
           {{"--rerun", "1", "--set", "training.epochs=2"}, "--set training.epochs=2: want a key of models or tasks"},
           {{"--jobs", "0"}, "--jobs: want"}}) {
    const Said said = study.verify(study.made, words);
    BOOST_TEST(said.code == 2, said.err);
    BOOST_TEST(has(said.err, part), said.err);
    BOOST_TEST(std::count(said.err.begin(), said.err.end(), '\n') == 1, said.err);
  }
}

BOOST_AUTO_TEST_SUITE_END()
