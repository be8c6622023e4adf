// SPDX-License-Identifier: Apache-2.0
#include "train/checkpoint.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/files.hpp"
#include "base/json.hpp"
#include "reseed/error.hpp"
#include "train/torch_archive.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

class SafetensorsWeights final : public Weights {
 public:
  explicit SafetensorsWeights(const fs::path& file) : file_(file) { tensors_ = file_.tensors(); }

 private:
  Safetensors file_;
};

std::unique_ptr<Weights> open_file(const fs::path& file) {
  if (file.extension() == ".safetensors") return std::make_unique<SafetensorsWeights>(file);
#ifdef RESEED_WITHOUT_ARCHIVES
  throw Error(ErrorKind::data, file.string(), "this build reads no pickled weights; convert them to safetensors");
#else
  return std::make_unique<TorchArchive>(file);
#endif
}

/// Several files and an index that says which tensor lies in which.
class ShardedWeights final : public Weights {
 public:
  explicit ShardedWeights(const fs::path& index) {
    const std::string place = index.string();
    const nlohmann::json content = parse_json(read_file(index), place);
    if (!content.is_object() || !content.contains("weight_map") || !content["weight_map"].is_object())
      throw Error(ErrorKind::data, place, "want an object with weight_map, found none");
    std::map<std::string, std::set<std::string>> names;  // by shard
    for (const auto& [name, shard] : content["weight_map"].items()) {
      if (!shard.is_string()) throw Error(ErrorKind::data, place, "want a file name for tensor \"" + name + "\"");
      names[shard.get<std::string>()].insert(name);
    }
    for (const auto& [shard, wanted] : names) {
      const fs::path file = index.parent_path() / shard;
      if (fs::path(shard).filename() != fs::path(shard))
        throw Error(ErrorKind::data, place, "want shards beside the index, found \"" + shard + "\"");
      if (!fs::is_regular_file(file))
        throw Error(ErrorKind::data, place,
                    "names the shard \"" + shard + "\", which is missing; fetch the checkpoint again");
      shards_.push_back(open_file(file));
      const auto& found = shards_.back()->tensors();
      for (const std::string& name : wanted)
        if (!found.contains(name))
          throw Error(ErrorKind::data, file.string(), "want tensor \"" + name + "\" as the index says, found none");
      for (const auto& [name, view] : found)
        if (!tensors_.emplace(name, view).second)
          throw Error(ErrorKind::data, file.string(), "tensor \"" + name + "\" lies in another shard too");
    }
  }

 private:
  std::vector<std::unique_ptr<Weights>> shards_;
};

}  // namespace

std::unique_ptr<Weights> open_weights(const fs::path& folder) {
  for (const char* name :
       {"model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json"}) {
    const fs::path file = folder / name;
    if (!fs::is_regular_file(file)) continue;
    if (file.extension() == ".json") return std::make_unique<ShardedWeights>(file);
    return open_file(file);
  }
  throw Error(ErrorKind::data, folder.string(),
              "want model.safetensors, model.safetensors.index.json or pytorch_model.bin, found none of them");
}

Checkpoint::Checkpoint(fs::path folder) : folder_(std::move(folder)) {
  if (!fs::is_directory(folder_))
    throw Error(ErrorKind::data, folder_.string(), "want a checkpoint's folder, found none");
  if (!fs::is_regular_file(folder_ / "config.json"))
    throw Error(ErrorKind::data, folder_.string(), "want config.json in a checkpoint's folder, found none");
  config_ = std::make_unique<nlohmann::json>(parse_json(read_file(config_place()), config_place()));
  if (!config_->is_object()) throw Error(ErrorKind::data, config_place(), "want an object");
  weights_ = open_weights(folder_);
}

Checkpoint::~Checkpoint() = default;

std::string Checkpoint::config_place() const { return (folder_ / "config.json").string(); }

nlohmann::json to_json(const LoadReport& report) {
  const auto remarks = [](const std::vector<LoadReport::Remark>& list) {
    nlohmann::json result = nlohmann::json::array();
    for (const LoadReport::Remark& remark : list) result.push_back({{"name", remark.name}, {"reason", remark.reason}});
    return result;
  };
  nlohmann::json loaded = nlohmann::json::array();
  for (const LoadReport::Loaded& tensor : report.loaded)
    loaded.push_back({{"name", tensor.name},
                      {"source", tensor.source},
                      {"shape", tensor.shape},
                      {"dtype", to_string(tensor.dtype)}});
  return {{"family", report.family},
          {"loaded", std::move(loaded)},
          {"missing", report.missing},
          {"unexpected", remarks(report.unexpected)},
          {"new", remarks(report.fresh)}};
}

}  // namespace reseed
