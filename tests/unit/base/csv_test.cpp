// SPDX-License-Identifier: Apache-2.0
#include "base/csv.hpp"

#include <boost/test/unit_test.hpp>

#include "reseed/error.hpp"

namespace {

void should_fail(std::string_view text, const std::string& place) {
  BOOST_CHECK_EXCEPTION(reseed::parse_csv(text, "t.csv"), reseed::Error, [&](const reseed::Error& error) {
    return error.kind() == reseed::ErrorKind::data && error.place() == place;
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(csv)

BOOST_AUTO_TEST_CASE(only_cells_that_need_it_are_quoted) {
  const reseed::CsvTable table{{"a", "b"}, {{"plain", "x,y"}, {"say \"hi\"", "two\nlines"}}, {}};
  BOOST_TEST(reseed::write_csv(table) == "a,b\nplain,\"x,y\"\n\"say \"\"hi\"\"\",\"two\nlines\"\n");
}

BOOST_AUTO_TEST_CASE(what_is_written_reads_back) {
  const reseed::CsvTable table{{"a"}, {{""}, {"\r\n"}, {"\""}, {"\u00e9, \U0001F600"}}, {}};
  const auto back = reseed::parse_csv(reseed::write_csv(table), "t.csv");
  BOOST_TEST(back.columns == table.columns);
  BOOST_TEST((back.rows == table.rows));
}

BOOST_AUTO_TEST_CASE(rows_know_their_line) {
  const auto table = reseed::parse_csv("a,b\r\n\"1\n2\",3\n4,5", "t.csv");
  BOOST_TEST(table.lines == (std::vector<std::size_t>{2, 4}), boost::test_tools::per_element());
  BOOST_TEST(table.rows[1][1] == "5");
}

BOOST_AUTO_TEST_CASE(a_column_is_found_by_name) {
  const auto table = reseed::parse_csv("a,b\n", "t.csv");
  BOOST_TEST(table.column("b").value() == 1u);
  BOOST_TEST(!table.column("c").has_value());
}

BOOST_AUTO_TEST_CASE(malformed_text_is_refused_with_its_line) {
  should_fail("", "t.csv:1");
  should_fail("a,a\n", "t.csv:1");
  should_fail("a,b\n1\n", "t.csv:2");
  should_fail("a\n\"open", "t.csv:2");
  should_fail("a\n\"x\"y\n", "t.csv:2");
  should_fail("a\nx\"y\n", "t.csv:2");
  should_fail("a\n1\n\xff\n", "t.csv:3");
  should_fail(std::string_view("a\n\0\n", 4), "t.csv:2");
}

BOOST_AUTO_TEST_SUITE_END()
