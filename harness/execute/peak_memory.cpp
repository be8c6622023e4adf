// SPDX-License-Identifier: Apache-2.0
#include "execute/peak_memory.hpp"

#include <fstream>
#include <string>

#include "base/number.hpp"

namespace reseed {

std::optional<std::int64_t> peak_memory(int process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("VmHWM:")) continue;
    const std::size_t begin = line.find_first_of("0123456789");
    const std::size_t end = line.find_first_not_of("0123456789", begin);
    if (const auto kibibytes = parse_integer(line.substr(begin, end - begin))) return *kibibytes * 1024;
  }
  return std::nullopt;
}

void reset_peak_memory(int process) { std::ofstream("/proc/" + std::to_string(process) + "/clear_refs") << 5; }

}  // namespace reseed
