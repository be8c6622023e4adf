// SPDX-License-Identifier: Apache-2.0
#include "base/safetensors.hpp"

#include <unistd.h>

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <ostream>
#include <sstream>
#include <string>

#include "base/files.hpp"
#include "reseed/error.hpp"

namespace {

struct BadFile {
  const char* what;
  std::string header;
  std::string data;
};
std::ostream& operator<<(std::ostream& out, const BadFile& file) { return out << file.what; }

std::string with_length(const std::string& header, const std::string& data, std::uint64_t length) {
  std::string content(8, '\0');
  std::memcpy(content.data(), &length, 8);
  return content + header + data;
}

const BadFile kBadFiles[] = {
    {"offsets beyond the data", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", "1234"},
    {"span that does not fit the shape", R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", "12345678"},
    {"unknown dtype", R"({"a":{"dtype":"F31","shape":[2],"data_offsets":[0,8]}})", "12345678"},
    {"overlap",
     R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[2,6]}})",
     "123456"},
    {"gap", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", "12345678"},
    {"bytes of no tensor", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "12345678"},
    {"backwards", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", "1234"},
    {"negative side", R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", "1234"},
    {"shape that overflows", R"({"a":{"dtype":"F32","shape":[4294967296,4294967296,4294967296],"data_offsets":[0,0]}})",
     ""},
    {"key twice",
     R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
     "1"},
    {"no JSON", "{{{{", ""},
    {"header that is an array", "[]", ""},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(safetensors)

BOOST_AUTO_TEST_CASE(what_was_written_is_read_back) {
  const reseed::TemporaryFolder folder;
  const std::vector<float> a = {1.0f, -2.5f, 3.25f};
  const std::vector<std::int64_t> b = {1, -2};
  const auto file = folder.path() / "t.safetensors";
  reseed::write_safetensors(file,
                            {{"b", reseed::view_of<std::int64_t>(b, {2})}, {"a", reseed::view_of<float>(a, {3, 1})}},
                            {{"made_by", "test"}});
  const reseed::Safetensors read(file);
  BOOST_TEST(read.at("a").as_doubles() == (std::vector<double>{1.0, -2.5, 3.25}));
  BOOST_TEST(read.at("a").shape == (std::vector<std::int64_t>{3, 1}));
  BOOST_TEST(read.at("b").as_integers() == b);
  BOOST_TEST(read.metadata().at("made_by") == "test");
}

BOOST_DATA_TEST_CASE(a_file_that_lies_is_refused, boost::unit_test::data::make(kBadFiles), bad) {
  const reseed::TemporaryFolder folder;
  const auto file = folder.path() / "bad.safetensors";
  reseed::write_file(file, with_length(bad.header, bad.data, bad.header.size()));
  BOOST_CHECK_EXCEPTION(reseed::Safetensors{file}, reseed::Error, [&](const reseed::Error& error) {
    BOOST_TEST(error.message().find('\n') == std::string::npos);
    return error.kind() == reseed::ErrorKind::data && error.place() == file.string();
  });
}

BOOST_AUTO_TEST_CASE(a_file_is_mapped_and_only_what_is_looked_at_takes_memory) {
  const reseed::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "large.safetensors";
  {
    const std::vector<double> numbers(8'000'000, 1.5);
    reseed::write_safetensors(path, {{"large", reseed::view_of<double>(numbers, {8'000'000})},
                                     {"small", reseed::view_of<double>(std::span(numbers).first(2), {2})}});
  }
  const auto resident = [] {
    std::istringstream pages(reseed::read_file("/proc/self/statm"));
    std::size_t all = 0, in_memory = 0;
    pages >> all >> in_memory;
    return in_memory * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  };
  const std::size_t before = resident();
  const reseed::Safetensors file(path);
  BOOST_TEST(file.at("small").as_doubles()[1] == 1.5);
  BOOST_TEST(file.at("large").bytes.size() == 64'000'000u);
  BOOST_TEST(resident() < before + 8'000'000u);
}

BOOST_AUTO_TEST_CASE(a_header_length_beyond_the_file_is_refused) {
  const reseed::TemporaryFolder folder;
  const auto file = folder.path() / "bad.safetensors";
  for (const std::uint64_t length : {std::uint64_t{3}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    reseed::write_file(file, with_length("{}", "", length));
    BOOST_CHECK_THROW(reseed::Safetensors{file}, reseed::Error);
  }
  reseed::write_file(file, "short");
  BOOST_CHECK_THROW(reseed::Safetensors{file}, reseed::Error);
}

BOOST_AUTO_TEST_CASE(every_half_reads_back_from_its_float) {
  for (std::uint32_t bits = 0; bits < 0x10000u; ++bits) {
    const double value = reseed::half_to_double(static_cast<std::uint16_t>(bits));
    if (std::isnan(value)) continue;
    if (reseed::float_to_half(static_cast<float>(value)) != bits) BOOST_ERROR("half " << bits);
  }
}

BOOST_AUTO_TEST_CASE(halves_round_to_even) {
  BOOST_TEST(reseed::float_to_half(2049.0f) == reseed::float_to_half(2048.0f));
  BOOST_TEST(reseed::float_to_half(2051.0f) == reseed::float_to_half(2052.0f));
  BOOST_TEST(reseed::float_to_half(65519.0f) == 0x7bffu);
  BOOST_TEST(reseed::float_to_half(65520.0f) == 0x7c00u);
}

BOOST_AUTO_TEST_SUITE_END()
