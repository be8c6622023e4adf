// SPDX-License-Identifier: Apache-2.0
// The corpus of every fuzz target through the same functions, in the ordinary test run. A file called bad-... must be
// refused, one called good-... taken; what a fuzzer found (found-...) must end in one of the two.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

#include "base/files.hpp"
#include "fuzz/targets.hpp"

namespace {

namespace fs = std::filesystem;
using reseed::fuzz::Outcome;
using reseed::fuzz::Target;

fs::path corpus(const Target& target) {
  return fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "fuzz" / "corpus" / target.name;
}

void replay(const Target& target, const fs::path& file) {
  const std::string name = file.filename().string();
  try {
    const Outcome outcome = target.read(reseed::read_file(file));
    if (name.starts_with("bad-")) BOOST_TEST((outcome == Outcome::refused), name << " was taken");
    if (name.starts_with("good-")) BOOST_TEST((outcome == Outcome::taken), name << " was refused");
  } catch (const std::exception& error) {
    BOOST_ERROR(target.name << ", " << name << ": " << error.what());
  }
}

/// One case a target, found by listing: a new reproducer is a new file, nothing else.
const bool registered = [] {
  boost::unit_test::test_suite* suite = BOOST_TEST_SUITE("corpus");
  for (const Target& target : reseed::fuzz::kTargets)
    suite->add(boost::unit_test::make_test_case(
        [&target] {
          std::set<fs::path> files;
          for (const auto& entry : fs::directory_iterator(corpus(target))) files.insert(entry.path());
          BOOST_TEST(files.size() > 1u, "want files in the corpus, found " << files.size());
          for (const fs::path& file : files) replay(target, file);
        },
        std::string(target.name) + "_files_are_taken_or_refused_cleanly", __FILE__, __LINE__));
  boost::unit_test::framework::master_test_suite().add(suite);
  return true;
}();

}  // namespace

BOOST_AUTO_TEST_SUITE(fuzz)

BOOST_AUTO_TEST_CASE(every_folder_of_the_corpus_has_a_target) {
  for (const auto& entry : fs::directory_iterator(corpus({"", nullptr})))
    BOOST_TEST(std::any_of(reseed::fuzz::kTargets.begin(), reseed::fuzz::kTargets.end(),
                           [&](const Target& target) { return target.name == entry.path().filename().string(); }),
               entry.path().string());
  BOOST_TEST(registered);
}

BOOST_AUTO_TEST_SUITE_END()
