// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "base/json.hpp"
#include "base/number.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

constexpr std::chrono::seconds kPlainPause{10};
constexpr std::chrono::milliseconds kBarPause{200};
constexpr int kBarWidth = 20;

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string bar(double share) {
  const int filled = static_cast<int>(std::lround(share * kBarWidth));
  return "[" + std::string(static_cast<std::size_t>(filled), '#') +
         std::string(static_cast<std::size_t>(kBarWidth - filled), '.') + "]";
}

}  // namespace

std::string clock_text(double seconds) {
  const auto all = static_cast<long long>(std::ceil(std::max(0.0, seconds)));
  const auto two = [](long long n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  const std::string minutes_seconds = two(all % 60);
  if (all < 3600) return std::to_string(all / 60) + ":" + minutes_seconds;
  return std::to_string(all / 3600) + ":" + two(all / 60 % 60) + ":" + minutes_seconds;
}

ProgressMode progress_mode(const std::string& word) {
  if (word == "auto") return ::isatty(STDERR_FILENO) != 0 ? ProgressMode::bar : ProgressMode::plain;
  if (word == "bar") return ProgressMode::bar;
  if (word == "plain") return ProgressMode::plain;
  if (word == "json") return ProgressMode::json;
  if (word == "none") return ProgressMode::none;
  throw Error(ErrorKind::usage, "--progress", "want auto, bar, plain, json or none, found \"" + word + "\"");
}

ProgressView::ProgressView(const TaskGraph& graph, ProgressMode mode, std::size_t jobs)
    : graph_(graph), mode_(mode), jobs_(jobs), expected_(graph.tasks().size()), settled_(graph.tasks().size()) {}

ProgressView::~ProgressView() { erase_bar(); }

void ProgressView::started(std::size_t task) {
  running_[task].since = Clock::now();
  if (mode_ == ProgressMode::json) line(dump_json({{"event", "started"}, {"task", graph_.tasks()[task].name}}));
}

void ProgressView::progressed(std::size_t task, const WorkerEvent& event) {
  Running& running = running_[task];
  running.last = event;
  running.heard = true;
  if (mode_ == ProgressMode::json)
    line(dump_json({{"event", "progress"},
                    {"task", graph_.tasks()[task].name},
                    {"done", event.done},
                    {"total", event.total},
                    {"what", event.what}}));
}

void ProgressView::settled(std::size_t task, bool worked) {
  settled_[task] = true;
  ++done_;
  const auto running = running_.find(task);
  double seconds = 0.0;
  if (running != running_.end()) {
    seconds = std::chrono::duration<double>(Clock::now() - running->second.since).count();
    running_.erase(running);
  }
  if (!worked) return;
  ++worked_;
  Experience& experience = experience_[graph_.tasks()[task].kind];
  experience.seconds += seconds;
  experience.expected += expected_[task];
  experience.tasks += 1.0;
  if (mode_ == ProgressMode::json)
    line(dump_json({{"event", "done"},
                    {"task", graph_.tasks()[task].name},
                    {"seconds", seconds},
                    {"settled", done_},
                    {"tasks", settled_.size()},
                    {"seconds_left", seconds_left()}}));
  else if (mode_ == ProgressMode::plain)
    line(graph_.tasks()[task].name + ": done in " + fixed(seconds, 1) + " s; " + summary());
}

void ProgressView::waiting(std::size_t task) {
  if (mode_ == ProgressMode::json)
    line(dump_json({{"event", "waiting"}, {"task", graph_.tasks()[task].name}}));
  else
    note(graph_.tasks()[task].name + ": another reseed is at it, waiting for its result");
}

void ProgressView::tick() {
  const auto now = Clock::now();
  if (mode_ == ProgressMode::bar && now - last_draw_ >= kBarPause) {
    last_draw_ = now;
    erase_bar();
    draw_bar();
  } else if (mode_ == ProgressMode::plain && now - last_draw_ >= kPlainPause && !running_.empty()) {
    const bool first = std::exchange(last_draw_, now) == Clock::time_point{};
    if (first) return;
    for (const auto& [task, running] : running_) line(describe(task, running));
    line(summary());
  }
}

void ProgressView::note(const std::string& text) {
  if (mode_ == ProgressMode::json)
    line(dump_json({{"event", "note"}, {"text", text}}));
  else if (mode_ != ProgressMode::none)
    line(text);
}

std::string ProgressView::describe(std::size_t task, const Running& running) const {
  const double seconds = std::chrono::duration<double>(Clock::now() - running.since).count();
  std::string text = graph_.tasks()[task].name;
  if (running.heard && running.last.total > 0) {
    const double share = static_cast<double>(running.last.done) / static_cast<double>(running.last.total);
    text = bar(std::clamp(share, 0.0, 1.0)) + " " + text + ", " + running.last.what + " " +
           std::to_string(running.last.done) + " of " + std::to_string(running.last.total);
  }
  return text + ", " + clock_text(seconds);
}

double ProgressView::expected_seconds(std::size_t task) const {
  const TaskKind kind = graph_.tasks()[task].kind;
  const auto known = experience_.find(kind);
  if (known != experience_.end() && known->second.tasks > 0.0) {
    const Experience& experience = known->second;
    if (expected_[task] > 0.0 && experience.expected > 0.0)
      return expected_[task] * experience.seconds / experience.expected;
    return experience.seconds / experience.tasks;
  }
  if (expected_[task] > 0.0) return expected_[task];
  // Nothing of this kind has ended yet: what the running ones promise.
  for (const auto& [other, running] : running_) {
    if (graph_.tasks()[other].kind != kind || !running.heard || running.last.done < 1) continue;
    const double seconds = std::chrono::duration<double>(Clock::now() - running.since).count();
    return seconds * static_cast<double>(running.last.total) / static_cast<double>(running.last.done);
  }
  return 0.0;
}

double ProgressView::seconds_left() const {
  double left = 0.0;
  for (std::size_t task = 0; task < settled_.size(); ++task)
    if (!settled_[task]) left += expected_seconds(task);
  for (const auto& [task, running] : running_)
    left -= std::min(expected_seconds(task), std::chrono::duration<double>(Clock::now() - running.since).count());
  return std::max(0.0, left) / static_cast<double>(jobs_);
}

std::string ProgressView::summary() const {
  const double spent = std::chrono::duration<double>(Clock::now() - begin_).count();
  return std::to_string(done_) + " of " + std::to_string(settled_.size()) + " tasks, " + clock_text(spent) +
         " so far, about " + clock_text(seconds_left()) + " left";
}

void ProgressView::erase_bar() {
  if (drawn_lines_ == 0) return;
  std::cerr << "\r\x1b[" << drawn_lines_ << "A\x1b[J" << std::flush;
  drawn_lines_ = 0;
}

void ProgressView::draw_bar() {
  if (running_.empty()) return;
  const std::size_t width = terminal_width() - 1;
  std::ostringstream out;
  for (const auto& [task, running] : running_) {
    out << describe(task, running).substr(0, width) << '\n';
    ++drawn_lines_;
  }
  out << bar(static_cast<double>(done_) / static_cast<double>(settled_.size())) << ' '
      << summary().substr(0, width - kBarWidth - 3) << '\n';
  ++drawn_lines_;
  std::cerr << out.str() << std::flush;
}

void ProgressView::line(const std::string& text) {
  erase_bar();
  std::cerr << text << '\n';
}

}  // namespace reseed::cli
