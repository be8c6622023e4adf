// SPDX-License-Identifier: Apache-2.0
#include "analysis/without_each.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/evaluate.hpp"
#include "analysis/measure_library.hpp"
#include "analysis/record.hpp"
#include "base/number.hpp"
#include "base/run_json.hpp"
#include "reseed/error.hpp"

namespace reseed {

void add_without_each(const nlohmann::json& measured_by, std::vector<RunRecord> runs, const std::string& metric,
                      StudyValue& value) {
  const auto library = measured_by.at("library").get<std::string>();
  const auto options = options_from_json({{"variant", ""}, {"values", measured_by.at("options")}}).values();
  const LoadedMeasure loaded = create_measure(library, value.variant, options);
  if (value.measure != loaded.info->id || loaded.info->arity != Arity::group)
    throw Error(ErrorKind::plugin, library,
                "want the measure " + value.measure + " of the whole group, found " + loaded.info->id);
  std::sort(runs.begin(), runs.end(), [](const RunRecord& a, const RunRecord& b) { return a.seed < b.seed; });
  const std::int64_t layer = parse_integer(value.layer).value_or(-1);
  std::vector<MeasuredRun> measured;
  for (const RunRecord& run : runs) {
    value.seeds.push_back(run.seed);
    measured.push_back(Record(run.seed, run.folder, value.test_set).read(loaded.info->reads, layer, metric));
  }
  value.without = evaluate_without_each(*loaded.measure, *loaded.info, *loaded.variant, std::move(measured), {});
}

}  // namespace reseed
