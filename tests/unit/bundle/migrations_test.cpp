// SPDX-License-Identifier: Apache-2.0
// Versions of the schema, read through steps in order: the shipped ones, and behind them one made here, which leads
// from a form that no reseed ever wrote to today's. from_version_1_test.cpp has the shipped step.
#include "bundle/migrations.hpp"

#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "bundle/bundle.hpp"
#include "bundle/checksums.hpp"
#include "bundle/from_version_1.hpp"
#include "support/expect_error.hpp"

using namespace reseed;
using reseed::test::expect_error;
namespace fs = std::filesystem;

namespace {

fs::path frozen() { return fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / "2"; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

/// From a form in which runs.csv called its seeds otherwise, bundle.json its study, and tables/report.json had no
/// notes, and in which no answers stood in a file.
Migration step() {
  return {[](std::string_view name, std::string text) {
            if (name == "bundle.json") return replaced(text, "\"name\": \"frozen\"", "\"study\": \"frozen\"");
            if (name == "runs.csv") return replaced(text, ",number,", ",seed,");
            if (name == "tables/report.json")
              return replaced(replaced(text, "\"figures\"", "\"notes\": [], \"figures\""), "\"answer_rows\": 0",
                              "\"answer_rows\": 1");
            return text;
          },
          [](const BundleTexts& older) {
            return std::map<std::string, std::string>{
                {"tables/answers.csv",
                 "kind,question,verdict,text\nnote,,," + older.read("manifest.toml").substr(0, 6) + "\n"}};
          }};
}

/// Today's version and one more.
Migrations one_more() { return Migrations({from_version_1(), step()}); }

/// The frozen bundle in that form, with checksums that fit.
class Old {
 public:
  Old() {
    fs::copy(frozen(), path(), fs::copy_options::recursive);
    fs::remove(path() / "ro-crate-metadata.json");
    change("bundle.json", "\"study\": \"frozen\"", "\"name\": \"frozen\"");
    change("runs.csv", ",seed,", ",number,");
    change("tables/report.json", "\"notes\": [],", "");
    fs::remove(path() / "SHA256SUMS");
    std::set<std::string> strange;
    for (const std::string& name : files_below(path(), strange)) sums_[name] = sha256_file(path() / name);
    write_file(path() / "SHA256SUMS", write_checksums(sums_));
  }
  void change(const std::string& name, const std::string& from, const std::string& to) const {
    write_file(path() / name, replaced(read_file(path() / name), from, to));
  }
  fs::path path() const { return folder_.path() / "old"; }
  const Checksums& sums() const { return sums_; }

 private:
  TemporaryFolder folder_;
  Checksums sums_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(migrations)

BOOST_AUTO_TEST_CASE(lead_to_the_version_that_is_written) {
  BOOST_TEST(Migrations::shipped().newest() == kBundleSchema);
}

BOOST_AUTO_TEST_CASE(are_taken_in_order_from_the_version_of_the_bundle_on) {
  const auto adds = [](char letter) {
    return Migration{[letter](std::string_view name, std::string text) { return name == "a" ? text + letter : text; }};
  };
  const Migrations three({adds('2'), adds('3'), adds('4')});
  BOOST_TEST(three.newest() == 4);
  BOOST_TEST(three.migrated(1, "a", "1") == "1234");
  BOOST_TEST(three.migrated(3, "a", "3") == "34");
  BOOST_TEST(three.migrated(4, "a", "4") == "4");
  BOOST_TEST(three.migrated(1, "b", "1") == "1");
}

// A file that one step makes goes through the texts of the steps behind it, and these see it.
BOOST_AUTO_TEST_CASE(make_files_of_those_that_are_there) {
  const auto same = [](std::string_view, std::string text) { return text; };
  const Migrations three(
      {{[](std::string_view, std::string text) { return text + "2"; },
        [](const BundleTexts& older) {
          return std::map<std::string, std::string>{{"b", older.read("a") + "-" + (older.has("c") ? "c" : "")}};
        }},
       {[](std::string_view name, std::string text) { return name == "b" ? text + "3" : text; }},
       {same, [](const BundleTexts& older) {
          return std::map<std::string, std::string>{{"c", older.read("b") + older.read("a")}};
        }}});
  const TemporaryFolder folder;
  write_file(folder.path() / "a", "1");
  const BundleTexts first(folder.path(), 1, three);
  BOOST_TEST(first.read("a") == "12");
  BOOST_TEST(first.read("b") == "1-3");
  BOOST_TEST(first.read("c") == "1-312");
  BOOST_TEST((first.further() == std::vector<std::string>{"b", "c"}));
  BOOST_TEST(first.has("c"));
  BOOST_TEST(!first.has("d"));
  const BundleTexts newest(folder.path(), 4, three);
  BOOST_TEST(newest.read("a") == "1");
  BOOST_TEST(newest.further().empty());
  BOOST_TEST(!newest.has("b"));
  expect_error([&] { newest.has("../a"); }, ErrorKind::data, "", {"found \"../a\""});
  write_file(folder.path() / "b", "there");  // what is there is not made
  BOOST_TEST(BundleTexts(folder.path(), 1, three).read("b") == "there23");
}

BOOST_AUTO_TEST_CASE(an_older_bundle_is_read_and_verified_through_its_step) {
  const Old old;
  const Migrations steps = one_more();
  const Bundle read = read_bundle(old.path(), steps), today = read_bundle(frozen());
  BOOST_TEST(read.info.schema_version == 2);
  BOOST_TEST(read.info.study == "frozen");
  BOOST_TEST((read.runs == today.runs));
  BOOST_TEST((read.measures == today.measures));
  for (const std::string& problem : verify_bundle(old.path(), steps).problems) BOOST_ERROR(problem);
  BOOST_TEST(BundleTexts(old.path(), 2, steps).read("tables/report.json").find("notes") != std::string::npos);
  BOOST_TEST(BundleTexts(old.path(), 2, steps).read("tables/answers.csv").find("note,,,schema") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(files_on_disk_stay_as_they_were_written) {
  const Old old;
  const Migrations steps = one_more();
  read_bundle(old.path(), steps);
  BOOST_TEST(verify_bundle(old.path(), steps).content_digest == content_digest(old.sums()));
  for (const auto& [name, digest] : old.sums()) BOOST_TEST(sha256_file(old.path() / name) == digest, name);
  std::set<std::string> strange;
  BOOST_TEST(files_below(old.path(), strange).size() == old.sums().size() + 1);
}

BOOST_AUTO_TEST_CASE(without_its_step_the_old_form_is_refused) {
  const Old old;
  expect_error([&] { read_bundle(old.path()); }, ErrorKind::data, "bundle.json", {"name: want no such key"});
  BOOST_TEST(!verify_bundle(old.path()).problems.empty());
}

BOOST_AUTO_TEST_CASE(a_bundle_of_the_newest_version_is_read_as_it_is_and_the_next_refused_with_both_numbers) {
  const Migrations steps = one_more();
  const TemporaryFolder folder;
  const fs::path bundle = folder.path() / "bundle";
  fs::copy(frozen(), bundle, fs::copy_options::recursive);
  const auto says = [&](const std::string& number) {
    const std::string text = read_file(frozen() / "bundle.json");
    write_file(bundle / "bundle.json", replaced(text, "\"schema_version\": 2", "\"schema_version\": " + number));
  };
  says("3");
  BOOST_TEST(bundle_schema_version(bundle, steps) == 3);
  BOOST_TEST((read_bundle(bundle, steps).runs == read_bundle(frozen()).runs));
  says("4");
  for (const auto& read : {std::function<void()>([&] { bundle_schema_version(bundle, steps); }),
                           {[&] { read_bundle(bundle, steps); }},
                           {[&] { verify_bundle(bundle, steps); }}})
    expect_error(read, ErrorKind::newer, "bundle.json", {"schema 3 or older", "found 4"});
}

BOOST_AUTO_TEST_SUITE_END()
