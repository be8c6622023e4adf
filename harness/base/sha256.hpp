// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace reseed {

/// SHA-256 of a byte sequence given in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  Sha256& update(std::string_view bytes);
  Sha256& update(std::span<const std::byte> bytes);
  /// The digest as 64 lower-case hexadecimal digits; the object must not be used afterwards.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256(std::string_view bytes);
/// Errors: Error(data) when the file cannot be read.
std::string sha256_file(const std::filesystem::path& file);

}  // namespace reseed
