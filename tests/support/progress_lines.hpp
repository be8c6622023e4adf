// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <sstream>
#include <string>

#include "support/can_train.hpp"
#include "support/program.hpp"

namespace reseed::test {

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// How often a part stands in a text.
inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
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
