// SPDX-License-Identifier: Apache-2.0
#include "execute/calibrate.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/run_json.hpp"
#include "execute/peak_memory.hpp"

namespace reseed {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kLongest{30};
constexpr std::chrono::seconds kWatched{3};  // of steps; the first ones are slower
constexpr std::chrono::milliseconds kPause{50};

/// A worker and what it told of its steps.
struct Watch {
  WorkerProcess worker;
  Store::Draft out;
  Clock::time_point begin = Clock::now();
  std::optional<Clock::time_point> first_time;
  std::int64_t first = 0;
  std::optional<double> seconds_per_step;
  std::int64_t total = 0;
  double start_up = 0.0;
  bool ended = false;

  void hear(const WorkerEvent& event) {
    const auto now = Clock::now();
    if (event.kind == WorkerEvent::Kind::done) {
      ended = true;
      if (!seconds_per_step && total > 0)
        seconds_per_step = std::chrono::duration<double>(now - begin).count() / static_cast<double>(total);
      return;
    }
    if (event.kind != WorkerEvent::Kind::progress) {
      result_of(event, "calibration");  // throws
      return;
    }
    if (event.what != "step" || event.total < 1) return;
    total = event.total;
    if (!first_time) {
      first_time = now;
      first = event.done;
      start_up = std::chrono::duration<double>(now - begin).count();
    } else if (event.done > first) {
      seconds_per_step =
          std::chrono::duration<double>(now - *first_time).count() / static_cast<double>(event.done - first);
    }
  }
  bool enough() const { return ended || (seconds_per_step && Clock::now() - *first_time >= kWatched); }
};

}  // namespace

std::optional<Speed> calibrate(const WorkerOptions& worker, Store& store, const RunSpec& run, const RunSize& size,
                               std::size_t jobs) {
  std::vector<std::unique_ptr<Watch>> watches;
  for (std::size_t i = 0; i < jobs; ++i) {
    watches.push_back(std::make_unique<Watch>(Watch{WorkerProcess(worker), store.draft()}));
    watches.back()->worker.send(
        {{"request", "train"}, {"spec", to_json(run)}, {"out", watches.back()->out.folder().string()}});
  }
  const auto until = Clock::now() + kLongest;
  const auto all_enough = [&] {
    return std::all_of(watches.begin(), watches.end(), [](const auto& watch) { return watch->enough(); });
  };
  while (!all_enough() && Clock::now() < until)
    for (const auto& watch : watches)
      if (!watch->ended)
        if (const auto event = watch->worker.receive(kPause)) watch->hear(*event);
  Speed speed;
  bool told = true;
  for (const auto& watch : watches) {
    speed.peak_bytes = std::max(speed.peak_bytes, peak_memory(watch->worker.process()).value_or(0));
    watch->worker.kill();
    told = told && watch->seconds_per_step;
    if (!told) continue;  // the others are ended all the same
    const double training = watch->start_up + *watch->seconds_per_step * static_cast<double>(watch->total);
    speed.seconds_per_unit += training / size.train_work / static_cast<double>(jobs);
  }
  return told ? std::optional<Speed>(speed) : std::nullopt;
}

}  // namespace reseed
