// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace reseed::test {

/// Folder of golden values: RESEED_FIXTURES where set (same layout), else the copies in the tree.
inline std::filesystem::path golden_folder() {
  const char* folder = std::getenv("RESEED_FIXTURES");
  return folder && *folder ? std::filesystem::path(folder)
                           : std::filesystem::path(RESEED_SOURCE_DIRECTORY) / "tests" / "golden";
}

/// Files of a golden folder whose names begin and end as given, sorted; none where the folder is absent.
inline std::vector<std::filesystem::path> golden_files(const std::string& piece, const std::string& begin,
                                                       const std::string& end) {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder = golden_folder() / piece;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(begin) && name.ends_with(end)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
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
      answer.message() << name << ": no such files in " << golden_folder().string();
      return answer;
    });
    suite->add(absent);
  }
  unit::framework::master_test_suite().add(suite);
  return true;
}

}  // namespace reseed::test
