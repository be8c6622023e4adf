// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "support/fixtures.hpp"

namespace reseed::test {

/// Files of a piece of the recorded values whose names begin and end as given, sorted; none where the piece is absent.
inline std::vector<std::filesystem::path> golden_files(const std::string& piece, const std::string& begin,
                                                       const std::string& end) {
  std::vector<std::filesystem::path> files = files_ending(fixtures_folder() / piece, end);
  std::erase_if(files, [&](const std::filesystem::path& file) { return !file.filename().string().starts_with(begin); });
  return files;
}

/// Makes one test case per file, named after it, in the suite `name`; a case that is skipped with its reason when there
/// is no file. To be called while the program starts (a constant in an unnamed namespace).
template <class Function>
bool register_golden_cases(const std::string& name, const std::vector<std::filesystem::path>& files, Function check) {
  namespace unit = boost::unit_test;
  auto* suite = BOOST_TEST_SUITE(name);
  for (const std::filesystem::path& file : files)
    suite->add(unit::make_test_case([file, check] { check(file); }, file.stem().string(), __FILE__, __LINE__));
  if (files.empty()) {
    auto* absent = unit::make_test_case([] {}, "golden_values", __FILE__, __LINE__);
    absent->add_precondition([name](unit::test_unit_id) {
      boost::test_tools::assertion_result answer(false);
      answer.message() << name << ": no such files in " << fixtures_folder().string();
      return answer;
    });
    suite->add(absent);
  }
  unit::framework::master_test_suite().add(suite);
  return true;
}

}  // namespace reseed::test
