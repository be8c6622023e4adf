// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#if defined(__GNUC__)
#define RESEED_VISIBLE __attribute__((visibility("default")))
#else
#define RESEED_VISIBLE
#endif

namespace reseed {

/// Why the program cannot go on. Every kind has one exit code (see exit_code).
enum class ErrorKind {
  usage,       ///< command line (2)
  manifest,    ///< manifest, descriptor or split file (2)
  data,        ///< data set, checkpoint or other input file (2)
  plugin,      ///< shared library that cannot be used (2)
  device,      ///< device asked for and absent (2)
  unfinished,  ///< work remains: registry not reachable, disk full, a run in error; call again (3)
  newer,       ///< a bundle of a newer schema (4)
  internal,    ///< a defect of reseed (70)
};

inline constexpr std::array<std::string_view, 8> kErrorKindNames = {"usage",  "manifest",   "data",  "plugin",
                                                                    "device", "unfinished", "newer", "internal"};

constexpr std::string_view to_string(ErrorKind kind) { return kErrorKindNames[static_cast<std::size_t>(kind)]; }

constexpr std::optional<ErrorKind> error_kind_from_string(std::string_view name) {
  for (std::size_t i = 0; i < kErrorKindNames.size(); ++i)
    if (kErrorKindNames[i] == name) return static_cast<ErrorKind>(i);
  return std::nullopt;
}

/// Exit code of the program that ends with an error of this kind.
constexpr int exit_code(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::unfinished: return 3;
    case ErrorKind::newer: return 4;
    case ErrorKind::internal: return 70;
    default: return 2;
  }
}

/// The one exception type of the project.
///
/// `place` is where the mistake lies (`file:line:column`, a tensor, an option; may be empty); `message` says what was
/// wanted, what was found and what to do, on one line. what() is `place: message`.
class RESEED_VISIBLE Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string place, std::string message)
      : std::runtime_error(place.empty() ? message : place + ": " + message),
        kind_(kind),
        place_(std::move(place)),
        message_(std::move(message)) {}

  ErrorKind kind() const noexcept { return kind_; }
  const std::string& place() const noexcept { return place_; }
  const std::string& message() const noexcept { return message_; }

 private:
  ErrorKind kind_;
  std::string place_;
  std::string message_;
};

}  // namespace reseed
