// SPDX-License-Identifier: Apache-2.0
#include "data/rows.hpp"

#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "support/expect_error.hpp"

namespace {

using reseed::Column;
using reseed::ErrorKind;
using reseed::TableFormat;
using reseed::test::expect_error;
using Kind = TableFormat::Kind;

const TableFormat kTsv{Kind::tsv, true, false, '\t'};
const TableFormat kCsv{Kind::csv, true, true, ','};
const TableFormat kJson{Kind::jsonl};

struct Reader {
  reseed::TemporaryFolder folder;

  std::vector<reseed::Row> read(const std::string& content, const TableFormat& format,
                                const std::vector<Column>& columns) {
    reseed::write_file(folder.path() / "f", content);
    return reseed::read_rows(folder.path() / "f", format, columns);
  }
  void refuse(const std::string& content, const TableFormat& format, const std::vector<Column>& columns,
              const std::string& place, const std::vector<std::string>& words) {
    expect_error([&] { read(content, format, columns); }, ErrorKind::data, place, words);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rows, Reader)

BOOST_AUTO_TEST_CASE(quotes_are_text_in_an_unquoted_file) {
  const auto rows = read("text\tlabel\n\"He said\t1\nit 's \"\" fine\"\t0\n", kTsv, {"label", "text"});
  BOOST_TEST(rows.size() == 2u);
  BOOST_TEST(rows[0].cells[1] == "\"He said");
  BOOST_TEST(rows[1].cells[1] == "it 's \"\" fine\"");
  BOOST_TEST(rows[1].line == 3);
}

BOOST_AUTO_TEST_CASE(byte_order_mark_carriage_returns_and_an_open_end_are_no_text) {
  const auto rows = read("\xEF\xBB\xBFtext\tlabel\r\na\t1\r\nb\t0", kTsv, {"text", "label"});
  BOOST_TEST(rows.size() == 2u);
  BOOST_TEST(rows[0].cells[1] == "1");
  BOOST_TEST(rows[1].cells[1] == "0");
}

BOOST_AUTO_TEST_CASE(empty_lines_at_the_end_are_no_records) {
  BOOST_TEST(read("t\tl\na\t1\n\n\r\n", kTsv, {"t"}).size() == 1u);
  BOOST_TEST(read("t,l\na,1\n\n\n", kCsv, {"t"}).size() == 1u);
  BOOST_TEST(read("{\"t\": 1}\n\n", kJson, {"t"}).size() == 1u);
}

BOOST_AUTO_TEST_CASE(quoted_fields_hold_separators_line_ends_and_doubled_quotes) {
  const auto rows = read("text,label\n\"a, \"\"b\"\"\nc\",1\nd,0\n", kCsv, {"text", "label"});
  BOOST_TEST(rows.size() == 2u);
  BOOST_TEST(rows[0].cells[0] == "a, \"b\"\nc");
  BOOST_TEST(rows[1].cells[0] == "d");
  BOOST_TEST(rows[1].line == 4);
}

BOOST_AUTO_TEST_CASE(json_lines_give_strings_numbers_and_nested_keys) {
  const auto rows = read("{\"a\": {\"t\": \"x\\u00e9\"}, \"l\": 1, \"s\": 0.5}\n", kJson, {"a.t", "l", "s"});
  BOOST_TEST(rows[0].cells[0] == "x\xC3\xA9");
  BOOST_TEST(rows[0].cells[1] == "1");
  BOOST_TEST(rows[0].cells[2] == "0.5");
}

BOOST_AUTO_TEST_CASE(empty_cells_beyond_the_width_are_passed_over) {
  const TableFormat format{Kind::tsv, false, false, '\t'};
  const auto rows = read("1\ta\t\n0\tb\n", format, {0, 1});
  BOOST_TEST(rows[0].cells[1] == "a");
  BOOST_TEST(rows[1].cells[1] == "b");
}

BOOST_AUTO_TEST_CASE(text_that_is_not_utf8_is_refused_with_its_line) {
  refuse("t\tl\na\t1\ncaf\xE9\t0\n", kTsv, {"t"}, "f:3", {"UTF-8", "0xE9"});
}

BOOST_AUTO_TEST_CASE(a_record_of_another_width_is_refused_with_its_line) {
  refuse("t\tl\na\t1\nb\n", kTsv, {"t"}, "f:3", {"want 2 columns", "found 1"});
  refuse("t\tl\na\t1\tx\n", kTsv, {"t"}, "f:2", {"want 2 columns", "found 3"});
  refuse("t\tl\n\na\t1\n", kTsv, {"t"}, "f:2", {"want 2 columns", "empty line"});
}

BOOST_AUTO_TEST_CASE(an_absent_column_is_refused_with_the_nearest_one) {
  refuse("text\tlabel\na\t1\n", kTsv, {"txt"}, "f:1", {"txt", "did you mean text"});
  refuse("{\"text\": \"a\"}\n", kJson, {"label"}, "f:1", {"label", "found text"});
}

BOOST_AUTO_TEST_CASE(a_column_whose_name_stands_twice_is_refused) {
  refuse("text\tlabel\ttext\na\t1\tb\n", kTsv, {"text"}, "f:1", {"want one column text", "found it twice"});
}

BOOST_AUTO_TEST_CASE(a_quote_that_does_not_end_is_refused_where_it_begins) {
  refuse("t,l\na,1\n\"b,0\nc,1\n", kCsv, {"t"}, "f:3", {"closing quote", "end of the file"});
  refuse("t,l\n\"a\" b,1\n", kCsv, {"t"}, "f:2", {"after a closing quote"});
}

BOOST_AUTO_TEST_CASE(bad_json_lines_are_refused_with_their_line) {
  refuse("{\"t\": 1}\n{\"t\": }\n", kJson, {"t"}, "f:2", {"strict JSON"});
  refuse("[1]\n", kJson, {"t"}, "f:1", {"object", "array"});
  refuse("{\"t\": null}\n", kJson, {"t"}, "f:1", {"null"});
}

BOOST_AUTO_TEST_SUITE_END()
