// SPDX-License-Identifier: Apache-2.0
#include <sys/statvfs.h>

#include <algorithm>
#include <csignal>
#include <iostream>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "bundle/crate.hpp"
#include "cli/commands.hpp"
#include "cli/machine.hpp"
#include "cli/progress.hpp"
#include "cli/study_session.hpp"
#include "cli/values_table.hpp"
#include "execute/assemble.hpp"
#include "execute/device_class.hpp"
#include "execute/executor.hpp"
#include "execute/speed.hpp"
#include "execute/study_analysis.hpp"
#include "report/definitions.hpp"
#include "report/page.hpp"
#include "report/screen.hpp"
#include "report/study_files.hpp"

namespace reseed::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kDiskReserve = 1.1;  // of what is going to be written: pair matrices, tables, the report

/// Passes everything on to the screen, and remembers how fast this machine was.
class RunObserver : public ProgressView {
 public:
  RunObserver(StudySession& session, ProgressMode mode)
      : ProgressView(session.plan.graph, mode, session.options.jobs), session_(session) {}

  void watch(const StudyExecution& execution, const Preparation& preparation) {
    execution_ = &execution;
    preparation_ = &preparation;
  }

  void settled(std::size_t task, bool worked) override {
    ProgressView::settled(task, worked);
    if (worked) remember(task);
  }

 private:
  void remember(std::size_t task) const {
    const TaskSubject& subject = session_.plan.subjects[task];
    const TaskKind kind = session_.plan.graph.tasks()[task].kind;
    const auto speed = [](const StoreEntry& entry, double units) {
      const nlohmann::json& peak = entry.info.at("peak_bytes");
      return Speed{entry.info.at("seconds").get<double>() / units, peak.is_null() ? 0 : peak.get<std::int64_t>()};
    };
    if (kind == TaskKind::train && !subject.again) {
      const RunState& run = execution_->run(*subject.group, *subject.run);
      if (run.record)
        remember_training_speed(session_.store, session_.plan.run(subject), session_.training_class(),
                                speed(*run.record, preparation_->size(*subject.group).work));
    } else if (kind == TaskKind::measure && !subject.subset) {
      const ValuesState& values = execution_->values(task);
      if (values.entry)
        remember_measuring_speed(
            session_.store, session_.plan.request.measures[*subject.measure],
            speed(*values.entry, static_cast<double>(session_.plan.request.groups[*subject.group].runs.size())));
    }
  }

  StudySession& session_;
  const StudyExecution* execution_ = nullptr;
  const Preparation* preparation_ = nullptr;
};

/// One call of `run`, from the checks to the bundle.
class Run {
 public:
  Run(StudySession& session, RunObserver& observer)
      : session_(session),
        preparation_(session.manifest, session.plan, session.store,
                     session.preparation_settings(true, [&observer](const std::string& line) { observer.note(line); })),
        execution_(session.plan, session.store, context(observer)),
        analysis_(session.manifest, session.plan, session.catalog, session.store),
        observer_(observer) {
    observer.watch(execution_, preparation_);
  }

  /// False when it was interrupted.
  bool execute(const Interruption& interruption) {
    LocalExecutor executor(
        {session_.options.jobs, [this](const std::string& program) { return session_.worker(program); }}, interruption);
    return executor.run(session_.plan.graph, execution_, observer_);
  }

  /// Only the checks, without fetching anything. Gives the packages that would have to be fetched first.
  std::vector<std::string> check_only() {
    Preparation preparation(session_.manifest, session_.plan, session_.store, session_.preparation_settings(false, {}));
    for (const std::size_t task : session_.plan.graph.order()) preparation.prepare(task);
    preparation.check_runs();
    if (!preparation.mistakes().empty()) throw Errors(preparation.mistakes());
    session_.choose_device();
    check_existing_bundle(session_.bundle(), session_.bundle_info());
    return preparation.not_fetched();
  }

  const StudyExecution& execution() const { return execution_; }
  const BundleContent& content() const { return content_; }
  const StudyAnalysis& analysis() const { return analysis_; }
  /// Whether the bundle was there, complete, before this call.
  bool was_there() const { return was_there_; }

 private:
  StudyExecution::Context context(RunObserver& observer) {
    StudyExecution::Context context =
        session_.execution_context([&observer](const std::string& line) { observer.note(line); });
    context.prepare = [this](std::size_t task) { prepare(task); };
    context.analyse = [this] {
      gather();
      return analysis_.start(content_, execution_, session_.measuring_class());
    };
    context.analysed = [this](const Answer& answer) { analysis_.finish(answer); };
    context.bundle = [this] { write(); };
    return context;
  }

  void prepare(std::size_t task) {
    const TaskSubject& subject = session_.plan.subjects[task];
    if (subject.source || subject.model || subject.task) return preparation_.prepare(task);
    check_study();
  }

  /// Everything was looked at; nothing has been trained yet.
  void check_study() {
    preparation_.check_runs();
    if (!preparation_.mistakes().empty()) throw Errors(preparation_.mistakes());
    session_.choose_device();
    check_existing_bundle(session_.bundle(), session_.bundle_info());
    require_writable(session_.options.out);
    check_disk();
    for (std::size_t task = 0; task < session_.plan.graph.tasks().size(); ++task)
      observer_.expect(task, session_.expected_seconds(task, preparation_));
  }

  void check_disk() {
    double wanted = 0.0;
    for (std::size_t task = 0; task < session_.plan.subjects.size(); ++task) {
      const TaskSubject& subject = session_.plan.subjects[task];
      if (session_.plan.graph.tasks()[task].kind != TaskKind::train || subject.again) continue;
      if (!session_.store.holds(run_key(session_.plan.run(subject), session_.training_class())))
        wanted += kDiskReserve * static_cast<double>(preparation_.size(*subject.group).record_bytes);
    }
    struct statvfs disk {};
    if (::statvfs(session_.store.folder().c_str(), &disk) != 0) return;  // not told: writing will tell
    const double free = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
    if (free < wanted)
      throw Error(ErrorKind::unfinished, session_.store.folder().string(),
                  "want " + bytes_text(wanted) + " of free space for the records, found " + bytes_text(free) +
                      "; free some, or choose another --store");
  }

  /// What the tasks so far brought: for the study's analysis, and once more for the bundle, when the second training of
  /// a double run has ended too.
  void gather() {
    content_ = {};
    content_.info = session_.bundle_info();
    content_.manifest = session_.text.text;
    content_.resolved_manifest = session_.resolved_manifest();
    content_.environment = {{"host", host_name()},
                            {"processor", cpu_model()},
                            {"written", now_text()},
                            {"jobs", session_.options.jobs},
                            {"training", session_.training_class()},
                            {"measuring", session_.measuring_class()}};
    assemble(session_.plan, execution_, content_);
  }

  void write() {
    gather();
    was_there_ =
        fs::exists(session_.bundle() / "bundle.json") && read_bundle(session_.bundle()).info.status == "complete";
    StudyReport report = analysis_.report().value_or(StudyReport{});
    for (StudyTable& table : definitions(session_.catalog, content_.info.plugins)) report.tables.push_back(table);
    content_.files = study_files(report);
    content_.analysed = analysis_.problem().empty();
    write_bundle(session_.bundle(), content_,
                 session_.manifest.records.keep == "copy" ? KeepRecords::copy : KeepRecords::link);
    rewrite_file(session_.bundle(), kPageFile, report_of(session_.bundle()));
    write_crate(session_.bundle(), {session_.manifest.study.agent, session_.manifest.study.licence});
  }

  StudySession& session_;
  Preparation preparation_;
  StudyExecution execution_;
  StudyAnalysis analysis_;
  RunObserver& observer_;
  BundleContent content_;
  bool was_there_ = false;
};

int dry_run(StudySession& session, Run& run) {
  const std::vector<std::string> absent = run.check_only();
  std::size_t runs = 0;
  for (const PlannedGroup& group : session.plan.request.groups) runs += group.runs.size();
  std::cout << session.options.manifest.string() << ": well-formed: " << runs << " runs in "
            << session.plan.request.groups.size() << " groups, " << session.plan.graph.tasks().size() << " tasks\n";
  for (const std::string& source : absent)
    std::cout << "sources." << source << ": not fetched yet; what lies in it was not checked\n";
  std::cout << "nothing was started (--dry-run)\n";
  return 0;
}

}  // namespace

int run(const Arguments& arguments) {
  const StudyOptions options = parse_study_options(arguments, "run");
  const ProgressMode mode = progress_mode(options.progress);
  StudySession session(options);
  RunObserver observer(session, mode);
  Run run(session, observer);
  if (options.dry_run) return dry_run(session, run);
  const Interruption interruption;
  if (!run.execute(interruption)) {
    observer.clear();
    std::cerr << "reseed: interrupted; what is done is kept, the same command goes on\n";
    return 128 + interruption.signal();
  }
  observer.clear();
  std::vector<std::string> unfinished = run.execution().unfinished();
  if (!run.analysis().problem().empty()) unfinished.push_back(run.analysis().problem());
  if (run.analysis().report())
    std::cout << screen(*run.analysis().report(), terminal_width()) << '\n';
  else
    std::cout << values_table(run.content()) << '\n';
  if (observer.worked() == 0 && unfinished.empty() && run.was_there())
    std::cout << "everything is there: nothing had to be done\n";
  std::cout << (session.bundle() / "report.html").string() << '\n';
  for (const std::string& line : unfinished) std::cerr << "reseed: " << line << '\n';
  if (unfinished.empty()) return 0;
  std::cerr << "reseed: not finished: " << unfinished.size() << " of " << session.plan.graph.tasks().size()
            << " tasks; the same command tries them again (what workers printed: "
            << session.worker("reseed-train").log.string() << ")\n";
  return exit_code(ErrorKind::unfinished);
}

}  // namespace reseed::cli
