// SPDX-License-Identifier: Apache-2.0
// Studies of the published paper from manifest to bundle, with the fake trainer.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <tuple>

#include "base/csv.hpp"
#include "bundle/bundle.hpp"
#include "support/can_train.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace utf = boost::unit_test;
namespace fs = std::filesystem;

namespace {

/// Three measures of representations, two of predictions; 20 test items; the last lines are those of [analysis].
struct PaperStudy : SmallStudy {
  PaperStudy(const std::string& kind, int seeds, const std::string& analysis) {
    std::string text =
        manifest(seeds,
                 "[[measures]]\nid = \"orthogonal_procrustes_distance\"\n[[measures]]\nid = \"svcca_distance\"\n"
                 "[[measures]]\nid = \"linear_cka_distance\"\nvariant = \"as_published\"\n");
    const std::string from = "kind = \"fake_study\"";
    text.replace(text.find(from), from.size(), "kind = \"" + kind + "\"\npublished = \"du_nguyen_2023\"");
    write("study.toml", text + analysis);
  }
};

/// A whole bundle: verified, with a report page and every figure and table in it.
void run_whole(const SmallStudy& study) {
  const Said said = study.run();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  const Verification verification = verify_bundle(study.bundle());
  for (const std::string& problem : verification.problems) BOOST_ERROR(problem);
  BOOST_TEST(fs::exists(study.bundle() / "report.html"));
}

CsvTable table_of(const SmallStudy& study, const std::string& id) {
  const fs::path file = study.bundle() / "tables" / (id + ".csv");
  BOOST_REQUIRE_MESSAGE(fs::exists(file), file.string());
  return parse_csv(read_file(file), id);
}

/// Cells of a column.
std::vector<std::string> column(const CsvTable& table, const std::string& name) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  BOOST_REQUIRE_MESSAGE(found != table.columns.end(), name);
  std::vector<std::string> cells;
  for (const auto& row : table.rows) cells.push_back(row[static_cast<std::size_t>(found - table.columns.begin())]);
  return cells;
}

/// Figures whose names begin so.
std::size_t figures_of(const SmallStudy& study, const std::string& start) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(study.bundle() / "figures"))
    count += entry.path().extension() == ".svg" && entry.path().filename().string().starts_with(start);
  return count;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(studies_of_the_paper, *utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(validity_answers_its_three_parts) {
  const PaperStudy study("validity", 8,
                         "failure = { metric = \"accuracy\", not_above = 0.65, on = \"test\" }\nitems = \"both\"\n");
  run_whole(study);
  // Two groups; three pairs of textbook measures, and the published form of CKA beside Procrustes, whose published form
  // is the textbook one. The made model has two blocks: layers 1 and 2 are too few.
  const CsvTable layers = table_of(study, "convergent_layers");
  BOOST_TEST(layers.rows.size() == 2u * (3u + 1u));
  for (const std::string& reason : column(layers, "reason")) BOOST_TEST(has(reason, "want 3 layers"), reason);
  const CsvTable runs = table_of(study, "failed_runs");
  for (std::size_t i = 0; i < 2; ++i)
    BOOST_TEST(std::stoi(column(runs, "n_failed")[i]) + std::stoi(column(runs, "n_successful")[i]) == 8);
  // Four draws of rate 0.5, drawn both ways; three measures at two layers, one more variant, two without layers.
  const CsvTable samples = table_of(study, "test_samples");
  BOOST_TEST(samples.rows.size() == 2u * 2u * (3u * 2u + 2u + 2u));
  for (const std::string& draws : column(samples, "draws")) BOOST_TEST(draws == "4");
  const std::string page = read_file(study.bundle() / "report.html");
  BOOST_TEST(has(page, "against their legend (row 33)"));
  BOOST_TEST(has(page, "The manifest does not run the paper"));
  BOOST_TEST(has(page, "Where paper and code part"));
  const auto rows = column(table_of(study, "paper_versus_code"), "row");
  for (const char* row : {"5", "8", "33", "35"}) BOOST_TEST(std::count(rows.begin(), rows.end(), row) == 1, row);
}

BOOST_AUTO_TEST_CASE(embeddings_make_a_third_layer) {
  const PaperStudy study("validity", 3, "rates = \"\"\nembeddings = true\n");
  run_whole(study);
  for (const std::string& r : column(table_of(study, "convergent_layers"), "r")) BOOST_TEST(!r.empty());
  BOOST_TEST(table_of(study, "test_samples").rows.empty());
}

BOOST_AUTO_TEST_CASE(sst2_scale_shows_every_group_and_says_that_the_large_task_is_absent) {
  const PaperStudy study("sst2_scale", 3, "embeddings = true\n");
  run_whole(study);
  BOOST_TEST(table_of(study, "table3").columns.size() == 3u);
  BOOST_TEST(figures_of(study, "scores-") == 1u);
  BOOST_TEST(figures_of(study, "agreement-") == 2u);  // textbook forms, and those of the published code
  BOOST_TEST(figures_of(study, "layers-") == 2u);     // of two groups
  BOOST_TEST(has(read_file(study.bundle() / "report.html"), "Table 3 of roberta-large is not compared"));
}

BOOST_AUTO_TEST_CASE(one_seed_makes_a_whole_bundle_that_cannot_tell_and_says_that_it_needs_two) {
  for (const char* kind : {"validity", "sst2_scale", "subsample_size"}) {
    PaperStudy study(
        kind, 1, std::string("embeddings = true\n") + (std::string(kind) == "sst2_scale" ? "" : "rates = \"0.5\"\n"));
    if (std::string(kind) == "sst2_scale") {
      std::string text = read_file(study.at("study.toml"));
      for (std::size_t at = text.find("made"); at != std::string::npos; at = text.find("made", at + 4))
        text.replace(at, 4, "sst2");
      study.write("study.toml", text);
    }
    run_whole(study);
    const std::string page = read_file(study.bundle() / "report.html");
    BOOST_TEST(has(page, "1 seed: a pair needs 2"), kind);
    BOOST_TEST(!has(page, "want 3 layers"), kind);
  }
}

BOOST_AUTO_TEST_CASE(one_seed_of_every_method_cannot_tell_and_says_so) {
  const PaperStudy study("imm_reassessment", 1, "");
  run_whole(study);
  const std::string page = read_file(study.bundle() / "report.html");
  BOOST_TEST(has(page, "of 1 run, too few to tell"));
}

/// A third group by a method, and a measure, that the studies have never heard of, each from a library of its own.
struct StudyWithStrangers : PaperStudy {
  explicit StudyWithStrangers(const std::string& kind) : PaperStudy(kind, 3, "embeddings = true\n") {
    std::string text = read_file(at("study.toml"));
    text.insert(text.find("[analysis]"),
                "[[measures]]\nid = \"fake_constant\"\n[[groups]]\nname = \"strange\"\nmodels = [\"tiny\"]\n"
                "tasks = [\"made\"]\nmitigation = { id = \"fake_method\" }\nseeds = { first = 0, count = 3 }\n");
    write("study.toml", text);
    for (const char* folder : {"usable", "method"})
      plugins.push_back(std::string(RESEED_BINARY_DIRECTORY) + "/tests/fakes/" + folder);
  }
};

BOOST_AUTO_TEST_CASE(a_measure_and_a_method_of_other_libraries_take_part) {
  const auto values_of = [](const std::vector<std::string>& groups, const std::vector<std::string>& quantities) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < groups.size(); ++i)
      found += groups[i] == "strange" && quantities[i] == "fake constant" ? 1 : 0;
    return found;
  };
  for (const auto& [kind, id, quantity] :
       {std::tuple("validity", "test_samples", "measure"), std::tuple("subsample_size", "subsample_sizes", "measure"),
        std::tuple("sst2_scale", "values_by_group", "quantity")}) {
    const StudyWithStrangers study(kind);
    run_whole(study);
    const CsvTable table = table_of(study, id);
    BOOST_TEST(values_of(column(table, "group"), column(table, quantity)) > 0u, kind);
  }
}

BOOST_AUTO_TEST_CASE(subsample_size_follows_values_down_to_too_few_items) {
  const PaperStudy study("subsample_size", 3, "rates = \"0.1, 0.5\"\ndraws = 3\n");
  run_whole(study);
  const CsvTable sizes = table_of(study, "subsample_sizes");
  const auto n = column(sizes, "n_items");
  const auto reason = column(sizes, "reason");
  for (std::size_t i = 0; i < n.size(); ++i) {
    if (n[i] == "2") BOOST_TEST(has(reason[i], "want at least 4 items in a sub-sample, found 2 of 20"), reason[i]);
    if (n[i] == "10") BOOST_TEST(!has(reason[i], "want at least"), reason[i]);  // its intervals may be wide
  }
  BOOST_TEST(std::count(n.begin(), n.end(), "2") == std::count(n.begin(), n.end(), "10"));
}

BOOST_AUTO_TEST_SUITE_END()
