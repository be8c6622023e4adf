// SPDX-License-Identifier: Apache-2.0
// What every command that reads a bundle does with one that it must not read, and with one of a stranger.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "bundle/bundle.hpp"
#include "support/run_program.hpp"

using namespace reseed;
using reseed::test::run_reseed;
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Two copies of a whole bundle, "good" and "other".
class Bundles {
 public:
  Bundles() {
    const fs::path frozen = fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / "1";
    for (const char* name : {"good", "other"}) fs::copy(frozen, at(name), fs::copy_options::recursive);
  }
  fs::path at(const std::string& name) const { return folder_.path() / name; }
  void marker(const std::string& text) const { write_file(at("other") / "bundle.json", text); }
  test::ProgramResult run(const std::vector<std::string>& words) const { return run_reseed(folder_.path(), words); }

 private:
  TemporaryFolder folder_;
};

const std::vector<std::vector<std::string>> kReaders = {
    {"verify", "other"},          {"report", "other"},
    {"export", "other"},          {"export", "other", "runs", "--format", "csv"},
    {"measure", "other"},         {"measure", "good", "other"},
    {"compare", "other", "good"}, {"compare", "good", "other"}};

/// Every reader ends with this code, one line, nothing on standard output.
void all_end(const Bundles& bundles, int code, const std::vector<std::string>& parts) {
  for (const std::vector<std::string>& words : kReaders) {
    const test::ProgramResult said = bundles.run(words);
    std::string line;
    for (const std::string& word : words) line += word + ' ';
    BOOST_TEST(said.exit_code == code, line << "ended with " << said.exit_code << ": " << said.error);
    BOOST_TEST(said.out == "", line);
    BOOST_TEST(std::count(said.error.begin(), said.error.end(), '\n') == 1, line << said.error);
    for (const std::string& part : parts)
      BOOST_TEST(has(said.error, part), line << "no '" << part << "': " << said.error);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(commands_that_read_bundles)

BOOST_AUTO_TEST_CASE(end_with_4_and_both_numbers_for_a_newer_schema_whatever_else_is_wrong) {
  const Bundles bundles;
  bundles.marker(R"({"schema_version": 99, "study": 7, "status": null})");
  fs::remove(bundles.at("other") / "runs.csv");
  fs::remove(bundles.at("other") / "SHA256SUMS");
  write_file(bundles.at("good") / "measures.csv", "damaged");  // measure and compare look at all versions first
  all_end(bundles, 4, {"bundle.json", "want schema " + std::to_string(kBundleSchema) + " or older", "found 99"});
}

BOOST_AUTO_TEST_CASE(end_with_2_where_the_version_or_the_marker_is_missing) {
  const Bundles bundles;
  bundles.marker("{}");
  all_end(bundles, 2, {"bundle.json", "schema_version: want this key, found none"});
  bundles.marker(R"({"schema_version": "1"})");
  all_end(bundles, 2, {"bundle.json", "want an integer of 1 or more"});
  fs::remove(bundles.at("other") / "bundle.json");
  all_end(bundles, 2, {"bundle.json", "want a result bundle, found no bundle.json"});
  fs::remove_all(bundles.at("other"));
  write_file(bundles.at("other"), "no folder");
  all_end(bundles, 2, {"other: want the folder of a result bundle, found a file"});
}

BOOST_AUTO_TEST_CASE(find_a_damaged_marker_to_be_damage) {
  const Bundles bundles;
  const std::string whole = read_file(bundles.at("good") / "bundle.json");
  std::string flipped = whole, other_status = whole;
  flipped[0] = static_cast<char>(flipped[0] ^ 1);
  other_status.replace(other_status.find("complete"), 8, "complexe");
  std::string other_commit = whole;  // still a good marker, but not the one that SHA256SUMS lists
  const std::size_t commit = other_commit.find("\"commit\": \"") + 11;
  other_commit[commit] = other_commit[commit] == '0' ? '1' : '0';
  for (const std::string& text :
       {whole.substr(0, whole.size() / 2), std::string(), std::string("[]"), flipped, other_status, other_commit}) {
    bundles.marker(text);
    const test::ProgramResult said = bundles.run({"verify", "other"});
    BOOST_TEST(said.exit_code == 1, said.error);
    BOOST_TEST(has(said.error, "other: bundle.json: "), said.error);
    BOOST_TEST(has(said.out, "damaged: "), said.out);
    BOOST_TEST(bundles.run({"report", "other"}).exit_code == 1);
  }
}

BOOST_AUTO_TEST_CASE(export_nothing_that_a_link_leads_to) {
  for (const std::string name :
       {"tables", "tables/report.json", "tables/definitions-measures.csv", "runs.csv", "timing.csv", "measures.csv"}) {
    const Bundles bundles;
    const fs::path outside = bundles.at("outside");
    fs::rename(bundles.at("other") / name, outside);
    fs::create_symlink(outside, bundles.at("other") / name);
    for (const std::vector<std::string>& words : {std::vector<std::string>{"export", "other"},
                                                  {"export", "other", "definitions-measures", "--format", "csv"},
                                                  {"export", "other", "--format", "csv", "--out", "exported"},
                                                  {"report", "other"}}) {
      const test::ProgramResult said = bundles.run(words);
      BOOST_TEST(said.exit_code != 0, name);
      BOOST_TEST(has(said.error, "symbolic link"), name << ": " << said.error);
      BOOST_TEST(said.out == "", name);
    }
    BOOST_TEST(!fs::exists(bundles.at("exported")), name);
  }
  const Bundles published;  // one that the bundle does not have
  write_file(published.at("outside"), "secret\n");
  fs::create_symlink(published.at("outside"), published.at("other") / "published.csv");
  const test::ProgramResult said = published.run({"export", "other", "published", "--format", "csv"});
  BOOST_TEST(said.exit_code == 2, said.error);
  BOOST_TEST(has(said.error, "symbolic link"), said.error);
  BOOST_TEST(said.out == "");
}

BOOST_AUTO_TEST_CASE(let_no_control_characters_of_a_bundle_through) {
  const Bundles bundles;
  std::string runs = read_file(bundles.at("other") / "runs.csv");
  runs.replace(runs.find("e65fabf02dbea57b"), 16, "\x1b[31mred\x07");
  write_file(bundles.at("other") / "runs.csv", runs);
  write_file(bundles.at("other") / "strange\x1b[2J", "");
  for (const char* command : {"verify", "report"}) {
    const test::ProgramResult said = bundles.run({command, "other"});
    BOOST_TEST(said.exit_code == 1);
    BOOST_TEST(!has(said.error + said.out, "\x1b"));
    BOOST_TEST(has(said.error, "run \\x1b[31mred\\x07"), said.error);
    BOOST_TEST(has(said.error, "strange\\x1b[2J"), said.error);
  }
}

BOOST_AUTO_TEST_SUITE_END()
