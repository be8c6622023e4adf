// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "toml/node.hpp"

namespace reseed {

/// Collects what is wrong with one document, so that all of it can be said at once.
class Mistakes {
 public:
  explicit Mistakes(ErrorKind kind) : kind_(kind) {}

  /// `path` is the key from the root, e.g. "groups[0].seeds"; `message` says what was wanted and found.
  void add(const Place& place, const std::string& path, const std::string& message);

  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }

  /// All of them, in the order of the text.
  std::vector<Error> errors() const;
  /// Errors: Errors with all of them, when there are any.
  void throw_if_any() const;

 private:
  struct Mistake {
    Place place;
    std::string message;
  };
  ErrorKind kind_;
  std::vector<Mistake> list_;
};

}  // namespace reseed
