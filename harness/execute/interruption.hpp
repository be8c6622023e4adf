// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace reseed {

/// Catches SIGINT and SIGTERM as long as it lives, so that workers are ended and the store is left in order. A second
/// signal ends the process at once. One object at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// The signal that came, 0 if none did.
  int signal() const;
  /// A descriptor that becomes readable when one comes: for poll().
  int descriptor() const;
};

}  // namespace reseed
