// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/test/unit_test.hpp>
#include <filesystem>

namespace reseed::test {

/// Precondition of a test that needs a mitigation method: the one that every build with training has.
inline boost::test_tools::assertion_result can_train(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(
      std::filesystem::exists(std::filesystem::path(RESEED_BINARY_DIRECTORY) / "lib/reseed/plugins/original.so"));
  answer.message() << "this build has no mitigation methods";
  return answer;
}

}  // namespace reseed::test
