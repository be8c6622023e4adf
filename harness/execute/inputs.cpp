// SPDX-License-Identifier: Apache-2.0
#include "execute/inputs.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "execute/finite_weights.hpp"
#include "execute/remembered_digest.hpp"
#include "execute/run_size.hpp"
#include "sources/fetch.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

/// Whether a place names a file, perhaps with a line in it: then it says already where to look.
bool names_a_file(const std::string& place) {
  return fs::is_regular_file(place) || fs::is_regular_file(place.substr(0, place.rfind(':')));
}

/// The mistake with the place of the manifest's entry, or of the key that it names, in front.
Error with_place(const Error& mistake, const std::string& entry, const Manifest& manifest) {
  const std::string& place = mistake.place();
  if (names_a_file(place)) return mistake;
  const bool is_about_entry = place.starts_with(entry);
  auto found = manifest.places.find(is_about_entry ? place : entry);
  if (found == manifest.places.end()) found = manifest.places.find(entry);
  if (found == manifest.places.end()) return mistake;
  std::string message = is_about_entry ? place : place.empty() ? entry : entry + ": " + place;
  return Error(mistake.kind(), found->second, message + ": " + mistake.message());
}

}  // namespace

Inputs::Inputs(const Manifest& manifest, const Store& store, Settings settings)
    : manifest_(manifest), store_(store), settings_(std::move(settings)) {}

void Inputs::add_mistake(const Error& mistake, const std::string& entry) {
  const Error placed = with_place(mistake, entry, manifest_);
  for (const Error& known : mistakes_)
    if (std::string_view(known.what()) == placed.what()) return;
  mistakes_.push_back(placed);
}

void Inputs::fetch_source(std::size_t index) {
  const PackageSource& source = manifest_.sources[index];
  try {
    if (settings_.fetch) {
      packages_[source.name] = fetch(source, settings_.cache, settings_.note);
    } else if (std::optional<fs::path> there = find_fetched(source, settings_.cache)) {
      packages_[source.name] = *there;
    } else {
      not_fetched_.push_back(source.name);
    }
  } catch (const Error& error) {
    add_mistake(error, "sources." + source.name);
  }
}

bool Inputs::fetched(const std::vector<std::string>& sources) const {
  return std::all_of(sources.begin(), sources.end(), [&](const auto& name) { return packages_.contains(name); });
}

std::optional<CheckpointSpec> Inputs::checkpoint(std::size_t index) {
  const ModelEntry& model = manifest_.models[index];
  if (!fetched(sources_of(model))) return std::nullopt;
  try {
    CheckpointSpec checkpoint = located(model, manifest_, packages_);
    checkpoint.digest = remembered_digest(checkpoint.folder, store_);
    check_that_it_loads(checkpoint);
    return checkpoint;
  } catch (const Error& error) {
    add_mistake(error, "models." + model.name);
    return std::nullopt;
  }
}

void Inputs::check_that_it_loads(const CheckpointSpec& checkpoint) const {
  const nlohmann::json asked = {{"program", sha256_file(settings_.checker.program)},
                                {"checkpoint", checkpoint.digest},
                                {"head", checkpoint.head}};
  const fs::path memory = store_.memory() / ("loads-" + sha256(dump_json(asked)).substr(0, 16) + ".json");
  if (fs::exists(memory)) return;  // the name says all: it was checked and loads
  WorkerProcess worker(settings_.checker);
  const nlohmann::json report =
      result_of(worker.call({{"request", "check"}, {"folder", checkpoint.folder}, {"head", checkpoint.head}}),
                "models." + checkpoint.name);
  const std::string complaint = not_finite_complaint(report);
  if (!complaint.empty()) throw Error(ErrorKind::data, checkpoint.folder, complaint);
  write_file(memory, dump_json(asked) + "\n");
}

std::optional<Inputs::Task> Inputs::task(std::size_t index) {
  const TaskEntry& entry = manifest_.tasks[index];
  if (!fetched(sources_of(entry))) return std::nullopt;
  try {
    Task task;
    task.spec = located(entry, manifest_, packages_);
    task.data = load_task(task.spec);
    task.spec.digest = task.data.digest;
    return task;
  } catch (const Errors& errors) {
    for (const Error& error : errors.list()) add_mistake(error, "tasks." + entry.spec.name);
  } catch (const Error& error) {
    add_mistake(error, "tasks." + entry.spec.name);
  }
  return std::nullopt;
}

void Inputs::look_at_all() {
  settings_.fetch = false;
  const auto is_sound = [&](const std::string& entry) { return !manifest_.faulty.contains(entry); };
  for (std::size_t i = 0; i < manifest_.sources.size(); ++i)
    if (is_sound("sources." + manifest_.sources[i].name)) fetch_source(i);
  for (std::size_t i = 0; i < manifest_.models.size(); ++i)
    if (is_sound("models." + manifest_.models[i].name)) checkpoint(i);
  for (std::size_t i = 0; i < manifest_.tasks.size(); ++i)
    if (is_sound("tasks." + manifest_.tasks[i].spec.name)) task(i);
}

}  // namespace reseed
