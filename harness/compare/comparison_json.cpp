// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison_json.hpp"

#include <nlohmann/json.hpp>

#include "base/nullable.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

Json flags_json(const std::vector<Flag>& flags) {
  Json list = Json::array();
  for (const Flag flag : flags) list.push_back(to_string(flag));
  return list;
}

Json side_json(const BundleSide& side) {
  return {{"folder", side.folder},
          {"study", side.study},
          {"tool", side.tool},
          {"status", side.status},
          {"runs", side.runs},
          {"values", side.values},
          {"device_class", side.device_class},
          {"content_digest", side.content_digest}};
}

Json differences_json(const std::vector<OriginDifference>& differences) {
  Json list = Json::array();
  for (const OriginDifference& difference : differences)
    list.push_back({{"what", difference.what}, {"a", nullable(difference.a)}, {"b", nullable(difference.b)}});
  return list;
}

Json value_json(const ComparedValue& value) {
  return {{"layer", nullable(value.layer)},
          {"a", nullable(value.a)},
          {"b", nullable(value.b)},
          {"difference", nullable(value.difference)},
          {"low", nullable(value.low)},
          {"high", nullable(value.high)},
          {"margin", nullable(value.margin)},
          {"flags_a", flags_json(value.flags_a)},
          {"flags_b", flags_json(value.flags_b)}};
}

Json quantity_json(const ComparedQuantity& quantity) {
  Json values = Json::array();
  for (const ComparedValue& value : quantity.values) values.push_back(value_json(value));
  return {{"kind", quantity.kind},
          {"group", quantity.group},
          {"model", quantity.model},
          {"task", quantity.task},
          {"test_set", quantity.test_set},
          {"subset", quantity.subset},
          {"quantity", quantity.quantity},
          {"variant", quantity.variant},
          {"options", quantity.options},
          {"version", nullable(quantity.version)},
          {"unit", quantity.unit},
          {"values", std::move(values)},
          {"seeds", {{"a", quantity.seeds_a}, {"b", quantity.seeds_b}, {"common", quantity.common_seeds}}},
          {"verdict", to_string(quantity.verdict)},
          {"remark", quantity.remark},
          {"flags", flags_json(quantity.flags)},
          {"test", quantity.test},
          {"p", nullable(quantity.p)},
          {"p_adjusted", nullable(quantity.p_adjusted)},
          {"family", quantity.family},
          {"seeds_needed", nullable(quantity.seeds_needed)}};
}

}  // namespace

Json to_json(const Comparison& comparison) {
  const Origins& origins = comparison.origins;
  Json quantities = Json::array();
  for (const ComparedQuantity& quantity : comparison.quantities) quantities.push_back(quantity_json(quantity));
  Json counts = Json::object();
  for (int i = 0; i <= static_cast<int>(Verdict::refused); ++i)
    counts[std::string(to_string(static_cast<Verdict>(i)))] = comparison.count(static_cast<Verdict>(i));
  return {{"a", side_json(comparison.a)},
          {"b", side_json(comparison.b)},
          {"same_device_class", origins.same_device_class},
          {"differences",
           {{"manifest", differences_json(origins.manifest)},
            {"code", differences_json(origins.code)},
            {"plugins", differences_json(origins.plugins)},
            {"libraries", differences_json(origins.libraries)},
            {"hardware", differences_json(origins.hardware)}}},
          {"renamed_groups", origins.renamed},
          {"margin", comparison.margin_share},
          {"verdicts", std::move(counts)},
          {"quantities", std::move(quantities)}};
}

}  // namespace reseed
