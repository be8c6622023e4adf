// SPDX-License-Identifier: Apache-2.0
#include "tokenize/split_words.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace reseed::tokenize;

/// The words, with a bar between them.
std::string words(const std::string& text, void (*split)(const AlignedText&, Span, std::vector<Span>&)) {
  const AlignedText decoded = decode_utf8(text);
  std::vector<Span> spans;
  split(decoded, {0, decoded.size()}, spans);
  std::string joined;
  for (const Span span : spans) joined += (joined.empty() ? "" : "|") + encode_utf8(decoded, span);
  return joined;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(split_words)

BOOST_AUTO_TEST_CASE(bert_cuts_at_blanks_and_around_every_sign) {
  BOOST_TEST(words(" don't  stop... $5", split_bert) == "don|'|t|stop|.|.|.|$|5");
  BOOST_TEST(words("a\u00b7b\u2014c\u20acd", split_bert) == "a|\u00b7|b|\u2014|c\u20acd");  // a currency sign is none
}

BOOST_AUTO_TEST_CASE(gpt2_leaves_one_blank_to_the_word_behind) {
  BOOST_TEST(words("Hello world", split_gpt2) == "Hello| world");
  BOOST_TEST(words("a   b", split_gpt2) == "a|  | b");
  BOOST_TEST(words("a\n\nb", split_gpt2) == "a|\n|\n|b");
  BOOST_TEST(words("a \t", split_gpt2) == "a| \t");
  BOOST_TEST(words("a\u00a0b", split_gpt2) == "a|\u00a0|b");
}

BOOST_AUTO_TEST_CASE(gpt2_parts_letters_numbers_and_signs) {
  BOOST_TEST(words("abc123!? x\u00b2", split_gpt2) == "abc|123|!?| x|\u00b2");
  BOOST_TEST(words("e\u0301", split_gpt2) == "e|\u0301");  // a combining mark is no letter
}

BOOST_AUTO_TEST_CASE(gpt2_knows_english_endings_in_small_letters) {
  BOOST_TEST(words("I'll we're it's can't I'm I'd I've", split_gpt2) ==
             "I|'ll| we|'re| it|'s| can|'t| I|'m| I|'d| I|'ve");
  BOOST_TEST(words("IT'S '", split_gpt2) == "IT|'|S| '");
  BOOST_TEST(words("'sa !'s", split_gpt2) == "'s|a| !'|s");
}

BOOST_AUTO_TEST_SUITE_END()
