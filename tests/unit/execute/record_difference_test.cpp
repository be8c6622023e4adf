// SPDX-License-Identifier: Apache-2.0
#include "execute/record_difference.hpp"

#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "base/safetensors.hpp"

using namespace reseed;
namespace fs = std::filesystem;

namespace {

/// A record of four test items and two classes.
class Record {
 public:
  std::vector<float> logits = {1, 0, 1, 0, 0, 1, 0, 1};
  std::vector<float> layer = {1, 2, 3, 4};
  std::string losses = "step,loss\n0,0.5\n1,0.25\n";

  StoreEntry entry() const {
    write_safetensors(folder_.path() / "test.safetensors", {{"logits", view_of<float>(logits, {4, 2})},
                                                            {"representations.1", view_of<float>(layer, {4, 1})}});
    write_file(folder_.path() / "training.csv", losses);
    write_file(folder_.path() / "outcome.json", "{}\n");
    return {folder_.path(), digest_files(folder_.path()), nullptr};
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(record_differences)

BOOST_AUTO_TEST_CASE(equal_records_have_none) {
  const Record a, b;
  const RecordDifference found = record_difference(a.entry(), b.entry());
  BOOST_TEST(found.empty());
  BOOST_TEST(to_text(found) == "nothing differs");
}

BOOST_AUTO_TEST_CASE(numbers_losses_and_decisions_are_compared) {
  const Record a;
  Record b;
  b.logits[0] = -1;  // item 0 is of class 1 now
  b.layer[2] = 3.25F;
  b.losses = "step,loss\n0,0.5\n1,0.375\n";
  const RecordDifference found = record_difference(a.entry(), b.entry());
  BOOST_TEST(found.files == (std::vector<std::string>{"test.safetensors", "training.csv"}),
             boost::test_tools::per_element());
  BOOST_TEST(found.largest.value() == 2.0);
  BOOST_TEST(found.at == "test.safetensors, logits");
  BOOST_TEST(found.loss.value() == 0.125);
  BOOST_TEST(found.decisions.value() == 0.25);
  BOOST_TEST(to_text(found) ==
             "test.safetensors and training.csv differ; numbers by at most 2 (test.safetensors, logits); losses by at "
             "most 0.12; 25 % of the test items are predicted otherwise");
}

BOOST_AUTO_TEST_CASE(what_has_another_shape_or_is_missing_is_named_without_a_number) {
  const Record a;
  Record b;
  b.layer = {1, 2, 3, 5};
  const StoreEntry whole = a.entry();
  StoreEntry lacking = b.entry();
  std::erase_if(lacking.files, [](const EntryFile& file) { return file.name != "outcome.json"; });
  const RecordDifference found = record_difference(whole, lacking);
  BOOST_TEST(found.files == (std::vector<std::string>{"test.safetensors", "training.csv"}),
             boost::test_tools::per_element());
  BOOST_TEST(!found.largest.has_value());
  BOOST_TEST(!found.decisions.has_value());
  BOOST_TEST(record_difference(lacking, whole).files.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
