// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "execute/preparation.hpp"
#include "plan/study_plan.hpp"

namespace reseed::cli {

/// What a whole study takes, told from the manifest, the data sets and the shapes of the models alone: also for a
/// machine that is not this one, and before the checkpoints are there.
struct Bill {
  std::size_t runs = 0;                 ///< that differ in anything; groups may share some
  std::size_t again = 0;                ///< of them that are trained twice (double run)
  std::size_t groups = 0;               ///< of one model and task
  double operations = 0.0;              ///< floating point operations of training them all, and those again
  double measuring = 0.0;               ///< multiplications of the measures of representations, see measuring_work()
  double disk_bytes = 0.0;              ///< of their records
  std::vector<std::string> incomplete;  ///< groups whose size is not known: not in operations and disk_bytes

  /// Measures are computed by the workers on the CPU, whatever trains.
  double measuring_seconds(std::size_t workers) const;
  /// Training and measuring.
  double cpu_seconds(std::size_t workers) const;
  double gpu_seconds(std::size_t workers) const;
};

/// What the measures of representations take on one group of so many runs: items x width x the smaller of the two for
/// every pair of runs, once as they are and once shuffled (the null), on every layer, test set and sub-sample. What
/// other measures take is nothing beside it.
double measuring_work(const StudyRequest& request, std::size_t runs, const RunSize& size);

/// By a model's shape alone: one worker with one thread.
double cpu_seconds_by_shape(double operations);

Bill bill_of(const StudyPlan& plan, const Preparation& preparation);

/// Lines for the screen, one about each kind of machine.
std::string text_of(const Bill& bill, std::size_t workers);
nlohmann::json json_of(const Bill& bill, std::size_t workers);

}  // namespace reseed::cli
