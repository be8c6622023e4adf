// SPDX-License-Identifier: Apache-2.0
#include "manifest/published_facts.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "support/shared_data.hpp"
#include "toml/node.hpp"

using namespace reseed;
namespace utf = boost::unit_test;

namespace {

TomlNode fact(const std::string& file) {
  return parse_toml(published_facts("du_nguyen_2023").at(file), file, ErrorKind::data);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(manifest_published_facts)

BOOST_AUTO_TEST_CASE(are_found_by_name) {
  const auto known = known_published_facts();
  BOOST_TEST((std::set<std::string>(known.begin(), known.end()).contains("du_nguyen_2023")));
  const PublishedFacts facts = published_facts("du_nguyen_2023");
  for (const char* file : {"table1.toml", "table4.toml", "scores-full-precision.toml", "labels.toml"})
    BOOST_TEST(facts.contains(file), file);
}

BOOST_AUTO_TEST_CASE(every_file_is_toml) {
  for (const auto& [file, text] : published_facts("du_nguyen_2023"))
    BOOST_TEST(!parse_toml(text, file, ErrorKind::data).members.empty(), file);
}

BOOST_AUTO_TEST_CASE(the_digest_changes_with_a_text_and_with_a_name) {
  const std::string digest = published_digest({{"a.toml", "x = 1\n"}, {"b.toml", "y = 1\n"}});
  BOOST_TEST(digest == sha256(sha256("x = 1\n") + "  a.toml\n" + sha256("y = 1\n") + "  b.toml\n"));
  BOOST_TEST(digest != published_digest({{"a.toml", "x = 2\n"}, {"b.toml", "y = 1\n"}}));
  BOOST_TEST(digest != published_digest({{"a.toml", "x = 1\n"}, {"c.toml", "y = 1\n"}}));
}

BOOST_AUTO_TEST_CASE(rows_of_paper_versus_code_are_numbered_without_a_gap) {
  const TomlNode file = fact("paper-versus-code.toml");
  const TomlNode& rows = *file.find("rows");
  BOOST_TEST(rows.members.size() == 43u);
  for (std::size_t number = 1; number <= rows.members.size(); ++number) {
    const TomlNode* row = rows.find(std::to_string(number));
    BOOST_REQUIRE_MESSAGE(row != nullptr, number);
    for (const char* key : {"part", "tags", "paper", "code", "effect"})
      BOOST_TEST(row->find(key) != nullptr, number << ": " << key);
    BOOST_TEST(!row->find("effect")->string.empty(), number);
  }
}

// The facts and the splits are files of their own: a study of published numbers alone needs no data set.
BOOST_AUTO_TEST_CASE(the_recovered_halves_are_those_of_the_splits) {
  const TomlNode facts = fact("test-split.toml");
  const auto half = [](const std::string& split, const std::string& dataset) {
    const auto file = share_directory() / "splits" / (split + ".toml");
    const TomlNode node = parse_toml(read_file(file), file.string(), ErrorKind::data);
    std::vector<std::int64_t> items;
    for (const TomlNode& list : node.find("lists")->items)
      if (list.find("dataset")->string == dataset)
        for (const TomlNode& item : list.find("test")->items) items.push_back(item.integer);
    return items;
  };
  const auto recovered = [](const TomlNode& table) {
    std::vector<std::int64_t> items;
    for (const TomlNode& item : table.find("test_indices")->items) items.push_back(item.integer);
    return items;
  };
  const std::vector<std::int64_t> rte = half("du_nguyen_2023", "glue/RTE");
  BOOST_TEST(rte.size() == 139u);
  BOOST_TEST((recovered(*facts.find("rte")) == rte));
  BOOST_TEST((recovered(*facts.find("mrpc")) == half("du_nguyen_2023", "glue/MRPC")));
  BOOST_TEST((recovered(*facts.find("cola")) == half("du_nguyen_2023", "glue/CoLA")));
  BOOST_TEST((recovered(*facts.find("sst2_bert")) == half("du_nguyen_2023_bert", "glue/SST-2")));
  BOOST_TEST((recovered(*facts.find("sst2_roberta")) == half("du_nguyen_2023_roberta", "glue/SST-2")));
}

/// Labels of a GLUE file in its order, one digit each: the column of that name, the second one where there is no
/// header.
std::string official_labels(const std::filesystem::path& file) {
  static const std::map<std::string, char> kDigits = {
      {"0", '0'}, {"1", '1'}, {"entailment", '0'}, {"not_entailment", '1'}};
  std::ifstream lines(file);
  std::string line;
  std::string labels;
  std::size_t column = 1;  // CoLA has no header: source, label, mark of the author, sentence
  bool first = true;
  while (std::getline(lines, line)) {
    std::vector<std::string> cells;
    std::istringstream words(line);
    for (std::string cell; std::getline(words, cell, '\t');) cells.push_back(cell);
    if (!cells.empty() && !cells.back().empty() && cells.back().back() == '\r') cells.back().pop_back();
    if (std::exchange(first, false)) {
      const auto named = std::find_if(cells.begin(), cells.end(), [](const std::string& cell) {
        return cell == "label" || cell.ends_with("Quality");  // MRPC's begins with a byte order mark
      });
      if (named != cells.end()) {
        column = static_cast<std::size_t>(named - cells.begin());
        continue;
      }
    }
    const auto digit = kDigits.find(cells.at(column));
    BOOST_REQUIRE_MESSAGE(digit != kDigits.end(), file << ": " << line);
    labels += digit->second;
  }
  return labels;
}

/// A case per task, so that a file that is not here is a case that was skipped, with its reason.
void compare_labels(const std::string& task, const std::string& official) {
  const TomlNode labels = fact("labels.toml");
  const TomlNode& facts = *labels.find(task);
  BOOST_TEST(facts.find("file")->string == official);
  const auto file = test::data_folder() / "glue" / official;
  BOOST_TEST(sha256_file(file) == facts.find("sha256")->string);
  std::string sequence;
  for (const TomlNode& line : facts.find("labels")->items) sequence += line.string;
  BOOST_TEST(static_cast<std::int64_t>(sequence.size()) == facts.find("items")->integer);
  BOOST_TEST(sequence == official_labels(file));
}

BOOST_AUTO_TEST_CASE(the_labels_of_rte_are_of_the_official_file,
                     *utf::precondition(test::has_data("glue/RTE/dev.tsv"))) {
  compare_labels("rte", "RTE/dev.tsv");
}

BOOST_AUTO_TEST_CASE(the_labels_of_mrpc_are_of_the_official_file,
                     *utf::precondition(test::has_data("glue/MRPC/dev.tsv"))) {
  compare_labels("mrpc", "MRPC/dev.tsv");
}

BOOST_AUTO_TEST_CASE(the_labels_of_cola_are_of_the_official_file,
                     *utf::precondition(test::has_data("glue/CoLA/dev.tsv"))) {
  compare_labels("cola", "CoLA/dev.tsv");
}

BOOST_AUTO_TEST_CASE(the_labels_of_sst_2_are_of_the_official_file,
                     *utf::precondition(test::has_data("glue/SST-2/dev.tsv"))) {
  compare_labels("sst2", "SST-2/dev.tsv");
}

BOOST_AUTO_TEST_CASE(the_labels_are_of_four_tasks) { BOOST_TEST(fact("labels.toml").members.size() == 4u); }

BOOST_AUTO_TEST_SUITE_END()
