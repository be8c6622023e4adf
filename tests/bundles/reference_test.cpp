// SPDX-License-Identifier: Apache-2.0
// The bundles under results/reference: studies that were run for real, with which later versions are compared.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.hpp"
#include "base/number.hpp"
#include "bundle/bundle.hpp"
#include "report/study_files.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

const fs::path kTree = RESEED_SOURCE_DIRECTORY;
constexpr std::uintmax_t kMost = 5'000'000;  // bytes of a bundle in the repository

std::vector<fs::path> references() {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(kTree / "results" / "reference"))
    if (fs::exists(entry.path() / "bundle.json")) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::uintmax_t bytes_of(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += entry.file_size();
  return bytes;
}

/// Cells of a line of a CSV table, none of which is quoted.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char letter : line)
    if (letter == ',')
      cells.emplace_back();
    else
      cells.back() += letter;
  return cells;
}

/// The shipped manifest that is, byte for byte, the one of the bundle.
bool is_shipped(const std::string& manifest) {
  for (const auto& entry : fs::recursive_directory_iterator(kTree / "manifests"))
    if (entry.path().extension() == ".toml" && read_file(entry.path()) == manifest) return true;
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reference_bundles)

BOOST_AUTO_TEST_CASE(are_whole_complete_and_small) {
  const std::vector<fs::path> folders = references();
  BOOST_REQUIRE(!folders.empty());
  for (const fs::path& folder : folders) {
    const Said said = Program(SmallStudy::reseed(), {"verify", folder.string()}).wait();
    BOOST_TEST(said.code == 0, said.out << said.err);
    const Bundle bundle = read_bundle(folder);
    BOOST_TEST(bundle.info.status == "complete");
    BOOST_TEST(bundle.info.double_run == "equal");
    BOOST_TEST(!fs::exists(folder / "records"));
    BOOST_TEST(bytes_of(folder) <= kMost, folder);
  }
}

BOOST_AUTO_TEST_CASE(are_those_of_manifests_that_ship) {
  for (const fs::path& folder : references()) BOOST_TEST(is_shipped(read_file(folder / "manifest.toml")), folder);
}

BOOST_AUTO_TEST_CASE(are_bit_equal_to_themselves) {
  for (const fs::path& folder : references()) {
    const Said said = Program(SmallStudy::reseed(), {"compare", folder.string(), folder.string(), "--json"}).wait();
    BOOST_TEST(said.code == 0, said.err);
    const nlohmann::json comparison = nlohmann::json::parse(said.out);
    BOOST_TEST(comparison.at("quantities").size() > 20u);
    for (const nlohmann::json& quantity : comparison.at("quantities"))
      BOOST_TEST(quantity.at("verdict") == "bit_equal", quantity.dump());
  }
}

BOOST_AUTO_TEST_CASE(say_of_the_papers_claims_what_holds) {
  for (const fs::path& folder : references()) {
    std::istringstream rows(read_file(folder / "published.csv"));
    std::size_t claims = 0, decided = 0;
    for (std::string line; std::getline(rows, line);) {
      if (!line.starts_with("claims,")) continue;
      ++claims;
      decided += has(line, ",holds,") || has(line, ",does_not_hold,") ? 1 : 0;
    }
    BOOST_TEST(claims > 4u, folder);
    BOOST_TEST(decided > 0u, folder);
  }
}

// What the README shows is what the bundle says.
BOOST_AUTO_TEST_CASE(are_shown_in_the_readme) {
  const std::string readme = read_file(kTree / "README.md");
  for (const fs::path& folder : references()) {
    BOOST_TEST(has(readme, "results/reference/" + folder.filename().string()), folder);
    const std::vector<StudyAnswer> answers = read_study_files(folder).answers;
    BOOST_TEST(!answers.empty(), folder);
    for (const StudyAnswer& answer : answers)
      BOOST_TEST(has(readme, answer.question + " " + answer.verdict), answer.question);
  }
}

BOOST_AUTO_TEST_CASE(have_their_scores_and_disagreements_in_the_readme) {
  const std::string readme = read_file(kTree / "README.md");
  std::size_t methods = 0;
  for (const fs::path& folder : references())
    for (const auto& entry : fs::directory_iterator(folder / "tables")) {
      if (!entry.path().filename().string().starts_with("paper_table-")) continue;
      std::istringstream table(read_file(entry.path()));
      std::string line;
      std::getline(table, line);
      const std::vector<std::string> names = cells_of(line);
      const auto cell = [&](const std::vector<std::string>& row, const std::string& name) {
        return row.at(static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
      };
      while (std::getline(table, line)) {
        if (!has(line, ",ours,")) continue;
        const std::vector<std::string> row = cells_of(line);
        const std::string shown = "| " + cell(row, "method");
        for (const std::string task : {"cola", "sst2"}) {
          const std::string start = " | " + cell(row, task + ".score") + " | " +
                                    fixed(*parse_double(cell(row, task + ".pairwise_disagreement")), 1) + " | ";
          BOOST_TEST(has(readme, start), start);
        }
        BOOST_TEST(has(readme, shown + " | " + cell(row, "cola.score")), shown);
        ++methods;
      }
    }
  BOOST_TEST(methods == 5u);
}

BOOST_AUTO_TEST_SUITE_END()
