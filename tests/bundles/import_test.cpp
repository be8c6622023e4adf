// SPDX-License-Identifier: Apache-2.0
// `reseed import`: from arrays to a bundle, and what it says of arrays that are wrong.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

#include "support/imported_arrays.hpp"
#include "support/make_archive.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

bool is_missing(const MeasureRow& row) {
  return !row.value && row.flags == std::vector<Flag>{Flag::records_missing} && !row.reason.empty();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(import_command)

BOOST_AUTO_TEST_CASE(makes_a_whole_bundle_of_npz_files_with_a_five_line_descriptor) {
  const Arrays arrays;
  arrays.write_npz();
  arrays.descriptor("schema = 1\n[study]\nid = \"made\"\n[arrays]\nfile = \"{group}/{seed}.npz\"\n" + kGroup);
  const Bundle bundle = arrays.imported();
  BOOST_TEST(bundle.info.study == "made");
  BOOST_TEST(bundle.info.status == "complete");
  BOOST_REQUIRE(bundle.runs.size() == 3u);
  BOOST_TEST(bundle.runs[2].seed == 2u);
  BOOST_TEST(bundle.runs[0].scores.at("test").contains("accuracy"));
  for (const MeasureRow& row : bundle.measures) BOOST_TEST(row.value.has_value(), row.measure + ": " + row.reason);
  BOOST_TEST(value(bundle, "linear_cka_distance").layer.value() == 2);
  BOOST_TEST(has(bundle.resolved_manifest, "[imported]"));
  const std::string report = read_file(bundle.folder / "report.html");
  BOOST_TEST(has(report, "imported: made elsewhere"));
  BOOST_TEST(has(report, "./reseed import SOURCE"));
}

BOOST_AUTO_TEST_CASE(gives_equal_runs_whatever_the_form_of_the_files) {
  const Arrays arrays;
  arrays.write_npz();
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.npz\"\n" + kGroup);
  const Bundle first = arrays.imported();
  arrays.write_stacked();
  arrays.descriptor(kHead +
                    "[arrays]\nlogits = \"logits.npy\"\nlabels = \"labels.npy\"\nrepresentations = "
                    "\"features.npy\"\nlayers = [2]\n[[groups]]\nname = \"plain\"\nseeds = { count = 3 }\n");
  const Bundle second = arrays.imported();
  BOOST_TEST((first.runs == second.runs));
  BOOST_TEST((first.measures == second.measures));
  fs::create_directory(arrays.at("packed"));
  BOOST_REQUIRE(std::system(("tar -czf '" + arrays.at("packed/runs.tar.gz").string() + "' -C '" +
                             arrays.at("").string() + "' source")
                                .c_str()) == 0);
  const Bundle third = arrays.imported({}, "packed/runs.tar.gz");
  BOOST_TEST(third.content_digest == second.content_digest);
  BOOST_TEST(third.folder.filename() == second.folder.filename());
}

BOOST_AUTO_TEST_CASE(does_nothing_the_second_time) {
  const Arrays arrays;
  arrays.write_npz();
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.npz\"\n" + kGroup);
  arrays.imported();
  const ProgramResult again = arrays.import();
  BOOST_TEST(again.exit_code == 0);
  BOOST_TEST(has(again.out, "everything is there"), again.out);
}

BOOST_AUTO_TEST_CASE(measures_probabilities_and_says_what_needs_logits) {
  const Arrays arrays;
  arrays.write_npz();
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.npz\"\n" + kGroup);
  const Bundle logits = arrays.imported();
  for (int run = 0; run < kRuns; ++run)
    arrays.write("p/" + std::to_string(run) + ".npy", npy(arrays.probabilities(run), "(24, 2)"));
  arrays.write_stacked();
  arrays.descriptor(kHead + "[arrays]\nprobabilities = \"p/{seed}.npy\"\nlabels = \"labels.npy\"\n" + kGroup);
  const Bundle bundle = arrays.imported();
  BOOST_TEST(*value(bundle, "jensen_shannon_divergence").value == *value(logits, "jensen_shannon_divergence").value,
             boost::test_tools::tolerance(1e-5));
  BOOST_TEST(*value(bundle, "pairwise_disagreement").value == *value(logits, "pairwise_disagreement").value);
  BOOST_TEST((bundle.runs[0].scores == logits.runs[0].scores));
  BOOST_TEST(is_missing(value(bundle, "linear_cka_distance")));
}

BOOST_AUTO_TEST_CASE(measures_predicted_classes_of_a_table_with_texts) {
  const Arrays arrays;
  std::string table = "id,label";
  for (int run = 0; run < kRuns; ++run) table += ",seed" + std::to_string(run);
  table += '\n';
  const char* names[] = {"no", "yes"};
  for (int i = 0; i < kItems; ++i) {
    table += "item " + std::to_string(i) + "," + names[arrays.labels[i]];
    for (int run = 0; run < kRuns; ++run) table += std::string(",") + names[arrays.predictions(run)[i]];
    table += '\n';
  }
  arrays.write("table.csv", table);
  arrays.descriptor(kHead +
                    "[task]\nclasses = [\"no\", \"yes\"]\n[arrays]\npredictions = \"table.csv:seed{seed}\"\n"
                    "labels = \"table.csv:label\"\nitems = \"table.csv:id\"\n" +
                    kGroup);
  const Bundle bundle = arrays.imported();
  BOOST_REQUIRE(bundle.runs.size() == 3u);
  BOOST_TEST(value(bundle, "pairwise_disagreement").value.has_value());
  BOOST_TEST(value(bundle, "fleiss_kappa").value.has_value());
  BOOST_TEST(value(bundle, "performance_sd").value.has_value());
  BOOST_TEST(is_missing(value(bundle, "jensen_shannon_divergence")));
  BOOST_TEST(is_missing(value(bundle, "svcca_distance")));
  BOOST_TEST(value(bundle, "pairwise_disagreement").n_items == kItems);
}

BOOST_AUTO_TEST_CASE(measures_representations_alone_and_runs_without_labels) {
  const Arrays arrays;
  arrays.write_stacked();
  arrays.descriptor(kHead +
                    "[arrays]\nrepresentations = \"features.npy\"\n[[groups]]\nname = \"plain\"\nseeds = { "
                    "count = 3 }\n");
  const Bundle features = arrays.imported();
  BOOST_TEST(value(features, "linear_cka_distance").value.has_value());
  BOOST_TEST(is_missing(value(features, "pairwise_disagreement")));
  arrays.descriptor(kHead + "[arrays]\nlogits = \"logits.npy\"\n[[groups]]\nname = \"plain\"\nseeds = { count = 3 }\n");
  const Bundle unlabelled = arrays.imported({"--measures", "performance_sd,pairwise_disagreement:as_published"});
  BOOST_TEST(unlabelled.measures.size() == 2u);
  BOOST_TEST(is_missing(value(unlabelled, "performance_sd")));
  BOOST_TEST(value(unlabelled, "pairwise_disagreement").value.has_value());
}

BOOST_AUTO_TEST_CASE(knows_layers_test_sets_models_and_diverged_runs) {
  const Arrays arrays;
  std::vector<float> layered;  // [runs, layers, items, 3]
  for (int run = 0; run < kRuns; ++run)
    for (int layer = 0; layer < 2; ++layer)
      for (const float number : arrays.of_run(arrays.features, run))
        layered.push_back(number + static_cast<float>(layer) * static_cast<float>(run));
  for (const std::string model : {"a", "b"}) {
    arrays.write(model + "/logits.npy", npy(arrays.logits, "(3, 24, 2)"));
    arrays.write(model + "/layers.npy", npy(layered, "(3, 2, 24, 3)"));
  }
  arrays.write_stacked();
  arrays.descriptor(kHead +
                    "[arrays]\nlogits = \"{model}/logits.npy\"\nlabels = \"labels.npy\"\nrepresentations = "
                    "\"{model}/layers.npy\"\nlayers = [4, 9]\n"
                    "[test_sets.shifted]\nlogits = \"{model}/logits.npy\"\nlabels = \"labels.npy\"\n"
                    "[validation]\nlogits = \"{model}/logits.npy\"\nlabels = \"labels.npy\"\n"
                    "[[groups]]\nname = \"plain\"\nmodel = \"a\"\nseeds = [5, 3, 8]\ndiverged = [3]\n"
                    "[[groups]]\nname = \"plain\"\nmodel = \"b\"\nseeds = [5, 3, 8]\n");
  const Bundle bundle = arrays.imported({"--measures", "linear_cka_distance,pairwise_disagreement"});
  BOOST_REQUIRE(bundle.runs.size() == 6u);
  BOOST_TEST((bundle.runs[1].outcome == RunOutcome::diverged));
  BOOST_TEST(bundle.runs[1].seed == 3u);
  BOOST_TEST(bundle.runs[0].scores.contains("shifted"));
  BOOST_TEST(bundle.runs[0].scores.contains("validation"));
  std::set<std::string> seen;
  for (const MeasureRow& row : bundle.measures) {
    seen.insert(row.model + " " + row.test_set + " " + row.measure + " " +
                (row.layer ? std::to_string(*row.layer) : "-") + " " + std::to_string(row.n_runs));
    if (row.test_set == "test") BOOST_TEST(row.value.has_value(), row.reason);
  }
  for (const char* wanted : {"a test linear_cka_distance 4 2", "b test linear_cka_distance 9 3",
                             "a shifted pairwise_disagreement - 2", "b test pairwise_disagreement - 3"})
    BOOST_TEST(seen.contains(wanted), wanted);
}

BOOST_AUTO_TEST_CASE(keeps_half_precision_of_representations) {
  const Arrays arrays;
  std::vector<std::uint16_t> halves;
  for (const float number : arrays.features) halves.push_back(float_to_half(number));
  arrays.write("features.npy", npy_with_header(npy_header("<f2", "(3, 24, 3)"), bytes_of(halves)));
  arrays.descriptor(kHead +
                    "[arrays]\nrepresentations = \"features.npy\"\n[[groups]]\nname = \"plain\"\nseeds = { "
                    "count = 3 }\n");
  const Bundle bundle = arrays.imported({"--measures", "linear_cka_distance"});
  const Safetensors record(bundle.folder / "records" / bundle.runs[0].id / "test.safetensors");
  BOOST_TEST((record.at("representations.1").dtype == DType::f16));
  BOOST_TEST(value(bundle, "linear_cka_distance").value.has_value());
}

BOOST_AUTO_TEST_CASE(can_be_measured_again_and_reported) {
  const Arrays arrays;
  arrays.write_npz();
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.npz\"\n" + kGroup);
  const Bundle parent = arrays.imported({"--measures", "pairwise_disagreement"});
  fs::remove_all(arrays.at("source"));
  const ProgramResult said = arrays.reseed({"measure", parent.folder.string(), "--add", "fleiss_kappa", "--store",
                                            "store", "--out", "again", "--progress", "none"});
  BOOST_TEST_REQUIRE(said.exit_code == 0, said.error);
  const fs::path place = fs::directory_iterator(arrays.at("again"))->path();
  BOOST_TEST(verify_bundle(place).problems.empty());
  const Bundle again = read_bundle(place);
  BOOST_TEST(again.info.parent == parent.content_digest);
  BOOST_TEST((again.runs == parent.runs));
  BOOST_TEST(value(again, "fleiss_kappa").value.has_value());
  BOOST_TEST(arrays.reseed({"report", place.string()}).exit_code == 0);
}

BOOST_AUTO_TEST_CASE(lets_a_study_analyse_imported_groups) {
  const Arrays arrays;
  arrays.write_npz();
  fs::copy(arrays.at("source/plain"), arrays.at("source/other"));
  fs::rename(arrays.at("source/other/0.npz"), arrays.at("source/other/7.npz"));
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.npz\"\n" + kGroup + "[[groups]]\nname = \"other\"\n");
  std::string text = read_file(arrays.at("source/import.toml"));
  text.replace(text.find("id = \"made\""), 11, "id = \"made\"\nkind = \"imm_reassessment\"");
  arrays.descriptor(text);
  const ProgramResult said = arrays.import();
  BOOST_TEST(said.exit_code == 0, said.error);
  BOOST_TEST(has(said.out, "pairwise disagreement"), said.out);
}

BOOST_AUTO_TEST_CASE(tells_all_mistakes_of_the_arrays_at_once) {
  const Arrays arrays;
  arrays.write_npz();
  std::vector<float> bad = arrays.of_run(arrays.logits, 1);
  bad[7] = std::nanf("");
  make_archive(arrays.at("source/plain/1.npz"), ArchiveFormat::zip,
               {{"logits.npy", npy(bad, "(24, 2)")}, {"labels.npy", npy(arrays.labels, "(24,)")}});
  make_archive(arrays.at("source/plain/2.npz"), ArchiveFormat::zip,
               {{"logits.npy", npy(arrays.of_run(arrays.logits, 2), "(12, 4)")}});
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.npz\"\n" + kGroup);
  arrays.refused({"plain/1.npz: logits: want finite numbers, found NaN at item 3, column 1", "list it in diverged",
                  "plain/2.npz: logits: want 2 classes as in the first run, found [12, 4]"});
}

BOOST_AUTO_TEST_CASE(refuses_labels_and_items_that_differ_between_runs) {
  const Arrays arrays;
  arrays.write_npz();
  std::vector<std::int64_t> others = arrays.labels;
  std::swap(others[4], others[5]);
  make_archive(arrays.at("source/plain/1.npz"), ArchiveFormat::zip,
               {{"logits.npy", npy(arrays.of_run(arrays.logits, 1), "(24, 2)")}, {"labels.npy", npy(others, "(24,)")}});
  make_archive(arrays.at("source/plain/2.npz"), ArchiveFormat::zip,
               {{"logits.npy", npy(std::vector<float>(40), "(20, 2)")},
                {"labels.npy", npy(std::vector<std::int64_t>(20), "(20,)")}});
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.npz\"\n" + kGroup);
  arrays.refused(
      {"plain/1.npz: labels: want the labels of the first run in the same order, found others from "
       "position 4 on",
       "want 24 items as in the first run, found 20"});
}

BOOST_AUTO_TEST_CASE(refuses_labels_outside_the_classes_and_types_that_do_not_fit) {
  const Arrays arrays;
  arrays.write_stacked();
  const std::string descriptor = kHead +
                                 "[arrays]\nlogits = \"logits.npy\"\nlabels = \"labels.npy\"\n[[groups]]\nname "
                                 "= \"plain\"\nseeds = { count = 3 }\n";
  arrays.descriptor(descriptor);
  std::vector<std::int64_t> wrong = arrays.labels;
  wrong[6] = -1;
  arrays.write("labels.npy", npy(wrong, "(24,)"));
  arrays.refused({"labels.npy: want labels from 0 to 1, found -1 at item 6; leave items without a label out"});
  arrays.write("labels.npy", npy(std::vector<float>(24), "(24,)"));
  arrays.refused({"labels.npy: want labels as integers counted from 0, found [24] F32"});
  arrays.write("labels.npy", npy_with_header(npy_header("|O", "(24,)"), std::string(24, 'x')));
  arrays.refused({"labels.npy: want an array of numbers, found one of Python objects"});
  arrays.write("labels.npy", npy(arrays.labels, "(24,)"));
  arrays.write("logits.npy", npy(arrays.logits, "(2, 36, 2)"));
  arrays.refused(
      {"logits.npy: want an array whose first axis is the 3 runs in the order of their seeds, found [2, 36, 2]"});
}

BOOST_AUTO_TEST_CASE(refuses_probabilities_that_are_none) {
  const Arrays arrays;
  arrays.write_stacked();
  arrays.descriptor(kHead +
                    "[arrays]\nprobabilities = \"logits.npy\"\n[[groups]]\nname = \"plain\"\nseeds = { count = "
                    "3 }\n");
  arrays.refused({"logits.npy: want probabilities from 0 to 1 (logits belong under the key logits)"});
  arrays.write("logits.npy", npy(std::vector<float>(144, 0.25F), "(3, 24, 2)"));
  arrays.refused({"want probabilities that sum to 1 over the classes, found the sum 0.5 at item 0"});
}

BOOST_AUTO_TEST_CASE(names_mistakes_of_the_descriptor_with_line_and_column) {
  const Arrays arrays;
  arrays.write_stacked();
  arrays.descriptor(
      "schema = 1\n[study]\nid = \"a b\"\nkind = \"no_such_study\"\n[arrays]\nlogits = \"logits.npy\"\nlogit = "
      "\"x\"\nlabels = \"labels\"\nitems = \"{sed}.npy\"\n[[groups]]\nname = \"plain\"\nseeds = [1, 1]\n"
      "[[groups]]\nname = \"plain\"\n[[measures]]\nid = \"no_such_measure\"\n[plugins]\npaths = [\".\"]\n");
  arrays.refused({"import.toml:3:6: study.id", "import.toml:4:8: study.kind", "import.toml:7:1: arrays.logit",
                  "import.toml:8:10: arrays.labels", "import.toml:9:9: arrays.items", "{sed}",
                  "import.toml:12:13: groups[0].seeds: want every seed once, found 1 again", "groups[1]",
                  "import.toml:16:6: measures[0].id", "import.toml:17:2: plugins"});
}

BOOST_AUTO_TEST_CASE(says_which_files_it_looked_for) {
  const Arrays arrays;
  arrays.write_npz();
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/run{seed}.npz\"\n" + kGroup);
  arrays.refused({"groups[0]: want files or arrays called plain/run{seed}.npz, found none"});
  arrays.descriptor(kHead + "[arrays]\nlogits = \"{group}/{seed}.npz:logit\"\n" + kGroup);
  arrays.refused({"plain/0.npz: want an array \"logit\", found labels, logits and representations.2"});
}

BOOST_AUTO_TEST_SUITE_END()
