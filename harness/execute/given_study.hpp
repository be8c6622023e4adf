// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bundle/bundle.hpp"
#include "execute/known_values.hpp"
#include "execute/study_execution.hpp"
#include "manifest/manifest.hpp"
#include "plan/study_plan.hpp"
#include "plugin/catalog.hpp"

namespace reseed {

/// A study whose runs are there already: those of another bundle, or runs made elsewhere. Nothing is trained, and
/// neither checkpoints nor data sets are looked at.
struct GivenStudy {
  Manifest manifest;           ///< read_measuring(); models and data sets of the tasks by name, where they are known
  std::string manifest_text;   ///< manifest.toml
  std::string resolved_text;   ///< manifest.resolved.toml
  std::vector<GivenRun> runs;  ///< in the order of runs.csv
  std::map<std::string, std::vector<std::string>> extra_test_sets;  ///< by task: recorded beside "test"
  std::map<std::string, std::vector<std::string>> label_names;      ///< by task; may be absent
  std::map<std::string, std::string> datasets;            ///< by task, as the manifest has them; may be absent
  std::map<std::string, std::int64_t> train_items;        ///< by task: its cut of the training set; absent: none known
  std::vector<PluginUse> mitigations;                     ///< plugins that made the runs
  std::string parent;                                     ///< content digest of the runs' bundle; "" = none
  std::string double_run;                                 ///< what the runs' bundle says of it
  std::shared_ptr<const KnownValues> known;               ///< values that need not be measured; may be null
  nlohmann::json environment = nlohmann::json::object();  ///< what is known of where the runs were made
};

/// Its groups - rows that share group, model and task - and its measures.
StudyRequest request_given(const GivenStudy& study, const PluginCatalog& catalog);

/// The run that a group of request_given() holds at a position.
const GivenRun& given_run(const GivenStudy& study, const PlannedGroup& group, std::size_t run);

}  // namespace reseed
