// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/safetensors.hpp"

namespace reseed {

/// The tensors of a file or of several, by name. Views live as long as the object.
class Weights {
 public:
  virtual ~Weights() = default;

  const std::map<std::string, TensorView>& tensors() const { return tensors_; }

 protected:
  std::map<std::string, TensorView> tensors_;
};

/// Opens `model.safetensors`, `model.safetensors.index.json` with its shards, or `pytorch_model.bin` (also sharded), in
/// this order of preference. Nothing is allocated by what a file claims before it was checked against its length.
/// Errors: Error(data) naming the file: none of them there, a shard missing, a file that lies.
std::unique_ptr<Weights> open_weights(const std::filesystem::path& folder);

/// A folder in Hugging Face layout: its config.json and its weights.
///
/// Errors: Error(data) when one of them is missing or not well-formed.
class Checkpoint {
 public:
  explicit Checkpoint(std::filesystem::path folder);
  ~Checkpoint();

  const std::filesystem::path& folder() const { return folder_; }
  const nlohmann::json& config() const { return *config_; }
  std::string config_place() const;  ///< path of config.json, for errors
  const Weights& weights() const { return *weights_; }

 private:
  std::filesystem::path folder_;
  std::unique_ptr<nlohmann::json> config_;
  std::unique_ptr<Weights> weights_;
};

/// What became of a checkpoint's tensors. Nothing is left out: whatever the lists cannot explain is an Error(data).
struct LoadReport {
  struct Loaded {
    std::string name;    ///< of the parameter
    std::string source;  ///< of the tensor in the file
    std::vector<std::int64_t> shape;
    DType dtype = DType::f32;  ///< in the file
  };
  struct Remark {
    std::string name;
    std::string reason;
  };

  std::string family;  ///< model_type
  std::vector<Loaded> loaded;
  std::vector<std::string> missing;  ///< parameters that the file does not hold; all of them are new
  std::vector<Remark> unexpected;    ///< tensors of the file that are not used, and why that is right
  std::vector<Remark> fresh;         ///< parameters drawn from the stream, and why ("new" in JSON)
};

nlohmann::json to_json(const LoadReport& report);

}  // namespace reseed
