// SPDX-License-Identifier: Apache-2.0
// The shipped study of published numbers alone, through run, verify and report:
// no model, no data, no training worker.
#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "bundle/bundle.hpp"
#include "bundle/published_csv.hpp"
#include "support/program.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A place with the measuring worker alone, a store, and the installation's
/// data, of which facts can be changed.
class Place {
 public:
  Place() {
    const fs::path build = RESEED_BINARY_DIRECTORY;
    fs::create_directories(at("workers"));
    fs::create_symlink(build / "bin" / "reseed-measure", at("workers/reseed-measure"));
    fs::create_directories(at("share/published"));
    for (const auto& entry : fs::directory_iterator(build / "share" / "reseed"))
      if (entry.path().filename() != "published")
        fs::create_symlink(fs::canonical(entry.path()), at("share") / entry.path().filename());
    fs::copy(fs::canonical(build / "share" / "reseed" / "published"), at("share/published"),
             fs::copy_options::recursive);
  }

  fs::path at(const std::string& name) const { return folder_.path() / name; }
  void change(const std::string& file, const std::string& from, const std::string& to) const {
    const fs::path path = at("share/published/du_nguyen_2023") / file;
    std::string text = read_file(path);
    BOOST_REQUIRE(has(text, from));
    text.replace(text.find(from), from.size(), to);
    fs::remove(path);
    write_file(path, text);
  }
  Said reseed(std::vector<std::string> words) const {
    return Program(fs::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed", words,
                   {{"RESEED_WORKERS", at("workers").string()}, {"RESEED_SHARE", at("share").string()}})
        .wait();
  }
  Said run(const fs::path& manifest = fs::path(RESEED_SOURCE_DIRECTORY) / "manifests/from_published.toml") const {
    return reseed({"run", manifest.string(), "--store", at("store").string(), "--out", at("results").string(),
                   "--progress", "none"});
  }
  std::vector<fs::path> bundles() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(at("results"))) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  TemporaryFolder folder_;
};

std::string verdict_of(const fs::path& bundle, const std::string& claim) {
  for (const StudyClaim& row : parse_published_csv(read_file(bundle / "published.csv"), "published.csv").claims)
    if (row.id == claim) return row.verdict;
  return "no claim " + claim;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(from_published)

BOOST_AUTO_TEST_CASE(needs_no_training_worker_and_makes_a_whole_bundle_without_runs) {
  const Place place;
  const Said said = place.run();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(said.seconds < 60.0);
  BOOST_TEST(has(said.out, "Which claims hold?"), said.out);
  BOOST_REQUIRE_EQUAL(place.bundles().size(), 1u);
  const fs::path bundle = place.bundles().front();
  const Bundle read = read_bundle(bundle);
  BOOST_TEST(read.info.status == "complete");
  BOOST_TEST(read.info.published == "du_nguyen_2023");
  BOOST_TEST(read.info.published_sha256.size() == 64u);
  BOOST_TEST(read.runs.empty());
  BOOST_TEST(read.measures.empty());
  const Said verified = place.reseed({"verify", bundle.string()});
  BOOST_TEST(verified.code == 0, verified.err);
  BOOST_TEST(verdict_of(bundle, "reinit_only_better_by_all") == "holds");
  BOOST_TEST(verdict_of(bundle, "standard_third_on_bert_rte") == "does_not_hold");
  BOOST_TEST(place.reseed({"report", bundle.string()}).code == 0);
  const std::string page = read_file(bundle / "report.html");
  BOOST_TEST(has(page, "nothing was trained"));
  BOOST_TEST(has(page, "<h2 id=\"claims\">"));
  BOOST_TEST(has(page, "<h2 id=\"published\">"));
}

BOOST_AUTO_TEST_CASE(is_there_at_once_the_second_time_and_from_the_resolved_manifest) {
  const Place place;
  BOOST_REQUIRE(place.run().code == 0);
  const Said again = place.run();
  BOOST_TEST(again.code == 0, again.err);
  BOOST_TEST(has(again.out, "everything is there"), again.out);
  const Said resolved = place.run(place.bundles().front() / "manifest.resolved.toml");
  BOOST_TEST(resolved.code == 0, resolved.err);
  BOOST_TEST(place.bundles().size() == 1u);
}

BOOST_AUTO_TEST_CASE(gives_another_bundle_and_another_verdict_when_a_fact_changes) {
  const Place place;
  BOOST_REQUIRE(place.run().code == 0);
  const fs::path before = place.bundles().front();
  place.change("scores-full-precision.toml", "sd = 0.028195565384554547", "sd = 0.015195565384554547");
  const Said said = place.run();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_REQUIRE_EQUAL(place.bundles().size(), 2u);
  const fs::path after = place.bundles()[place.bundles().front() == before ? 1 : 0];
  BOOST_TEST(verdict_of(before, "standard_third_on_bert_rte") == "does_not_hold");
  BOOST_TEST(verdict_of(after, "standard_third_on_bert_rte") == "holds");
  BOOST_TEST(verdict_of(after, "tables_1_4") == "does_not_hold");
  // The first bundle's own manifest names the facts that it was made with.
  const Said pinned = place.run(before / "manifest.resolved.toml");
  BOOST_TEST(pinned.code == 2);
  BOOST_TEST(has(pinned.err,
                 "study.published_sha256: want the digest of the "
                 "facts that are installed"),
             pinned.err);
}

BOOST_AUTO_TEST_CASE(says_what_cannot_be_told_when_a_file_of_facts_is_missing) {
  const Place place;
  fs::remove(place.at("share/published/du_nguyen_2023/kendall-tau.toml"));
  const Said said = place.run();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(has(said.out,
                 "Note: Part rankings cannot be told: "
                 "kendall-tau.toml: want this file"),
             said.out);
  BOOST_TEST(verdict_of(place.bundles().front(), "kendall_maps") == "cannot_tell");
}

BOOST_AUTO_TEST_SUITE_END()
