// SPDX-License-Identifier: Apache-2.0
#include "report/sentences.hpp"

#include <boost/test/unit_test.hpp>

using namespace reseed;
using Texts = std::vector<std::string>;

namespace {

const std::string kLeftOut = "Tasks that do not learn are left out: mrpc; rte.";

}  // namespace

BOOST_AUTO_TEST_SUITE(sentences)

BOOST_AUTO_TEST_CASE(a_sentence_ends_before_a_capital_letter_and_at_no_abbreviation) {
  BOOST_TEST(sentences_of("Mean 0.5 of 3. Du et al. Find e.g. Nothing. ends so. The end") ==
                 (Texts{"Mean 0.5 of 3.", "Du et al. Find e.g. Nothing. ends so.", "The end"}),
             boost::test_tools::per_element());
  BOOST_TEST(sentences_of("").empty());
}

BOOST_AUTO_TEST_CASE(what_all_texts_say_is_taken_out_in_its_order) {
  const SharedSentences found = shared_by_all({"Dots: seeds. One. Line: mean.", "Dots: seeds. Line: mean. Two."});
  BOOST_TEST(found.shared == "Dots: seeds. Line: mean.");
  BOOST_TEST(found.rest == (Texts{"One.", "Two."}), boost::test_tools::per_element());
  const SharedSentences equal = shared_by_all({"The same.", "The same."});
  BOOST_TEST(equal.shared == "The same.");
  BOOST_TEST(equal.rest == (Texts{"", ""}), boost::test_tools::per_element());
  BOOST_TEST(shared_by_all({"Alone."}).shared == "");
  BOOST_TEST(shared_by_all({"Alone."}).rest.at(0) == "Alone.");
  BOOST_TEST(shared_by_all({"One. Two.", ""}).shared == "");
}

BOOST_AUTO_TEST_CASE(a_sentence_of_half_the_texts_becomes_a_note_of_those_that_have_it) {
  const Footnotes found = footnotes({"A is 1. " + kLeftOut, "B is 2.", "C is 3. " + kLeftOut});
  BOOST_TEST(found.notes == Texts{kLeftOut}, boost::test_tools::per_element());
  BOOST_TEST(found.texts[0].text == "A is 1.");
  BOOST_TEST(found.texts[0].notes.size() == 1u);
  BOOST_TEST(found.texts[0].notes.at(0) == 1u);
  BOOST_TEST(found.texts[1].text == "B is 2.");
  BOOST_TEST(found.texts[1].notes.empty());
  BOOST_TEST(found.texts[2].text == "C is 3.");
}

BOOST_AUTO_TEST_CASE(what_few_texts_repeat_or_is_short_stays) {
  const std::string also = " " + kLeftOut;
  BOOST_TEST(footnotes({"A." + also, "B." + also, "C.", "D.", "E."}).notes.empty());
  BOOST_TEST(footnotes({"A." + also, "B." + also, "C." + also, "D.", "E.", "F.", "G."}).notes.size() == 1u);
  BOOST_TEST(footnotes({"A. Nothing.", "B. Nothing."}).notes.empty());
}

BOOST_AUTO_TEST_CASE(notes_that_the_same_texts_have_are_one_note) {
  const std::string more = "It is the same in all of them. Nothing is known of the others.";
  const Footnotes found = footnotes({"A. " + more + " " + kLeftOut, "B. " + more + " " + kLeftOut, "C. " + kLeftOut});
  BOOST_TEST(found.notes == (Texts{more, kLeftOut}), boost::test_tools::per_element());
  BOOST_TEST((found.texts[0].notes == std::vector<std::size_t>{1, 2}));
  BOOST_TEST((found.texts[2].notes == std::vector<std::size_t>{2}));
}

BOOST_AUTO_TEST_CASE(the_first_sentence_of_a_text_stays) {
  const Footnotes found = footnotes({kLeftOut, kLeftOut + " B.", "C. " + kLeftOut, ""});
  BOOST_TEST(found.notes.empty());  // it stands but once behind another
  BOOST_TEST(found.texts[0].text == kLeftOut);
  BOOST_TEST(found.texts[1].text == kLeftOut + " B.");
  BOOST_TEST(found.texts[3].text == "");
}

BOOST_AUTO_TEST_SUITE_END()
