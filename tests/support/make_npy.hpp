// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace reseed::test {

/// The bytes of a .npy file with this header text and these data bytes, true or not.
inline std::string npy_with_header(const std::string& header, const std::string& data, int version = 1) {
  std::string text = header + "\n";
  std::string bytes = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(text.size() >> (8 * i) & 0xFF);
  return bytes + text + data;
}

/// Header of an ordinary array: `shape` as Python writes it, e.g. "(2, 3)".
inline std::string npy_header(const std::string& type, const std::string& shape, bool fortran_order = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran_order ? "True" : "False") + ", 'shape': " + shape +
         ", }";
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// A .npy file of float32 or of int64 numbers.
inline std::string npy(const std::vector<float>& values, const std::string& shape) {
  return npy_with_header(npy_header("<f4", shape), bytes_of(values));
}
inline std::string npy(const std::vector<std::int64_t>& values, const std::string& shape) {
  return npy_with_header(npy_header("<i8", shape), bytes_of(values));
}

}  // namespace reseed::test
