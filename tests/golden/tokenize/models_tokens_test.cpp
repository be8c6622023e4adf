// SPDX-License-Identifier: Apache-2.0
// `reseed models tokens`, the program itself.
#include <sys/wait.h>

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.hpp"
#include "support/fixtures.hpp"

namespace {

using nlohmann::json;

struct Outcome {
  int exit;
  std::vector<std::string> lines;
  std::string errors;
};

/// Runs `reseed models tokens WORDS` with this standard input.
Outcome tokens(const std::string& words, const std::string& input) {
  const reseed::TemporaryFolder folder;
  const std::string base = folder.path().string();
  reseed::write_file(base + "/in", input);
  const std::string command = "'" + std::string(RESEED_BINARY_DIRECTORY) + "/bin/reseed' models tokens " + words +
                              " < '" + base + "/in' > '" + base + "/out' 2> '" + base + "/err'";
  const int status = std::system(command.c_str());
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, {}, reseed::read_file(base + "/err")};
  std::istringstream out(reseed::read_file(base + "/out"));
  for (std::string line; std::getline(out, line);) outcome.lines.push_back(line);
  return outcome;
}

std::string bert() { return "'" + (reseed::test::golden_folder() / "tokenizers" / "bert-base-uncased").string() + "'"; }
std::string roberta() { return "'" + (reseed::test::golden_folder() / "tokenizers" / "roberta-base").string() + "'"; }

}  // namespace

BOOST_AUTO_TEST_SUITE(models_tokens)

BOOST_AUTO_TEST_CASE(shows_tokens_with_their_ids) {
  const Outcome outcome = tokens(bert(), "Gospi\u0107\n\n");
  BOOST_TEST(outcome.exit == 0);
  BOOST_REQUIRE(outcome.lines.size() == 2u);
  BOOST_TEST(outcome.lines[0] == "[CLS]=101 go=2175 ##sp=13102 ##ic=2594 [SEP]=102");
  BOOST_TEST(outcome.lines[1] == "[CLS]=101 [SEP]=102");
}

BOOST_AUTO_TEST_CASE(says_what_it_assumed) {
  BOOST_TEST(tokens(bert(), "").errors.find("lower-cased") != std::string::npos);
  BOOST_TEST(tokens(roberta(), "").errors.find("no blank is put in front") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(answers_json_lines_one_for_one) {
  const Outcome outcome = tokens(bert() + " --json",
                                 "{\"text\": \"a b c\", \"text_pair\": null, \"max_length\": null}\n"
                                 "{\"text\": \"a\", \"text_pair\": \"\"}\n"
                                 "{\"text\": \"a b c\", \"max_length\": 4, \"truncation\": \"longest_first\"}\n"
                                 "{\"text\": \"a\", \"max_length\": 5, \"padding\": \"max_length\"}\n");
  BOOST_TEST(outcome.exit == 0);
  BOOST_REQUIRE(outcome.lines.size() == 4u);
  BOOST_TEST(json::parse(outcome.lines[0]) ==
             json::parse(R"({"input_ids": [101, 1037, 1038, 1039, 102], "token_type_ids": [0, 0, 0, 0, 0],
                             "attention_mask": [1, 1, 1, 1, 1]})"));
  BOOST_TEST(json::parse(outcome.lines[1])["input_ids"] == json({101, 1037, 102, 102}));
  BOOST_TEST(json::parse(outcome.lines[1])["token_type_ids"] == json({0, 0, 0, 1}));
  BOOST_TEST(json::parse(outcome.lines[2])["input_ids"] == json({101, 1037, 1038, 102}));
  BOOST_TEST(json::parse(outcome.lines[3])["input_ids"] == json({101, 1037, 102, 0, 0}));
  BOOST_TEST(json::parse(outcome.lines[3])["attention_mask"] == json({1, 1, 1, 0, 0}));
}

BOOST_AUTO_TEST_CASE(gives_no_type_ids_where_the_family_has_none) {
  const Outcome outcome = tokens(roberta() + " --json", "{\"text\": \"Hello world\"}\n");
  BOOST_REQUIRE(outcome.lines.size() == 1u);
  BOOST_TEST(json::parse(outcome.lines[0]) ==
             json::parse(R"({"input_ids": [0, 31414, 232, 2], "attention_mask": [1, 1, 1, 1]})"));
}

BOOST_AUTO_TEST_CASE(answers_a_bad_line_with_an_error_and_goes_on) {
  const Outcome outcome = tokens(bert() + " --json",
                                 "{\"text\": \n"
                                 "[1]\n"
                                 "{\"text\": 3}\n"
                                 "{\"text\": \"\\ud800\"}\n"
                                 "{\"text\": \"a\", \"max_length\": -1}\n"
                                 "{\"text\": \"a\", \"max_length\": 1, \"truncation\": \"longest_first\"}\n"
                                 "{\"text\": \"a\", \"truncation\": \"middle\"}\n"
                                 "{\"text\": \"a\", \"padding\": \"max_length\"}\n"
                                 "{\"text\": \"\xff\"}\n"
                                 "{\"text\": \"a\", \"max_lenght\": 5}\n"
                                 "{\"text\": \"a\", \"id\": 7, \"group\": \"any\", \"input_ids\": [1]}\n");
  BOOST_TEST(outcome.exit == 0);
  BOOST_REQUIRE(outcome.lines.size() == 11u);
  for (std::size_t i = 0; i < 10; ++i) BOOST_TEST(json::parse(outcome.lines[i]).contains("error"), outcome.lines[i]);
  BOOST_TEST(outcome.lines[9].find("did you mean max_length?") != std::string::npos, outcome.lines[9]);
  BOOST_TEST(json::parse(outcome.lines[10])["input_ids"] == json({101, 1037, 102}));
}

BOOST_AUTO_TEST_CASE(ends_with_2_for_a_folder_without_a_tokenizer_and_for_unknown_words) {
  BOOST_TEST(tokens("/nowhere", "").exit == 2);
  BOOST_TEST(tokens("", "").exit == 2);
  BOOST_TEST(tokens(bert() + " --yaml", "").exit == 2);
  const Outcome outcome = tokens(bert(), "a\n\xff\n");
  BOOST_TEST(outcome.exit == 2);
  BOOST_TEST(outcome.errors.find("line 2: text byte 0") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
