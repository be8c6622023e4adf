// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.hpp"

namespace reseed {

enum class DType { f64, f32, f16, bf16, i64, i32, i16, i8, u64, u32, u16, u8, boolean };

/// Name in a safetensors header ("F32").
std::string_view to_string(DType dtype);
/// Bytes of one element.
std::size_t size_of(DType dtype);

/// A row-major tensor somewhere in memory. The bytes need not be aligned: copy them out (see values()).
struct TensorView {
  DType dtype = DType::f32;
  std::vector<std::int64_t> shape;
  std::span<const std::byte> bytes;

  /// Product of the shape; 1 for a scalar.
  std::int64_t count() const;
  /// All elements converted to double (f64, f32, f16, bf16 and the integer types).
  std::vector<double> as_doubles() const;
  /// All elements of an integer type. Errors: Error(data) for a floating-point tensor.
  std::vector<std::int64_t> as_integers() const;
};

/// A safetensors file mapped into memory: header length, dtypes, shapes, offsets, gaps and overlaps are checked before
/// anything is allocated by what the file claims.
///
/// Errors: Error(data) naming file and tensor. Views live as long as the object.
class Safetensors {
 public:
  explicit Safetensors(const std::filesystem::path& file);

  const std::map<std::string, TensorView>& tensors() const { return tensors_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  bool contains(const std::string& name) const { return tensors_.contains(name); }
  /// Errors: Error(data) when there is no tensor of this name.
  const TensorView& at(const std::string& name) const;
  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
  MappedFile mapped_;
  std::map<std::string, TensorView> tensors_;
  std::map<std::string, std::string> metadata_;
};

/// A tensor to be written, owning nothing.
struct NamedTensor {
  std::string name;
  TensorView view;
};

/// The view of a contiguous container of T with the given shape.
template <class T>
TensorView view_of(std::span<const T> values, std::vector<std::int64_t> shape);

/// Writes a safetensors file whole or not at all; equal input gives equal bytes (tensors by name).
void write_safetensors(const std::filesystem::path& file, std::vector<NamedTensor> tensors,
                       const std::map<std::string, std::string>& metadata = {});

template <class T>
constexpr DType dtype_of();
template <>
constexpr DType dtype_of<double>() {
  return DType::f64;
}
template <>
constexpr DType dtype_of<float>() {
  return DType::f32;
}
template <>
constexpr DType dtype_of<std::int64_t>() {
  return DType::i64;
}
template <>
constexpr DType dtype_of<std::int32_t>() {
  return DType::i32;
}
template <>
constexpr DType dtype_of<std::uint16_t>() {
  return DType::u16;
}
template <>
constexpr DType dtype_of<std::uint8_t>() {
  return DType::u8;
}

template <class T>
TensorView view_of(std::span<const T> values, std::vector<std::int64_t> shape) {
  return {dtype_of<T>(), std::move(shape), std::as_bytes(values)};
}

/// IEEE 754 half precision and bfloat16 from their bits, and half precision to bits (round to nearest even).
double half_to_double(std::uint16_t bits);
double bfloat16_to_double(std::uint16_t bits);
std::uint16_t float_to_half(float value);

}  // namespace reseed
