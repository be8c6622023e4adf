// SPDX-License-Identifier: Apache-2.0
// Files and archives of arrays, as somebody may send them.
#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "import/array_file.hpp"
#include "import/fill_in.hpp"
#include "import/source.hpp"
#include "reseed/error.hpp"
#include "support/expect_error.hpp"
#include "support/make_archive.hpp"
#include "support/make_npy.hpp"

namespace {

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

class Place {
 public:
  Place() { fs::create_directories(folder_.path() / "scratch"); }
  fs::path at(const std::string& name) const { return folder_.path() / name; }
  std::shared_ptr<const ArrayFile> open(const std::string& name) const {
    Unpacking unpacking{at("scratch")};
    return open_array_file(at(name), name, unpacking);
  }

 private:
  TemporaryFolder folder_;
};

const std::string kLogits = npy(std::vector<float>{1, 2, 3, 4}, "(2, 2)");

}  // namespace

BOOST_AUTO_TEST_SUITE(array_files)

BOOST_AUTO_TEST_CASE(reads_the_arrays_of_an_npz_archive) {
  const Place place;
  make_archive(place.at("a.npz"), ArchiveFormat::zip,
               {{"logits.npy", kLogits}, {"representations.3.npy", npy(std::vector<float>{5}, "(1, 1)")}});
  const auto file = place.open("a.npz");
  BOOST_TEST(file->names() == (std::vector<std::string>{"logits", "representations.3"}),
             boost::test_tools::per_element());
  const Array array = file->array("logits");
  BOOST_TEST(array.view.as_doubles() == (std::vector<double>{1, 2, 3, 4}), boost::test_tools::per_element());
  BOOST_TEST(array.place == "a.npz: logits");
  expect_error([&] { file->array("logit"); }, ErrorKind::data, "a.npz", {"an array \"logit\"", "logits"});
}

BOOST_AUTO_TEST_CASE(refuses_archives_that_reach_outside) {
  const Place place;
  for (const Entry& entry : {Entry{"../logits.npy", kLogits}, Entry{"/logits.npy", kLogits},
                             Entry{"logits.npy", "/etc/passwd", Entry::Kind::symlink}}) {
    make_archive(place.at("a.npz"), ArchiveFormat::zip, {entry});
    BOOST_CHECK_EXCEPTION(place.open("a.npz"), Error, [](const Error& e) { return e.kind() == ErrorKind::data; });
  }
  BOOST_TEST(!fs::exists(place.at("logits.npy")));
  make_archive(place.at("b.npz"), ArchiveFormat::zip, {{"logits.pkl", "x"}});
  expect_error([&] { place.open("b.npz"); }, ErrorKind::data, "b.npz", {"only .npy files", "logits.pkl"});
}

BOOST_AUTO_TEST_CASE(reads_columns_of_a_table) {
  const Place place;
  write_file(place.at("a.csv"), "id,p0,p1,class,text\n7,0.5,0.5,yes,\"a, b\"\n9007199254740993,0.25,0.75,no,c\n");
  const auto file = place.open("a.csv");
  const Array both = file->array("p0,p1");
  BOOST_TEST(both.view.shape == (std::vector<std::int64_t>{2, 2}), boost::test_tools::per_element());
  BOOST_TEST(both.view.as_doubles() == (std::vector<double>{0.5, 0.5, 0.25, 0.75}), boost::test_tools::per_element());
  BOOST_TEST(file->array("id").view.as_integers() == (std::vector<std::int64_t>{7, 9007199254740993}),
             boost::test_tools::per_element());
  BOOST_TEST(file->array("class", {"no", "yes"}).view.as_integers() == (std::vector<std::int64_t>{1, 0}),
             boost::test_tools::per_element());
  BOOST_TEST(file->texts("text")[0] == "a, b");
  expect_error([&] { file->array("class"); }, ErrorKind::data, "a.csv:2", {"class", "want a number", "\"yes\""});
  expect_error([&] { file->array("class", {"no", "maybe"}); }, ErrorKind::data, "a.csv:2", {"no or maybe", "\"yes\""});
  expect_error([&] { file->array("p2"); }, ErrorKind::data, "a.csv", {"a column \"p2\""});
}

BOOST_AUTO_TEST_CASE(knows_files_by_their_ending) {
  const Place place;
  write_file(place.at("a.npy"), kLogits);
  write_file(place.at("a.pkl"), "x");
  BOOST_TEST(place.open("a.npy")->array("").view.count() == 4);
  expect_error([&] { place.open("a.npy")->array("x"); }, ErrorKind::data, "a.npy", {"one array"});
  expect_error([&] { place.open("a.pkl"); }, ErrorKind::data, "a.pkl", {".safetensors, .npz, .npy or .csv"});
}

BOOST_AUTO_TEST_CASE(finds_numbers_in_names) {
  BOOST_TEST(number_in("a/{seed}.npz", "{seed}", "a/17.npz").value() == 17u);
  BOOST_TEST(number_in("{seed}/x{seed}.npz", "{seed}", "3/x3.npz").value() == 3u);
  for (const char* name : {"a/.npz", "a/x.npz", "a/7.npy", "b/7.npz", "a/07.npz", "a/99999999999999999999.npz"})
    BOOST_TEST(!number_in("a/{seed}.npz", "{seed}", name), name);
  BOOST_TEST(!number_in("{seed}/x{seed}.npz", "{seed}", "3/x4.npz"));
  BOOST_TEST(number_in("{seed}/layer{layer}.npy", "{seed}", "3/layer12.npy").value() == 3u);
  BOOST_TEST(number_in("{seed}/layer{layer}.npy", "{layer}", "3/layer12.npy").value() == 12u);
  BOOST_TEST(number_in("layer{layer}/{seed}.npy", "{seed}", "layer12/3.npy").value() == 3u);
  for (const char* name : {"3/layer.npy", "3/layer01.npy", "3/layer1.npz", "x/layer1.npy", "3/layer1.npy/4"})
    BOOST_TEST(!number_in("{seed}/layer{layer}.npy", "{seed}", name), name);
  BOOST_TEST(fill_in("{group}/{seed}-{layer}", {"g", "m", 4}) == "g/4-{layer}");
}

BOOST_AUTO_TEST_CASE(reads_a_source_that_is_an_archive_of_one_folder) {
  for (const ArchiveFormat format : {ArchiveFormat::zip, ArchiveFormat::tar_gz}) {
    const Place place;
    make_archive(place.at("runs.any"), format, {{"runs/import.toml", "schema = 1"}, {"runs/a/0.npy", kLogits}});
    const ImportSource source(place.at("runs.any"), place.at("scratch"));
    BOOST_TEST(source.contains("a/0.npy"));
    BOOST_TEST(source.open("a/0.npy")->array("").view.count() == 4);
    BOOST_TEST(read_file(source.descriptor()) == "schema = 1");
    expect_error([&] { source.open("../a/0.npy"); }, ErrorKind::data, "../a/0.npy", {"found none"});
  }
}

BOOST_AUTO_TEST_CASE(refuses_archives_that_are_bombs_together) {
  // Each may unpack by itself; all of them, from a small source, would fill the disk.
  const Place place;
  std::vector<float> numbers(50'000);
  for (std::size_t i = 0; i < numbers.size(); i += 250) numbers[i] = static_cast<float>(i);
  make_archive(place.at("one.npz"), ArchiveFormat::zip, {{"logits.npy", npy(numbers, "(50000, 1)")}});
  const std::string one = read_file(place.at("one.npz"));
  const UnpackLimits limits{.always_allowed = 400'000, .ratio = 50};
  std::vector<Entry> entries = {{"import.toml", "schema = 1"}};
  for (int i = 0; i < 5; ++i) entries.push_back({std::to_string(i) + ".npz", one});
  make_archive(place.at("runs.tar.gz"), ArchiveFormat::tar_gz, entries);
  fs::create_directory(place.at("folder"));
  for (const Entry& entry : entries) write_file(place.at("folder") / entry.path, entry.content);
  for (const std::string name : {"runs.tar.gz", "folder"}) {
    const ImportSource source(place.at(name), place.at("scratch") / name, limits);
    BOOST_TEST(source.open("0.npz")->array("logits").view.count() == 50'000);
    expect_error(
        [&] {
          for (int i = 1; i < 5; ++i) source.open(std::to_string(i) + ".npz");
        },
        ErrorKind::data, ".npz: logits.npy", {"unpacks to far more bytes"});
  }
}

BOOST_AUTO_TEST_CASE(refuses_links_and_paths_outside_in_an_archive_of_runs) {
  for (const Entry& entry :
       {Entry{"0.npy", "/etc/passwd", Entry::Kind::symlink}, Entry{"../0.npy", kLogits}, Entry{"/0.npy", kLogits}}) {
    const Place place;
    make_archive(place.at("runs.zip"), ArchiveFormat::zip, {{"import.toml", "schema = 1"}, entry});
    expect_error([&] { ImportSource(place.at("runs.zip"), place.at("scratch")); }, ErrorKind::data, entry.path,
                 {"files and folders below one folder"});
    BOOST_TEST(!fs::exists(place.at("0.npy")));
  }
}

BOOST_AUTO_TEST_CASE(refuses_links_in_a_folder_and_says_what_a_descriptor_is) {
  const Place place;
  fs::create_directory(place.at("runs"));
  expect_error([&] { ImportSource(place.at("runs"), place.at("scratch")); }, ErrorKind::data, "runs",
               {"import.toml", "{group}/{seed}.npz"});
  write_file(place.at("runs/import.toml"), "schema = 1\n");
  fs::create_symlink("/etc/hostname", place.at("runs/0.npy"));
  expect_error([&] { ImportSource(place.at("runs"), place.at("scratch")); }, ErrorKind::data, "0.npy", {"a link"});
  expect_error([&] { ImportSource(place.at("nothing"), place.at("scratch")); }, ErrorKind::data, "nothing",
               {"folder or an archive"});
}

BOOST_AUTO_TEST_SUITE_END()
