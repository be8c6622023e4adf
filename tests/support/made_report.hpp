// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>

#include "base/files.hpp"
#include "bundle/bundle.hpp"
#include "report/page.hpp"
#include "report/study_files.hpp"

namespace reseed::test {

/// Values of one bundle as a large study has them: groups, models, measures, variants and layers, every number with its
/// interval and its null, some flagged, some on sub-samples.
inline std::vector<MeasureRow> made_values(std::size_t count) {
  std::vector<MeasureRow> values;
  for (std::size_t i = 0; i < count; ++i) {
    MeasureRow value;
    value.group = "method " + std::to_string(i / 13 % 5);
    value.model = i % 2 == 0 ? "a-model" : "another-model";
    value.task = "task " + std::to_string(i / 130 % 7);
    value.test_set = "test";
    value.measure = "distance_" + std::to_string(i / 65 % 6);
    value.variant = i / 7 % 2 == 0 ? "textbook" : "as_published";
    if (i % 3 == 1) value.subset = "rate=0.5 draw=" + std::to_string(i % 40) + " items=same digest=0123456789abcdef";
    value.layer = static_cast<std::int64_t>(i % 13);
    value.value = value.instability = 0.3 + 0.2 * std::sin(static_cast<double>(i));
    value.low = *value.value * 0.9;
    value.high = *value.value * 1.1;
    value.null = 0.9 + 0.01 * std::cos(static_cast<double>(i));
    value.n_items = 300;
    value.n_runs = 5;
    value.n_dims = 384;
    value.numerical_rank = 299 - static_cast<std::int64_t>(i % 50);
    if (i % 11 == 0) value.flags = {Flag::degenerate_subspace};
    values.push_back(value);
  }
  return values;
}

/// The page of a bundle that is written to a temporary folder.
inline std::string page_of(BundleContent content, const StudyReport& report) {
  const TemporaryFolder folder;
  content.info.study = "my-study";
  content.info.kind = "some_kind";
  content.info.tool_version = "0.1.0";
  content.info.records_kept = false;
  if (content.manifest.empty()) content.manifest = "schema = 1\n";
  if (content.resolved_manifest.empty()) content.resolved_manifest = "schema = 1\n";
  content.files = study_files(report);
  write_bundle(folder.path() / "bundle", content, KeepRecords::copy);
  return report_of(folder.path() / "bundle");
}

}  // namespace reseed::test
