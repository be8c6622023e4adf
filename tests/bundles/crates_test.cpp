// SPDX-License-Identifier: Apache-2.0
// The crate of every kind of bundle, by our own checker always, and by a public validator where one is installed: runs
// that were trained, that failed, that were made elsewhere, that were measured again, and none at all.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "bundle/bundle.hpp"
#include "bundle/crate.hpp"
#include "support/asked_manifest.hpp"
#include "support/can_train.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

/// One bundle of every kind, by name.
class Kinds : public SmallStudy {
 public:
  Kinds() {
    write("study.toml", manifest(2, "[records]\nkeep = \"copy\"\n"));
    run_into("trained", 0);
    bundles["measured again"] = measured_again();
    trainer = R"({"error": [1]})";
    store = "other-store";
    run_into("unfinished", 3);
    bundles["imported"] = imported();
    bundles["without runs"] = without_runs();
  }
  std::map<std::string, fs::path> bundles;

 private:
  void run_into(const std::string& name, int code) {
    out = name;
    const Said said = run();
    BOOST_REQUIRE_MESSAGE(said.code == code, said.err);
    bundles[name] = bundle();
  }
  fs::path measured_again() {
    const std::string folder = at("again").string();
    const Said said = Program(reseed(),
                              {"measure", bundles.at("trained").string(), "--add", "fleiss_kappa", "--out", folder,
                               "--store", at(store).string(), "--plugins", plugins.front(), "--progress", "none"},
                              environment())
                          .wait();
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
    return fs::directory_iterator(folder)->path();
  }
  /// A frozen import with the crate that is written now.
  fs::path imported() const {
    const fs::path folder = at("imported");
    fs::copy(fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / "1", folder,
             fs::copy_options::recursive);
    write_crate(folder, {});
    return folder;
  }
  fs::path without_runs() const {
    BundleContent content;
    content.info.study = "paper";
    content.info.kind = "some_kind";
    content.info.tool_version = "0.1.0";
    content.manifest = "schema = 1\n";
    content.environment = made_environment();
    content.resolved_manifest = manifest_asking_for(content);
    content.files["tables/report.json"] =
        R"({"answers": [], "claims": [], "figures": [], "notes": [], "published": [], "tables": []})";
    content.files["tables/answers.csv"] = "kind,question,verdict,text\nanswer,q,v,s\n";
    write_bundle(at("paper"), content, KeepRecords::copy);
    write_crate(at("paper"), {});
    return at("paper");
  }
};

std::string crate_of(const fs::path& bundle) { return read_file(bundle / kCrateFile); }

nlohmann::json entity(const fs::path& bundle, const std::string& id) {
  const nlohmann::json crate = parse_json(crate_of(bundle), "crate");
  for (const nlohmann::json& one : crate.at("@graph"))
    if (one.at("@id") == id) return one;
  BOOST_ERROR(bundle << " has no " << id);
  return nlohmann::json::object();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The command of a public validator, called with the bundle as its last word.
boost::test_tools::assertion_result has_validator(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(std::getenv("RESEED_CRATE_VALIDATOR") != nullptr);
  answer.message() << "RESEED_CRATE_VALIDATOR names no command that validates RO-Crates";
  return answer;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crates, *boost::unit_test::precondition(can_train))

BOOST_FIXTURE_TEST_CASE(of_every_kind_of_bundle_say_what_was_done, Kinds) {
  for (const auto& [name, bundle] : bundles)
    for (const std::string& problem : verify_bundle(bundle).problems) BOOST_ERROR(name << ": " << problem);
  const auto trained = [&](const std::string& name) { return has(crate_of(bundles.at(name)), "#reseed-train"); };
  BOOST_TEST(trained("trained"));
  BOOST_TEST(trained("unfinished"));
  for (const char* name : {"imported", "measured again", "without runs"}) BOOST_TEST(!trained(name), name);
  BOOST_TEST(entity(bundles.at("measured again"), "#parent").at("identifier") ==
             "content digest " + read_bundle(bundles.at("trained")).content_digest);
  BOOST_TEST(entity(bundles.at("unfinished"), "#workflow-run").at("error") == "not finished: 2 runs ended in error");
  BOOST_TEST(entity(bundles.at("trained"), "#measure").at("actionStatus") == "http://schema.org/CompletedActionStatus");
  BOOST_TEST(has(entity(bundles.at("imported"), "#imported-runs").at("name"), "runs"));
}

BOOST_FIXTURE_TEST_CASE(pass_a_public_validator, Kinds, *boost::unit_test::precondition(has_validator)) {
  for (const auto& [name, bundle] : bundles) {
    const std::string command = std::string(std::getenv("RESEED_CRATE_VALIDATOR")) + " '" + bundle.string() + "'";
    BOOST_TEST(std::system(command.c_str()) == 0, name << ": " << command);
  }
}

BOOST_AUTO_TEST_SUITE_END()
