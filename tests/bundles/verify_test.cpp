// SPDX-License-Identifier: Apache-2.0
// `reseed verify`, the program itself, on a bundle that `run` made.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/sha256.hpp"
#include "bundle/bundle.hpp"
#include "support/can_train.hpp"
#include "support/forged_bundle.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A study that was run, with its records as copies, so that damage stays in the bundle.
class Finished : public SmallStudy {
 public:
  Finished() {
    std::string text = manifest(2, "[records]\nkeep = \"copy\"\n");
    text.replace(text.find("[models.tiny]"), 0, "agent = \"Someone\"\nlicence = \"CC-BY-4.0\"\n");
    write("study.toml", text);
    const Said said = run();
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  }
  Said verify(std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"verify", bundle().string()};
    words.insert(words.end(), more.begin(), more.end());
    return Program(reseed(), words).wait();
  }
  /// Lines on standard error; every one must name the bundle.
  std::size_t problems(const Said& said) const {
    std::istringstream lines(said.err);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count)
      BOOST_TEST(line.starts_with("reseed: " + bundle().string() + ": "), line);
    return count;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(verify, *boost::unit_test::precondition(can_train))

BOOST_FIXTURE_TEST_CASE(ends_with_0_and_the_digest_for_a_whole_bundle, Finished) {
  const Said said = verify();
  BOOST_TEST(said.code == 0, said.err);
  BOOST_TEST(has(said.out, "whole\ncontent digest "), said.out);
  const auto answer = parse_json(verify({"--json"}).out, "answer");
  BOOST_TEST(answer.at("problems").empty());
  BOOST_TEST(has(said.out, answer.at("content_digest").get<std::string>()));
}

BOOST_FIXTURE_TEST_CASE(ends_with_1_and_names_what_is_damaged_missing_and_extra, Finished) {
  const fs::path record = [&] {
    for (const auto& entry : fs::recursive_directory_iterator(bundle() / "records"))
      if (entry.is_regular_file()) return entry.path();
    return fs::path();
  }();
  std::ofstream(record, std::ios::app) << "x";
  fs::remove(bundle() / "timing.csv");
  write_file(bundle() / "notes.txt", "mine");
  const Said said = verify();
  BOOST_TEST(said.code == 1, said.err);
  for (const std::string& part : {fs::relative(record, bundle()).string() + ": want checksum ",
                                  std::string("timing.csv: want this file, found none"),
                                  std::string("notes.txt: want only files that SHA256SUMS lists, found another")})
    BOOST_TEST(has(said.err, part), "no '" << part << "' in " << said.err);
  BOOST_TEST(has(said.out, "damaged: " + std::to_string(problems(said)) + " problems"), said.out);
  const Said listed = verify({"--json"});
  BOOST_TEST(listed.code == 1);
  BOOST_TEST(parse_json(listed.out, "answer").at("problems").size() == problems(said));
}

BOOST_FIXTURE_TEST_CASE(names_files_that_changed_places, Finished) {
  const Bundle made = read_bundle(bundle());
  const std::string one = "records/" + made.runs[0].id + "/test.safetensors";
  const std::string other = "records/" + made.runs[1].id + "/test.safetensors";
  fs::rename(bundle() / one, bundle() / "aside");
  fs::rename(bundle() / other, bundle() / one);
  fs::rename(bundle() / "aside", bundle() / other);
  const Said said = verify();
  BOOST_TEST(said.code == 1);
  for (const auto& [here, there] : {std::pair{one, other}, {other, one}})
    BOOST_TEST(has(said.err, ", which is that of " + there), said.err);
  BOOST_TEST(has(said.err, "runs.csv: run " + made.runs[0].id + ": want the record of digest "), said.err);
  BOOST_TEST(has(said.err, "runs.csv: run " + made.runs[1].id + ": want the record of digest "), said.err);
}

BOOST_AUTO_TEST_CASE(misses_a_top_layer_that_was_taken_out_where_no_records_are_kept) {
  const SmallStudy study;
  study.write("study.toml", SmallStudy::manifest(2, "[records]\nkeep = \"none\"\n"));
  const Said made = study.run();
  BOOST_REQUIRE_MESSAGE(made.code == 0, made.err);
  const fs::path forged = study.at("forged");
  forge(study.bundle(), forged, [](BundleContent& content) {
    std::erase_if(content.measures, [](const MeasureRow& row) { return row.layer == 2; });
  });
  const Said said = Program(SmallStudy::reseed(), {"verify", forged.string()}).wait();
  BOOST_TEST(said.code == 1, said.err);
  BOOST_TEST(has(said.err, "want the layers 0, 1 and 2, found layers 0 and 1"), said.err);
}

BOOST_FIXTURE_TEST_CASE(ends_with_4_for_a_bundle_of_a_newer_schema_whatever_else_is_wrong, Finished) {
  write_file(bundle() / "bundle.json", R"({"schema_version": 99})");
  fs::remove(bundle() / "runs.csv");
  const Said said = verify();
  BOOST_TEST(said.code == 4, said.err);
  BOOST_TEST(has(said.err, "bundle.json"), said.err);
  BOOST_TEST(has(said.err, "99"), said.err);
  BOOST_TEST(std::count(said.err.begin(), said.err.end(), '\n') == 1);
}

BOOST_FIXTURE_TEST_CASE(ends_with_2_where_there_is_no_bundle, Finished) {
  fs::remove(bundle() / "bundle.json");
  BOOST_TEST(verify().code == 2);
  BOOST_TEST(has(verify().err, "bundle.json"), verify().err);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"verify"}, {"verify", "nowhere"}, {"verify", "a", "b"}, {"verify", "--jsn"}}) {
    const Said said = Program(reseed(), words).wait();
    BOOST_TEST(said.code == 2, said.err);
    BOOST_TEST(std::count(said.err.begin(), said.err.end(), '\n') == 1, said.err);
  }
}

BOOST_FIXTURE_TEST_CASE(comes_first_when_a_page_is_written_anew, Finished) {
  const auto report = [&] { return Program(reseed(), {"report", bundle().string()}).wait(); };
  const std::string page = read_file(bundle() / "report.html");
  const std::string crate = read_file(bundle() / "ro-crate-metadata.json");
  BOOST_TEST(has(crate, "Someone"));
  BOOST_TEST(has(crate, sha256(page)));
  write_file(bundle() / "report.html", "an older page");
  const Said damaged = verify();
  BOOST_TEST(damaged.code == 1);
  BOOST_TEST(has(damaged.err, "report.html: want checksum"), damaged.err);
  BOOST_TEST(has(damaged.err, "ro-crate-metadata.json: report.html: sha256: want"), damaged.err);
  BOOST_TEST(report().code == 0, report().err);
  BOOST_TEST(verify().code == 0, verify().err);
  BOOST_TEST((read_file(bundle() / "report.html") == page));
  BOOST_TEST((read_file(bundle() / "ro-crate-metadata.json") == crate));
  std::ofstream(bundle() / "runs.csv", std::ios::app) << "x";
  const Said said = report();
  BOOST_TEST(said.code == 1);
  BOOST_TEST(has(said.err, "runs.csv: want checksum"), said.err);
  BOOST_TEST(has(said.err, "its page was not written"), said.err);
  BOOST_TEST(read_file(bundle() / "report.html") == page);
}

BOOST_FIXTURE_TEST_CASE(looks_at_the_crate_too, Finished) {
  const std::string crate = read_file(bundle() / "ro-crate-metadata.json");
  const auto graph = parse_json(crate, "crate").at("@graph");
  BOOST_TEST(std::count_if(graph.begin(), graph.end(), [](const nlohmann::json& entity) {
               return entity.at("@id").get<std::string>().starts_with("#run-");
             }) == std::count_if(graph.begin(), graph.end(), [](const nlohmann::json& entity) {
               return entity.at("@type") == "Dataset" && entity.at("@id").get<std::string>().starts_with("records/");
             }));
  std::string changed = crate;
  changed.replace(changed.find("HowToStep"), 9, "HowToSkip");
  write_file(bundle() / "ro-crate-metadata.json", changed);
  BOOST_TEST(has(verify().err, "ro-crate-metadata.json: manifest.resolved.toml: step: want a HowToStep, found #step-"),
             verify().err);
}

/// Standard tools check a bundle without reseed.
boost::test_tools::assertion_result has_sha256sum(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(std::system("sha256sum --version > /dev/null 2>&1") == 0);
  answer.message() << "there is no program sha256sum";
  return answer;
}

BOOST_FIXTURE_TEST_CASE(needs_no_reseed_for_the_checksums, Finished, *boost::unit_test::precondition(has_sha256sum)) {
  const std::string command = "cd '" + bundle().string() + "' && sha256sum --strict --quiet -c SHA256SUMS 2> /dev/null";
  BOOST_TEST(std::system((command + " > /dev/null").c_str()) == 0);
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(bundle())) files += entry.is_regular_file() ? 1 : 0;
  const std::string sums = read_file(bundle() / "SHA256SUMS");
  BOOST_TEST(static_cast<std::size_t>(std::count(sums.begin(), sums.end(), '\n')) == files - 1);  // all but itself
  std::ofstream(bundle() / "measures.csv", std::ios::app) << "x";
  BOOST_TEST(std::system((command + " > /dev/null").c_str()) != 0);
}

BOOST_AUTO_TEST_SUITE_END()
