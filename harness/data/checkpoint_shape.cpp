// SPDX-License-Identifier: Apache-2.0
#include "data/checkpoint_shape.hpp"

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "reseed/error.hpp"
#include "toml/table.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

std::int64_t integer(const nlohmann::json& config, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (const auto found = config.find(key); found != config.end() && found->is_number_integer())
      return found->get<std::int64_t>();
  return 0;
}

}  // namespace

double CheckpointShape::block_weights() const {
  const double width = static_cast<double>(hidden);
  const double attention = 4.0 * width * width;  // query, key, value, output
  return static_cast<double>(blocks) * (attention + 2.0 * width * static_cast<double>(feed_forward));
}

CheckpointShape read_checkpoint_shape(const fs::path& folder) {
  const fs::path file = folder / "config.json";
  const nlohmann::json config = parse_json(read_file(file), file.string());
  if (!config.is_object()) throw Error(ErrorKind::data, file.string(), "want a JSON object");
  return {integer(config, {"hidden_size", "d_model"}), integer(config, {"num_hidden_layers", "num_layers"}),
          integer(config, {"intermediate_size", "d_ff"})};
}

std::optional<CheckpointShape> known_checkpoint_shape(const std::string& checkpoint) {
  const fs::path file = share_directory() / "checkpoints" / "shapes.toml";
  const TomlNode root = parse_toml(read_file(file), file.string(), ErrorKind::data);
  Mistakes mistakes(ErrorKind::data);
  TomlTable table(root, "", mistakes);
  std::int64_t schema = 1;
  table.require("schema", "1");
  table.read("schema", schema, {"1, the schema that this version of reseed reads", 1, 1});
  std::optional<CheckpointShape> shape;
  const std::string name = checkpoint.substr(checkpoint.find_last_of('/') + 1);
  if (const TomlNode* known = table.require("checkpoints", "tables [checkpoints.NAME]")) {
    if (const TomlNode* found = known->find(name)) {
      TomlTable entry(*found, "checkpoints." + name, mistakes);
      shape.emplace();
      const IntegerRange count{"an integer of at least 1", 1};
      for (const auto& [key, target] :
           {std::pair("width", &shape->hidden), {"blocks", &shape->blocks}, {"feed_forward", &shape->feed_forward}}) {
        entry.require(key, count.want);
        entry.read(key, *target, count);
      }
      entry.finish();
    }
  }
  mistakes.throw_if_any();
  return shape;
}

}  // namespace reseed
