// SPDX-License-Identifier: Apache-2.0
// What every command has in common: help, and errors as one line whatever the words are.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "support/run_program.hpp"

using reseed::test::ProgramResult;
using reseed::test::run_reseed;

namespace {

/// Exit code 2 and one line on standard error that holds `part`.
void refused(const std::vector<std::string>& words, const std::string& part) {
  const reseed::TemporaryFolder folder;
  const ProgramResult result = run_reseed(folder.path(), words);
  BOOST_TEST(result.exit_code == 2, result.error);
  BOOST_TEST(std::count(result.error.begin(), result.error.end(), '\n') == 1, result.error);
  BOOST_TEST(result.error.find(part) != std::string::npos, result.error);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line)

BOOST_AUTO_TEST_CASE(every_command_tells_its_words) {
  const reseed::TemporaryFolder folder;
  for (const char* command :
       {"init", "run", "plan", "measure", "import", "compare", "report", "verify", "plugins", "data", "models"}) {
    const ProgramResult result = run_reseed(folder.path(), {command, "--help"});
    BOOST_TEST(result.exit_code == 0, command);
    BOOST_TEST(result.out.starts_with(std::string("reseed ") + command + ' '), result.out);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_from_a_variable_that_is_not_set_is_refused) {
  refused({"run", "study.toml", "--store", ""}, "--store: want a folder, found an empty word");
  refused({"plan", "study.toml", "--out", ""}, "--out: want a folder, found an empty word");
}

BOOST_AUTO_TEST_CASE(an_empty_word_is_neither_the_present_folder_nor_a_default) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"verify", ""},
                                                                                     {"report", ""},
                                                                                     {"compare", "a", ""},
                                                                                     {"export", ""},
                                                                                     {"measure", ""},
                                                                                     {"import", ""},
                                                                                     {"run", ""},
                                                                                     {"data", "check", ""},
                                                                                     {"plugins", "check", ""}})
    refused(words, "reseed: " + words[0] + ": want a name, found an empty word; is a variable not set?");
  refused({"verify", "a", "--plugins", ""}, "--plugins: want a folder, found an empty word");
  refused({"verify", "a", "--store="}, "--store: want a folder, found an empty word");
  refused({"import", "a", "--measures", ""}, "--measures: want a value, found an empty word");
  refused({"measure", "a", "--add="}, "--add: want a value, found an empty word");
}

BOOST_AUTO_TEST_CASE(a_device_is_no_manifest) { refused({"run", "/dev/zero"}, "want a file, found a device"); }

BOOST_AUTO_TEST_CASE(control_characters_of_a_name_stay_in_the_line) {
  refused({"run", "a\nb\x1b[31m"}, "a\\x0ab\\x1b[31m: cannot be read");
}

BOOST_AUTO_TEST_CASE(an_answer_that_cannot_be_written_is_no_success) {
  const std::string line =
      "'" + (std::filesystem::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed").string() + "' data list > /dev/full";
  BOOST_TEST(WEXITSTATUS(std::system((line + " 2> /dev/null").c_str())) == 3);
}

BOOST_AUTO_TEST_SUITE_END()
