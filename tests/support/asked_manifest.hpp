// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "bundle/bundle.hpp"

namespace reseed::test {

/// manifest.resolved.toml that asks for what a made bundle holds, and for nothing else: its runs by group, and its
/// measures at all layers.
inline std::string manifest_asking_for(const BundleContent& content) {
  std::string text = "schema = 1\n\n[study]\nid = \"" + content.info.study + "\"\n";
  if (!content.info.kind.empty()) text += "kind = \"" + content.info.kind + "\"\n";
  std::map<std::string, std::set<std::string>> sets;  // by task
  std::map<std::tuple<std::string, std::string, std::string>, std::string> seeds;
  std::map<std::pair<std::string, std::string>, bool> measures;  // with layers?
  for (const RunRow& run : content.runs) {
    sets[run.task];
    std::string& list = seeds[{run.group, run.model, run.task}];
    list += (list.empty() ? "" : ", ") + std::to_string(run.seed);
  }
  for (const MeasureRow& row : content.measures) {
    if (row.test_set != "test") sets[row.task].insert(row.test_set);
    measures[{row.measure, row.variant}] |= row.layer.has_value();
  }
  for (const auto& [task, extra] : sets) {
    text += "\n[tasks.\"" + task + "\"]\ndataset = \"made\"\nextra_tests = [";
    for (const std::string& set : extra) text += "{ dataset = \"" + set + "\" }, ";
    text += "]\n";
  }
  for (const auto& [group, list] : seeds)
    text += "\n[[groups]]\nname = '''" + std::get<0>(group) + "'''\nmodels = [\"" + std::get<1>(group) +
            "\"]\ntasks = [\"" + std::get<2>(group) + "\"]\nseeds = [" + list + "]\n";
  for (const auto& [measure, layered] : measures)
    text += "\n[[measures]]\nid = \"" + measure.first + "\"\nvariant = \"" + measure.second + "\"\n" +
            (layered ? "layers = \"all\"\n" : "");
  return text + "\n[records]\nkeep = \"" + (content.info.records_kept ? "link" : "none") + "\"\n";
}

/// environment.json with everything that it must hold.
inline nlohmann::json made_environment() {
  return {{"host", "here"},
          {"jobs", 1},
          {"processor", "some"},
          {"written", "2026-01-02T03:04:05Z"},
          {"measuring", {{"armadillo", "12"}, {"openblas", "0.3"}, {"openblas_core", "Some"}}}};
}

}  // namespace reseed::test
