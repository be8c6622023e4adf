// SPDX-License-Identifier: Apache-2.0
#include "toml/mistakes.hpp"

#include <algorithm>
#include <tuple>

#include "base/errors.hpp"

namespace reseed {

void Mistakes::add(const Place& place, const std::string& path, const std::string& message) {
  list_.push_back({place, path.empty() ? message : path + ": " + message});
}

std::vector<Error> Mistakes::errors() const {
  std::vector<Mistake> sorted = list_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Mistake& a, const Mistake& b) {
    return std::tie(a.place.file, a.place.line, a.place.column) < std::tie(b.place.file, b.place.line, b.place.column);
  });
  std::vector<Error> errors;
  for (const Mistake& mistake : sorted) errors.emplace_back(kind_, mistake.place.text(), mistake.message);
  return errors;
}

void Mistakes::throw_if_any() const {
  if (!list_.empty()) throw Errors(errors());
}

}  // namespace reseed
