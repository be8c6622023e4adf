// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <map>
#include <optional>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "cli/bill.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/study_session.hpp"
#include "cli/values_table.hpp"
#include "execute/calibrate.hpp"
#include "execute/speed.hpp"
#include "plan/plan_view.hpp"

namespace reseed::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kUnknownMeasureSeconds = 0.5;  // per measure, run and test set, before any was measured here

std::string_view to_string(TaskState::Kind kind) {
  constexpr std::string_view kNames[] = {"done", "running", "missing"};
  return kNames[static_cast<int>(kind)];
}

/// What the rest of the study will take.
struct Estimate {
  double seconds = 0.0;
  double longest = 0.0;  ///< of one task
  double disk_bytes = 0.0;
  std::int64_t peak_bytes = 0;  ///< of one worker; 0 = not known
  bool by_shapes = false;       ///< training that could not be timed is told by the models' shapes
};

class Plan {
 public:
  explicit Plan(StudySession& session)
      : session_(session),
        preparation_(session.manifest, session.plan, session.store,
                     session.preparation_settings(true, [](const std::string& line) { std::cerr << line << '\n'; })),
        execution_(session.plan, session.store, session.execution_context([](const std::string&) {})),
        views_(session.plan.graph.tasks().size()) {}

  /// Fetches and checks what the study needs. What is wrong is in mistakes().
  void prepare() {
    const TaskGraph& graph = session_.plan.graph;
    for (const std::size_t task : graph.order()) {
      const TaskKind kind = graph.tasks()[task].kind;
      if (kind != TaskKind::fetch && kind != TaskKind::check) continue;
      preparation_.prepare(task);
      views_[task] = {"done", ""};
    }
    preparation_.check_runs();
  }

  const std::vector<Error>& mistakes() const { return preparation_.mistakes(); }

  /// What the whole study takes, also where something is missing.
  Bill bill() const { return bill_of(session_.plan, preparation_); }

  /// The state of every task; after prepare() without mistakes.
  void look() {
    const TaskGraph& graph = session_.plan.graph;
    session_.choose_device();
    bool all = true;
    for (const std::size_t task : graph.order()) {
      const TaskKind kind = graph.tasks()[task].kind;
      if (kind == TaskKind::train || kind == TaskKind::measure) {
        const TaskState state = execution_.peek(task);
        views_[task] = {std::string(to_string(state.kind)), state.reason};
        all = all && state.kind == TaskState::Kind::done;
      } else if (kind == TaskKind::analyse || kind == TaskKind::bundle) {
        const bool there = all && fs::exists(session_.bundle() / "bundle.json");
        views_[task] = there ? TaskView{"done", ""} : TaskView{"missing", all ? "not written yet" : "waits for others"};
      }
    }
  }

  /// Errors: those of a worker that is asked for its speed.
  Estimate estimate() {
    Estimate estimate;
    for (std::size_t task = 0; task < views_.size(); ++task) {
      if (views_[task].state == "done") continue;
      const TaskKind kind = session_.plan.graph.tasks()[task].kind;
      const TaskSubject& subject = session_.plan.subjects[task];
      double seconds = 0.0;
      if (kind == TaskKind::train) {
        const RunSize& size = preparation_.size(*subject.group);
        if (const auto speed = speed_of(session_.plan.run(subject), size)) {
          seconds = speed->seconds_per_unit * size.work;
          estimate.peak_bytes = std::max(estimate.peak_bytes, speed->peak_bytes);
        } else {
          seconds = cpu_seconds_by_shape(size.operations);
          estimate.by_shapes = true;
        }
        if (!subject.again) estimate.disk_bytes += static_cast<double>(size.record_bytes);
      } else if (kind == TaskKind::measure) {
        const double runs = static_cast<double>(session_.plan.request.groups[*subject.group].runs.size());
        const auto speed = measuring_speed(session_.store, session_.plan.request.measures[*subject.measure]);
        seconds = (speed ? speed->seconds_per_unit : kUnknownMeasureSeconds) * runs;
      }
      estimate.seconds += seconds;
      estimate.longest = std::max(estimate.longest, seconds);
    }
    estimate.seconds = std::max(estimate.longest, estimate.seconds / static_cast<double>(session_.options.jobs));
    return estimate;
  }

  const std::vector<TaskView>& views() const { return views_; }

 private:
  /// Remembered, or asked of the training worker now; empty on a machine so busy that it does not get to a step.
  std::optional<Speed> speed_of(const RunSpec& run, const RunSize& size) {
    if (const auto known = training_speed(session_.store, run, session_.training_class())) return known;
    if (too_busy_) return std::nullopt;
    std::cerr << "estimating: a few steps of " << run.mitigation.id << " on " << run.task.name << '\n';
    const auto speed = calibrate(session_.worker("reseed-train"), session_.store, run, size, session_.options.jobs);
    if (speed) remember_training_speed(session_.store, run, session_.training_class(), *speed);
    too_busy_ = !speed;
    return speed;
  }

  StudySession& session_;
  Preparation preparation_;
  StudyExecution execution_;
  std::vector<TaskView> views_;
  bool too_busy_ = false;  ///< one kind of run made no step in time: the others are not tried
};

std::map<std::string, std::size_t> count_states(const std::vector<TaskView>& views) {
  std::map<std::string, std::size_t> counts = {{"done", 0}, {"running", 0}, {"missing", 0}};
  for (const TaskView& view : views) ++counts[view.state];
  return counts;
}

void print_text(const StudySession& session, const std::vector<TaskView>& views, const Estimate& estimate,
                const Bill& bill) {
  const TaskGraph& graph = session.plan.graph;
  for (const std::size_t task : graph.order()) {
    const TaskView& view = views[task];
    std::cout << view.state << std::string(9 - view.state.size(), ' ') << graph.tasks()[task].name;
    if (!view.reason.empty()) std::cout << " (" << view.reason << ')';
    std::cout << '\n';
  }
  const auto counts = count_states(views);
  std::cout << '\n'
            << counts.at("done") << " tasks done, " << counts.at("running") << " running, " << counts.at("missing")
            << " missing\n";
  std::cout << "about " << clock_text(estimate.seconds) << " with " << session.options.jobs << " workers";
  if (estimate.peak_bytes > 0)
    std::cout << ", " << bytes_text(static_cast<double>(estimate.peak_bytes)) << " of memory per worker";
  std::cout << ", " << bytes_text(estimate.disk_bytes) << " of disk\n";
  if (estimate.by_shapes)
    std::cout
        << "  by the models' shapes: on this machine, busy as it is, no training step ended within half a minute\n";
  std::cout << text_of(bill, session.options.jobs) << session.bundle().string() << '\n';
}

void print_json(const StudySession& session, const std::vector<TaskView>& views, const Estimate& estimate,
                const Bill& bill) {
  const TaskGraph& graph = session.plan.graph;
  nlohmann::json tasks = nlohmann::json::array();
  for (const std::size_t task : graph.order()) {
    nlohmann::json needs = nlohmann::json::array();
    for (const std::size_t need : graph.needs(task)) needs.push_back(graph.tasks()[need].name);
    tasks.push_back({{"task", graph.tasks()[task].name},
                     {"kind", reseed::to_string(graph.tasks()[task].kind)},
                     {"state", views[task].state},
                     {"reason", views[task].reason},
                     {"needs", std::move(needs)}});
  }
  std::cout << dump_json({{"tasks", std::move(tasks)},
                          {"jobs", session.options.jobs},
                          {"bundle", session.bundle().string()},
                          {"study", json_of(bill, session.options.jobs)},
                          {"estimate",
                           {{"seconds", estimate.seconds},
                            {"by_shapes", estimate.by_shapes},
                            {"memory_bytes_per_worker", estimate.peak_bytes},
                            {"disk_bytes", estimate.disk_bytes}}}})
            << '\n';
}

}  // namespace

int plan(const Arguments& arguments) {
  StudySession session(parse_study_options(arguments, "plan"));
  Plan plan(session);
  plan.prepare();
  if (!plan.mistakes().empty()) {  // nothing can start, but what it would take can be told
    const Bill bill = plan.bill();
    if (session.options.json)
      std::cout << dump_json({{"study", json_of(bill, session.options.jobs)}}) << '\n';
    else if (!session.options.dot)
      std::cout << text_of(bill, session.options.jobs);
    throw Errors(plan.mistakes());
  }
  plan.look();
  if (session.options.dot) {
    std::cout << dot_text(session.plan.graph, plan.views());
    return 0;
  }
  const Estimate estimate = plan.estimate();
  if (session.options.json)
    print_json(session, plan.views(), estimate, plan.bill());
  else
    print_text(session, plan.views(), estimate, plan.bill());
  return 0;
}

}  // namespace reseed::cli
