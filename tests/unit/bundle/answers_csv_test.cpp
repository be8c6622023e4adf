// SPDX-License-Identifier: Apache-2.0
#include "bundle/answers_csv.hpp"

#include <boost/test/unit_test.hpp>

#include "support/expect_error.hpp"

BOOST_AUTO_TEST_SUITE(answers_csv)

BOOST_AUTO_TEST_CASE(has_a_row_for_each_answer_then_one_for_each_note) {
  const std::string text = reseed::write_answers_csv(
      {{{"Is it stable?", "no", "range 3.5 points, 5 seeds"}, {"", "", ""}}, {"a \"note\"\nof two lines", "another"}});
  BOOST_TEST(text ==
             "kind,question,verdict,text\n"
             "answer,Is it stable?,no,\"range 3.5 points, 5 seeds\"\n"
             "answer,,,\n"
             "note,,,\"a \"\"note\"\"\nof two lines\"\n"
             "note,,,another\n");
  const reseed::AnswerRows rows = reseed::parse_answers_csv(text, "answers.csv");
  BOOST_TEST(rows.answers.size() == 2u);
  BOOST_TEST(rows.answers.at(0).sentence == "range 3.5 points, 5 seeds");
  BOOST_TEST(rows.notes.size() == 2u);
  BOOST_TEST(reseed::write_answers_csv(rows) == text);
}

BOOST_AUTO_TEST_CASE(what_is_no_answer_and_no_note_is_named_with_its_line) {
  using reseed::test::expect_error;
  const auto parse = [](const std::string& text) {
    return [text] { reseed::parse_answers_csv(text, "tables/answers.csv"); };
  };
  const std::string head = "kind,question,verdict,text\n";
  expect_error(parse("question,verdict,text\n"), reseed::ErrorKind::data, "tables/answers.csv", {"columns"});
  expect_error(parse(head + "note,,,a\nclaim,q,v,t\n"), reseed::ErrorKind::data, "tables/answers.csv:3", {"\"claim\""});
  expect_error(parse(head + "note,why?,,a\n"), reseed::ErrorKind::data, "tables/answers.csv:2", {"without question"});
}

BOOST_AUTO_TEST_SUITE_END()
