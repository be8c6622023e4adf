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

double Bill::cpu_seconds(std::size_t workers) const {
  return cpu_seconds_by_shape(operations) / static_cast<double>(workers);
}

double Bill::gpu_seconds() const { return operations / kGpuOperations; }

Bill bill_of(const StudyPlan& plan, const Preparation& preparation) {
  Bill bill;
  bill.groups = plan.request.groups.size();
  std::set<std::string> seen;
  for (std::size_t i = 0; i < plan.request.groups.size(); ++i) {
    const PlannedGroup& group = plan.request.groups[i];
    const RunSize* size = preparation.known_size(i);
    if (size == nullptr) bill.incomplete.push_back(group.label);
    for (const RunSpec& run : group.runs) {
      // Checkpoints and data that are not there have no digest yet: their names tell them apart.
      if (!seen.insert(group.model + '\n' + group.task + '\n' + run_id(run)).second) continue;
      ++bill.runs;
      if (size == nullptr) continue;
      bill.operations += size->operations;
      bill.disk_bytes += static_cast<double>(size->record_bytes);
    }
  }
  return bill;
}

std::string text_of(const Bill& bill, std::size_t workers) {
  std::string text = "the whole study: " + std::to_string(bill.runs) + " runs in " + std::to_string(bill.groups) +
                     " groups, " + bytes_text(bill.disk_bytes) + " of records\n";
  if (bill.operations > 0.0) {
    text += "  CPU: about " + long_text(bill.cpu_seconds(workers)) + " with " + std::to_string(workers) +
            (workers == 1 ? " worker" : " workers") + ", by the models' shapes and " +
            std::to_string(std::lround(kCpuOperations / 1e9)) + " billion operations a second and worker\n";
    text += "  GPU: about " + long_text(bill.gpu_seconds()) + " on one, by the models' shapes and " +
            std::to_string(std::lround(kGpuOperations / 1e12)) + " trillion operations a second\n";
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
          {"groups", bill.groups},
          {"disk_bytes", bill.disk_bytes},
          {"operations", bill.operations},
          {"cpu_seconds", bill.cpu_seconds(workers)},
          {"gpu_seconds", bill.gpu_seconds()},
          {"groups_of_unknown_size", bill.incomplete}};
}

}  // namespace reseed::cli
