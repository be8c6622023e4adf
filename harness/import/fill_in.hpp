// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace reseed {

/// What stands for {group}, {model}, {seed} and {layer}; what is absent stays as it is.
struct Blanks {
  std::string group;
  std::string model;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> layer = {};
};

std::string fill_in(std::string text, const Blanks& blanks);

/// The number that stands for `blank`, {seed} or {layer}, in `name`: 7 for "runs/{seed}.npz", "{seed}" and
/// "runs/7.npz". Digits without leading zeros; the same number where a blank stands several times; the other blank may
/// be any number. Empty when `name` does not fit.
std::optional<std::uint64_t> number_in(const std::string& pattern, const std::string& blank, const std::string& name);

}  // namespace reseed
