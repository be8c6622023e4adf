// SPDX-License-Identifier: Apache-2.0
#include "tokenize/bert_normalizer.hpp"

#include <boost/test/unit_test.hpp>

#include "reseed/error.hpp"

namespace {

using reseed::tokenize::AlignedText;
using reseed::tokenize::BertNormalizer;

std::string normalized(const std::string& text, const BertNormalizer& normalizer = {}) {
  AlignedText decoded = reseed::tokenize::decode_utf8(text);
  normalizer.normalize(decoded);
  return reseed::tokenize::encode_utf8(decoded, {0, decoded.size()});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bert_normalizer)

BOOST_AUTO_TEST_CASE(drops_control_characters_and_makes_white_space_a_blank) {
  BOOST_TEST(normalized("a\u0001\u200d\ufffd\u0085b\u00a0c\td\u3000e") == "ab c d e");
}

BOOST_AUTO_TEST_CASE(sets_blanks_around_ideographs_and_not_around_kana) {
  BOOST_TEST(normalized("a\u4e2d\u6587b") == "a \u4e2d  \u6587 b");
  BOOST_TEST(normalized("\u3042") == "\u3042");
}

BOOST_AUTO_TEST_CASE(strips_accents_as_it_lower_cases_unless_told_otherwise) {
  BOOST_TEST(normalized("Caf\u00e9 cafe\u0301") == "cafe cafe");
  BOOST_TEST(normalized("Sch\u00d6n", {.strip_accents = false}) == "sch\u00f6n");
  BOOST_TEST(normalized("na\u00efve", {.lowercase = false}) == "na\u00efve");
  BOOST_TEST(normalized("Na\u00efve", {.strip_accents = true, .lowercase = false}) == "Naive");
}

BOOST_AUTO_TEST_CASE(lower_cases_code_point_by_code_point) {
  BOOST_TEST(normalized("\u039f\u0394\u039f\u03a3") == "\u03bf\u03b4\u03bf\u03c3");  // no final sigma
  BOOST_TEST(normalized("\u00c6thelbald") == "\u00e6thelbald");
  BOOST_TEST(normalized("\u0130", {.strip_accents = false}) == "i\u0307");
  BOOST_TEST(normalized("\u1e9e") == "\u00df");
}

BOOST_AUTO_TEST_CASE(a_part_of_a_decomposed_letter_keeps_its_place) {
  AlignedText text = reseed::tokenize::decode_utf8("x\uac00y");  // one syllable of two letters
  BertNormalizer().normalize(text);
  BOOST_REQUIRE(text.size() == 4u);
  BOOST_TEST(text[1].begin == 1u);
  BOOST_TEST(text[2].begin == 1u);
  BOOST_TEST(text[2].end == 2u);
  BOOST_TEST(text[3].begin == 2u);
}

BOOST_AUTO_TEST_CASE(text_that_is_not_utf8_is_refused_at_its_byte) {
  for (const char* text : {"ab\xff", "ab\xc3", "ab\xed\xa0\x80", "ab\xc0\x80", "ab\xf5\x80\x80\x80"})
    BOOST_CHECK_EXCEPTION(reseed::tokenize::decode_utf8(text, "text"), reseed::Error, [](const reseed::Error& error) {
      return error.kind() == reseed::ErrorKind::data && error.place() == "text byte 2";
    });
}

BOOST_AUTO_TEST_SUITE_END()
