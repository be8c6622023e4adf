// SPDX-License-Identifier: Apache-2.0
#include "execute/executor.hpp"

#include <poll.h>

#include <algorithm>
#include <deque>
#include <set>

#include "execute/peak_memory.hpp"

namespace reseed {
namespace {

constexpr std::chrono::milliseconds kTick{200};

}  // namespace

struct LocalExecutor::Slot {
  std::string program;
  WorkerProcess worker;
  std::optional<std::size_t> task;
  std::int64_t request = 0;
  Clock::time_point since{};
  std::optional<Clock::time_point> until;
  bool timed_out = false;
  bool gone = false;
};

LocalExecutor::LocalExecutor(Settings settings, const Interruption& interruption)
    : settings_(std::move(settings)), interruption_(interruption) {}

LocalExecutor::~LocalExecutor() {
  for (const auto& slot : slots_)
    if (slot->task) slot->worker.kill();
}

LocalExecutor::Slot& LocalExecutor::slot_for(const std::string& program) {
  for (const auto& slot : slots_)
    if (!slot->task && slot->program == program) return *slot;
  // An idle worker of another program makes room.
  if (slots_.size() >= settings_.jobs)
    slots_.erase(std::find_if(slots_.begin(), slots_.end(), [](const auto& slot) { return !slot->task; }));
  slots_.push_back(std::make_unique<Slot>(Slot{program, WorkerProcess(settings_.worker(program)), {}}));
  return *slots_.back();
}

void LocalExecutor::give(Slot& slot, std::size_t task, Step step) {
  slot.task = task;
  slot.since = Clock::now();
  slot.until = step.limit ? std::optional(slot.since + *step.limit) : std::nullopt;
  slot.timed_out = false;
  reset_peak_memory(slot.worker.process());
  slot.request = slot.worker.send(std::move(step.request));
}

bool LocalExecutor::interrupted_after_all() {
  // Ctrl-C reaches the workers too, and may reach them first.
  pollfd wait{interruption_.descriptor(), POLLIN, 0};
  ::poll(&wait, 1, 100);
  return interruption_.signal() != 0;
}

void LocalExecutor::listen(Slot& slot, ReadySet& ready, TaskHandler& handler, ExecutionObserver& observer) {
  if (slot.until && !slot.timed_out && Clock::now() >= *slot.until) {
    slot.timed_out = true;
    slot.worker.kill();
  }
  while (std::optional<WorkerEvent> event = slot.worker.receive(std::chrono::milliseconds(0))) {
    const bool crashed = event->kind == WorkerEvent::Kind::crashed;
    slot.gone = slot.gone || crashed;
    if (!slot.task) return;
    if (!crashed && event->id != slot.request) continue;
    if (event->kind == WorkerEvent::Kind::progress) {
      observer.progressed(*slot.task, *event);
      continue;
    }
    if (crashed && interrupted_after_all()) return;
    Answer answer;
    answer.usage.seconds = std::chrono::duration<double>(Clock::now() - slot.since).count();
    if (!crashed) answer.usage.peak_bytes = peak_memory(slot.worker.process());
    answer.event = std::move(*event);
    answer.timed_out = crashed && slot.timed_out;
    const std::size_t task = *slot.task;
    slot.task.reset();
    handler.finish(task, std::move(answer));
    ready.settle(task);
    observer.settled(task, true);
    return;
  }
}

void LocalExecutor::wait_for_something(bool retry_soon) {
  std::vector<pollfd> waits = {{interruption_.descriptor(), POLLIN, 0}};
  std::chrono::milliseconds longest = kTick;
  for (const auto& slot : slots_) {
    if (!slot->task) continue;
    waits.push_back({slot->worker.descriptor(), POLLIN, 0});
    if (slot->until && !slot->timed_out)
      longest = std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(*slot->until - Clock::now()),
                           std::chrono::milliseconds(0), longest);
  }
  if (waits.size() == 1 && !retry_soon) return;
  ::poll(waits.data(), waits.size(), static_cast<int>(longest.count()));
}

bool LocalExecutor::run(const TaskGraph& graph, TaskHandler& handler, ExecutionObserver& observer) {
  ReadySet ready(graph);
  std::deque<std::size_t> waiting;  // for another process
  std::set<std::size_t> told;
  while (!ready.done()) {
    if (interruption_.signal() != 0) return false;
    const auto busy = [&] {
      return std::count_if(slots_.begin(), slots_.end(), [](const auto& slot) { return slot->task.has_value(); });
    };
    // New tasks first; then, once each, those that another process was at.
    std::size_t retries = waiting.size();
    bool progress = false;
    while (static_cast<std::size_t>(busy()) < settings_.jobs && interruption_.signal() == 0) {
      std::size_t task = 0;
      if (!ready.take(task)) {
        if (retries == 0) break;
        --retries;
        task = waiting.front();
        waiting.pop_front();
      }
      Step step = handler.start(task);
      if (step.kind == Step::Kind::wait) {
        waiting.push_back(task);
        if (told.insert(task).second) observer.waiting(task);
        continue;
      }
      progress = true;
      if (step.kind == Step::Kind::settled) {
        ready.settle(task);
        observer.settled(task, false);
        continue;
      }
      observer.started(task);
      Slot& slot = slot_for(step.program);
      give(slot, task, std::move(step));
    }
    if (!progress || busy() > 0) wait_for_something(!waiting.empty());
    for (const auto& slot : slots_) listen(*slot, ready, handler, observer);
    std::erase_if(slots_, [](const auto& slot) { return slot->gone && !slot->task; });
    observer.tick();
  }
  return interruption_.signal() == 0;
}

}  // namespace reseed
