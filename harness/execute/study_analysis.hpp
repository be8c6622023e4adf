// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bundle/bundle.hpp"
#include "execute/executor.hpp"
#include "execute/store.hpp"
#include "execute/study_execution.hpp"
#include "manifest/manifest.hpp"
#include "plan/study_plan.hpp"
#include "plugin/catalog.hpp"
#include "reseed/study_report.hpp"

namespace reseed {

/// The study's own part of a run: its plugin turns the finished values into answers, tables and figures.
///
/// The report is kept in the store under everything that it is made of, so that a second call finds it. A study that
/// throws or crashes costs its report, not the values.
class StudyAnalysis {
 public:
  /// All must outlive the object.
  StudyAnalysis(const Manifest& manifest, const StudyPlan& plan, const PluginCatalog& catalog, Store& store)
      : manifest_(manifest), plan_(plan), catalog_(catalog), store_(store) {}

  /// What is to be done about assembled results: nothing where the report is in the store.
  Step start(const BundleContent& content, const StudyExecution& execution, const nlohmann::json& measuring_class);
  void finish(const Answer& answer);

  /// Empty until it is known, and when the study failed.
  const std::optional<StudyReport>& report() const { return report_; }
  /// Why there is no report; "" otherwise.
  const std::string& problem() const { return problem_; }

 private:
  nlohmann::json request(const BundleContent& content, const StudyExecution& execution) const;

  const Manifest& manifest_;
  const StudyPlan& plan_;
  const PluginCatalog& catalog_;
  Store& store_;
  StoreKey key_;
  std::optional<StudyReport> report_;
  std::string problem_;
};

}  // namespace reseed
