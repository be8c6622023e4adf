// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/files.hpp"
#include "fuzz/targets.hpp"
#include "reseed/error.hpp"

namespace reseed::fuzz {

/// A property that holds for every input. Whatever is thrown here is no reseed::Error, so that nobody takes it for one.
inline void require(bool holds, const char* property) {
  if (!holds) throw std::logic_error(property);
}

inline void add_reason(Answer& answer, const std::string& reason) {
  answer.outcome = Outcome::refused;
  answer.said += reason + '\n';
}

/// Calls a reader; a clean error is an answer, too.
template <class Read>
Answer answer_of(Read read) {
  Answer answer;
  try {
    read();
  } catch (const Error& error) {
    require(!error.message().empty(), "an error says what is wrong");
    add_reason(answer, error.what());
  }
  return answer;
}

/// Where readers find what they want as a file: in memory where the system has such a folder, unless TMPDIR says where.
inline std::filesystem::path scratch_parent() {
  constexpr const char* kInMemory = "/dev/shm";
  return std::getenv("TMPDIR") == nullptr && ::access(kInMemory, W_OK | X_OK) == 0 ? kInMemory : "";
}

/// A folder for what readers want as a file.
class Scratch {
 public:
  std::filesystem::path put(const std::string& name, std::string_view content) const {
    const std::filesystem::path file = folder_.path() / name;
    // Not write_file: nothing here needs to survive a power cut.
    std::ofstream(file, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
    return file;
  }
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_{scratch_parent()};
};

}  // namespace reseed::fuzz
