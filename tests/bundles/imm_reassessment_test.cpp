// SPDX-License-Identifier: Apache-2.0
// The study of mitigation methods from manifest to report, with the fake trainer: five schemes, two tasks, published
// values beside ours.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <filesystem>

#include "base/csv.hpp"
#include "bundle/bundle.hpp"
#include "report/study_files.hpp"
#include "support/can_train.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

/// The small study's data under the names of two tasks of the paper, its model under that of one of the paper's.
std::string paper_manifest() {
  std::string text =
      "schema = 1\n[study]\nid = \"reassessment\"\nkind = \"imm_reassessment\"\npublished = \"du_nguyen_2023\"\n"
      "[models.bert-large]\ncheckpoint = \"models/bert-large-uncased\"\n";
  for (const char* task : {"RTE", "MRPC"})
    text += "[tasks." + std::string(task) + "]\ndataset = \"" + task +
            ".toml\"\nsplit = { seed = 0, test_fraction = 0.5 }\n";
  text += "[training]\nepochs = 1\n";
  int epochs = 1;
  for (const char* scheme : {"original", "mixout", "llrd", "reinit", "wd_pre"})
    text += "[[groups]]\nname = \"" + std::string(scheme) +
            "\"\nmodels = [\"bert-large\"]\ntasks = [\"RTE\", \"MRPC\"]\ntraining = { epochs = " +
            std::to_string(epochs++) + " }\nseeds = { first = 0, count = 7 }\n";
  for (const char* measure : {"performance_sd", "jensen_shannon_divergence", "fleiss_kappa", "linear_cka_distance",
                              "orthogonal_procrustes_distance"})
    text += "[[measures]]\nid = \"" + std::string(measure) + "\"\n[[measures]]\nid = \"" + measure +
            "\"\nvariant = \"as_published\"\n";
  return text +
         "[[measures]]\nid = \"pairwise_disagreement\"\n[analysis]\nbootstrap = { samples = 200 }\nresamples = 500\n";
}

class Reassessment : public SmallStudy {
 public:
  Reassessment() {
    std::filesystem::create_directory(at("models"));
    std::filesystem::rename(at("checkpoint"), at("models/bert-large-uncased"));
    write("RTE.toml", read_file(at("data.toml")));
    write("MRPC.toml", read_file(at("data.toml")));
    write("study.toml", paper_manifest());
  }
  CsvTable csv(const std::string& name) const { return parse_csv(read_file(bundle() / name), name); }
};

/// Numbers of marks in the series of a figure of the report.
std::vector<std::size_t> marks_of(const fs::path& bundle, const std::string& figure) {
  std::vector<std::size_t> marks;
  for (const StudyFigure& one : read_study_files(bundle).figures)
    if (one.id == figure)
      for (const StudySeries& series : one.series) marks.push_back(series.points.size());
  return marks;
}

/// The same cell, or the same number by sums in another order.
bool equal_but_for_rounding(const std::string& a, const std::string& b) {
  return a == b || std::abs(std::stod(a) - std::stod(b)) < 1e-12;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(imm_reassessment_bundle, *utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(holds_the_study_against_the_paper) {
  const Reassessment study;
  const Said said = study.run();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(verify_bundle(study.bundle()).problems.empty());
  BOOST_TEST(has(said.out, "Do the paper's claims"));

  const CsvTable table = study.csv("tables/paper_table-bert-large.csv");
  BOOST_TEST(table.rows.size() == 15u);  // five schemes: ours, ours as published, published
  BOOST_TEST(table.rows[2][1] == "published");
  BOOST_TEST(table.rows[2][3] == "71.3 ± 1.8");

  const CsvTable published = study.csv("published.csv");
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(published.columns.begin(), published.columns.end(), name) -
                                    published.columns.begin());
  };
  const std::size_t ours = column("ours"), verdict = column("verdict"), remark = column("remark");
  std::size_t beside = 0;
  for (const auto& row : published.rows) {
    if (row[0] == "claims" || row[0] == "statements of the list") continue;
    BOOST_TEST(row[verdict] == "not_comparable", row[remark]);
    if (row[0] != "Table 1" || row[ours].empty()) continue;
    ++beside;
    BOOST_TEST(has(row[remark], "other test items: 20, published on "), row[remark]);
  }
  // RTE and MRPC, five schemes: the score, four measures by two forms or, the disagreement, by one.
  BOOST_TEST(beside == 2u * 5u * (1u + 2u * 3u + 1u));
  BOOST_TEST(study.csv("tables/bootstrap_correlations.csv").rows.size() == 2u * 10u * 15u);

  std::size_t claims = 0, statements = 0;
  for (const auto& row : published.rows) {
    if (row[0] != "claims" && row[0] != "statements of the list") continue;
    ++(row[0] == "claims" ? claims : statements);
    const std::string& told = row[verdict];
    BOOST_TEST((told == "holds" || told == "does_not_hold" || told == "cannot_tell"), told);
    BOOST_TEST(!row[remark].empty());
  }
  BOOST_TEST(claims == 7u + 6u);      // by two forms of the measures, but for what the code's form makes so
  BOOST_TEST(statements == 1u + 2u);  // that, and what WD_pre is
  const std::string page = read_file(study.bundle() / "report.html");
  BOOST_TEST(has(page, ">RTE, bert-large</a>"));  // a section and its place in the contents
  BOOST_TEST(has(page, "Groups that share a task are not independent"));
  BOOST_TEST(has(page, "has 2 layers, the published model 24"));
  std::size_t maps = 0;
  for (const StudyFigure& figure : read_study_files(study.bundle()).figures)
    if (figure.id.starts_with("measure_agreement")) {
      ++maps;
      BOOST_TEST(figure.panels.size() == 2u);  // RTE and MRPC
      BOOST_TEST(study.csv("figures/" + figure.id + ".csv").rows.size() ==
                 2u * figure.y_categories.size() * figure.x_categories.size());
      const std::string drawn = read_file(study.bundle() / "figures" / (figure.id + ".svg"));
      for (const char* task : {"RTE", "MRPC"}) BOOST_TEST(has(drawn, ">" + std::string(task) + "</text>"));
    }
  BOOST_TEST(maps == 2u);  // by two forms of the measures
}

// Five methods of seven seeds and their values; measured again, the marks come from the records in the bundle.
BOOST_AUTO_TEST_CASE(shows_every_seed_of_measures_of_the_whole_group_also_when_measured_again) {
  const Reassessment study;
  BOOST_REQUIRE(study.run().code == 0);
  const std::vector<std::size_t> wanted = {7, 7, 7, 7, 7, 5};
  for (const char* measure : {"performance_sd", "fleiss_kappa"})
    BOOST_TEST(marks_of(study.bundle(), "instability-" + std::string(measure) + "-RTE-bert-large") == wanted);
  const Said said = Program(SmallStudy::reseed(),
                            {"measure", study.bundle().string(), "--store", study.at("fresh-store").string(), "--out",
                             study.at("again").string(), "--jobs", "1", "--set", "analysis.level=0.04"},
                            study.environment())
                        .wait();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  const fs::path again = fs::directory_iterator(study.at("again"))->path();
  BOOST_TEST(marks_of(again, "instability-performance_sd-RTE-bert-large") == wanted);
  const auto figure = [](const fs::path& bundle) {
    return read_file(bundle / "figures" / "instability-performance_sd-RTE-bert-large.svg");
  };
  BOOST_TEST(figure(again) == figure(study.bundle()));
}

BOOST_AUTO_TEST_CASE(a_manifest_says_what_a_run_drawn_twice_counts) {
  Reassessment study;
  BOOST_REQUIRE(study.run().code == 0);
  const CsvTable before = study.csv("tables/differences.csv");
  study.out = "again";
  const Said said = study.run({"--set", "analysis.bootstrap.self_pairs=\"include_zero\""});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  for (const auto& row : study.csv("tables/bootstrap_correlations.csv").rows) BOOST_TEST(row[4] == "include_zero");
  const CsvTable after = study.csv("tables/differences.csv");
  BOOST_REQUIRE_EQUAL(after.rows.size(), before.rows.size());
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(after.columns.begin(), after.columns.end(), name) -
                                    after.columns.begin());
  };
  std::size_t moved = 0;
  for (std::size_t r = 0; r < after.rows.size(); ++r) {
    BOOST_TEST(equal_but_for_rounding(after.rows[r][column("difference")], before.rows[r][column("difference")]));
    if (after.rows[r][column("low")] == before.rows[r][column("low")]) continue;
    ++moved;
    const std::string& quantity = after.rows[r][column("quantity")];
    BOOST_TEST((quantity != "accuracy" && quantity != "performance SD" && quantity != "1 - Fleiss' kappa"), quantity);
  }
  BOOST_TEST(moved > 0u);
}

BOOST_AUTO_TEST_CASE(its_options_cut_seeds_and_measures_and_train_nothing_again) {
  Reassessment study;
  BOOST_REQUIRE(study.run().code == 0);
  study.out = "again";
  const Said said = study.run({"--set", "analysis.seeds=4", "--set", "analysis.sd=\"population\"", "--set",
                               "analysis.measures=\"pairwise_disagreement, performance_sd\"", "--set",
                               "analysis.bootstrap_seeds=3", "--set", "analysis.layer=1"});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(has(read_file(study.bundle() / "tables/answers.csv"), "only the first 4 seeds"));
  BOOST_TEST(has(read_file(study.bundle() / "tables/captions.csv"), "(divisor m)"));
  const CsvTable maps = study.csv("tables/bootstrap_correlations.csv");
  BOOST_TEST(maps.rows.size() == 2u * 10u);  // one pair of measures
  for (const auto& row : maps.rows) BOOST_TEST(row[8] == "3");
  for (const auto& row : study.csv("tables/scores.csv").rows) BOOST_TEST(row[5] == "4");
}

BOOST_AUTO_TEST_SUITE_END()
