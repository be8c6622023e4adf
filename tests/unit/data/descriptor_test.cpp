// SPDX-License-Identifier: Apache-2.0
#include "data/descriptor.hpp"

#include <boost/test/unit_test.hpp>

#include "support/expect_error.hpp"
#include "support/made_dataset.hpp"

namespace {

using reseed::ErrorKind;
using reseed::test::expect_error;
using reseed::test::MadeDataset;

void refuse(const std::string& more, const std::string& place, const std::vector<std::string>& words) {
  MadeDataset made;
  const std::string file = made.describe(more);
  expect_error([&] { reseed::read_descriptor(file); }, ErrorKind::manifest, place, words);
}

const std::string kColumns = "columns = { text = \"t\", label = \"l\" }\n";
const std::string kFiles = "files = { all = \"f\" }\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(descriptor)

BOOST_AUTO_TEST_CASE(every_shipped_descriptor_is_read_under_its_own_name) {
  const auto names = reseed::shipped_datasets();
  BOOST_TEST(names.size() >= 8u);
  for (const std::string& name : names) BOOST_TEST(reseed::find_descriptor(name).name == name);
}

BOOST_AUTO_TEST_CASE(mistakes_are_named_with_line_and_column) {
  refuse(kColumns + kFiles + "licens = \"MIT\"", "made.toml:7:1", {"licens", "did you mean licence"});
  refuse(kColumns + "files = { al = \"f\" }", "made.toml:6:9", {"at least one of train"});
  refuse(kFiles, "made.toml:1:1", {"columns", "found nothing"});
  refuse(kColumns + kFiles + "counts = { all = { items = -1 } }", "made.toml:7:28", {"counts.all.items", "-1"});
  refuse(kColumns + kFiles + "counts = { all = { labels = [1, 2, 3] } }", "made.toml:7:29", {"each of 2 labels"});
  refuse(kColumns + kFiles + "quote = \"single\"", "made.toml:7:9", {"\"none\" or \"double\""});
  refuse("columns = { text = -1, label = \"l\" }\n" + kFiles, "made.toml:5:20", {"columns.text", "counted from 0"});
  refuse(kColumns + "files = { all = \"f\", train = \"g\" }", "made.toml:6:9", {"either all or official sets"});
}

BOOST_AUTO_TEST_CASE(label_rules_are_checked) {
  MadeDataset made;
  const auto refuse_labels = [&](const std::string& labels, const std::string& word) {
    const auto file =
        made.write("d.toml", "schema = 1\nname = \"d\"\nformat = \"tsv\"\n" + kColumns + kFiles + "labels = " + labels);
    expect_error([&] { reseed::read_descriptor(file); }, ErrorKind::manifest, "", {word});
  };
  refuse_labels("[\"a\"]", "at least two labels");
  refuse_labels("[\"a\", \"a\"]", "a twice");
  refuse_labels("[{ name = \"a\" }, \"b\"]", "range");
  refuse_labels("[{ name = \"a\", drop = true, value = 1 }, \"b\", \"c\"]", "either a name or drop");
  refuse_labels("[{ name = \"a\", above = 0 }, { name = \"b\", above = -1 }]", "overlaps labels[0]");
  refuse_labels("[{ name = \"a\", at_least = 0 }, { name = \"b\", at_most = 0 }]", "overlaps labels[0]");
  refuse_labels("[{ name = \"a\", above = 2 }, \"b\", { name = \"c\", value = 3 }]", "overlaps labels[0]");
}

BOOST_AUTO_TEST_CASE(an_unknown_data_set_gets_the_nearest_name) {
  expect_error([] { reseed::find_descriptor("glue/RTF"); }, ErrorKind::manifest, "glue/RTF",
               {"did you mean glue/RTE?"});
  expect_error([] { reseed::find_descriptor("absent.toml"); }, ErrorKind::manifest, "absent.toml", {"no file"});
}

BOOST_AUTO_TEST_CASE(bins_of_a_score_become_labels_and_dropped_ranges) {
  const auto labels = reseed::find_descriptor("vader/amazon").labels;
  BOOST_TEST(*labels.label("-0.05") == 0);
  BOOST_TEST(*labels.label("3.9") == 1);
  BOOST_TEST(*labels.label("0.0") == reseed::LabelRules::kDropped);
  BOOST_TEST(*labels.label("-0") == reseed::LabelRules::kDropped);
  BOOST_TEST(!labels.label("4.1"));
  BOOST_TEST(!labels.label("nan"));
  BOOST_TEST(!labels.label(""));
}

BOOST_AUTO_TEST_SUITE_END()
