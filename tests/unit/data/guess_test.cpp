// SPDX-License-Identifier: Apache-2.0
#include "data/guess.hpp"

#include <boost/test/unit_test.hpp>

#include "data/dataset.hpp"
#include "support/expect_error.hpp"
#include "support/made_dataset.hpp"

namespace {

using reseed::ErrorKind;
using reseed::test::expect_error;
using reseed::test::MadeDataset;

struct Guesser : MadeDataset {
  /// The guessed set, read through the guessed descriptor.
  reseed::LoadedSet guessed(const std::string& name, const std::string& content, const std::string& text = "",
                            const std::string& label = "") {
    const auto guess = reseed::guess_dataset(write(name, content), "mine", text, label);
    const auto descriptor = reseed::read_descriptor(write("mine.toml", guess.descriptor));
    return reseed::load_set(descriptor, folder.path(), "all");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(guess, Guesser)

BOOST_AUTO_TEST_CASE(csv_with_header_and_quotes) {
  const auto set = guessed("f.csv", "label,text\n1,\"a, b\"\n0,cc\n1,dd\n0,ee\n");
  BOOST_TEST(set.examples.size() == 4u);
  BOOST_TEST(set.examples[0].text == "a, b");
  BOOST_TEST(set.examples[0].label == 1);
}

BOOST_AUTO_TEST_CASE(csv_with_semicolons) {
  BOOST_TEST(guessed("f.csv", "text;sentiment\naa;pos\nbb;neg\ncc;pos\ndd;neg\n").examples[1].label == 0);
}

BOOST_AUTO_TEST_CASE(tsv_without_header_where_quotes_are_text) {
  const auto set = guessed("f.tsv", "1\t\"he said\n0\tsomething longer\n1\tx\n0\ty\n");
  BOOST_TEST(set.examples.size() == 4u);
  BOOST_TEST(set.examples[0].text == "\"he said");
}

BOOST_AUTO_TEST_CASE(tsv_whose_fields_hold_line_ends) {
  const auto set = guessed("f.tsv", "sentence\tlabel\n\"two\nlines\"\t1\nxx\t0\nyy\t1\nzz\t0\n");
  BOOST_TEST(set.examples[0].text == "two\nlines");
}

BOOST_AUTO_TEST_CASE(json_lines) {
  std::string content;
  for (int i = 0; i < 6; ++i)
    content += "{\"id\": " + std::to_string(i) + ", \"body\": \"text " + std::to_string(i) +
               "\", \"stars\": " + std::to_string(i % 3 + 8) + "}\n";
  const auto set = guessed("f.jsonl", content);
  BOOST_TEST(set.examples[5].text == "text 5");
  BOOST_TEST(set.examples[2].label == 2);  // 8, 9, 10: by size, not by the alphabet
}

BOOST_AUTO_TEST_CASE(named_columns_are_obeyed) {
  const std::string content =
      "title\tbody\tlabel\tside\na\tlonger a\t0\tl\nb\tlonger b\t1\tl\nc\tlonger c\t0\tr\nd\tlonger d\t1\tr\n";
  const auto set = guessed("f.tsv", content, "title", "side");
  BOOST_TEST(set.examples[3].text == "d");
  BOOST_TEST(set.examples[3].label == 1);
  BOOST_TEST(set.examples[1].label == 0);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_guessed_is_refused) {
  const auto refuse = [&](const std::string& content, const std::string& label, const std::string& word) {
    expect_error([&] { guessed("f.tsv", content, "", label); }, ErrorKind::data, "f.tsv", {word});
  };
  refuse("text\tscore\na\t0.1\nb\t0.2\nc\t0.3\nd\t0.4\n", "", "as label");
  refuse("text\tscore\na\t0.1\n", "scor", "did you mean score?");
  refuse("text\tlabel\na\t-1\nb\t0\nc\t-1\nd\t0\n", "", "hidden");
  refuse("one column\nonly\n", "", "two columns");
  refuse("", "", "two records");
}

BOOST_AUTO_TEST_SUITE_END()
