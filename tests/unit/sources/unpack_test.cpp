// SPDX-License-Identifier: Apache-2.0
#include "sources/unpack.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"
#include "support/expect_error.hpp"
#include "support/make_archive.hpp"

namespace fs = std::filesystem;
namespace data = boost::unit_test::data;
using reseed::test::ArchiveFormat;
using reseed::test::Entry;
using Kind = Entry::Kind;

namespace {

std::string pseudo_random(std::size_t size) {
  std::string text(size, '\0');
  unsigned state = 1;
  for (char& c : text) c = static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
  return text;
}

struct Fixture {
  reseed::TemporaryFolder temporary;
  fs::path archive = temporary.path() / "archive";
  fs::path folder = temporary.path() / "inside" / "folder";

  Fixture() { fs::create_directories(folder); }

  std::vector<reseed::UnpackedFile> unpacked(ArchiveFormat format, const std::vector<Entry>& entries,
                                             const reseed::UnpackLimits& limits = {}) {
    reseed::test::make_archive(archive, format, entries);
    return reseed::unpack(archive, folder, limits);
  }
};

bool is_data_error(const reseed::Error& error) { return error.kind() == reseed::ErrorKind::data; }

struct Escape {
  const char* what;
  ArchiveFormat format;
  Entry entry;
};
std::ostream& operator<<(std::ostream& out, const Escape& escape) { return out << escape.what; }

const Escape kEscapes[] = {
    {"parent folder in a zip", ArchiveFormat::zip, {"../escaped", "x"}},
    {"parent folder further on in a zip", ArchiveFormat::zip, {"a/../../escaped", "x"}},
    {"parent folder in a tar", ArchiveFormat::tar, {"a/b/../../../escaped", "x"}},
    {"harmless parent folder", ArchiveFormat::tar, {"a/../b", "x"}},
    {"absolute path", ArchiveFormat::tar, {"/tmp/escaped", "x"}},
    {"folder outside", ArchiveFormat::tar, {"../escaped", "", Kind::folder}},
    {"symbolic link outside", ArchiveFormat::tar, {"link", "/etc", Kind::symlink}},
    {"symbolic link inside", ArchiveFormat::tar, {"link", "kept", Kind::symlink}},
    {"symbolic link in a zip", ArchiveFormat::zip, {"link", "/etc", Kind::symlink}},
    {"hard link outside", ArchiveFormat::tar, {"link", "/etc/passwd", Kind::hardlink}},
    {"hard link inside", ArchiveFormat::tar, {"link", "kept", Kind::hardlink}},
    {"pipe", ArchiveFormat::tar, {"pipe", "", Kind::fifo}},
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(unpack, Fixture)

BOOST_DATA_TEST_CASE(gives_back_what_was_packed,
                     data::make({ArchiveFormat::zip, ArchiveFormat::tar, ArchiveFormat::tar_gz}), format) {
  const std::string content = pseudo_random(200'000);
  const auto files = unpacked(format, {{"b/deep/file", content}, {"a", "text"}, {"b/empty", ""}});
  BOOST_REQUIRE_EQUAL(files.size(), 3U);
  BOOST_TEST(files[0].path == "a");
  BOOST_TEST(files[1].path == "b/deep/file");
  BOOST_TEST(files[1].size == content.size());
  BOOST_TEST(files[1].sha256 == reseed::sha256(content));
  BOOST_TEST(reseed::read_file(folder / "b/deep/file") == content);
  BOOST_TEST(reseed::read_file(folder / "a") == "text");
  BOOST_TEST(fs::file_size(folder / "b/empty") == 0U);
}

BOOST_DATA_TEST_CASE(refuses_what_leaves_the_folder, data::make(kEscapes), escape) {
  BOOST_CHECK_EXCEPTION(unpacked(escape.format, {{"kept", "x"}, escape.entry}), reseed::Error,
                        [&](const reseed::Error& error) {
                          return is_data_error(error) && error.place().find("archive: " + escape.entry.path) == 0;
                        });
  BOOST_TEST(!fs::exists(temporary.path() / "escaped"));
  BOOST_TEST(!fs::exists(temporary.path() / "inside" / "escaped"));
  BOOST_TEST(!fs::exists("/tmp/escaped"));
  BOOST_TEST(!fs::is_symlink(folder / "link"));
}

BOOST_AUTO_TEST_CASE(refuses_a_path_twice) {
  reseed::test::expect_error(
      [&] {
        unpacked(ArchiveFormat::tar, {{"a", "1"}, {"./a", "2"}});
      },
      reseed::ErrorKind::data, "archive: ./a", {"want every path once"});
}

BOOST_AUTO_TEST_CASE(refuses_a_file_that_is_a_folder_too) {
  BOOST_CHECK_EXCEPTION(unpacked(ArchiveFormat::tar, {{"a", "1"}, {"a/b", "2"}}), reseed::Error, is_data_error);
}

BOOST_AUTO_TEST_CASE(refuses_a_small_archive_that_would_fill_the_disk) {
  const reseed::UnpackLimits limits{.always_allowed = 1000, .ratio = 200};
  reseed::test::expect_error(
      [&] {
        unpacked(ArchiveFormat::tar_gz, {{"zeros", std::string(10'000'000, '\0')}}, limits);
      },
      reseed::ErrorKind::data, "archive: zeros", {"far more bytes", "want at most ", "found ", "leave out what"});
  BOOST_TEST(fs::file_size(folder / "zeros") < 10'000'000U);
}

BOOST_AUTO_TEST_CASE(refuses_more_entries_than_the_limit) {
  reseed::test::expect_error(
      [&] {
        unpacked(ArchiveFormat::zip, {{"a", "1"}, {"b", "2"}, {"c", "3"}}, {.entries = 2});
      },
      reseed::ErrorKind::data, "archive: c", {"far more entries", "want at most 2, found 3 and more"});
}

BOOST_DATA_TEST_CASE(refuses_an_archive_that_was_cut,
                     data::make({ArchiveFormat::zip, ArchiveFormat::tar, ArchiveFormat::tar_gz}), format) {
  reseed::test::make_archive(archive, format, {{"a", pseudo_random(100'000)}});
  fs::resize_file(archive, fs::file_size(archive) / 2);
  BOOST_CHECK_EXCEPTION(reseed::unpack(archive, folder), reseed::Error, is_data_error);
}

BOOST_AUTO_TEST_CASE(refuses_a_zip_with_a_flipped_byte) {
  reseed::test::make_archive(archive, ArchiveFormat::zip, {{"a", pseudo_random(100'000)}});
  std::string bytes = reseed::read_file(archive);
  bytes[50'000] = static_cast<char>(bytes[50'000] ^ 1);
  reseed::write_file(archive, bytes);
  BOOST_CHECK_EXCEPTION(reseed::unpack(archive, folder), reseed::Error, is_data_error);
}

BOOST_AUTO_TEST_CASE(refuses_what_is_no_archive) {
  for (const std::string content : {"", "not an archive", "PK"}) {
    reseed::write_file(archive, content);
    BOOST_CHECK_EXCEPTION(reseed::unpack(archive, folder), reseed::Error, is_data_error);
  }
}

BOOST_AUTO_TEST_CASE(refuses_an_archive_without_files) {
  BOOST_CHECK_EXCEPTION(unpacked(ArchiveFormat::tar, {{"a", "", Kind::folder}}), reseed::Error, is_data_error);
}

BOOST_AUTO_TEST_SUITE_END()
