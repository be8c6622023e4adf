// SPDX-License-Identifier: Apache-2.0
#include "bundle/crate.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "support/asked_manifest.hpp"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using reseed::RunOutcome;

/// A bundle on disk: one run that went well, with its record, one that diverged and one in error; a value.
class MadeBundle {
 public:
  explicit MadeBundle(const reseed::CrateCredit& credit = {},
                      const std::function<void(reseed::BundleContent&)>& change = {}) {
    reseed::BundleContent content;
    content.info.study = "study";
    content.info.kind = "some_kind";
    content.info.tool_version = "0.1.0";
    content.info.tool_commit = "c0ffee";
    content.info.plugins = {{"mitigation", "method", 1, "d1"}, {"measure", "distance", 2, "d2"}};
    content.manifest = "# as given\n";
    content.environment = reseed::test::made_environment();
    content.environment["training"] = {{"device", "cpu"}, {"training_revision", 1}, {"libtorch", "2.11.0"}};
    const std::string text = R"({"outcome": "ok", "reason": "", "steps": null, "kept_step": null, "scores": {}})";
    reseed::write_file(folder_.path() / "outcome", text);
    const std::string diverged = R"({"outcome": "diverged", "reason": "because", "steps": 1, "kept_step": null,
                                     "scores": {}})";
    reseed::write_file(folder_.path() / "diverged", diverged);
    content.stored["records/good/outcome.json"] = {folder_.path() / "outcome", ""};
    content.stored["records/wild/outcome.json"] = {folder_.path() / "diverged", ""};
    for (const auto& [id, outcome] : std::map<std::string, RunOutcome>{
             {"bad", RunOutcome::error}, {"good", RunOutcome::ok}, {"wild", RunOutcome::diverged}}) {
      reseed::RunRow row;
      row.id = id;
      row.group = "<script>alert(1)</script>";
      row.model = "model";
      row.task = "task";
      row.seed = content.runs.size();
      row.mitigation = "method";
      row.mitigation_version = 1;
      row.outcome = outcome;
      if (outcome != RunOutcome::ok) row.reason = "because";
      if (outcome != RunOutcome::error)
        row.record_digest =
            reseed::record_digest({{"outcome.json", reseed::sha256(outcome == RunOutcome::ok ? text : diverged)}});
      content.runs.push_back(row);
    }
    reseed::MeasureRow value;
    value.group = content.runs[0].group;
    value.model = "model";
    value.task = "task";
    value.test_set = "test";
    value.measure = "distance";
    value.variant = "textbook";
    value.version = 2;
    value.flags = {reseed::Flag::too_few_seeds};
    value.n_items = 10;
    value.n_runs = 1;
    content.measures = {value};
    content.files["report.html"] = "<p>";
    content.files["tables/report.json"] =
        R"({"answers": [], "claims": [], "figures": [], "notes": [],
            "published": [], "tables": [{"id": "scores", "title": "", "rows": [],
            "columns": [{"name": "a", "title": "a", "unit": "", "decimals": 0}]}]})";
    content.files["tables/scores.csv"] = "a\n1\n";
    content.files["tables/captions.csv"] = "kind,id,caption,alternative\ntable,scores,,\n";
    content.files["tables/answers.csv"] = "kind,question,verdict,text\nanswer,q,v,s\n";
    if (change) change(content);
    content.resolved_manifest =
        reseed::test::manifest_asking_for(content) + "\n[sources.\"weights\"]\npackage = \"p\"\n";
    reseed::write_bundle(bundle(), content, reseed::KeepRecords::copy);
    reseed::write_crate(bundle(), credit);
    runs = content.runs;
    measures = content.measures;
    checksums = reseed::parse_checksums(reseed::read_file(bundle() / "SHA256SUMS"), "SHA256SUMS");
  }

  fs::path bundle() const { return folder_.path() / "bundle"; }
  Json crate() const { return Json::parse(reseed::read_file(bundle() / reseed::kCrateFile)); }
  std::string problems_of(const std::string& text) const {
    std::string lines;
    for (const std::string& line :
         reseed::crate_problems(text, reseed::read_bundle(bundle()).info, runs, measures, checksums))
      lines += line + "\n";
    return lines;
  }
  /// The problems of a crate whose graph was changed, one line each.
  template <class Change>
  std::string problems_after(Change&& change) const {
    Json crate = this->crate();
    change(crate["@graph"]);
    return problems_of(crate.dump());
  }
  std::vector<std::string> steps() const {
    const Json graph = crate()["@graph"];
    const auto find = [&](const std::string& id) {
      return *std::find_if(graph.begin(), graph.end(), [&](const Json& one) { return one.at("@id") == id; });
    };
    std::vector<std::string> names;
    const Json workflow = find("manifest.resolved.toml");
    for (const Json& step : workflow["step"]) names.push_back(find(step["@id"])["name"]);
    return names;
  }

  std::vector<reseed::RunRow> runs;
  std::vector<reseed::MeasureRow> measures;
  reseed::Checksums checksums;

 private:
  reseed::TemporaryFolder folder_;
};

/// All runs well: nothing is missing.
void complete(reseed::BundleContent& content) {
  std::erase_if(content.runs, [](const reseed::RunRow& run) { return run.outcome == RunOutcome::error; });
}
void make_import(reseed::BundleContent& content) {
  complete(content);
  content.info.kind = "";
  content.info.plugins = {{"measure", "distance", 2, "d2"}};
  for (reseed::RunRow& run : content.runs) {
    run.mitigation.clear();
    run.mitigation_version = 0;
  }
  content.environment.erase("training");
  content.environment["imported"] = {{"source", "my runs.zip"}};
}
void measure_again(reseed::BundleContent& content) {
  complete(content);
  content.info.parent = "0123456789abcdef";
}
void take_runs_away(reseed::BundleContent& content) {
  content.runs.clear();
  content.measures.clear();
  content.stored.clear();
  content.info.plugins.clear();
  content.environment["training"] = {{"trains", "nothing"}};
}

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
  const MadeBundle made;
  Json graph = made.crate()["@graph"];
  BOOST_TEST(entity(graph, "./")["mainEntity"]["@id"] == "manifest.resolved.toml");
  BOOST_TEST(entity(graph, "manifest.resolved.toml")["@type"] ==
             Json({"File", "SoftwareSourceCode", "ComputationalWorkflow", "HowTo"}));
  BOOST_TEST(made.steps() == (std::vector<std::string>{"fetch", "check", "train", "measure", "analyse", "bundle"}),
             boost::test_tools::per_element());
  BOOST_TEST(entity(graph, "#measure")["instrument"]["@id"] == "#reseed-measure");
  BOOST_TEST(entity(graph, "#run-good")["instrument"]["@id"] == "#reseed-train");
  BOOST_TEST(entity(graph, "#organise")["instrument"]["@id"] == "#reseed");
  BOOST_TEST(entity(graph, "#reseed")["softwareVersion"] == "0.1.0 (commit c0ffee)");
  BOOST_TEST(entity(graph, "#library-libtorch")["softwareVersion"] == "2.11.0");
}

BOOST_AUTO_TEST_CASE(runs_that_were_made_elsewhere_are_the_work_of_the_import) {
  const MadeBundle made({}, make_import);
  BOOST_TEST(made.problems_after([](Json&) {}) == "");
  BOOST_TEST(made.steps() == (std::vector<std::string>{"check", "import", "measure", "bundle"}),
             boost::test_tools::per_element());
  Json graph = made.crate()["@graph"];
  BOOST_TEST(entity(graph, "#run-good")["instrument"]["@id"] == "#reseed-import");
  BOOST_TEST(contains(entity(graph, "#run-good")["name"], "import model on task, "));
  BOOST_TEST(contains(entity(graph, "#imported-runs")["name"], "my runs.zip"));
  BOOST_TEST(!contains(made.crate().dump(), "reseed-train"));
  BOOST_TEST(!contains(made.crate().dump(), "fine-tune"));
  BOOST_TEST(contains(made.problems_after([](Json& all) {
    entity(all, "#run-good")["instrument"] = {{"@id", "#reseed-measure"}};
  }),
                      "#run-good: instrument: want #reseed-import, found another"));
}

BOOST_AUTO_TEST_CASE(a_bundle_that_was_measured_again_is_based_on_its_parent_and_trained_nothing) {
  const MadeBundle made({}, measure_again);
  BOOST_TEST(made.problems_after([](Json&) {}) == "");
  BOOST_TEST(made.steps() == (std::vector<std::string>{"check", "take", "measure", "analyse", "bundle"}),
             boost::test_tools::per_element());
  Json graph = made.crate()["@graph"];
  BOOST_TEST(entity(graph, "./")["isBasedOn"]["@id"] == "#parent");
  BOOST_TEST(entity(graph, "#parent")["identifier"] == "content digest 0123456789abcdef");
  BOOST_TEST(entity(graph, "#run-good")["object"]["@id"] == "#parent");
  BOOST_TEST(entity(graph, "#run-good")["instrument"]["@id"] == "#reseed-program");
  BOOST_TEST(!contains(made.crate().dump(), "reseed-train"));
  BOOST_TEST(contains(made.problems_after([](Json& all) { entity(all, "./").erase("isBasedOn"); }),
                      "./: isBasedOn: want #parent"));
}

BOOST_AUTO_TEST_CASE(a_bundle_without_runs_has_no_step_for_them) {
  const MadeBundle made({}, take_runs_away);
  BOOST_TEST(made.problems_after([](Json&) {}) == "");
  BOOST_TEST(made.steps() == (std::vector<std::string>{"fetch", "check", "analyse", "bundle"}),
             boost::test_tools::per_element());
  for (const std::string& problem : reseed::verify_bundle(made.bundle()).problems) BOOST_ERROR(problem);
}

BOOST_AUTO_TEST_CASE(what_did_not_end_well_is_not_said_to_be_completed) {
  const std::string completed = "http://schema.org/CompletedActionStatus",
                    failed = "http://schema.org/FailedActionStatus";
  Json whole = MadeBundle({}, complete).crate()["@graph"];
  for (const char* id : {"#measure", "#analyse", "#workflow-run"}) {
    BOOST_TEST(entity(whole, id)["actionStatus"] == completed, id);
    BOOST_TEST(!entity(whole, id).contains("error"), id);
  }
  const MadeBundle spoiled({}, [](reseed::BundleContent& content) {
    content.measures[0].flags = {reseed::Flag::plugin_crashed};
    content.files["tables/report.json"] =
        R"({"answers": [], "claims": [], "figures": [], "notes": [], "published": [], "tables": []})";
    for (const char* name : {"tables/scores.csv", "tables/captions.csv", "tables/answers.csv"})
      content.files.erase(name);
    content.analysed = false;
  });
  BOOST_TEST(spoiled.problems_after([](Json&) {}) == "");
  Json graph = spoiled.crate()["@graph"];
  for (const char* id : {"#measure", "#analyse", "#workflow-run"})
    BOOST_TEST(entity(graph, id)["actionStatus"] == failed);
  BOOST_TEST(entity(graph, "#measure")["error"] == "1 value could not be computed: a plugin threw, hung or crashed");
  BOOST_TEST(entity(graph, "#analyse")["error"] == "the study plugin gave no report");
  BOOST_TEST(entity(graph, "#workflow-run")["error"] ==
             "not finished: 1 run ended in error, 1 value could not be computed and the study gave no report");
  const auto says_completed = [&](const char* id) {
    return spoiled.problems_after([&](Json& all) { entity(all, id)["actionStatus"] = completed; });
  };
  BOOST_TEST(contains(says_completed("#measure"), "#measure: actionStatus: want " + failed));
  BOOST_TEST(contains(says_completed("#workflow-run"), "#workflow-run: actionStatus: want " + failed));
}

BOOST_AUTO_TEST_CASE(a_second_training_that_did_not_end_is_said) {
  const MadeBundle made({}, [](reseed::BundleContent& content) {
    complete(content);
    content.trained_twice = false;
  });
  BOOST_TEST(made.problems_after([](Json&) {}) == "");
  Json graph = made.crate()["@graph"];
  BOOST_TEST(entity(graph, "#workflow-run")["error"] == "not finished: the second training of a run did not end");
}

BOOST_AUTO_TEST_CASE(a_kind_of_task_without_its_step_is_named) {
  const MadeBundle made;
  for (const std::string kind : {"check", "train", "measure", "analyse", "bundle"})
    BOOST_TEST(contains(made.problems_after([&](Json& graph) { entity(graph, "#step-" + kind)["name"] = "something"; }),
                        "manifest.resolved.toml: step: want a HowToStep " + kind + ", found none"),
               kind);
}

// Earlier builds wrote the runs of imports as trained ones.
BOOST_AUTO_TEST_CASE(the_crates_of_frozen_bundles_are_taken) {
  for (const auto& entry : fs::directory_iterator(fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen"))
    if (entry.is_directory())
      for (const std::string& problem : reseed::verify_bundle(entry.path()).problems)
        BOOST_ERROR(entry.path() << ": " << problem);
}

BOOST_AUTO_TEST_CASE(every_file_has_its_sha256_also_the_page_which_had_none_once) {
  const MadeBundle made;
  const Json crate = made.crate();
  std::size_t files = 0;
  for (const Json& one : crate.at("@graph"))
    if (one.at("@type") == "File") {
      BOOST_TEST(one.at("sha256") == made.checksums.at(one.at("@id")), one.at("@id"));
      ++files;
    }
  BOOST_TEST(files > 5u);
  BOOST_TEST(made.problems_after([](Json& graph) { entity(graph, "report.html").erase("sha256"); }) == "");
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
  BOOST_TEST(contains(made.problems_after([](Json& graph) { entity(graph, "report.html")["sha256"] = "0"; }),
                      "report.html: sha256: want " + reseed::sha256("<p>")));
  BOOST_TEST(contains(made.problems_after([](Json& graph) { entity(graph, "runs.csv").erase("sha256"); }),
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
  const auto text_problems = [&](const std::string& text) { return made.problems_of(text); };
  BOOST_TEST(contains(text_problems("{"), "want strict JSON"));
  BOOST_TEST(contains(text_problems("[]"), "want an object with @context"));
}

BOOST_AUTO_TEST_SUITE_END()
