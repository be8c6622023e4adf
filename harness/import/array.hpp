// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/safetensors.hpp"

namespace reseed {

/// Numbers of somebody's file: row-major, little-endian, whatever the file had.
struct Array {
  TensorView view;
  std::shared_ptr<const void> owner;  ///< keeps the bytes alive: a mapped file or a converted copy
  std::string place;                  ///< for messages: "baseline/0.npz: logits"

  std::size_t axes() const { return view.shape.size(); }
  /// Length of an axis, 0 for one that is not there.
  std::int64_t length(std::size_t axis) const { return axis < axes() ? view.shape[axis] : 0; }
  bool is_integer() const {
    return view.dtype != DType::f64 && view.dtype != DType::f32 && view.dtype != DType::f16 &&
           view.dtype != DType::bf16;
  }
};

/// The part of an array at one position of its first axis.
Array slice(const Array& array, std::int64_t position);

/// "[200, 10] float32"
std::string shape_text(const Array& array);

}  // namespace reseed
