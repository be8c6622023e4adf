// SPDX-License-Identifier: Apache-2.0
// What is written: whole, equal for equal content, never over something else.
#include "bundle/bundle.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "bundle/published_csv.hpp"
#include "reseed/error.hpp"
#include "support/bundled_study.hpp"

namespace fs = std::filesystem;
using reseed::ErrorKind;
using reseed::KeepRecords;
using reseed::test::BundledStudy;
using reseed::test::named;
using reseed::test::of_kind;
using reseed::test::problems;

BOOST_AUTO_TEST_SUITE(bundle)

BOOST_AUTO_TEST_CASE(what_is_written_is_whole_and_reads_back) {
  const BundledStudy study;
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
  BundledStudy study;
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
  const BundledStudy study;
  study.write("linked", KeepRecords::link);
  study.write("copied", KeepRecords::copy);
  BOOST_TEST(fs::hard_link_count(study.bundle("linked") / "records/run1/outcome.json") == 2u);
  BOOST_TEST(fs::hard_link_count(study.bundle("copied") / "records/run1/outcome.json") == 1u);
}

BOOST_AUTO_TEST_CASE(a_complete_bundle_is_left_untouched) {
  BundledStudy study;
  study.write();
  const std::string timing = reseed::read_file(study.bundle() / "timing.csv");
  study.content.timing[0].seconds = 99;
  study.write();
  BOOST_TEST(reseed::read_file(study.bundle() / "timing.csv") == timing);
}

BOOST_AUTO_TEST_CASE(a_complete_bundle_keeps_the_manifest_that_it_was_made_of) {
  BundledStudy study;
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
  BundledStudy study;
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
  BundledStudy study;
  study.content.measures[0].value.reset();
  study.content.measures[0].instability.reset();
  study.content.measures[0].flags = {reseed::Flag::plugin_threw};
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "unfinished");
}

BOOST_AUTO_TEST_CASE(a_study_that_gave_no_report_leaves_the_bundle_unfinished_and_is_made_up_for) {
  BundledStudy study;
  const std::string report = study.content.files.at("tables/report.json");
  study.content.files["tables/report.json"] =
      R"({"answers": [], "claims": [], "figures": [], "notes": [], "published": [], "tables": []})";
  const std::string captions = study.content.files.at("tables/captions.csv");
  for (const char* name : {"tables/scores.csv", "tables/captions.csv"}) study.content.files.erase(name);
  study.write("silent");
  BOOST_TEST(named(reseed::verify_bundle(study.bundle("silent")), "bundle.json: status: want \"unfinished\""));
  study.content.analysed = false;
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "unfinished");
  BOOST_TEST(problems(study.bundle()) == "");
  study.content.analysed = true;
  study.content.files["tables/report.json"] = report;
  study.content.files["tables/captions.csv"] = captions;
  study.content.files["tables/scores.csv"] = "a\n1\n";
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "complete");
  BOOST_TEST(problems(study.bundle()) == "");
}

BOOST_AUTO_TEST_CASE(a_second_training_that_did_not_end_leaves_the_bundle_unfinished_and_is_made_up_for) {
  BundledStudy study;
  study.content.resolved_manifest += "\n[execution]\ndouble_run = true\n";
  study.write("silent");
  BOOST_TEST(problems(study.bundle("silent")).starts_with("bundle.json: double_run: want \"equal\" or \"differs\""));
  study.content.trained_twice = false;
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "unfinished");
  BOOST_TEST(problems(study.bundle()) == "");
  study.content.trained_twice = true;
  study.content.info.double_run = "equal";
  study.write();
  BOOST_TEST(reseed::read_bundle(study.bundle()).info.status == "complete");
  BOOST_TEST(problems(study.bundle()) == "");
}

BOOST_AUTO_TEST_CASE(an_interrupted_write_is_taken_up) {
  const BundledStudy study;
  study.write();
  fs::remove(study.bundle() / "bundle.json");
  fs::remove(study.bundle() / "SHA256SUMS");
  fs::remove(study.bundle() / "measures.csv");
  reseed::write_file(study.bundle() / ".measures.csv.XyZaBc", "half");
  study.write();
  BOOST_TEST(problems(study.bundle()) == "");
}

BOOST_AUTO_TEST_CASE(another_version_of_tool_or_plugin_is_refused_and_both_are_named) {
  BundledStudy study;
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
  BundledStudy study;
  study.write();
  study.content.measures[0].value = 0.5;
  BOOST_CHECK_EXCEPTION(study.write(), reseed::Error, of_kind(ErrorKind::data, "measures.csv"));
}

BOOST_AUTO_TEST_CASE(a_file_that_was_damaged_is_brought_back) {
  const BundledStudy study;
  study.write("one", KeepRecords::copy);
  reseed::write_file(study.bundle("one") / "measures.csv", "damaged");
  reseed::write_file(study.bundle("one") / "records/run1/outcome.json", "damaged");
  study.write("one", KeepRecords::copy);
  BOOST_TEST(problems(study.bundle("one")) == "");
}

BOOST_AUTO_TEST_CASE(a_mended_plugin_completes_an_unfinished_bundle_but_changes_no_complete_one) {
  BundledStudy study;
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
  const BundledStudy study;
  fs::create_directories(study.bundle());
  reseed::write_file(study.bundle() / "thesis.txt", "mine");
  BOOST_CHECK_EXCEPTION(study.write(), reseed::Error, of_kind(ErrorKind::data, "thesis.txt"));
}

BOOST_AUTO_TEST_CASE(the_folder_is_named_by_study_and_manifest) {
  BOOST_TEST(reseed::bundle_folder("results", "s", "schema = 1\n") ==
             fs::path("results") / ("s-" + reseed::sha256("schema = 1\n").substr(0, 12)));
}

BOOST_AUTO_TEST_CASE(a_report_can_be_added_later_and_stays_when_the_bundle_is_written_again) {
  BundledStudy study;
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

BOOST_AUTO_TEST_CASE(published_facts_are_named_with_their_digest) {
  BundledStudy study;
  study.write("without");
  BOOST_TEST(reseed::read_bundle(study.bundle("without")).info.published == "");
  study.content.info.published = "somebody_1900";
  study.content.info.published_sha256 = "f00d";
  study.write("unheld");
  BOOST_TEST(problems(study.bundle("unheld")) ==
             "published.csv: want what the study says of the published facts somebody_1900, found none\n");
  study.content.files["published.csv"] =
      reseed::write_published_csv({{}, {{"c", "one is best", "cannot_tell", "too few"}}});
  study.write("with");
  const reseed::BundleInfo info = reseed::read_bundle(study.bundle("with")).info;
  BOOST_TEST(info.published == "somebody_1900");
  BOOST_TEST(info.published_sha256 == "f00d");
  BOOST_TEST(reseed::verify_bundle(study.bundle("with")).problems.empty());
}

BOOST_AUTO_TEST_SUITE_END()
