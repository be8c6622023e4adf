// SPDX-License-Identifier: Apache-2.0
// "How to rerun" of a page, done as it says: the same bundle comes out.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <map>

#include "bundle/bundle.hpp"
#include "support/can_train.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

/// The commands of the page, with what a reader fills in.
std::string commands_of(const fs::path& bundle, const std::map<std::string, std::string>& filled_in) {
  const std::string page = read_file(bundle / "report.html");
  const std::size_t section = page.find("id=\"rerun\"");
  BOOST_REQUIRE(section != std::string::npos);
  const std::size_t begin = page.find("<pre><code>", section) + 11;
  std::string text = page.substr(begin, page.find("</code>", begin) - begin);
  for (const auto& [entity, letter] :
       {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}})
    replace_all(text, entity, letter);
  for (const auto& [name, value] : filled_in) replace_all(text, name, value);
  return text;
}

/// Runs them in the folder of the bundle, with an own store and `again` as folder of the results; the commit stays.
void follow(const SmallStudy& study, const fs::path& bundle, std::string commands) {
  const std::string more = " --store '" + study.at("other-store").string() + "' --out '" + study.at("again").string() +
                           "' --plugins '" + study.plugins[0] + "' --progress none";
  const auto program = "'" + SmallStudy::reseed().string() + "'";
  for (const std::string command : {"run", "measure"})
    replace_all(commands, "./reseed " + command, program + " " + command + more);
  replace_all(commands, "./reseed verify", program + " verify");
  replace_all(commands, "git checkout", ": git checkout");
  std::string line = "cd '" + bundle.parent_path().string() + "' && export";
  for (const auto& [name, value] : study.environment()) line += " " + name + "='" + value + "'";
  write_file(study.at("commands.sh"), "set -e\n" + line + "\n" + commands);
  const std::string shell = "sh '" + study.at("commands.sh").string() + "' >'" + study.at("log").string() + "' 2>&1";
  const int status = std::system(shell.c_str());
  BOOST_TEST(status == 0, commands << read_file(study.at("log")));
}

fs::path only_bundle(const fs::path& folder) {
  BOOST_REQUIRE(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
  return fs::directory_iterator(folder)->path();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rerun_as_the_page_says, *boost::unit_test::precondition(can_train))

BOOST_AUTO_TEST_CASE(trains_the_same_runs_and_measures_the_same_values) {
  const SmallStudy study;  // its checkpoint and its data are relative to its manifest
  const Said said = study.run({"--set", "groups.1.training.epochs=3"});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  const fs::path first = study.bundle();
  const std::string commands = commands_of(first, {{"FOLDER", study.at("").string()}});
  BOOST_TEST(has(commands, "cp " + first.filename().string() + "/manifest.resolved.toml"), commands);
  follow(study, first, commands);
  const fs::path again = only_bundle(study.at("again"));
  BOOST_TEST(again.filename() == first.filename());
  for (const char* file : {"runs.csv", "measures.csv", "manifest.resolved.toml", "tables/report.json"})
    BOOST_TEST(read_file(again / file) == read_file(first / file), file);
}

BOOST_AUTO_TEST_CASE(measures_the_same_values_of_the_parent) {
  SmallStudy study;
  BOOST_REQUIRE(study.run().code == 0);
  const fs::path parent = study.bundle();
  const Said said = Program(SmallStudy::reseed(),
                            {"measure", parent.string(), "--add", "fleiss_kappa", "--set",
                             "measures=[{id=\"jensen_shannon_divergence\",unit=\"bit\"}]", "--set",
                             "analysis.bootstrap.samples=50", "--store", study.at("store").string(), "--out",
                             study.at("measured").string(), "--plugins", study.plugins[0]},
                            study.environment())
                        .wait();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  const fs::path first = only_bundle(study.at("measured"));
  follow(study, first, commands_of(first, {{"measure PARENT", "measure '" + parent.string() + "'"}}));
  const fs::path again = only_bundle(study.at("again"));
  BOOST_TEST(again.filename() == first.filename());
  BOOST_TEST(read_bundle(again).content_digest == read_bundle(first).content_digest);
}

BOOST_AUTO_TEST_SUITE_END()
