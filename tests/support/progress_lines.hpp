// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>

#include "support/program.hpp"

namespace reseed::test {

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The one mitigation method that every build with training has: precondition of tests of `reseed run`.
inline boost::test_tools::assertion_result can_train(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(
      std::filesystem::exists(std::string(RESEED_BINARY_DIRECTORY) + "/lib/reseed/plugins/original.so"));
  answer.message() << "this build has no mitigation methods";
  return answer;
}

/// Tasks of a kind ("train", "measure") that a call did, as its progress told.
inline std::size_t tasks_done(const Said& said, const std::string& kind) {
  std::size_t found = 0;
  std::istringstream lines(said.err);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(kind + " ") && has(line, ": done in")) ++found;
  return found;
}
inline std::size_t trainings(const Said& said) { return tasks_done(said, "train"); }
inline std::size_t measurings(const Said& said) { return tasks_done(said, "measure"); }

}  // namespace reseed::test
