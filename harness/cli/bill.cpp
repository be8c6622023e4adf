// SPDX-License-Identifier: Apache-2.0
#include "cli/bill.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/run_json.hpp"
#include "cli/values_table.hpp"

namespace reseed::cli {
namespace {

// What a worker with one thread, and a GPU in single precision, make of a small batch: round numbers on the careful
// side. They are told beside the hours, so that whoever knows a machine better can set its speed against them.
constexpr double kCpuOperations = 50e9;  // per second
constexpr double kGpuOperations = 8e12;
// Of measuring_work(), of one worker: what the measures that ship made on average of records of 139 to 522 items, 384
// wide.
constexpr double kMeasuringOperations = 4e9;

constexpr double kHour = 3600.0;

/// "40 minutes", "12 hours", "35 days".
std::string long_text(double seconds) {
  const auto text = [](double number, const char* unit) {
    const long rounded = std::max(1L, std::lround(number));
    return std::to_string(rounded) + ' ' + unit + (rounded == 1 ? "" : "s");
  };
  if (seconds < 1.5 * kHour) return text(seconds / 60.0, "minute");
  if (seconds < 72.0 * kHour) return text(seconds / kHour, "hour");
  return text(seconds / (24.0 * kHour), "day") + " (" + text(seconds / kHour, "hour") + ')';
}

}  // namespace

double cpu_seconds_by_shape(double operations) { return operations / kCpuOperations; }

double Bill::measuring_seconds(std::size_t workers) const {
  return measuring / kMeasuringOperations / static_cast<double>(workers);
}

double Bill::cpu_seconds(std::size_t workers) const {
  return cpu_seconds_by_shape(operations) / static_cast<double>(workers) + measuring_seconds(workers);
}

double Bill::gpu_seconds(std::size_t workers) const { return operations / kGpuOperations + measuring_seconds(workers); }

double measuring_work(const StudyRequest& request, std::size_t runs, const RunSize& size) {
  const double width = static_cast<double>(size.hidden);
  const auto pair = [&](double items) { return items * width * std::min(items, width); };
  double layer = 0.0;  // of one measure and one pair
  for (const std::int64_t items : size.test_items) layer += pair(static_cast<double>(items));
  if (!size.test_items.empty())
    for (const ItemSubset& subset : request.subsets)
      layer += pair(std::floor(subset.rate * static_cast<double>(size.test_items.front())));
  double layers = 0.0;  // of all measures
  for (const PlannedMeasure& measure : request.measures) {
    if (!measure.reads_representations) continue;
    layers += measure.layers.kind == LayerChoice::Kind::all   ? static_cast<double>(size.layers)
              : measure.layers.kind == LayerChoice::Kind::top ? 1.0
                                                              : static_cast<double>(measure.layers.listed.size());
  }
  const double pairs = 0.5 * static_cast<double>(runs) * static_cast<double>(runs - 1);
  return layers * layer * (runs < 2 ? 0.0 : pairs) * 2.0;
}

Bill bill_of(const StudyPlan& plan, const Preparation& preparation) {
  Bill bill;
  bill.groups = plan.request.groups.size();
  std::set<std::string> seen;
  for (std::size_t i = 0; i < plan.request.groups.size(); ++i) {
    const PlannedGroup& group = plan.request.groups[i];
    const RunSize* size = preparation.known_size(i);
    if (size == nullptr)
      bill.incomplete.push_back(group.label);
    else
      bill.measuring += measuring_work(plan.request, group.runs.size(), *size);
    for (const RunSpec& run : group.runs) {
      // Checkpoints and data that are not there have no digest yet: their names tell them apart.
      if (!seen.insert(group.model + '\n' + group.task + '\n' + run_id(run)).second) continue;
      ++bill.runs;
      if (size == nullptr) continue;
      bill.operations += size->operations;
      bill.disk_bytes += static_cast<double>(size->record_bytes);
    }
  }
  if (plan.request.double_run && bill.runs > 0) {
    bill.again = 1;  // the first run of the first group
    if (const RunSize* size = preparation.known_size(0)) bill.operations += size->operations;
  }
  return bill;
}

std::string text_of(const Bill& bill, std::size_t workers) {
  const auto per_second = [](double operations, double unit) { return std::to_string(std::lround(operations / unit)); };
  const std::string some_workers = std::to_string(workers) + (workers == 1 ? " worker" : " workers");
  std::string text = "the whole study: " + std::to_string(bill.runs) + " runs" +
                     (bill.again > 0 ? " (" + std::to_string(bill.again) + " of them twice)" : "") + " in " +
                     std::to_string(bill.groups) + " groups, " + bytes_text(bill.disk_bytes) + " of records\n";
  if (bill.operations > 0.0) {
    const std::string measuring =
        bill.measuring > 0.0 ? ", " + long_text(bill.measuring_seconds(workers)) + " of it measuring" : "";
    text += "  CPU: about " + long_text(bill.cpu_seconds(workers)) + " with " + some_workers + measuring +
            ", by the models' shapes and " + per_second(kCpuOperations, 1e9) +
            " billion operations a second and worker\n";
    text += "  GPU: about " + long_text(bill.gpu_seconds(workers)) + " on one" +
            (measuring.empty() ? "" : measuring + " with " + some_workers + " on the CPU") +
            ", by the models' shapes and " + per_second(kGpuOperations, 1e12) + " trillion operations a second\n";
    if (bill.measuring > 0.0)
      text += "  measuring: by items and widths and " + per_second(kMeasuringOperations, 1e9) +
              " billion multiplications a second and worker\n";
  }
  if (!bill.incomplete.empty()) {
    text += "  without " + std::to_string(bill.incomplete.size()) +
            " of the groups, whose size is not known yet: " + bill.incomplete.front() +
            (bill.incomplete.size() > 1 ? ", ..." : "") + '\n';
  }
  return text;
}

nlohmann::json json_of(const Bill& bill, std::size_t workers) {
  return {{"runs", bill.runs},
          {"runs_again", bill.again},
          {"groups", bill.groups},
          {"disk_bytes", bill.disk_bytes},
          {"operations", bill.operations},
          {"cpu_seconds", bill.cpu_seconds(workers)},
          {"gpu_seconds", bill.gpu_seconds(workers)},
          {"measuring_seconds", bill.measuring_seconds(workers)},
          {"groups_of_unknown_size", bill.incomplete}};
}

}  // namespace reseed::cli
