// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>

#include "import/npy.hpp"
#include "reseed/error.hpp"
#include "support/expect_error.hpp"
#include "support/make_npy.hpp"

namespace {

using namespace reseed;
using namespace reseed::test;

Array parsed(const std::string& bytes) {
  const auto owner = std::make_shared<const std::string>(bytes);
  return parse_npy(std::as_bytes(std::span(*owner)), owner, "a.npy");
}

void refuses(const std::string& bytes, const std::vector<std::string>& words) {
  expect_error([&] { parsed(bytes); }, ErrorKind::data, "a.npy", words);
}

std::string with(const std::string& type, const std::string& shape, const std::string& data) {
  return npy_with_header(npy_header(type, shape), data);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(npy_reader)

BOOST_AUTO_TEST_CASE(reads_shape_type_and_numbers) {
  const Array array = parsed(npy(std::vector<float>{1, 2, 3, 4, 5, 6}, "(2, 3)"));
  BOOST_TEST(array.view.shape == (std::vector<std::int64_t>{2, 3}), boost::test_tools::per_element());
  BOOST_TEST((array.view.dtype == DType::f32));
  BOOST_TEST(array.view.as_doubles() == (std::vector<double>{1, 2, 3, 4, 5, 6}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(reads_versions_two_and_three) {
  for (const int version : {1, 2, 3}) {
    const Array array =
        parsed(npy_with_header(npy_header("<i8", "(2,)"), bytes_of(std::vector<std::int64_t>{7, -9}), version));
    BOOST_TEST(array.view.as_integers() == (std::vector<std::int64_t>{7, -9}), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(reads_every_type_of_numbers) {
  BOOST_TEST(parsed(with("<f2", "(1,)", bytes_of(std::vector<std::uint16_t>{0x3C00}))).view.as_doubles()[0] == 1.0);
  BOOST_TEST(parsed(with("<f8", "(1,)", bytes_of(std::vector<double>{0.1}))).view.as_doubles()[0] == 0.1);
  BOOST_TEST(parsed(with("|i1", "(1,)", "\xFF")).view.as_integers()[0] == -1);
  BOOST_TEST(parsed(with("|u1", "(1,)", "\xFF")).view.as_integers()[0] == 255);
  BOOST_TEST(parsed(with("<i2", "(1,)", bytes_of(std::vector<std::int16_t>{-300}))).view.as_integers()[0] == -300);
  BOOST_TEST(parsed(with("<u4", "(1,)", bytes_of(std::vector<std::uint32_t>{4000000000}))).view.as_integers()[0] ==
             4000000000);
  BOOST_TEST(parsed(with("|b1", "(2,)", std::string("\1\0", 2))).view.as_integers()[0] == 1);
}

BOOST_AUTO_TEST_CASE(turns_the_other_byte_order_round) {
  const Array array = parsed(with(">f4", "(2,)", std::string("\x3F\x80\0\0\x40\0\0\0", 8)));
  BOOST_TEST(array.view.as_doubles() == (std::vector<double>{1.0, 2.0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(turns_fortran_order_round) {
  // [[1, 2, 3], [4, 5, 6]], first axis fastest
  const Array array =
      parsed(npy_with_header(npy_header("<f4", "(2, 3)", true), bytes_of(std::vector<float>{1, 4, 2, 5, 3, 6})));
  BOOST_TEST(array.view.as_doubles() == (std::vector<double>{1, 2, 3, 4, 5, 6}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(turns_three_axes_of_fortran_order_round) {
  std::vector<float> stored;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) stored.push_back(static_cast<float>(100 * i + 10 * j + k));
  const Array array = parsed(npy_with_header(npy_header("<f4", "(2, 3, 4)", true), bytes_of(stored)));
  const std::vector<double> values = array.view.as_doubles();
  std::size_t at = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) BOOST_TEST(values[at++] == 100 * i + 10 * j + k);
}

BOOST_AUTO_TEST_CASE(reads_scalars_and_empty_arrays) {
  BOOST_TEST(parsed(npy(std::vector<float>{3}, "()")).view.count() == 1);
  BOOST_TEST(parsed(npy(std::vector<float>{}, "(0, 3)")).view.count() == 0);
}

BOOST_AUTO_TEST_CASE(refuses_python_objects) { refuses(with("|O", "(1,)", "x"), {"Python objects", "would run code"}); }

BOOST_AUTO_TEST_CASE(refuses_what_are_no_numbers) {
  refuses(with("<U8", "(1,)", std::string(32, 'a')), {"<U8", ".astype"});
  refuses(with("<c8", "(1,)", std::string(8, 'a')), {"<c8"});
  refuses(with("<M8[ns]", "(1,)", std::string(8, 'a')), {"<M8[ns]"});
  refuses(with("", "(1,)", "a"), {"NumPy type \"\""});
  refuses(npy_with_header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "aaaa"),
          {"named fields"});
}

BOOST_AUTO_TEST_CASE(refuses_a_size_that_lies_before_it_allocates) {
  refuses(with("<f8", "(1000000000, 1000000000)", "12345678"), {"far more bytes"});
  refuses(with("<f8", "(9223372036854775807, 9223372036854775807, 9223372036854775807)", ""), {"far more bytes"});
  refuses(with("<f8", "(1000000000,)", "12345678"), {"8000000000 bytes, found 8"});
  refuses(with("<f4", "(2,)", std::string(9, 'x')), {"want 8 bytes, found 9"});
  refuses(with("<f4", "(99999999999999999999,)", "abcd"), {"sides"});
  refuses(with("<f4", "(-1,)", "abcd"), {"sides"});
}

BOOST_AUTO_TEST_CASE(refuses_damaged_files) {
  const std::string whole = npy(std::vector<float>{1, 2}, "(2,)");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string cut = whole.substr(0, length);
    BOOST_CHECK_THROW(parsed(cut), Error);
  }
  refuses("PK\3\4 something else", {"beginning of a .npy file"});
  std::string other = whole;
  other[6] = 9;
  refuses(other, {"version 9"});
  std::string long_header = whole;
  long_header[9] = '\x7F';
  refuses(long_header, {"header says"});
}

BOOST_AUTO_TEST_CASE(refuses_headers_that_numpy_does_not_write) {
  const std::string data = "abcd";
  refuses(npy_with_header("{'descr': '<f4', 'shape': (1,)}", data), {"found fewer"});
  refuses(npy_with_header("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", data), {"once"});
  refuses(npy_with_header("{'descr': '<f4', 'fortran_order': 1, 'shape': (1,)}", data), {"True or False"});
  refuses(npy_with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} + open('x')", data), {"behind"});
  refuses(npy_with_header("{'descr': __import__('os'), 'fortran_order': False, 'shape': (1,)}", data), {"quoted"});
  refuses(npy_with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1)}", data), {"8 axes"});
  refuses(npy_with_header("{'descr': '<f4", data), {"closing quote"});
  refuses(npy_with_header("", data), {"header"});
}

BOOST_AUTO_TEST_SUITE_END()
