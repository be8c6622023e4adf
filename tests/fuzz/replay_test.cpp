// SPDX-License-Identifier: Apache-2.0
// The corpus of every fuzz target through the same functions, in the ordinary test run. A file called bad-... must be
// refused for the reason that refusals.txt gives, one called good-... taken; what a fuzzer found (found-...) must end
// in one of the two.
//
// With --log_level=message it prints what is said of every file that is refused.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>
#include <sstream>

#include "base/files.hpp"
#include "fuzz/targets.hpp"

namespace {

namespace fs = std::filesystem;
using reseed::fuzz::Answer;
using reseed::fuzz::Outcome;
using reseed::fuzz::Target;

const fs::path kFolder = fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "fuzz";

fs::path corpus(const Target& target) { return kFolder / "corpus" / target.name; }

/// TARGET/FILE -> words that the refusal must hold, separated by a tab in refusals.txt; lines of '#' are comments.
const std::map<std::string, std::string>& refusals() {
  static const auto read = [] {
    std::map<std::string, std::string> words;
    std::istringstream lines(reseed::read_file(kFolder / "refusals.txt"));
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.starts_with('#')) continue;
      const std::size_t tab = line.find('\t');
      BOOST_REQUIRE_MESSAGE(tab != std::string::npos && tab + 1 < line.size(), "no words: " << line);
      BOOST_TEST(words.emplace(line.substr(0, tab), line.substr(tab + 1)).second, "twice: " << line);
    }
    return words;
  }();
  return read;
}

/// A bad file is refused for its own reason, not for another one.
void check_reason(const std::string& name, const Answer& answer) {
  const auto words = refusals().find(name);
  if (words == refusals().end())
    BOOST_ERROR(name << ": want its reason in refusals.txt, found none; it was refused with:\n" << answer.said);
  else
    BOOST_TEST(answer.said.find(words->second) != std::string::npos, name << ": no '" << words->second << "' in:\n"
                                                                          << answer.said);
}

void replay(const Target& target, const fs::path& file) {
  const std::string name = file.filename().string();
  try {
    const Answer answer = target.read(reseed::read_file(file));
    if (answer.outcome == Outcome::refused) BOOST_TEST_MESSAGE(target.name << '/' << name << '\t' << answer.said);
    if (name.starts_with("bad-")) {
      BOOST_TEST((answer.outcome == Outcome::refused), name << " was taken");
      check_reason(std::string(target.name) + '/' + name, answer);
    }
    if (name.starts_with("good-"))
      BOOST_TEST((answer.outcome == Outcome::taken), name << " was refused: " << answer.said);
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

BOOST_AUTO_TEST_CASE(every_reason_is_that_of_a_bad_file) {
  BOOST_TEST(refusals().size() > 100u);
  for (const auto& [name, words] : refusals()) {
    BOOST_TEST(fs::path(name).filename().string().starts_with("bad-"), name);
    BOOST_TEST(fs::is_regular_file(kFolder / "corpus" / name), name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
