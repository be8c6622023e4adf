// SPDX-License-Identifier: Apache-2.0
// What verify_bundle finds in a bundle whose checksums may be right.
#include <array>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "bundle/bundle.hpp"
#include "support/asked_manifest.hpp"
#include "support/bundled_study.hpp"

namespace fs = std::filesystem;
using reseed::KeepRecords;
using reseed::test::BundledStudy;
using reseed::test::named;
using reseed::test::problems;

BOOST_AUTO_TEST_SUITE(verify_bundle)

BOOST_AUTO_TEST_CASE(damaged_missing_extra_and_swapped_files_are_each_named) {
  const BundledStudy study;
  study.write("bundle", KeepRecords::copy);
  const fs::path bundle = study.bundle();
  std::ofstream(bundle / "measures.csv", std::ios::app) << "\n";
  BOOST_TEST(named(reseed::verify_bundle(bundle), "measures.csv: want checksum"));
  fs::remove(bundle / "tables/scores.csv");
  BOOST_TEST(named(reseed::verify_bundle(bundle), "tables/scores.csv: want a file that SHA256SUMS lists, found none"));
  reseed::write_file(bundle / "extra.txt", "x");
  BOOST_TEST(named(reseed::verify_bundle(bundle), "extra.txt: want only files that SHA256SUMS lists"));
  fs::rename(bundle / "records/run1/outcome.json", bundle / "aside");
  fs::rename(bundle / "records/run2/outcome.json", bundle / "records/run1/outcome.json");
  fs::rename(bundle / "aside", bundle / "records/run2/outcome.json");
  BOOST_TEST(named(reseed::verify_bundle(bundle), "which is that of records/run2/outcome.json"));
  BOOST_TEST(named(reseed::verify_bundle(bundle), "runs.csv: run run1: want the record of digest"));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_together_is_found_even_with_right_checksums) {
  BundledStudy study;
  study.content.measures[0].group = "no such group";
  study.content.measures[0].version = 7;
  study.content.measures[0].value.reset();
  study.content.measures[0].pairs = "pairs/absent.safetensors";
  study.content.runs[0].mitigation = "other";
  study.write();
  const auto found = reseed::verify_bundle(study.bundle());
  BOOST_TEST(named(found, "no such group"));
  BOOST_TEST(named(found, "distance version 7"));
  BOOST_TEST(named(found, "want a value or a flag that says why there is none, found neither"));
  BOOST_TEST(named(found, "pairs/absent.safetensors"));
  BOOST_TEST(named(found, "found other version 1"));
}

BOOST_AUTO_TEST_CASE(runs_records_and_values_must_name_each_other) {
  BundledStudy study;
  std::erase_if(study.content.stored, [](const auto& file) { return file.first.starts_with("records/run1/"); });
  study.store("records/run9/outcome.json", "{\"outcome\": \"ok\", \"reason\": \"\", \"scores\": {}}\n");
  study.content.measures[0].layer = 5;
  study.content.measures.push_back(study.content.measures[0]);
  study.content.measures[1].model = "no such model";
  study.content.measures[1].measure = "no_such_measure";
  study.write();
  const auto found = reseed::verify_bundle(study.bundle());
  BOOST_TEST(named(found, "runs.csv: run run1: want a record in records/run1/, found none"));
  BOOST_TEST(named(found, "records/run9/outcome.json: want the record of a run of runs.csv, found another"));
  BOOST_TEST(named(found, "pairs/distance.safetensors: want the layer of its rows in measures.csv, found none"));
  BOOST_TEST(named(found, "measures.csv: row 2: want a group, model and task of runs.csv, found group, no such model"));
  BOOST_TEST(named(found, "measures.csv: row 2: want a measure that bundle.json lists, found no_such_measure"));
  std::string marker = reseed::read_file(study.bundle() / "bundle.json");
  marker.replace(marker.find("\"missing_runs\": []"), 18, "\"missing_runs\": [\"run7\"]");
  reseed::write_file(study.bundle() / "bundle.json", marker);
  BOOST_TEST(named(reseed::verify_bundle(study.bundle()), "missing_runs: want runs of runs.csv, found run7"));
  BOOST_TEST(named(reseed::verify_bundle(study.bundle()),
                   "missing_runs: want runs of runs.csv that ended in error, found run7"));
}

BOOST_AUTO_TEST_CASE(files_of_a_record_that_do_not_fit_their_schema_are_named) {
  BundledStudy study;
  study.store("records/run1/training.csv", "step,epoch,learning_rate,loss,gradient_norm\n0,0,fast,0.7,1.5\n");
  study.store("records/run1/evaluations.csv", "steps,epoch,score\n1,0,0.5\n");
  study.store("records/run2/outcome.json", "{\"outcome\": \"lost\"}\n");
  study.content.environment["jobs"] = "two";
  study.content.environment.erase("host");
  study.content.environment["measuring"].erase("openblas");
  study.write();
  const auto found = reseed::verify_bundle(study.bundle());
  BOOST_TEST(named(found, "records/run1/training.csv: line 2, learning_rate: want a value of the type number"));
  BOOST_TEST(named(found, "records/run1/evaluations.csv: want the columns steps, epoch, score and best"));
  BOOST_TEST(named(found, "records/run2/outcome.json: outcome: want one of"));
  BOOST_TEST(named(found, "records/run2/outcome.json: want the key scores, found none"));
  BOOST_TEST(named(found, "environment.json: jobs: want a value of the type integer"));
  BOOST_TEST(named(found, "environment.json: want the key host, found none"));
  BOOST_TEST(named(found, "environment.json: measuring: want the key openblas, found none"));
}

BOOST_AUTO_TEST_CASE(what_bundle_json_says_must_fit_its_schema) {
  BundledStudy study;
  study.content.info.plugins[1].measure = reseed::MeasureFacts{"logits", "pair", 1e-9, false};
  study.write();
  BOOST_TEST(problems(study.bundle()) == "");
  const std::string good = reseed::read_file(study.bundle() / "bundle.json");
  const auto says = [&](const std::string& from, const std::string& to) {
    std::string marker = good;
    BOOST_REQUIRE_MESSAGE(marker.find(from) != std::string::npos, from);
    reseed::write_file(study.bundle() / "bundle.json", marker.replace(marker.find(from), from.size(), to));
    return problems(study.bundle());
  };
  for (const auto& [from, to, wanted] : std::vector<std::array<std::string, 3>>{
           {"\"tolerance\": 1e-09", "\"tolerance\": -1.0", "tolerance: want at least 0, found -1.0"},
           {"\"double_run\": \"\"", "\"double_run\": \"maybe\"", "double_run: want one of"},
           {"\"kind\": \"mitigation\"", "\"kind\": \"x\"", "plugins[1].kind: want one of"},
           {"\"arity\": \"pair\"", "\"arity\": \"triple\"", "plugins[0].measure.arity: want one of"},
           {"\"reads\": \"logits\"", "\"reads\": \"minds\"", "plugins[0].measure.reads: want one of"},
           {"\"version\": 2", "\"version\": 0", "plugins[0].version: want at least 1, found 0"}}) {
    const std::string found = says(from, to);
    BOOST_TEST(found.starts_with("bundle.json: "), found);
    BOOST_TEST(found.find(wanted) != std::string::npos, to << ": " << found);
  }
}

BOOST_AUTO_TEST_CASE(what_a_table_says_must_fit_its_schema) {
  BundledStudy study;
  study.content.runs[0].steps = -1;
  study.content.measures[0].n_dims = -3;
  study.content.measures[0].variant = "";
  study.content.timing[0].attempts = 0;
  study.content.timing.push_back({"", "train", "", 1.0, {}, 1});
  study.content.files["tables/scores.csv"] = "a\nmuch\n";
  study.write();
  const auto found = reseed::verify_bundle(study.bundle());
  BOOST_TEST(named(found, "runs.csv: line 2, steps: want at least 0, found \"-1\""));
  BOOST_TEST(named(found, "measures.csv: line 2, n_dims: want at least 0, found \"-3\""));
  BOOST_TEST(named(found, "measures.csv: line 2, variant: want a value of the type string, found \"\""));
  BOOST_TEST(named(found, "timing.csv: line 2, attempts: want at least 1, found \"0\""));
  BOOST_TEST(named(found, "timing.csv: line 3, task: want a value of the type string, found \"\""));
  BOOST_TEST(named(found, "tables/scores.csv: line 2, a: want a value of the type number, found \"much\""));
}

BOOST_AUTO_TEST_CASE(tables_have_the_columns_that_the_report_lists_and_every_json_and_csv_file_a_schema) {
  BundledStudy study;
  study.content.files["tables/scores.csv"] = "b\n1\n";
  study.store("records/run1/notes.json", "{}\n");
  study.content.files["more.csv"] = "a\n1\n";
  study.write();
  const auto found = reseed::verify_bundle(study.bundle());
  BOOST_TEST(named(found, "tables/scores.csv: want the columns a, found b"));
  BOOST_TEST(named(found, "records/run1/notes.json: want only files that a bundle has, found another"));
  BOOST_TEST(named(found, "more.csv: want only files that a bundle has, found another"));
  study.content.files["tables/report.json"] = R"({"tables": [{"id": "scores"}], "figures": []})";
  study.write("bare");
  BOOST_TEST(
      named(reseed::verify_bundle(study.bundle("bare")), "tables/report.json: want the key answers, found none"));
}

BOOST_AUTO_TEST_CASE(an_empty_folder_is_no_part_of_a_bundle) {
  const BundledStudy study;
  study.write();
  fs::create_directories(study.bundle() / "tables/more/deeper");
  BOOST_TEST(problems(study.bundle()) ==
             "tables/more/deeper: want only files that a bundle has, found an empty folder\n");
}

BOOST_AUTO_TEST_CASE(what_follows_from_a_table_that_cannot_be_read_is_not_told) {
  const BundledStudy study;
  for (const std::string name : {"measures.csv", "runs.csv"}) {
    study.write(name, KeepRecords::copy);
    const fs::path bundle = study.bundle(name);
    const fs::path file = bundle / name;
    const std::string text = reseed::read_file(file);
    // Of the one cell two checks tell, of the file its checksum.
    std::string bad = text;
    bad.replace(bad.find(name == "runs.csv" ? ",1," : "0.25"), name == "runs.csv" ? 3 : 4,
                name == "runs.csv" ? ",x," : "x");
    reseed::write_file(file, bad);
    const std::string cell = problems(bundle);
    BOOST_TEST(std::count(cell.begin(), cell.end(), '\n') <= 3, cell);
    for (std::size_t at = 0; at < cell.size(); at = cell.find('\n', at) + 1)
      BOOST_TEST(cell.compare(at, name.size(), name) == 0, cell);
    reseed::write_file(file, text.substr(0, text.find('\n') + 1));
    const std::string emptied = problems(bundle);
    BOOST_TEST(emptied.find(name + ": want the ") != std::string::npos, emptied);
    BOOST_TEST(std::count(emptied.begin(), emptied.end(), '\n') == 2, emptied);
    fs::remove(file);
    reseed::write_file(study.bundle("aside"), text);
    fs::create_symlink(study.bundle("aside"), file);
    BOOST_TEST(problems(bundle) == name + ": want a file, found a symbolic link or something else\n");
    fs::remove(study.bundle("aside"));
  }
}

BOOST_AUTO_TEST_CASE(a_report_that_cannot_be_read_lists_nothing_and_is_named_alone) {
  BundledStudy study;
  study.content.files["tables/report.json"] = R"({"answers": [], "tables": {}})";
  study.write();
  const std::string found = problems(study.bundle());
  BOOST_TEST(found.find("tables/report.json: ") != std::string::npos, found);
  BOOST_TEST(found.find("that tables/report.json lists") == std::string::npos, found);
}

BOOST_AUTO_TEST_CASE(files_that_no_bundle_has_are_named_though_checksums_list_them) {
  const std::vector<std::string> extra = {"code.so",
                                          "figures/more.svg",
                                          "more/runs.csv",
                                          "pairs/code.so",
                                          "pairs/more.safetensors",
                                          "records/run1/deeper/outcome.json",
                                          "records/run1/tests.safetensors",
                                          "records/run2/code.so",
                                          "runs.csv.orig",
                                          "tables/more.csv"};
  for (const std::string& name : extra) {
    BundledStudy study;
    if (name.starts_with("records/"))
      study.store(name, "x");
    else
      study.content.files[name] = "x";
    study.write();
    const std::string found = problems(study.bundle());
    BOOST_TEST(found.find(name + ": want ") != std::string::npos, name << ": " << found);
    BOOST_TEST(found.find("SHA256SUMS") == std::string::npos, found);
  }
  BundledStudy study;  // what a run may leave behind beside what this one did
  for (const char* name : {"evaluations.csv", "test.other-set.safetensors", "training.csv", "validation.safetensors",
                           "weights.safetensors"})
    study.store(std::string("records/run1/") + name, "x");
  study.write();
  BOOST_TEST(!named(reseed::verify_bundle(study.bundle()), "want only files that a bundle has"));
}

BOOST_AUTO_TEST_CASE(a_record_says_how_its_run_ended) {
  BundledStudy study;
  study.content.stored.erase("records/run1/outcome.json");
  study.content.runs[0].record_digest = reseed::record_digest(
      {{"test.safetensors", reseed::sha256_file(study.content.stored.at("records/run1/test.safetensors").source)}});
  study.write();
  BOOST_TEST(problems(study.bundle()) == "records/run1/outcome.json: want how the run ended, found none\n");
  BundledStudy without;  // the other way round: all but what its value is of
  without.content.stored.erase("records/run2/test.safetensors");
  without.content.runs[1].record_digest = reseed::record_digest(
      {{"outcome.json", reseed::sha256_file(without.content.stored.at("records/run2/outcome.json").source)}});
  without.write();
  BOOST_TEST(problems(without.bundle()) ==
             "records/run2/test.safetensors: want the record that values of group, model, task on test are of, found "
             "none\n");
}

BOOST_AUTO_TEST_CASE(a_crate_has_the_form_of_one) {
  BundledStudy study;
  study.content.files["ro-crate-metadata.json"] = R"({"@context": "c", "@graph": [{"@id": 3}]})";
  study.write();
  BOOST_TEST(problems(study.bundle()) ==
             "ro-crate-metadata.json: @graph[0]: want the key @type, found none\n"
             "ro-crate-metadata.json: @graph[0].@id: want a value of the type string, found 3\n");
}

BOOST_AUTO_TEST_CASE(a_run_that_ended_well_names_the_digest_of_its_record_whatever_is_kept) {
  BundledStudy study;
  study.content.runs[0].record_digest.clear();
  study.content.runs[1].outcome = reseed::RunOutcome::error;
  study.write();
  auto found = reseed::verify_bundle(study.bundle());
  BOOST_TEST(named(found, "runs.csv: run run1: want the digest of its record, found none"));
  BOOST_TEST(named(found, "runs.csv: run run2: want no record of a run that ended in error, found the digest of one"));
  BundledStudy without;
  std::erase_if(without.content.stored, [](const auto& file) { return file.first.starts_with("records/"); });
  without.content.info.records_kept = false;
  without.content.resolved_manifest = reseed::test::manifest_asking_for(without.content);
  without.write();
  BOOST_TEST(problems(without.bundle()) == "");
  without.content.runs[0].record_digest.clear();
  without.write("bare");
  BOOST_TEST(named(reseed::verify_bundle(without.bundle("bare")), "runs.csv: run run1: want the digest of its record"));
}

BOOST_AUTO_TEST_CASE(a_value_does_not_stand_without_its_interval_rank_and_null) {
  using reseed::Flag;
  const auto found = [](const std::string& reads, const std::function<void(reseed::MeasureRow&)>& change) {
    BundledStudy study;
    study.content.info.plugins[1].measure = reseed::MeasureFacts{reads, "pair", 1e-9, false};
    reseed::MeasureRow& row = study.content.measures[0];
    if (reads == "representations") row.n_dims = row.numerical_rank = 4, row.null = 0.5;
    change(row);
    study.write();
    std::string text;
    for (const std::string& problem : reseed::verify_bundle(study.bundle()).problems)
      if (problem.starts_with("measures.csv: row 1: want ")) text += problem.substr(26) + '\n';
    return text;
  };
  const auto nothing = [](reseed::MeasureRow&) {};
  BOOST_TEST(found("logits", nothing) == "");
  const std::string layer = "the layer of a value of representations, found none\n";  // the made value has none
  BOOST_TEST(found("representations", nothing) == layer);
  const std::string no_interval = "the interval of a value, or a flag that says why there is none, found neither\n";
  const auto interval = [](std::vector<Flag> flags) {
    return [flags](reseed::MeasureRow& row) {
      row.low.reset();
      row.high.reset();
      row.flags = flags;
    };
  };
  BOOST_TEST(found("logits", interval({})) == no_interval);
  BOOST_TEST(found("logits", interval({Flag::few_seeds, Flag::degenerate_subspace})) == no_interval);
  BOOST_TEST(found("logits", interval({Flag::degenerate_bootstrap})) == "");
  const auto null = [](std::vector<Flag> flags) {
    return [flags](reseed::MeasureRow& row) {
      row.null.reset();
      row.flags = flags;
    };
  };
  const std::string no_null =
      "the null of a value of representations, or a flag that says why there is none, found neither\n";
  BOOST_TEST(found("representations", null({})) == layer + no_null);
  BOOST_TEST(found("representations", null({Flag::few_seeds, Flag::tied_neighbours})) == layer + no_null);
  BOOST_TEST(found("representations", null({Flag::out_of_bounds})) == layer);
  BOOST_TEST(found("representations", [](reseed::MeasureRow& row) { row.numerical_rank.reset(); }) ==
             layer + "numerical_rank and n_dims of a value of representations, found one of them\n");
  BOOST_TEST(found("logits", [](reseed::MeasureRow& row) { row.n_items = 0; }) ==
             "items and runs behind a value, found none\n");
  BOOST_TEST(found("logits", [](reseed::MeasureRow& row) { row.pairs.clear(); }) ==
             "the pair matrix of a value of pairs, found none\n");
}

BOOST_AUTO_TEST_CASE(a_flag_about_something_else_does_not_excuse_an_absent_value) {
  for (const auto& [flag, excuses] :
       std::vector<std::pair<reseed::Flag, bool>>{{reseed::Flag::few_seeds, false},
                                                  {reseed::Flag::constant_prediction, false},
                                                  {reseed::Flag::degenerate_bootstrap, false},
                                                  {reseed::Flag::no_variance, true},
                                                  {reseed::Flag::records_missing, true}}) {
    BundledStudy study;
    reseed::MeasureRow& row = study.content.measures[0];
    for (auto* number : {&row.value, &row.instability, &row.low, &row.high}) number->reset();
    row.flags = {flag};
    study.write();
    BOOST_TEST(named(reseed::verify_bundle(study.bundle()), "found only flags that say something else") != excuses,
               to_string(flag));
  }
}

BOOST_AUTO_TEST_CASE(groups_may_share_a_run_and_no_group_has_it_twice) {
  BundledStudy study;
  study.content.runs.push_back(study.content.runs[0]);
  study.content.runs.back().group = "other group";
  study.content.runs.push_back(study.content.runs[1]);
  study.content.runs.back().group = "other group";
  study.content.measures.push_back(study.content.measures[0]);
  study.content.measures.back().group = "other group";
  study.content.resolved_manifest = reseed::test::manifest_asking_for(study.content);
  study.write("shared");
  BOOST_TEST(problems(study.bundle("shared")) == "");
  study.content.runs.push_back(study.content.runs[0]);
  study.write("twice");
  BOOST_TEST(named(reseed::verify_bundle(study.bundle("twice")), "runs.csv: run run1: want every run once in a group"));
}

BOOST_AUTO_TEST_SUITE_END()
