// SPDX-License-Identifier: Apache-2.0
// What `records = { precision = "float16" }` does to each measure: the records of a bundle are measured as they are and
// with their representations rounded to half precision, as the training worker rounds them. Prints a table in Markdown:
// the largest difference over groups and layers, beside the spread that the value has anyway (the width of its 95 %
// interval over seeds). usage: bench_half_precision BUNDLE... (with records in float32)
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/blas.hpp"
#include "analysis/measure_request.hpp"
#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "bundle/bundle.hpp"
#include "plugin/catalog.hpp"
#include "support/plugins.hpp"

namespace {

using namespace reseed;
namespace fs = std::filesystem;
using Json = nlohmann::json;

/// The record's test set with its representations in half precision.
void write_rounded(const fs::path& record, const fs::path& into) {
  const Safetensors whole(record / "test.safetensors");
  std::vector<std::vector<std::uint16_t>> alive;
  std::vector<NamedTensor> tensors;
  for (const auto& [name, view] : whole.tensors()) {
    tensors.push_back({name, view});
    if (!name.starts_with("representations.")) continue;
    if (view.dtype != DType::f32)
      throw Error(ErrorKind::data, record.string(), "want representations of float32, found others");
    std::vector<std::uint16_t>& halves = alive.emplace_back();
    for (const double number : view.as_doubles()) halves.push_back(float_to_half(static_cast<float>(number)));
    tensors.back().view = {DType::f16, view.shape, std::as_bytes(std::span(halves))};
  }
  fs::create_directories(into);
  write_safetensors(into / "test.safetensors", tensors, whole.metadata());
}

Json measured(const Json& runs, const std::string& metric, const fs::path& library, const std::string& variant) {
  return answer_measure({{"test_set", "test"},
                         {"metric", metric},
                         {"runs", runs},
                         {"measures", {{{"library", library.string()}, {"variant", variant}}}}},
                        [](std::int64_t, std::int64_t, const std::string&) {})
      .at("rows");
}

struct Effect {
  std::size_t values = 0, undefined = 0, changed_flags = 0;
  double difference = 0.0, relative = 0.0, of_interval = 0.0;
};

void compare(const Json& whole, const Json& rounded, Effect& effect) {
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const Json &a = whole[i].at("value"), &b = rounded.at(i).at("value");
    ++effect.values;
    effect.changed_flags += whole[i].at("flags") != rounded[i].at("flags") || a.is_null() != b.is_null() ? 1 : 0;
    if (a.is_null() || b.is_null()) {
      ++effect.undefined;
      continue;
    }
    const double difference = std::abs(a.get<double>() - b.get<double>());
    effect.difference = std::max(effect.difference, difference);
    if (difference > 0.0) effect.relative = std::max(effect.relative, difference / std::abs(a.get<double>()));
    if (whole[i].at("low").is_null() || whole[i].at("low") == whole[i].at("high")) continue;
    const double width = whole[i].at("high").get<double>() - whole[i].at("low").get<double>();
    effect.of_interval = std::max(effect.of_interval, difference / width);
  }
}

/// Words, not ids: docs know no plugin by its id.
void print(std::string id, const std::string& variant, const Effect& effect) {
  std::replace(id.begin(), id.end(), '_', ' ');
  std::printf("| %s | %s | %zu | %zu | %.1e | %.1e | %.1e | %zu |\n", id.c_str(), variant.c_str(), effect.values,
              effect.undefined, effect.difference, effect.relative, effect.of_interval, effect.changed_flags);
}

int run(const std::vector<std::string>& bundles) {
  use_one_blas_thread();
  const TemporaryFolder rounded;
  struct Group {
    Json whole = Json::array(), halves = Json::array();
    std::string metric;
  };
  std::map<std::string, Group> groups;
  for (const std::string& folder : bundles) {
    const Bundle bundle = read_bundle(folder);
    for (const RunRow& row : bundle.runs) {
      if (row.outcome != RunOutcome::ok) continue;
      const fs::path record = bundle.folder / "records" / row.id, half = rounded.path() / row.id;
      if (!fs::exists(half)) write_rounded(record, half);
      Group& group = groups[folder + '\n' + row.group + '\n' + row.model + '\n' + row.task];
      group.metric = row.metric;
      group.whole.push_back({{"seed", row.seed}, {"folder", record.string()}});
      group.halves.push_back({{"seed", row.seed}, {"folder", half.string()}});
    }
  }
  std::printf(
      "| measure | variant | values | undefined | largest difference | relative | of the interval | other flags |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  const PluginCatalog catalog =
      search_plugins({fs::path(RESEED_BINARY_DIRECTORY) / "lib" / "reseed" / "plugins"}, test::probe_settings());
  for (const PluginSpec& plugin : catalog.plugins()) {
    if (plugin.kind != PluginKind::measure) continue;
    for (const auto& variant : plugin.variants) {
      Effect effect;
      for (const auto& [name, group] : groups)
        compare(measured(group.whole, group.metric, plugin.file, variant.name),
                measured(group.halves, group.metric, plugin.file, variant.name), effect);
      print(plugin.id, variant.name, effect);
    }
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count < 2) throw Error(ErrorKind::usage, "bench_half_precision", "want BUNDLE..., found none");
    return run({words + 1, words + count});
  } catch (const std::exception& error) {
    std::cerr << "bench_half_precision: " << error.what() << '\n';
    return 1;
  }
}
