// SPDX-License-Identifier: Apache-2.0
// How long `reseed --version` and `./reseed --version` take to start and end, against a program that does nothing
// (true). One JSON line per figure: medians over 21 calls in milliseconds, spread = median absolute deviation,
// relative.

#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/json.hpp"

extern char** environ;

namespace {

constexpr std::size_t kRepetitions = 21;

double milliseconds(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  if (::posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ) != 0 ||
      ::waitpid(child, &status, 0) != child || status != 0)
    throw std::runtime_error(words[0] + " did not end with 0");
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  posix_spawn_file_actions_destroy(&actions);
  return taken.count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

struct Timing {
  double median, spread;
};

Timing time(const std::vector<std::string>& words) {
  milliseconds(words);  // fills the file cache; the wrapper builds when it must
  std::vector<double> values;
  for (std::size_t i = 0; i < kRepetitions; ++i) values.push_back(milliseconds(words));
  const double middle = median(values);
  for (double& value : values) value = std::abs(value - middle) / middle;
  return {middle, median(values)};
}

}  // namespace

int main() {
  const Timing nothing = time({"true"});
  const std::array<std::vector<std::string>, 2> calls = {
      {{RESEED_BINARY_DIRECTORY "/bin/reseed", "--version"}, {RESEED_SOURCE_DIRECTORY "/reseed", "--version"}}};
  const std::array<const char*, 2> names = {"start of the program", "start through the wrapper"};
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Timing taken = time(calls[i]);
    std::cout << reseed::dump_json({{"figure", names[i]},
                                    {"ratio", taken.median / nothing.median},
                                    {"median", taken.median},
                                    {"reference", "true"},
                                    {"reference_median", nothing.median},
                                    {"unit", "ms"},
                                    {"spread", taken.spread}})
              << '\n';
  }
}
