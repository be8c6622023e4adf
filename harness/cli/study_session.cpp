// SPDX-License-Identifier: Apache-2.0
#include "cli/study_session.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

#include "base/commit.hpp"
#include "base/errors.hpp"
#include "base/files.hpp"
#include "base/number.hpp"
#include "base/printable.hpp"
#include "base/sha256.hpp"
#include "execute/device_class.hpp"
#include "execute/known_values.hpp"
#include "execute/speed.hpp"
#include "manifest/resolved.hpp"
#include "plan/request_study.hpp"
#include "reseed/version.hpp"

namespace reseed::cli {

namespace fs = std::filesystem;

std::chrono::milliseconds measure_limit() {
  const char* text = std::getenv("RESEED_MEASURE_SECONDS");
  if (text == nullptr) return std::chrono::hours(1);
  const auto seconds = parse_double(text);
  if (!seconds || *seconds <= 0.0)
    throw Error(ErrorKind::usage, "RESEED_MEASURE_SECONDS",
                std::string("want a number of seconds, found \"") + text + "\"");
  return std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000.0));
}

/// What workers print goes into one log, call after call: a long one is set aside, so that two of this size remain.
static void set_long_log_aside(const Store& store) {
  constexpr std::uintmax_t kLongest = std::uintmax_t{4} << 20;
  const fs::path log = worker_options(store, "reseed-train").log;
  std::error_code error;  // no log yet; or another process set it aside just now
  const std::uintmax_t size = fs::file_size(log, error);
  if (!error && size > kLongest) fs::rename(log, store.memory() / "workers.old.log", error);
}

/// A manifest that lies in a result bundle is data of whoever made it: its [plugins] says what was used, and opens
/// nothing.
static std::vector<fs::path> trusted_plugin_paths(const ManifestText& text) {
  std::vector<fs::path> paths = plugin_paths(text);
  if (paths.empty() || !fs::exists(text.file.parent_path() / "bundle.json")) return paths;
  std::cerr << "reseed: " << printable(text.file.string())
            << ": plugins.paths of a bundle's manifest are not looked into; --plugins names folders whose code you "
               "trust\n";
  return {};
}

PluginUse plugin_use(const PluginSpec& plugin) {
  PluginUse use{std::string(to_string(plugin.kind)), plugin.id, plugin.version, plugin.source_digest};
  use.subsets = plugin.subsets;
  if (const auto& traits = plugin.measure)
    use.measure = {std::string(to_string(traits->reads)), std::string(to_string(traits->arity)), traits->tolerance,
                   traits->biased_by_n};
  return use;
}

WorkerOptions worker_options(const Store& store, const std::string& program) {
  WorkerOptions worker;
  worker.program = worker_program(program);
  worker.log = store.memory() / "workers.log";  // libraries and plugins print; progress must stay readable
  return worker;
}

StudySession::StudySession(StudyOptions given)
    : options(std::move(given)),
      text(read_manifest(options.manifest, options.settings)),
      catalog(search_plugins(plugin_folders(trusted_plugin_paths(text), options.plugins))),
      store(options.store) {
  set_long_log_aside(store);
  Mistakes mistakes(ErrorKind::manifest);
  manifest = read_sections(text, catalog, mistakes);
  std::vector<Error> errors = mistakes.errors();
  try {
    if (errors.empty()) plan = plan_study(request_study(manifest, catalog));
  } catch (const Error& error) {
    errors.push_back(error);
  }
  if (errors.empty()) return;
  Inputs inputs(manifest, store, preparation_settings(false, {}));
  inputs.look_at_all();
  errors.insert(errors.end(), inputs.mistakes().begin(), inputs.mistakes().end());
  throw Errors(std::move(errors));
}

WorkerOptions StudySession::worker(const std::string& program) const { return worker_options(store, program); }

Preparation::Settings StudySession::preparation_settings(bool fetch,
                                                         std::function<void(const std::string&)> note) const {
  return {cache_directory(), fetch, worker("reseed-train"), std::move(note)};
}

StudyExecution::Context StudySession::execution_context(std::function<void(const std::string&)> note) {
  StudyExecution::Context context;
  context.resampling = resampling_of(manifest.analysis);
  context.measure_limit = measure_limit();
  context.training_class = [this] { return training_class(); };
  context.measuring_class = [this] { return measuring_class(); };
  context.note = std::move(note);
  return context;
}

void StudySession::choose_device() {
  device_ = options.device;
  const auto has_runs = [](const PlannedGroup& group) { return !group.runs.empty(); };
  if (std::none_of(plan.request.groups.begin(), plan.request.groups.end(), has_runs)) {
    training_class_ = {{"trains", "nothing"}};  // the training worker need not even be there
    return;
  }
  ChosenDevice chosen = reseed::choose_device(store, worker("reseed-train"), options.device);
  device_ = chosen.device;
  training_class_ = std::move(chosen.device_class);
  for (PlannedGroup& group : plan.request.groups)
    for (RunSpec& run : group.runs) run.device = device_;
}

const nlohmann::json& StudySession::training_class() {
  if (device_.empty()) choose_device();
  return training_class_;
}

const nlohmann::json& StudySession::measuring_class() {
  if (measuring_class_.is_null()) measuring_class_ = device_class(store, worker("reseed-measure"), "cpu");
  return measuring_class_;
}

BundleInfo StudySession::bundle_info() const {
  BundleInfo info;
  info.study = manifest.study.id;
  info.kind = manifest.study.kind;
  info.tool_version = RESEED_VERSION;
  info.tool_commit = tool_commit();
  std::set<std::pair<PluginKind, std::string>> used = {{PluginKind::study, manifest.study.kind}};
  for (const GroupEntry& group : manifest.groups) used.emplace(PluginKind::mitigation, group.mitigation.id);
  for (const MeasureEntry& measure : manifest.measures) used.emplace(PluginKind::measure, measure.id);
  for (const auto& [kind, id] : used) info.plugins.push_back(plugin_use(catalog.at(kind, id, "manifest")));
  info.records_kept = manifest.records.keep != "none";
  info.manifest_digest = sha256(resolved_manifest());
  info.published = manifest.study.published;
  info.published_sha256 = manifest.study.published_sha256;
  return info;
}

std::string StudySession::resolved_manifest() const { return resolved_text(manifest); }

fs::path StudySession::bundle() const { return bundle_folder(options.out, manifest.study.id, resolved_manifest()); }

double StudySession::expected_seconds(std::size_t task, const Preparation& preparation) {
  const TaskSubject& subject = plan.subjects[task];
  const TaskKind kind = plan.graph.tasks()[task].kind;
  if (kind == TaskKind::train) {
    const auto speed = training_speed(store, plan.run(subject), training_class());
    return speed ? speed->seconds_per_unit * preparation.size(*subject.group).work : 0.0;
  }
  if (kind != TaskKind::measure) return 0.0;
  const auto speed = measuring_speed(store, plan.request.measures[*subject.measure]);
  return speed ? speed->seconds_per_unit * static_cast<double>(plan.request.groups[*subject.group].runs.size()) : 0.0;
}

}  // namespace reseed::cli
