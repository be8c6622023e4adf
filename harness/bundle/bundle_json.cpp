// SPDX-License-Identifier: Apache-2.0
#include "bundle/bundle_json.hpp"

#include "base/json.hpp"
#include "base/json_object.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using nlohmann::json;

json facts_json(const MeasureFacts& facts) {
  return {{"reads", facts.reads},
          {"arity", facts.arity},
          {"tolerance", facts.tolerance},
          {"biased_by_n", facts.biased_by_n}};
}

MeasureFacts facts_from_json(const json& value, const std::string& place) {
  const JsonObject fields(value, place);
  fields.only({"reads", "arity", "tolerance", "biased_by_n"});
  const MeasureFacts facts{fields.get<std::string>("reads"), fields.get<std::string>("arity"),
                           fields.get<double>("tolerance"), fields.get<bool>("biased_by_n")};
  if (facts.tolerance < 0.0) fields.fail("tolerance", "at least 0", dump_json(value.at("tolerance")));
  return facts;
}

SubsetKeys subsets_from_json(const json& value, const std::string& place) {
  const JsonObject fields(value, place);
  fields.only({"rates", "draws", "seed", "items"});
  return {fields.get<std::string>("rates"), fields.get<std::string>("draws"), fields.get<std::string>("seed"),
          fields.get<std::string>("items")};
}

/// Layers in ascending order, none below 0.
std::vector<std::int64_t> layers_from_json(const JsonObject& models, const std::string& model) {
  std::vector<std::int64_t> layers;
  for (const json& layer : models.array(model.c_str())) {
    const std::int64_t below = layers.empty() ? -1 : layers.back();
    if (!layer.is_number_integer() || layer.get<std::int64_t>() <= below)
      models.fail("layers." + model, "layers in ascending order from 0", dump_json(layer));
    layers.push_back(layer.get<std::int64_t>());
  }
  return layers;
}

}  // namespace

std::string write_bundle_json(const BundleInfo& info) {
  json plugins = json::array();
  for (const PluginUse& use : info.plugins) {
    plugins.push_back(
        {{"kind", use.kind}, {"id", use.id}, {"version", use.version}, {"source_digest", use.source_digest}});
    if (use.measure) plugins.back()["measure"] = facts_json(*use.measure);
    if (use.subsets)
      plugins.back()["subsets"] = {{"rates", use.subsets->rates},
                                   {"draws", use.subsets->draws},
                                   {"seed", use.subsets->seed},
                                   {"items", use.subsets->items}};
  }
  json value = {{"schema_version", info.schema_version},
                {"study", info.study},
                {"kind", info.kind},
                {"status", info.status},
                {"tool", {{"version", info.tool_version}, {"commit", info.tool_commit}}},
                {"plugins", plugins},
                {"records_kept", info.records_kept},
                {"manifest_digest", info.manifest_digest},
                {"parent", info.parent},
                {"double_run", info.double_run},
                {"missing_runs", info.missing_runs}};
  if (!info.published.empty()) value["published"] = {{"name", info.published}, {"sha256", info.published_sha256}};
  if (!info.layers.empty()) value["layers"] = info.layers;
  return value.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

int schema_version_in(const json& value, const std::string& place, int newest) {
  if (!value.is_object()) throw Error(ErrorKind::data, place, "want an object, found another value");
  const auto found = value.find("schema_version");
  if (found == value.end())
    throw Error(ErrorKind::data, place,
                "schema_version: want this key, found none; is it the bundle.json of a bundle?");
  const bool whole = found->is_number_integer();
  if (!whole || (found->is_number_unsigned() ? found->get<std::uint64_t>() < 1 : true))
    throw Error(ErrorKind::data, place, "schema_version: want an integer of 1 or more, found " + dump_json(*found));
  if (const auto number = found->get<std::uint64_t>(); number > static_cast<std::uint64_t>(newest))
    throw Error(ErrorKind::newer, place,
                "want schema " + std::to_string(newest) + " or older, found " + std::to_string(number) +
                    "; read it with a newer reseed");
  return found->get<int>();
}

BundleInfo parse_bundle_json(std::string_view text, const std::string& place, const Migrations& migrations) {
  json value = parse_json(text, place);
  BundleInfo info;
  info.schema_version = schema_version_in(value, place, migrations.newest());
  if (info.schema_version < migrations.newest())
    value = parse_json(migrations.migrated(info.schema_version, "bundle.json", std::string(text)), place);
  const JsonObject fields(value, place);
  fields.only({"schema_version", "study", "kind", "status", "tool", "plugins", "records_kept", "manifest_digest",
               "parent", "double_run", "missing_runs", "published", "layers"});
  info.study = fields.get<std::string>("study");
  info.kind = fields.get<std::string>("kind");
  info.status = fields.get<std::string>("status");
  if (info.status != "complete" && info.status != "unfinished")
    throw Error(ErrorKind::data, place, "status: want \"complete\" or \"unfinished\", found \"" + info.status + "\"");
  const json tool = fields.get<json>("tool");
  const JsonObject tool_fields(tool, place);
  info.tool_version = tool_fields.get<std::string>("version");
  info.tool_commit = tool_fields.get<std::string>("commit");
  for (const json& entry : fields.get<std::vector<json>>("plugins")) {
    const JsonObject use(entry, place);
    use.only({"kind", "id", "version", "source_digest", "measure", "subsets"});
    info.plugins.push_back({use.get<std::string>("kind"), use.get<std::string>("id"), use.get<int>("version"),
                            use.get<std::string>("source_digest")});
    if (entry.contains("measure")) info.plugins.back().measure = facts_from_json(entry.at("measure"), place);
    if (entry.contains("subsets")) info.plugins.back().subsets = subsets_from_json(entry.at("subsets"), place);
  }
  info.records_kept = fields.get<bool>("records_kept");
  info.manifest_digest = fields.get<std::string>("manifest_digest");
  info.parent = fields.get<std::string>("parent");
  info.double_run = fields.get<std::string>("double_run");
  info.missing_runs = fields.get<std::vector<std::string>>("missing_runs");
  if (value.contains("published")) {
    const json published = fields.get<json>("published");
    const JsonObject facts(published, place);
    facts.only({"name", "sha256"});
    info.published = facts.get<std::string>("name");
    info.published_sha256 = facts.get<std::string>("sha256");
  }
  if (value.contains("layers")) {
    const json& layers = fields.at("layers");
    const JsonObject models(layers, place);
    for (const auto& [model, list] : layers.items()) info.layers[model] = layers_from_json(models, model);
  }
  return info;
}

}  // namespace reseed
