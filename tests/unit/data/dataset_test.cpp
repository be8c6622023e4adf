// SPDX-License-Identifier: Apache-2.0
#include "data/dataset.hpp"

#include <boost/test/unit_test.hpp>

#include "data/dataset_report.hpp"
#include "support/expect_error.hpp"
#include "support/made_dataset.hpp"
#include "support/shared_data.hpp"

namespace {

using reseed::ErrorKind;
using reseed::test::data_folder;
using reseed::test::expect_error;
using reseed::test::has_data;
using reseed::test::MadeDataset;
namespace utf = boost::unit_test;

const std::string kColumns = "columns = { text = \"text\", label = \"label\" }\n";

reseed::LoadedSet load(const MadeDataset& made, const std::string& more, bool expect_counts = true) {
  const auto descriptor = reseed::read_descriptor(made.describe(kColumns + "files = { train = \"f.tsv\" }\n" + more));
  return reseed::load_set(descriptor, made.folder.path(), "train", expect_counts);
}

void refuse(const std::string& content, const std::string& more, const std::string& place,
            const std::vector<std::string>& words) {
  MadeDataset made;
  made.write("f.tsv", content);
  expect_error([&] { load(made, more); }, ErrorKind::data, place, words);
}

reseed::DatasetReport report(const std::string& name) {
  return reseed::report_dataset(reseed::find_descriptor(name), data_folder());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dataset)

BOOST_AUTO_TEST_CASE(a_label_outside_the_label_set_is_refused_with_its_line) {
  refuse("text\tlabel\na\tno\nb\tmaybe\n", "", "f.tsv:3", {"want the label no or yes", "\"maybe\""});
}

BOOST_AUTO_TEST_CASE(a_hidden_label_among_others_is_refused_with_its_line) {
  refuse("text\tlabel\na\tno\nb\t-1\nc\t-1\n", "", "f.tsv:3", {"\"-1\"", "1 more"});
}

BOOST_AUTO_TEST_CASE(a_set_of_hidden_labels_is_refused_by_name_and_count) {
  refuse("text\tlabel\na\t-1\nb\t-1\nc\t-1\n", "", "f.tsv", {"set train", "-1 for all 3 items", "hidden"});
}

BOOST_AUTO_TEST_CASE(an_empty_set_is_refused) {
  refuse("text\tlabel\n", "", "f.tsv", {"want items in the set train", "none"});
  refuse("", "", "f.tsv", {"want items in the set train", "none"});
}

BOOST_AUTO_TEST_CASE(counts_that_differ_are_refused_naming_both) {
  refuse(MadeDataset::lines("t", 5), "counts = { train = 6 }", "f.tsv",
         {"want 6 items", "found 5 items", "expect_counts"});
  refuse(MadeDataset::lines("t", 6), "counts = { train = { items = 6, labels = [2, 4] } }", "f.tsv",
         {"(2, 4)", "(3, 3)"});
}

BOOST_AUTO_TEST_CASE(counts_that_differ_are_accepted_on_demand) {
  MadeDataset made;
  made.write("f.tsv", MadeDataset::lines("t", 5));
  BOOST_TEST(load(made, "counts = { train = 6 }", false).examples.size() == 5u);
}

BOOST_AUTO_TEST_CASE(files_that_are_nowhere_are_named_with_the_folders_tried) {
  const auto descriptor = reseed::find_descriptor("glue/RTE");
  const reseed::TemporaryFolder empty;
  expect_error([&] { reseed::dataset_folder(descriptor, empty.path()); }, ErrorKind::data, "glue/RTE",
               {"train.tsv", "dev.tsv", (empty.path() / "glue/RTE").string()});
}

BOOST_AUTO_TEST_CASE(ids_choose_rows_of_a_larger_file) {
  MadeDataset made;
  made.write("f.tsv", "id\ttext\tlabel\n1\ta\tno\n2\tb\tyes\n3\tc\tno\n");
  made.write("ids.tsv", "2\n");
  const auto descriptor = reseed::read_descriptor(
      made.describe(kColumns + "[files]\ntrain = { file = \"f.tsv\", without = \"ids.tsv\", key = \"id\" }\n"
                               "validation = { file = \"f.tsv\", only = \"ids.tsv\", key = [\"id\"] }\n"));
  const auto train = reseed::load_set(descriptor, made.folder.path(), "train");
  const auto validation = reseed::load_set(descriptor, made.folder.path(), "validation");
  BOOST_TEST(train.examples.size() == 2u);
  BOOST_TEST(train.examples[1].text == "c");
  BOOST_TEST(train.examples[1].index == 1);
  BOOST_TEST(validation.examples.at(0).text == "b");
  made.write("ids.tsv", "2\n9\n");
  expect_error([&] { reseed::load_set(descriptor, made.folder.path(), "train"); }, ErrorKind::data, "ids.tsv",
               {"1 that no row has"});
}

BOOST_AUTO_TEST_CASE(defects_are_counted) {
  MadeDataset made;
  made.write("f.tsv", "text\tlabel\na\tno\na\tno\na\tyes\nb\b\tno\nc\xC2\x85\tyes\n\tno\n");
  made.write("g.tsv", "text\tlabel\na\tno\nz\tyes\n");
  const auto descriptor =
      reseed::read_descriptor(made.describe(kColumns + "files = { train = \"f.tsv\", validation = \"g.tsv\" }"));
  const auto result = reseed::report_dataset(descriptor, {});
  BOOST_TEST(result.sets[0].repeated == 2);
  BOOST_TEST(result.sets[0].repeated_with_other_label == 1);
  BOOST_TEST(result.sets[0].with_control_characters == 2);
  BOOST_TEST(result.sets[0].empty_texts == 1);
  BOOST_TEST(result.overlaps.at(0).items == 1);
  BOOST_TEST(result.counts_agree());
}

// Official counts: the descriptors hold them, and the files are checked against them.

BOOST_AUTO_TEST_CASE(cola_is_official, *utf::precondition(has_data("glue/CoLA/train.tsv"))) {
  const auto cola = report("glue/CoLA");
  BOOST_TEST(cola.counts_agree());
  BOOST_TEST(cola.sets[0].repeated == 19);
  BOOST_TEST(cola.sets[0].with_control_characters == 3);
  BOOST_TEST(cola.sets[1].repeated == 4);
  BOOST_TEST(cola.overlaps[0].items == 16);
}

BOOST_AUTO_TEST_CASE(rte_is_official, *utf::precondition(has_data("glue/RTE/train.tsv"))) {
  const auto rte = report("glue/RTE");
  BOOST_TEST(rte.counts_agree());
  BOOST_TEST(rte.sets[0].repeated == 2);
}

BOOST_AUTO_TEST_CASE(sst2_is_official, *utf::precondition(has_data("glue/SST-2/train.tsv"))) {
  const auto sst2 = report("glue/SST-2");
  BOOST_TEST(sst2.counts_agree());
  BOOST_TEST(sst2.sets[0].repeated == 371);
  BOOST_TEST(sst2.sets[0].repeated_with_other_label == 5);
  BOOST_TEST(sst2.overlaps[0].items == 0);
}

BOOST_AUTO_TEST_CASE(mrpc_from_the_original_file_is_official,
                     *utf::precondition(has_data("glue/MRPC/msr_paraphrase_train.txt"))) {
  const auto mrpc = report("glue/MRPC");
  BOOST_TEST(mrpc.counts_agree());
  BOOST_TEST(mrpc.sets[0].items == 3668);
}

BOOST_AUTO_TEST_CASE(both_layouts_of_mrpc_give_one_validation_set,
                     *utf::precondition(has_data("glue/MRPC/msr_paraphrase_train.txt"))) {
  const reseed::TemporaryFolder original;
  for (const char* file : {"msr_paraphrase_train.txt", "dev_ids.tsv"})
    std::filesystem::create_symlink(data_folder() / "glue/MRPC" / file, original.path() / file);
  const auto descriptor = reseed::find_descriptor("glue/MRPC");
  const auto from_original = reseed::load_set(descriptor, original.path(), "validation");
  const auto from_cut = reseed::load_set(descriptor, data_folder() / "glue/MRPC", "validation");
  BOOST_TEST(from_original.file.filename() == "msr_paraphrase_train.txt");
  BOOST_TEST(reseed::examples_digest(from_original.examples) == reseed::examples_digest(from_cut.examples));
}

BOOST_AUTO_TEST_CASE(a_cut_mrpc_file_that_lacks_a_row_is_refused, *utf::precondition(has_data("glue/MRPC/train.tsv"))) {
  const reseed::TemporaryFolder cut;
  for (const char* file : {"train.tsv", "dev.tsv"})
    std::filesystem::create_symlink(data_folder() / "glue/MRPC" / file, cut.path() / file);
  const auto descriptor = reseed::find_descriptor("glue/MRPC");
  expect_error([&] { reseed::load_set(descriptor, cut.path(), "train"); }, ErrorKind::data, "train.tsv",
               {"3668", "3667"});
}

BOOST_AUTO_TEST_CASE(the_vader_files_are_official, *utf::precondition(has_data("vader/tweets_GroundTruth.txt"))) {
  const std::vector<std::pair<std::string, std::int64_t>> repeated = {
      {"vader/amazon", 11}, {"vader/movies", 2}, {"vader/tweets", 0}, {"vader/nyt", 71}};
  for (const auto& [name, count] : repeated) {
    const auto vader = report(name);
    BOOST_TEST(vader.counts_agree(), name);
    BOOST_TEST(vader.sets[0].repeated == count, name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
