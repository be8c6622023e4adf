// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace reseed::test {

/// Folder of public data sets that tests may read: RESEED_DATA, else `../shared/data` beside the checkout.
inline std::filesystem::path data_folder() {
  if (const char* given = std::getenv("RESEED_DATA"); given != nullptr && *given != '\0') return given;
  return std::filesystem::path(RESEED_SOURCE_DIRECTORY).parent_path() / "shared" / "data";
}

/// Precondition of a test that reads one of them: skipped with the reason where it is absent.
class has_data {
 public:
  explicit has_data(std::string file) : file_(std::move(file)) {}
  boost::test_tools::assertion_result operator()(boost::unit_test::test_unit_id) const {
    boost::test_tools::assertion_result result(std::filesystem::exists(data_folder() / file_));
    if (!result) result.message() << "no " << file_ << " in " << data_folder() << " (RESEED_DATA)";
    return result;
  }

 private:
  std::string file_;
};

}  // namespace reseed::test
