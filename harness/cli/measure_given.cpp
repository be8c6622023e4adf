// SPDX-License-Identifier: Apache-2.0
#include "cli/measure_given.hpp"

#include <iostream>
#include <set>

#include "base/commit.hpp"
#include "base/sha256.hpp"
#include "bundle/crate.hpp"
#include "cli/machine.hpp"
#include "cli/progress.hpp"
#include "cli/study_session.hpp"
#include "cli/values_table.hpp"
#include "execute/assemble.hpp"
#include "execute/device_class.hpp"
#include "execute/executor.hpp"
#include "execute/study_analysis.hpp"
#include "report/definitions.hpp"
#include "report/page.hpp"
#include "report/screen.hpp"
#include "report/study_files.hpp"
#include "reseed/version.hpp"

namespace reseed::cli {
namespace {

namespace fs = std::filesystem;

/// One call, from the records to the bundle.
class GivenRunner {
 public:
  GivenRunner(const GivenStudy& study, const PluginCatalog& catalog, Store& store, const GivenOptions& options)
      : study_(study),
        catalog_(catalog),
        store_(store),
        options_(options),
        folder_(given_bundle(study, options.out)),
        plan_(plan_study(request_given(study, catalog))),
        view_(plan_.graph, progress_mode(options.progress), options.jobs),
        execution_(plan_, store, context()),
        analysis_(study.manifest, plan_, catalog, store) {
    check_existing_bundle(folder_, bundle_info());
    require_writable(options.out);
  }

  int run() {
    const Interruption interruption;
    LocalExecutor executor(
        {options_.jobs, [this](const std::string& program) { return worker_options(store_, program); }}, interruption);
    const bool ended = executor.run(plan_.graph, execution_, view_);
    view_.clear();
    if (!ended) {
      std::cerr << "reseed: interrupted; what is done is kept, the same command goes on\n";
      return 128 + interruption.signal();
    }
    return tell();
  }

 private:
  StudyExecution::Context context() {
    StudyExecution::Context context;
    context.resampling = resampling_of(study_.manifest.analysis);
    context.measure_limit = measure_limit();
    context.measuring_class = [this] { return measuring_class(); };
    context.note = [this](const std::string& line) { view_.note(line); };
    context.given = [this](std::size_t group, std::size_t run) {
      return given_run(study_, plan_.request.groups[group], run);
    };
    if (study_.known) context.known = [this](std::size_t task) { return known(task); };
    context.prepare = [](std::size_t) {};
    context.analyse = [this] {
      gather();
      return study_.manifest.study.kind.empty() ? Step{} : analysis_.start(content_, execution_, measuring_class());
    };
    context.analysed = [this](const Answer& answer) { analysis_.finish(answer); };
    context.bundle = [this] { write(); };
    return context;
  }

  std::optional<ValuesState> known(std::size_t task) const {
    const TaskSubject& subject = plan_.subjects[task];
    const PlannedGroup& group = plan_.request.groups[*subject.group];
    return study_.known->find(group, group.test_sets[*subject.test_set], execution_.subset(task),
                              plan_.request.measures[*subject.measure], resampling_of(study_.manifest.analysis));
  }

  const nlohmann::json& measuring_class() {
    if (measuring_class_.is_null())
      measuring_class_ = device_class(store_, worker_options(store_, "reseed-measure"), "cpu");
    return measuring_class_;
  }

  BundleInfo bundle_info() const {
    BundleInfo info;
    info.study = study_.manifest.study.id;
    info.kind = study_.manifest.study.kind;
    info.tool_version = RESEED_VERSION;
    info.tool_commit = tool_commit();
    info.plugins = study_.mitigations;
    if (!info.kind.empty()) info.plugins.push_back(plugin_use(catalog_.at(PluginKind::study, info.kind, "study.kind")));
    std::set<std::string> measures;
    for (const MeasureEntry& measure : study_.manifest.measures) measures.insert(measure.id);
    for (const std::string& id : measures)
      info.plugins.push_back(plugin_use(catalog_.at(PluginKind::measure, id, "measures")));
    info.records_kept = study_.manifest.records.keep != "none";
    info.manifest_digest = sha256(study_.resolved_text);
    info.published = study_.manifest.study.published;
    info.published_sha256 = study_.manifest.study.published_sha256;
    info.parent = study_.parent;
    info.double_run = study_.double_run;
    return info;
  }

  void gather() {
    content_ = {};
    content_.info = bundle_info();
    content_.manifest = study_.manifest_text;
    content_.resolved_manifest = study_.resolved_text;
    content_.environment = study_.environment;
    content_.environment["host"] = host_name();
    content_.environment["processor"] = cpu_model();
    content_.environment["written"] = now_text();
    content_.environment["jobs"] = options_.jobs;
    content_.environment["measuring"] = measuring_class();
    assemble(plan_, execution_, content_);
    content_.info.double_run = study_.double_run;  // of these runs, in the bundle that they come from
  }

  void write() {
    gather();
    was_there_ = fs::exists(folder_ / "bundle.json") && read_bundle(folder_).info.status == "complete";
    StudyReport report = analysis_.report().value_or(StudyReport{});
    for (StudyTable& table : definitions(catalog_, content_.info.plugins)) report.tables.push_back(table);
    content_.files = study_files(report);
    content_.analysed = analysis_.problem().empty();
    write_bundle(folder_, content_, study_.manifest.records.keep == "copy" ? KeepRecords::copy : KeepRecords::link);
    rewrite_file(folder_, kPageFile, report_of(folder_));
    write_crate(folder_, {study_.manifest.study.agent, study_.manifest.study.licence});
  }

  int tell() const {
    std::vector<std::string> unfinished = execution_.unfinished();
    if (!analysis_.problem().empty()) unfinished.push_back(analysis_.problem());
    if (analysis_.report())
      std::cout << screen(*analysis_.report(), terminal_width()) << '\n';
    else
      std::cout << values_table(content_) << '\n';
    if (view_.worked() == 0 && unfinished.empty() && was_there_)
      std::cout << "everything is there: nothing had to be done\n";
    std::cout << (folder_ / "report.html").string() << '\n';
    for (const std::string& line : unfinished) std::cerr << "reseed: " << line << '\n';
    if (unfinished.empty()) return 0;
    std::cerr << "reseed: not finished: " << unfinished.size() << " of " << plan_.graph.tasks().size()
              << " tasks; the same command tries them again (what workers printed: "
              << worker_options(store_, "reseed-measure").log.string() << ")\n";
    return exit_code(ErrorKind::unfinished);
  }

  const GivenStudy& study_;
  const PluginCatalog& catalog_;
  Store& store_;
  const GivenOptions& options_;
  fs::path folder_;
  StudyPlan plan_;
  ProgressView view_;
  StudyExecution execution_;
  StudyAnalysis analysis_;
  nlohmann::json measuring_class_;
  BundleContent content_;
  bool was_there_ = false;
};

}  // namespace

fs::path given_bundle(const GivenStudy& study, const fs::path& out) {
  // Two bundles that ask for the same of other runs, or of the same runs again, are two bundles.
  const std::string identity = study.parent.empty() ? "" : "\nmeasured again: " + study.parent + "\n";
  return bundle_folder(out, study.manifest.study.id, study.resolved_text + identity);
}

int measure_given(const GivenStudy& study, const PluginCatalog& catalog, Store& store, const GivenOptions& options) {
  return GivenRunner(study, catalog, store, options).run();
}

}  // namespace reseed::cli
