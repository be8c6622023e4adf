// SPDX-License-Identifier: Apache-2.0
#include "bundle/contradictions.hpp"

#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "base/safetensors.hpp"
#include "bundle/published_csv.hpp"
#include "bundle/row_counts.hpp"
#include "bundle/study_contradictions.hpp"

namespace {

using reseed::MeasureRow;
using reseed::RunRow;

/// Two groups of two runs each, measured at two layers; records, pair matrices and a report on disk.
class Made {
 public:
  Made() {
    const auto put = [&](const std::string& name, const std::string& text) {
      std::filesystem::create_directories((folder.path() / name).parent_path());
      reseed::write_file(folder.path() / name, text);
      files.insert(name);
    };
    info.status = "complete";
    info.kind = "some_kind";
    for (const std::string group : {"a", "b"}) {
      for (const std::uint64_t seed : {3, 5}) {
        RunRow run;
        run.id = group + std::to_string(seed);
        run.group = group;
        run.seed = seed;
        run.steps = 8;
        run.scores = {{"test", {{"accuracy", 0.75}}}};
        runs.push_back(run);
        put("records/" + run.id + "/outcome.json",
            R"({"outcome": "ok", "steps": 8, "scores": {"test": {"accuracy": 0.75}}, "seed": )" + std::to_string(seed) +
                "}");
      }
      const std::vector<double> values = {0, 0.25, 0.25, 0, 0, 0.5, 0.5, 0};
      const std::vector<std::uint8_t> defined(8, 1);
      const std::vector<std::int64_t> layers = {1, 2}, seeds = {3, 5};
      put("pairs/" + group, "");
      reseed::write_safetensors(folder.path() / "pairs" / group,
                                {{"values", reseed::view_of<double>(values, {2, 2, 2})},
                                 {"defined", reseed::view_of<std::uint8_t>(defined, {2, 2, 2})},
                                 {"layers", reseed::view_of<std::int64_t>(layers, {2})},
                                 {"seeds", reseed::view_of<std::int64_t>(seeds, {2})}});
      for (const std::int64_t layer : layers) {
        MeasureRow row;
        row.group = group;
        row.test_set = "test";
        row.measure = "distance";
        row.variant = "textbook";
        row.layer = layer;
        row.value = 0.25 * static_cast<double>(layer);
        row.n_runs = 2;
        row.pairs = "pairs/" + group;
        measures.push_back(row);
      }
    }
    put("tables/scores.csv", "a\n1\n");
    put("tables/answers.csv", "kind,question,verdict,text\n");
    put("tables/captions.csv", "kind,id,caption,alternative\n");
    put("figures/scores.svg", "<svg/>");
    put("figures/scores.csv", "series,x,y,low,high,label\n");
    put("tables/report.json", R"({"tables": [{"id": "scores"}], "figures": [{"id": "scores"}]})");
  }

  std::string found() const {
    std::string text;
    const reseed::BundleTexts texts(folder.path(), reseed::kBundleSchema);
    for (const reseed::Contradiction& one : reseed::contradictions(folder.path(), texts, files, runs, measures))
      text += one.place + ": " + one.message + "\n";
    for (const reseed::Contradiction& one : reseed::study_contradictions(texts, files, info))
      text += one.place + ": " + one.message + "\n";
    return text;
  }
  void expect(const std::string& part) const {
    BOOST_TEST(found().find(part) != std::string::npos, "no '" << part << "' in: " << found());
  }

  reseed::TemporaryFolder folder;
  std::set<std::string> files;
  reseed::BundleInfo info;
  std::vector<RunRow> runs;
  std::vector<MeasureRow> measures;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(contradictions)

BOOST_FIXTURE_TEST_CASE(a_bundle_that_agrees_with_itself_has_none, Made) { BOOST_TEST(found() == ""); }

BOOST_FIXTURE_TEST_CASE(scores_outcome_and_steps_are_those_of_the_record, Made) {
  runs[0].scores["test"]["accuracy"] = 0.99;
  expect("runs.csv: run a3: scores: want what records/a3/outcome.json says, found another");
  runs[0].seed = 4;
  expect("runs.csv: run a3: seed: want");
  runs[1].steps = 9;
  expect("runs.csv: run a5: steps: want");
  runs[2].outcome = reseed::RunOutcome::diverged;
  expect("runs.csv: run b3: outcome: want");
}

BOOST_FIXTURE_TEST_CASE(a_value_is_the_mean_of_its_pairs, Made) {
  measures[1].value = 0.5 + 1e-9;
  expect("measures.csv: row 2: value: want the mean of the pairs in pairs/a, 0.5, found 0.500000001");
  measures[0].value.reset();
  expect("measures.csv: row 1: value: want the mean of the pairs in pairs/a, 0.25, found none");
  measures[2].n_undefined = 1;
  expect("measures.csv: row 3: n_undefined: want 0");
  measures[3].n_runs = 3;
  expect("measures.csv: row 4: n_runs: want 2, found 3");
  runs[2].outcome = reseed::RunOutcome::error;
  expect("measures.csv: row 3: pairs/b: want the seeds whose runs ended well");
}

BOOST_FIXTURE_TEST_CASE(no_value_stands_twice_and_no_layer_of_a_pair_matrix_lacks_its_value, Made) {
  const std::vector<MeasureRow> whole = measures;
  measures.push_back(measures[0]);
  expect("measures.csv: row 5: want every value once, found it twice");
  measures = {whole[0], whole[1], whole[2]};
  expect("pairs/b: want a row of measures.csv for every layer, found none for layer 2");
}

BOOST_FIXTURE_TEST_CASE(tables_and_figures_are_those_of_the_report, Made) {
  files.erase("figures/scores.svg");
  expect("figures/scores.svg: want a file that tables/report.json lists, found none");
  files.erase("figures/scores.csv");
  expect("figures/scores.csv: want a file that tables/report.json lists, found none");
  files.erase("tables/captions.csv");
  expect("tables/captions.csv: want a file that tables/report.json lists, found none");
  files.insert("figures/old.csv");
  expect("figures/old.csv: want only files that tables/report.json lists, found another");
  files.insert("tables/more.csv");
  expect("tables/more.csv: want only files that tables/report.json lists, found another");
  files.erase("tables/report.json");
  expect("tables/report.json: want the study's report in a complete bundle, found none");
  expect("tables/scores.csv: want only files that tables/report.json lists, found another and no such list");
}

BOOST_FIXTURE_TEST_CASE(every_pair_matrix_is_named_by_a_value, Made) {
  for (const std::string name : {"pairs/c", "pairs/code.so", "pairs/a/deeper"}) files.insert(name);
  BOOST_TEST(found() ==
             "pairs/a/deeper: want a pair matrix that a row of measures.csv names, found another file\n"
             "pairs/c: want a pair matrix that a row of measures.csv names, found another file\n"
             "pairs/code.so: want a pair matrix that a row of measures.csv names, found another file\n");
}

BOOST_FIXTURE_TEST_CASE(answers_and_rows_of_tables_are_as_many_as_the_report_says, Made) {
  const auto put = [&](const std::string& name, const std::string& text) {
    reseed::write_file(folder.path() / name, text);
  };
  put("tables/report.json",
      R"({"tables": [{"id": "scores", "row_count": 1}], "figures": [{"id": "scores"}], "answer_rows": 2})");
  put("tables/answers.csv", "kind,question,verdict,text\nanswer,q,yes,s\nnote,,,n\n");
  BOOST_TEST(found() == "");
  put("tables/answers.csv", "kind,question,verdict,text\nanswer,q,yes,s\n");
  BOOST_TEST(found() == "tables/answers.csv: want 2 rows as tables/report.json says, found 1\n");
  files.erase("tables/answers.csv");
  BOOST_TEST(found() == "tables/answers.csv: want 2 rows as tables/report.json says, found 0\n");
  put("tables/answers.csv", "no table \"");  // the check of its form names that
  files.insert("tables/answers.csv");
  put("tables/scores.csv", "a\n1\n2\n");
  BOOST_TEST(found() == "tables/scores.csv: want 1 rows as tables/report.json says, found 2\n");
  put("tables/report.json", R"({"tables": [{"id": "scores"}], "figures": [{"id": "scores", "row_count": 1}]})");
  BOOST_TEST(found() == "figures/scores.csv: want 1 rows as tables/report.json says, found 0\n");
}

BOOST_FIXTURE_TEST_CASE(published_values_and_claims_are_as_many_as_the_report_says, Made) {
  const auto report_says = [&](const std::string& more) {
    reseed::write_file(folder.path() / "tables/report.json",
                       R"({"tables": [{"id": "scores"}], "figures": [{"id": "scores"}])" + more + "}");
  };
  const auto put_claims = [&](std::size_t count) {
    reseed::PublishedRows rows;
    for (std::size_t i = 0; i < count; ++i) rows.claims.push_back({std::to_string(i), "text", "holds", "why"});
    reseed::write_file(folder.path() / "published.csv", reseed::write_published_csv(rows));
    files.insert("published.csv");
  };
  report_says(R"(, "published_rows": 2)");
  BOOST_TEST(found() == "published.csv: want 2 rows as tables/report.json says, found 0\n");
  put_claims(1);
  BOOST_TEST(found() == "published.csv: want 2 rows as tables/report.json says, found 1\n");
  put_claims(2);
  BOOST_TEST(found() == "");
  // A study need not say anything of facts that a manifest names.
  files.erase("published.csv");
  info.published = "somebody_1900";
  report_says(R"(, "published_rows": 0)");
  BOOST_TEST(found() == "");
  report_says("");  // of an earlier build, which counted none
  BOOST_TEST(found() == "published.csv: want what the study says of the published facts somebody_1900, found none\n");
  put_claims(1);
  BOOST_TEST(found() == "");
  files.erase("published.csv");
  info.status = "unfinished";
  BOOST_TEST(found() == "");
}

BOOST_AUTO_TEST_SUITE_END()
