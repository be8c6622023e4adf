// SPDX-License-Identifier: Apache-2.0
#include "execute/calibrate.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/run_json.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

constexpr std::chrono::minutes kLongest{2};

/// The answer of one worker, progress passed over.
nlohmann::json answer_of(WorkerProcess& worker) {
  for (;;) {
    std::optional<WorkerEvent> event = worker.receive(kLongest);
    if (!event) throw Error(ErrorKind::unfinished, "estimate", "the training worker does not answer; call again");
    if (event->kind != WorkerEvent::Kind::progress) return result_of(std::move(*event), "estimate");
  }
}

}  // namespace

Speed calibrate(const WorkerOptions& worker, const RunSpec& run, const RunSize& size, std::size_t jobs) {
  std::vector<WorkerProcess> workers;
  for (std::size_t i = 0; i < jobs; ++i) {
    workers.emplace_back(worker);
    workers.back().send({{"request", "estimate"}, {"spec", to_json(run)}});
  }
  Speed speed;
  for (WorkerProcess& process : workers) {
    const nlohmann::json estimate = answer_of(process);
    speed.seconds_per_unit += estimate.at("seconds").get<double>() / size.work / static_cast<double>(jobs);
    speed.peak_bytes = std::max(speed.peak_bytes, estimate.at("memory_bytes").get<std::int64_t>());
  }
  return speed;
}

}  // namespace reseed
