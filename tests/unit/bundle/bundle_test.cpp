// SPDX-License-Identifier: Apache-2.0
#include "bundle/bundle.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.hpp"
#include "base/safetensors.hpp"
#include "base/sha256.hpp"
#include "bundle/checksums.hpp"
#include "bundle/published_csv.hpp"
#include "reseed/error.hpp"
#include "support/asked_manifest.hpp"

namespace {

namespace fs = std::filesystem;
using reseed::BundleContent;
using reseed::ErrorKind;
using reseed::KeepRecords;

/// A small study with two runs, one value, a pair matrix and records in a store.
class Study {
 public:
  Study() {
    fs::create_directories(folder_.path() / "store");
    BundleContent& content = this->content;
    content.info.study = "study";
    content.info.kind = "some_kind";
    content.info.tool_version = "0.1.0";
    content.info.tool_commit = "c0ffee";
    content.info.plugins = {{"mitigation", "method", 1, "d1"}, {"measure", "distance", 2, "d2"}};
    content.manifest = "# as given\n";
    for (const std::string id : {"run1", "run2"}) {
      const std::string text =
          "{\"outcome\": \"ok\", \"reason\": \"\", \"steps\": 1, \"kept_step\": 1, \"scores\": {}, \"run\": \"" + id +
          "\"}\n";
      store("records/" + id + "/outcome.json", text);
      reseed::RunRow row;
      row.id = id;
      row.group = "group";
      row.model = "model";
      row.task = "task";
      row.seed = id == "run1" ? 1 : 2;
      row.mitigation = "method";
      row.mitigation_version = 1;
      row.record_digest = reseed::record_digest({{"outcome.json", reseed::sha256(text)}});
      content.runs.push_back(row);
    }
    reseed::MeasureRow value;
    value.group = "group";
    value.model = "model";
    value.task = "task";
    value.test_set = "test";
    value.measure = "distance";
    value.variant = "textbook";
    value.version = 2;
    value.value = value.instability = value.low = value.high = 0.25;
    value.n_items = 10;
    value.n_runs = 2;
    value.pairs = "pairs/distance.safetensors";
    content.measures = {value};
    const std::vector<double> matrix = {0, 0.25, 0.25, 0};
    const std::vector<std::int64_t> layers = {-1};
    const std::vector<std::int64_t> seeds = {1, 2};
    reseed::write_safetensors(folder_.path() / "store" / "pairs",
                              {{"values", reseed::view_of<double>(matrix, {1, 2, 2})},
                               {"layers", reseed::view_of<std::int64_t>(layers, {1})},
                               {"seeds", reseed::view_of<std::int64_t>(seeds, {2})}});
    content.stored["pairs/distance.safetensors"] = {folder_.path() / "store" / "pairs", ""};
    content.files["tables/scores.csv"] = "a\n1\n";
    content.files["tables/report.json"] =
        R"({"answers": [], "claims": [], "figures": [], "notes": [], "published": [], "tables": [{"id": "scores",
            "title": "", "caption": "", "rows": [],
            "columns": [{"name": "a", "title": "a", "unit": "", "decimals": 0}]}]})";
    content.timing = {{"train run1", "train", "run1", 1.5, 1000, 1}};
    content.environment = reseed::test::made_environment();
    content.resolved_manifest = reseed::test::manifest_asking_for(content);
  }

  void store(const std::string& name, const std::string& text) {
    const fs::path file = folder_.path() / "store" / reseed::sha256(text);
    reseed::write_file(file, text);
    content.stored[name] = {file, ""};
  }
  fs::path bundle(const std::string& name = "bundle") const { return folder_.path() / name; }
  void write(const std::string& name = "bundle", KeepRecords keep = KeepRecords::link) const {
    reseed::write_bundle(bundle(name), content, keep);
  }

  BundleContent content;

 private:
  reseed::TemporaryFolder folder_;
};

bool named(const reseed::Verification& found, const std::string& part) {
  return std::any_of(found.problems.begin(), found.problems.end(),
                     [&](const std::string& problem) { return problem.find(part) != std::string::npos; });
}
std::string problems(const fs::path& bundle) {
  std::string text;
  for (const std::string& problem : reseed::verify_bundle(bundle).problems) text += problem + "\n";
  return text;
}
auto of_kind(ErrorKind kind, const std::string& part = "") {
  return [=](const reseed::Error& error) {
    return error.kind() == kind && std::string(error.what()).find(part) != std::string::npos;
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bundle)

BOOST_AUTO_TEST_CASE(what_is_written_is_whole_and_reads_back) {
  const Study study;
  study.write();
  BOOST_TEST(problems(study.bundle()) == "");
  const reseed::Bundle back = reseed::read_bundle(study.bundle());
  BOOST_TEST((back.runs == study.content.runs));
  BOOST_TEST((back.measures == study.content.measures));
  BOOST_TEST((back.timing == study.content.timing));
  BOOST_TEST(back.info.status == "complete");
  BOOST_TEST(back.resolved_manifest == study.content.resolved_manifest);
  BOOST_TEST(back.content_digest == reseed::verify_bundle(study.bundle()).content_digest);
}

BOOST_AUTO_TEST_CASE(equal_content_gives_equal_bytes_but_for_the_volatile_files) {
  Study study;
  study.write("one", KeepRecords::link);
  study.content.timing[0].seconds = 7;
  study.content.environment["host"] = "there";
  std::reverse(study.content.info.plugins.begin(), study.content.info.plugins.end());
  study.write("two", KeepRecords::copy);
  for (const auto& entry : fs::recursive_directory_iterator(study.bundle("one"))) {
    const std::string name = entry.path().lexically_relative(study.bundle("one")).generic_string();
    if (!entry.is_regular_file() || reseed::is_volatile(name)) continue;
    BOOST_TEST(reseed::read_file(entry.path()) == reseed::read_file(study.bundle("two") / name), name);
  }
  BOOST_TEST(reseed::verify_bundle(study.bundle("one")).content_digest ==
             reseed::verify_bundle(study.bundle("two")).content_digest);
}

BOOST_AUTO_TEST_CASE(records_are_hard_links_or_copies) {
  const Study study;
  study.write("linked", KeepRecords::link);
  study.write("copied", KeepRecords::copy);
  BOOST_TEST(fs::hard_link_count(study.bundle("linked") / "records/run1/outcome.json") == 2u);
  BOOST_TEST(fs::hard_link_count(study.bundle("copied") / "records/run1/outcome.json") == 1u);
}

BOOST_AUTO_TEST_CASE(a_complete_bundle_is_left_untouched) {
  Study study;
  study.write();
  const std::string timing = reseed::read_file(study.bundle() / "timing.csv");
  study.content.timing[0].seconds = 99;
  study.write();
  BOOST_TEST(reseed::read_file(study.bundle() / "timing.csv") == timing);
}

BOOST_AUTO_TEST_CASE(a_complete_bundle_keeps_the_manifest_that_it_was_made_of) {
  Study study;
  study.write();
  const std::string digest = reseed::verify_bundle(study.bundle()).content_digest;
  study.content.manifest = "# the same in other words\n";
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).manifest == "# as given\n");
  reseed::write_file(study.bundle() / "measures.csv", "damaged");
  study.write();
  BOOST_TEST(problems(study.bundle()) == "");
  BOOST_TEST(reseed::verify_bundle(study.bundle()).content_digest == digest);
  reseed::write_file(study.bundle() / "manifest.toml", "damaged");
  BOOST_CHECK_EXCEPTION(study.write(), reseed::Error, of_kind(ErrorKind::data, "manifest.toml"));
}

BOOST_AUTO_TEST_CASE(an_unfinished_bundle_is_completed) {
  Study study;
  study.content.runs[1].outcome = reseed::RunOutcome::error;
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "unfinished");
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.missing_runs == std::vector<std::string>{"run2"},
             boost::test_tools::per_element());
  study.content.runs[1].outcome = reseed::RunOutcome::ok;
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "complete");
  BOOST_TEST(problems(study.bundle()) == "");
}

BOOST_AUTO_TEST_CASE(a_value_that_a_plugin_spoiled_leaves_the_bundle_unfinished) {
  Study study;
  study.content.measures[0].value.reset();
  study.content.measures[0].instability.reset();
  study.content.measures[0].flags = {reseed::Flag::plugin_threw};
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "unfinished");
}

BOOST_AUTO_TEST_CASE(a_study_that_gave_no_report_leaves_the_bundle_unfinished_and_is_made_up_for) {
  Study study;
  const std::string report = study.content.files.at("tables/report.json");
  study.content.files["tables/report.json"] =
      R"({"answers": [], "claims": [], "figures": [], "notes": [], "published": [], "tables": []})";
  study.content.files.erase("tables/scores.csv");
  study.write("silent");
  BOOST_TEST(named(reseed::verify_bundle(study.bundle("silent")), "bundle.json: status: want \"unfinished\""));
  study.content.analysed = false;
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "unfinished");
  BOOST_TEST(problems(study.bundle()) == "");
  study.content.analysed = true;
  study.content.files["tables/report.json"] = report;
  study.content.files["tables/scores.csv"] = "a\n1\n";
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "complete");
  BOOST_TEST(problems(study.bundle()) == "");
}

BOOST_AUTO_TEST_CASE(an_interrupted_write_is_taken_up) {
  const Study study;
  study.write();
  fs::remove(study.bundle() / "bundle.json");
  fs::remove(study.bundle() / "SHA256SUMS");
  fs::remove(study.bundle() / "measures.csv");
  reseed::write_file(study.bundle() / ".measures.csv.XyZaBc", "half");
  study.write();
  BOOST_TEST(problems(study.bundle()) == "");
}

BOOST_AUTO_TEST_CASE(another_version_of_tool_or_plugin_is_refused_and_both_are_named) {
  Study study;
  study.write();
  study.content.info.tool_version = "0.2.0";
  BOOST_CHECK_EXCEPTION(study.write(), reseed::Error,
                        of_kind(ErrorKind::data, "0.2.0 (c0ffee), found one of 0.1.0 (c0ffee)"));
  study.content.info.tool_version = "0.1.0";
  study.content.info.plugins[1].version = 3;
  BOOST_CHECK_EXCEPTION(study.write(), reseed::Error,
                        of_kind(ErrorKind::data, "measure distance version 3 (d2), found one of version 2 (d2)"));
}

BOOST_AUTO_TEST_CASE(a_complete_bundle_of_other_content_is_refused) {
  Study study;
  study.write();
  study.content.measures[0].value = 0.5;
  BOOST_CHECK_EXCEPTION(study.write(), reseed::Error, of_kind(ErrorKind::data, "measures.csv"));
}

BOOST_AUTO_TEST_CASE(a_file_that_was_damaged_is_brought_back) {
  const Study study;
  study.write("one", KeepRecords::copy);
  reseed::write_file(study.bundle("one") / "measures.csv", "damaged");
  reseed::write_file(study.bundle("one") / "records/run1/outcome.json", "damaged");
  study.write("one", KeepRecords::copy);
  BOOST_TEST(problems(study.bundle("one")) == "");
}

BOOST_AUTO_TEST_CASE(a_mended_plugin_completes_an_unfinished_bundle_but_changes_no_complete_one) {
  Study study;
  study.content.runs[1].outcome = reseed::RunOutcome::error;
  study.write();
  study.content.info.plugins[1].source_digest = "mended";
  study.content.runs[1].outcome = reseed::RunOutcome::ok;
  study.write();
  BOOST_TEST(problems(study.bundle()) == "");
  study.content.info.plugins[1].source_digest = "changed again";
  BOOST_CHECK_EXCEPTION(study.write(), reseed::Error, of_kind(ErrorKind::data, "changed agai"));
}

BOOST_AUTO_TEST_CASE(foreign_files_are_not_overwritten) {
  const Study study;
  fs::create_directories(study.bundle());
  reseed::write_file(study.bundle() / "thesis.txt", "mine");
  BOOST_CHECK_EXCEPTION(study.write(), reseed::Error, of_kind(ErrorKind::data, "thesis.txt"));
}

BOOST_AUTO_TEST_CASE(the_folder_is_named_by_study_and_manifest) {
  BOOST_TEST(reseed::bundle_folder("results", "s", "schema = 1\n") ==
             fs::path("results") / ("s-" + reseed::sha256("schema = 1\n").substr(0, 12)));
}

BOOST_AUTO_TEST_CASE(a_report_can_be_added_later_and_stays_when_the_bundle_is_written_again) {
  Study study;
  study.content.runs[1].outcome = reseed::RunOutcome::error;
  study.write();
  reseed::rewrite_file(study.bundle(), "report.html", "<p>");
  study.content.runs[1].outcome = reseed::RunOutcome::ok;
  study.write();
  BOOST_TEST(reseed::read_file(study.bundle() / "report.html") == "<p>");
  BOOST_TEST(problems(study.bundle()) == "");
  reseed::write_file(study.bundle() / "report.html", "<p>other");
  BOOST_TEST(problems(study.bundle()) != "");
  BOOST_CHECK_THROW(reseed::rewrite_file(study.bundle(), "runs.csv", ""), reseed::Error);
}

BOOST_AUTO_TEST_CASE(damaged_missing_extra_and_swapped_files_are_each_named) {
  const Study study;
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
  Study study;
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
  Study study;
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
  Study study;
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
  Study study;
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
  Study study;
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
  Study study;
  study.content.files["tables/scores.csv"] = "b\n1\n";
  study.store("records/run1/notes.json", "{}\n");
  study.content.files["more.csv"] = "a\n1\n";
  study.write();
  const auto found = reseed::verify_bundle(study.bundle());
  BOOST_TEST(named(found, "tables/scores.csv: want the columns a, found b"));
  BOOST_TEST(named(found, "records/run1/notes.json: want only JSON and CSV files of a bundle's schema, found another"));
  BOOST_TEST(named(found, "more.csv: want only JSON and CSV files of a bundle's schema, found another"));
  study.content.files["tables/report.json"] = R"({"tables": [{"id": "scores"}], "figures": []})";
  study.write("bare");
  BOOST_TEST(
      named(reseed::verify_bundle(study.bundle("bare")), "tables/report.json: want the key answers, found none"));
}

BOOST_AUTO_TEST_CASE(a_run_that_ended_well_names_the_digest_of_its_record_whatever_is_kept) {
  Study study;
  study.content.runs[0].record_digest.clear();
  study.content.runs[1].outcome = reseed::RunOutcome::error;
  study.write();
  auto found = reseed::verify_bundle(study.bundle());
  BOOST_TEST(named(found, "runs.csv: run run1: want the digest of its record, found none"));
  BOOST_TEST(named(found, "runs.csv: run run2: want no record of a run that ended in error, found the digest of one"));
  Study without;
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
    Study study;
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
    Study study;
    reseed::MeasureRow& row = study.content.measures[0];
    for (auto* number : {&row.value, &row.instability, &row.low, &row.high}) number->reset();
    row.flags = {flag};
    study.write();
    BOOST_TEST(named(reseed::verify_bundle(study.bundle()), "found only flags that say something else") != excuses,
               to_string(flag));
  }
}

BOOST_AUTO_TEST_CASE(groups_may_share_a_run_and_no_group_has_it_twice) {
  Study study;
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

BOOST_AUTO_TEST_CASE(a_newer_schema_is_refused_before_anything_else) {
  const Study study;
  study.write();
  reseed::write_file(study.bundle() / "bundle.json", R"({"schema_version": 99, "unknown": true})");
  fs::remove(study.bundle() / "runs.csv");
  BOOST_CHECK_EXCEPTION(reseed::verify_bundle(study.bundle()), reseed::Error, of_kind(ErrorKind::newer, "found 99"));
  BOOST_CHECK_EXCEPTION(reseed::read_bundle(study.bundle()), reseed::Error, of_kind(ErrorKind::newer, "found 99"));
}

BOOST_AUTO_TEST_CASE(published_facts_are_named_with_their_digest) {
  Study study;
  study.write("without");
  BOOST_TEST(reseed::read_bundle(study.bundle("without")).info.published == "");
  study.content.info.published = "somebody_1900";
  study.content.info.published_sha256 = "f00d";
  study.write("with");
  const reseed::BundleInfo info = reseed::read_bundle(study.bundle("with")).info;
  BOOST_TEST(info.published == "somebody_1900");
  BOOST_TEST(info.published_sha256 == "f00d");
  BOOST_TEST(reseed::verify_bundle(study.bundle("with")).problems.empty());
}

BOOST_AUTO_TEST_CASE(a_folder_without_bundle_json_is_no_bundle) {
  const reseed::TemporaryFolder folder;
  BOOST_CHECK_EXCEPTION(reseed::verify_bundle(folder.path()), reseed::Error, of_kind(ErrorKind::data, "bundle.json"));
  BOOST_CHECK_EXCEPTION(reseed::read_bundle(folder.path()), reseed::Error, of_kind(ErrorKind::data, "bundle.json"));
}

BOOST_AUTO_TEST_CASE(no_name_and_no_link_leads_out_of_a_bundle) {
  const Study study;
  study.write();
  for (const std::string name : {"../x", "/etc/passwd", "a/../../x", "", "a//b", "."})
    BOOST_CHECK_EXCEPTION(reseed::file_in_bundle(study.bundle(), name), reseed::Error, of_kind(ErrorKind::data));
  fs::remove(study.bundle() / "runs.csv");
  fs::create_symlink("/etc/passwd", study.bundle() / "runs.csv");
  BOOST_CHECK_EXCEPTION(reseed::read_bundle(study.bundle()), reseed::Error, of_kind(ErrorKind::data, "symbolic link"));
  BOOST_TEST(named(reseed::verify_bundle(study.bundle()), "runs.csv: want a file, found a symbolic link"));
}

BOOST_AUTO_TEST_CASE(a_link_in_the_place_of_any_file_or_folder_is_named_and_not_followed) {
  const fs::path frozen = fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / "1";
  std::vector<std::string> names = {"pairs", "records", "tables"};
  std::set<std::string> strange;
  for (const std::string& name : reseed::files_below(frozen, strange)) names.push_back(name);
  BOOST_REQUIRE(names.size() > 20u);
  for (const std::string& name : names) {
    const reseed::TemporaryFolder folder;
    const fs::path bundle = folder.path() / "bundle", outside = folder.path() / "outside";
    fs::copy(frozen, bundle, fs::copy_options::recursive);
    fs::rename(bundle / name, outside);
    fs::create_symlink(outside, bundle / name);
    BOOST_CHECK_EXCEPTION(reseed::file_in_bundle(bundle, name), reseed::Error,
                          of_kind(ErrorKind::data, "symbolic link"));
    if (name == "bundle.json")
      BOOST_CHECK_EXCEPTION(reseed::verify_bundle(bundle), reseed::Error, of_kind(ErrorKind::data, "symbolic link"));
    else
      BOOST_TEST(named(reseed::verify_bundle(bundle), name + ": want a file, found a symbolic link"), name);
  }
}

BOOST_AUTO_TEST_CASE(published_csv_reads_back_and_is_part_of_the_content_digest) {
  const reseed::PublishedRows rows = {
      {{"table1", "m", "t", "g", "x", "textbook", 1.5, 1.25, "differs", "row 10, \"odd\""},
       {"table1", "m", "t", "g", "y", "textbook", 0.1, {}, "not_comparable", "scale"}},
      {{"c", "one is best", "cannot_tell", "too few"}}};
  const std::string text = reseed::write_published_csv(rows);
  const reseed::PublishedRows back = reseed::parse_published_csv(text, "published.csv");
  BOOST_TEST(reseed::write_published_csv(back) == text);
  BOOST_TEST(back.values.at(0).remark == "row 10, \"odd\"");
  BOOST_TEST(!back.values.at(1).ours.has_value());
  Study study;
  study.write("without");
  study.content.files["published.csv"] = text;
  study.write("with");
  BOOST_TEST(reseed::verify_bundle(study.bundle("with")).problems.empty());
  BOOST_TEST(reseed::verify_bundle(study.bundle("with")).content_digest !=
             reseed::verify_bundle(study.bundle("without")).content_digest);
}

BOOST_AUTO_TEST_CASE(published_csv_with_a_wrong_row_is_found) {
  const std::string head =
      "table,model,task,method,measure,variant,claim,statement,published,ours,"
      "difference,verdict,remark\n";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"t1,m,t,g,x,textbook,,,1.5,1.25,0.25,differs,\n", "difference"},
      {"t1,m,t,g,x,textbook,,,1.5,1.25,-0.25,maybe,\n", "verdict"},
      {"t1,m,t,g,x,textbook,,,1.5,,,agrees,\n", "our value"},
      {"t1,m,t,g,x,textbook,,,1.5,,,not_comparable,\n", "reason"},
      {"t1,m,t,g,x,textbook,,,much,1,,differs,\n", "published: want a number"},
      {"claims,,,,,,c,text,,,,agrees,why\n", "holds, does_not_hold or cannot_tell"},
      {"claims,,,,,,,text,,,,holds,why\n", "claim's id"}};
  for (const auto& [row, word] : wrong) {
    Study study;
    study.content.files["published.csv"] = head + row;
    study.write();
    const auto problems = reseed::verify_bundle(study.bundle()).problems;
    BOOST_REQUIRE_EQUAL(problems.size(), 1u);
    BOOST_TEST(problems[0].find("published.csv: row 1") == 0u, problems[0]);
    BOOST_TEST(problems[0].find(word) != std::string::npos, problems[0]);
  }
}

BOOST_AUTO_TEST_SUITE_END()
