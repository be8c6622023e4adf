// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reseed/mitigation.hpp"
#include "train/checkpoint.hpp"
#include "train/classifier.hpp"

namespace reseed {

/// One parameter that a model needs, and where else it may come from than its own name in the checkpoint.
struct TensorSpec {
  std::string name;  ///< with the family's prefix
  std::vector<std::int64_t> shape;
  Parameter::Part part = Parameter::Part::block;
  Parameter::Kind kind = Parameter::Kind::linear_weight;
  std::int64_t block = -1;
  bool layer_norm = false;      ///< of a LayerNorm: older files call it gamma or beta
  std::string tied;             ///< name of a tensor that shares its values, used when its own is absent
  std::uint32_t draw_site = 0;  ///< of the head_init stream (head and pooler)
};

/// Tensors that a checkpoint may hold and the classifier does not use.
struct UnusedTensors {
  std::string begin;  ///< of their names
  std::string reason;
};

/// What a family expects of a checkpoint file.
struct Layout {
  std::string family;
  std::string prefix;  ///< "bert.", which the file may leave out
  std::vector<TensorSpec> tensors;
  std::vector<UnusedTensors> unused;
  double initializer_range = 0.02;
  std::size_t word_embedding = 0;  ///< index in tensors
};

/// The parameters of a model, in the order of the layout: read, or drawn (head; a missing pooler): weights from
/// normal(0, initializer_range), biases 0. Only `options.rows` of the word embedding are taken.
/// Errors: Error(data): a tensor that is missing, of another shape or type, or that nothing explains.
std::vector<Parameter> load_parameters(const Checkpoint& checkpoint, const Layout& layout, const ModelOptions& options,
                                       LoadReport& report);

/// A stored tensor in another type. `rows`: only these rows, unless empty.
at::Tensor read_tensor(const TensorView& view, at::ScalarType type, const std::vector<std::int64_t>& rows = {});

/// The tensor of the checkpoint that feeds the layout's tensor `index`; null when there is none.
const TensorView* find_stored(const Checkpoint& checkpoint, const Layout& layout, std::size_t index);

/// float64 for Precision::float64, else float32.
at::ScalarType parameter_type(Precision precision);

}  // namespace reseed
