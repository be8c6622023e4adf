// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/safetensors.hpp"
#include "base/sha256.hpp"
#include "bundle/bundle.hpp"
#include "reseed/error.hpp"
#include "support/asked_manifest.hpp"

namespace reseed::test {

/// A small study with two runs, one value, a pair matrix and records in a store.
class BundledStudy {
 public:
  BundledStudy() {
    std::filesystem::create_directories(folder_.path() / "store");
    BundleContent& content = this->content;
    content.info.study = "study";
    content.info.kind = "some_kind";
    content.info.tool_version = "0.1.0";
    content.info.tool_commit = "c0ffee";
    content.info.plugins = {{"mitigation", "method", 1, "d1"}, {"measure", "distance", 2, "d2"}};
    content.manifest = "# as given\n";
    for (const std::string id : {"run1", "run2"}) {
      const std::string text =
          "{\"outcome\": \"ok\", \"reason\": \"\", \"steps\": 1, \"kept_step\": 1, \"scores\": {}, \"run\": \"" + id +
          "\"}\n";
      store("records/" + id + "/outcome.json", text);
      const std::filesystem::path logits = folder_.path() / "store" / ("logits of " + id);
      const std::vector<float> numbers(20, id == "run1" ? 0.5F : 0.25F);
      write_safetensors(logits, {{"logits", view_of<float>(numbers, {10, 2})}});
      content.stored["records/" + id + "/test.safetensors"] = {logits, ""};
      RunRow row;
      row.id = id;
      row.group = "group";
      row.model = "model";
      row.task = "task";
      row.seed = id == "run1" ? 1 : 2;
      row.mitigation = "method";
      row.mitigation_version = 1;
      row.record_digest = record_digest({{"outcome.json", sha256(text)}, {"test.safetensors", sha256_file(logits)}});
      content.runs.push_back(row);
    }
    MeasureRow value;
    value.group = "group";
    value.model = "model";
    value.task = "task";
    value.test_set = "test";
    value.measure = "distance";
    value.variant = "textbook";
    value.version = 2;
    value.value = value.instability = value.low = value.high = 0.25;
    value.n_items = 10;
    value.n_runs = 2;
    value.pairs = "pairs/distance.safetensors";
    content.measures = {value};
    const std::vector<double> matrix = {0, 0.25, 0.25, 0};
    const std::vector<std::int64_t> layers = {-1};
    const std::vector<std::int64_t> seeds = {1, 2};
    write_safetensors(folder_.path() / "store" / "pairs", {{"values", view_of<double>(matrix, {1, 2, 2})},
                                                           {"layers", view_of<std::int64_t>(layers, {1})},
                                                           {"seeds", view_of<std::int64_t>(seeds, {2})}});
    content.stored["pairs/distance.safetensors"] = {folder_.path() / "store" / "pairs", ""};
    content.files["tables/scores.csv"] = "a\n1\n";
    content.files["tables/report.json"] =
        R"({"answers": [], "claims": [], "figures": [], "notes": [], "published": [], "tables": [{"id": "scores",
            "title": "", "rows": [],
            "columns": [{"name": "a", "title": "a", "unit": "", "decimals": 0}]}]})";
    content.files["tables/captions.csv"] = "kind,id,caption,alternative\ntable,scores,,\n";
    content.timing = {{"train run1", "train", "run1", 1.5, 1000, 1}};
    content.environment = made_environment();
    content.resolved_manifest = manifest_asking_for(content);
  }

  void store(const std::string& name, const std::string& text) {
    const std::filesystem::path file = folder_.path() / "store" / sha256(text);
    write_file(file, text);
    content.stored[name] = {file, ""};
  }
  std::filesystem::path bundle(const std::string& name = "bundle") const { return folder_.path() / name; }
  void write(const std::string& name = "bundle", KeepRecords keep = KeepRecords::link) const {
    write_bundle(bundle(name), content, keep);
  }

  BundleContent content;

 private:
  TemporaryFolder folder_;
};

inline bool named(const Verification& found, const std::string& part) {
  return std::any_of(found.problems.begin(), found.problems.end(),
                     [&](const std::string& problem) { return problem.find(part) != std::string::npos; });
}
inline std::string problems(const std::filesystem::path& bundle) {
  std::string text;
  for (const std::string& problem : verify_bundle(bundle).problems) text += problem + "\n";
  return text;
}
inline auto of_kind(ErrorKind kind, const std::string& part = "") {
  return [=](const Error& error) {
    return error.kind() == kind && std::string(error.what()).find(part) != std::string::npos;
  };
}

}  // namespace reseed::test
