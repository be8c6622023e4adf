// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <fstream>

#include "reseed/error.hpp"

namespace reseed {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  if (state_->context == nullptr || EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) != 1)
    throw Error(ErrorKind::internal, "sha256", "libcrypto offers no SHA-256");
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::update(std::string_view bytes) {
  if (EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) != 1)
    throw Error(ErrorKind::internal, "sha256", "libcrypto failed to update a digest");
  return *this;
}

Sha256& Sha256::update(std::span<const std::byte> bytes) {
  return update(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_DigestFinal_ex(state_->context, digest.data(), &size) != 1)
    throw Error(ErrorKind::internal, "sha256", "libcrypto failed to finish a digest");
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * size);
  for (unsigned int i = 0; i < size; ++i) {
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

std::string sha256(std::string_view bytes) { return Sha256().update(bytes).finish(); }

std::string sha256_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(ErrorKind::data, file.string(), "want a readable file, found none");
  Sha256 hash;
  std::array<char, 1 << 16> buffer{};
  while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0)
    hash.update(std::string_view(buffer.data(), static_cast<std::size_t>(stream.gcount())));
  if (stream.bad()) throw Error(ErrorKind::data, file.string(), "reading stopped half-way");
  return hash.finish();
}

}  // namespace reseed
