// SPDX-License-Identifier: Apache-2.0
#include "bundle/crate.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/sha256.hpp"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using reseed::RunOutcome;

/// A bundle on disk: one run that went well, with its record, one that diverged and one in error.
class MadeBundle {
 public:
  explicit MadeBundle(const reseed::CrateCredit& credit = {}) {
    reseed::BundleContent content;
    content.info.study = "study";
    content.info.kind = "some_kind";
    content.info.tool_version = "0.1.0";
    content.info.tool_commit = "c0ffee";
    content.info.plugins = {{"mitigation", "method", 1, "d1"}, {"measure", "distance", 2, "d2"}};
    content.manifest = "# as given\n";
    content.resolved_manifest = "schema = 1\n\n[sources.\"weights\"]\npackage = \"p\"\n";
    content.environment = {{"written", "2026-01-02T03:04:05Z"}, {"training", {{"libtorch", "2.11.0"}}}};
    const std::string text = R"({"outcome": "ok", "reason": "", "steps": null, "kept_step": null, "scores": {}})";
    reseed::write_file(folder_.path() / "outcome", text);
    content.stored["records/good/outcome.json"] = {folder_.path() / "outcome", ""};
    for (const auto& [id, outcome] : std::map<std::string, RunOutcome>{
             {"bad", RunOutcome::error}, {"good", RunOutcome::ok}, {"wild", RunOutcome::diverged}}) {
      reseed::RunRow row;
      row.id = id;
      row.group = "<script>alert(1)</script>";
      row.mitigation = "method";
      row.mitigation_version = 1;
      row.outcome = outcome;
      if (outcome != RunOutcome::ok) row.reason = "because";
      if (outcome == RunOutcome::ok)
        row.record_digest = reseed::record_digest({{"outcome.json", reseed::sha256(text)}});
      runs.push_back(row);
    }
    content.runs = runs;
    content.files["tables/scores.csv"] = "a\n1\n";
    content.files["report.html"] = "<p>";
    reseed::write_bundle(bundle(), content, reseed::KeepRecords::copy);
    reseed::write_crate(bundle(), credit);
    checksums = reseed::parse_checksums(reseed::read_file(bundle() / "SHA256SUMS"), "SHA256SUMS");
  }

  fs::path bundle() const { return folder_.path() / "bundle"; }
  Json crate() const { return Json::parse(reseed::read_file(bundle() / reseed::kCrateFile)); }
  /// The problems of a crate whose graph was changed, one line each.
  template <class Change>
  std::string problems_after(Change&& change) const {
    Json crate = this->crate();
    change(crate["@graph"]);
    std::string lines;
    for (const std::string& line : reseed::crate_problems(crate.dump(), runs, checksums)) lines += line + "\n";
    return lines;
  }

  std::vector<reseed::RunRow> runs;
  reseed::Checksums checksums;

 private:
  reseed::TemporaryFolder folder_;
};

Json& entity(Json& graph, const std::string& id) {
  return *std::find_if(graph.begin(), graph.end(), [&](const Json& one) { return one.at("@id") == id; });
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(crate)

BOOST_AUTO_TEST_CASE(the_crate_of_a_bundle_has_no_problems_and_is_verified) {
  const MadeBundle made;
  BOOST_TEST(made.problems_after([](Json&) {}) == "");
  for (const std::string& problem : reseed::verify_bundle(made.bundle()).problems)
    BOOST_TEST(!contains(problem, reseed::kCrateFile), problem);
}

BOOST_AUTO_TEST_CASE(the_resolved_manifest_is_the_workflow_and_every_kind_of_task_a_step) {
  Json graph = MadeBundle().crate()["@graph"];
  BOOST_TEST(entity(graph, "./")["mainEntity"]["@id"] == "manifest.resolved.toml");
  const Json workflow = entity(graph, "manifest.resolved.toml");
  BOOST_TEST(workflow["@type"] == Json({"File", "SoftwareSourceCode", "ComputationalWorkflow", "HowTo"}));
  std::vector<std::string> steps;
  for (const Json& step : workflow["step"]) steps.push_back(entity(graph, step["@id"])["name"]);
  BOOST_TEST(steps == (std::vector<std::string>{"fetch", "check", "train", "analyse", "bundle"}),
             boost::test_tools::per_element());
  BOOST_TEST(entity(graph, "#organise")["instrument"]["@id"] == "#reseed");
  BOOST_TEST(entity(graph, "#reseed")["softwareVersion"] == "0.1.0 (commit c0ffee)");
  BOOST_TEST(entity(graph, "#library-libtorch")["softwareVersion"] == "2.11.0");
}

BOOST_AUTO_TEST_CASE(a_run_is_an_action_with_its_status_and_error) {
  Json graph = MadeBundle().crate()["@graph"];
  BOOST_TEST(entity(graph, "#run-good")["actionStatus"] == "http://schema.org/CompletedActionStatus");
  BOOST_TEST(entity(graph, "#run-good")["result"].back()["@id"] == "records/good/");
  BOOST_TEST(!entity(graph, "#run-good").contains("error"));
  BOOST_TEST(entity(graph, "#run-bad")["actionStatus"] == "http://schema.org/FailedActionStatus");
  BOOST_TEST(entity(graph, "#run-bad")["error"] == "because");
  BOOST_TEST(entity(graph, "#run-wild")["actionStatus"] == "http://schema.org/CompletedActionStatus");
  BOOST_TEST(entity(graph, "#run-wild")["description"] == "diverged, which is a result: because");
}

BOOST_AUTO_TEST_CASE(agent_and_licence_stand_in_the_crate_only_when_given) {
  Json without = MadeBundle().crate()["@graph"];
  BOOST_TEST(!entity(without, "./").contains("author"));
  BOOST_TEST(!entity(without, "#organise").contains("agent"));
  Json with = MadeBundle({"https://orcid.org/0000-0002-1825-0097", "CC-BY-4.0"}).crate()["@graph"];
  BOOST_TEST(entity(with, "./")["license"] == "CC-BY-4.0");
  BOOST_TEST(entity(with, "#organise")["agent"]["@id"] == "https://orcid.org/0000-0002-1825-0097");
  BOOST_TEST(entity(with, "https://orcid.org/0000-0002-1825-0097")["@type"] == "Person");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_named) {
  const MadeBundle made;
  const auto drop = [](const std::string& id) {
    return [id](Json& graph) {
      graph.erase(std::find_if(graph.begin(), graph.end(), [&](const Json& one) { return one.at("@id") == id; }));
    };
  };
  BOOST_TEST(contains(made.problems_after(drop("#run-good")), "#run-good: want a CreateAction"));
  BOOST_TEST(contains(made.problems_after(drop("#reseed")), "found the unknown #reseed"));
  BOOST_TEST(contains(made.problems_after(drop("runs.csv")), "runs.csv: want every file of the bundle listed"));
  BOOST_TEST(contains(made.problems_after([](Json& graph) { entity(graph, "runs.csv")["sha256"] = "0"; }),
                      "runs.csv: sha256: want " + made.checksums.at("runs.csv")));
  BOOST_TEST(contains(made.problems_after([](Json& graph) {
    graph.push_back({{"@id", "x.csv"}, {"@type", "File"}});
  }),
                      "x.csv: want a file of the bundle, found none"));
  BOOST_TEST(
      contains(made.problems_after([](Json& graph) { graph.push_back(entity(graph, "./")); }), "found it twice"));
  BOOST_TEST(contains(made.problems_after([](Json& graph) { entity(graph, "#run-bad").erase("error"); }),
                      "#run-bad: error: want it"));
  BOOST_TEST(contains(made.problems_after([](Json& graph) {
    entity(graph, "#control-train")["instrument"] = {{"@id", "#reseed"}};
  }),
                      "#control-train: instrument: want a HowToStep, found #reseed"));
  const auto text_problems = [&](const std::string& text) {
    return reseed::crate_problems(text, made.runs, made.checksums).at(0);
  };
  BOOST_TEST(contains(text_problems("{"), "want strict JSON"));
  BOOST_TEST(contains(text_problems("[]"), "want an object with @context"));
}

BOOST_AUTO_TEST_SUITE_END()
