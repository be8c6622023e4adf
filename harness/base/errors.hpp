// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reseed/error.hpp"

namespace reseed {

/// Several errors that were found in one pass; main() prints one line for each.
///
/// kind() is the common kind; place() and message() are those of the first, what() holds all, one a line.
class RESEED_VISIBLE Errors : public Error {
 public:
  /// `list` must not be empty.
  explicit Errors(std::vector<Error> list)
      : Error(list.at(0).kind(), list.at(0).place(), list.at(0).message()), list_(std::move(list)) {
    for (const Error& error : list_) text_ += (text_.empty() ? "" : "\n") + std::string(error.Error::what());
  }

  const std::vector<Error>& list() const noexcept { return list_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::vector<Error> list_;
  std::string text_;
};

}  // namespace reseed
