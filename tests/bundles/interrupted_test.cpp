// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM in commands that write files without workers: what is there is whole, and a line says so.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>

#include "support/imported_arrays.hpp"
#include "support/program.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

const fs::path kReseed = fs::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed";

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(folder, absent)) names.push_back(entry.path().filename().string());
  return names;
}

/// Waits until there is something in the folder, then sends the signal.
Said interrupted(const std::vector<std::string>& words, const fs::path& folder, int signal) {
  Program program(kReseed, words);
  while (names_in(folder).empty() && !program.ended_within(std::chrono::milliseconds(0))) {
  }
  program.signal(signal);
  return program.wait();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(interrupted_commands)

BOOST_AUTO_TEST_CASE(export_leaves_whole_tables_and_says_how_many) {
  const fs::path bundle = fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / "2-trained";
  int caught = 0;
  for (int trial = 0; trial < 40 && caught < 4; ++trial) {  // a signal may come too late
    const TemporaryFolder folder;
    const fs::path out = folder.path() / "out";
    const int signal = trial % 2 == 0 ? SIGINT : SIGTERM;
    const Said said = interrupted({"export", bundle.string(), "--format", "csv", "--out", out.string()}, out, signal);
    const std::vector<std::string> names = names_in(out);
    for (const std::string& name : names) BOOST_TEST(name.front() != '.', name);
    if (said.code == 0) continue;
    BOOST_TEST(said.code == 128 + signal);
    BOOST_TEST(has(said.err, "reseed: interrupted; " + std::to_string(names.size()) + " of "), said.err);
    BOOST_TEST(has(said.err, " tables were written to " + out.string() + ", each whole"), said.err);
    ++caught;
  }
  BOOST_TEST(caught > 0);
}

BOOST_AUTO_TEST_CASE(import_leaves_nothing_while_it_reads) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Arrays arrays;
    arrays.write("p.npy", npy(std::vector<std::int64_t>(3000 * kItems), "(3000, 24)"));
    arrays.descriptor(kHead + "[arrays]\npredictions = \"p.npy\"\n" + kGroup + "seeds = { count = 3000 }\n");
    const fs::path store = arrays.at("store");
    const Said said = interrupted({"import", arrays.at("source").string(), "--store", store.string(), "--out",
                                   arrays.at("results").string(), "--progress", "none"},
                                  store / "drafts", signal);
    BOOST_TEST(said.code == 128 + signal, said.err);
    BOOST_TEST(has(said.err, "reseed: interrupted while the runs were read; nothing is kept"), said.err);
    BOOST_TEST(names_in(store / "drafts").empty());
    BOOST_TEST(!fs::exists(arrays.at("results")));
  }
}

BOOST_AUTO_TEST_SUITE_END()
