// SPDX-License-Identifier: Apache-2.0
#include "execute/study_of_bundle.hpp"

#include <algorithm>
#include <set>

#include "base/errors.hpp"
#include "base/words.hpp"
#include "manifest/check_measuring.hpp"
#include "manifest/resolved.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

constexpr const char* kResolved = "manifest.resolved.toml";

/// Settings that only training could follow are refused before anything else.
void check_settings(const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const std::string section = setting.substr(0, std::min(setting.find('.'), setting.find('=')));
    if (section != "study" && section != "measures" && section != "analysis")
      throw Error(ErrorKind::usage, "--set " + setting,
                  "want a key of study, measures or analysis: the runs are there already, found " + section +
                      "; reseed run trains others");
  }
}

std::string count_of(std::size_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

[[noreturn]] void refuse_without_records(const Bundle& bundle, const std::vector<std::string>& missing) {
  constexpr std::size_t kShown = 5;
  std::vector<std::string> shown(missing.begin(), missing.begin() + std::min(missing.size(), kShown));
  std::string what = joined(shown, ", ");
  if (missing.size() > kShown) what += " and " + std::to_string(missing.size() - kShown) + " more";
  const std::string why = bundle.info.records_kept ? "" : " (its manifest has [records] keep = \"none\")";
  throw Error(ErrorKind::data, bundle.folder.string(),
              "want the records of all runs, found none of " + count_of(missing.size(), "run") + why + ": " + what +
                  "; reseed run " + (bundle.folder / "manifest.toml").string() +
                  (bundle.info.records_kept ? "" : " --set 'records.keep=\"link\"'") +
                  " makes them, without training where the store has them");
}

std::vector<GivenRun> runs_of(const Bundle& bundle, const FindRecord& find) {
  std::vector<GivenRun> runs;
  std::vector<std::string> missing;
  for (const RunRow& row : bundle.runs) {
    GivenRun run{row, std::nullopt};
    if (!row.record_digest.empty()) {
      run.record = find(row);
      if (!run.record) {
        const std::string name = row.group + " seed " + std::to_string(row.seed) + " (" + row.id + ')';
        if (std::find(missing.begin(), missing.end(), name) == missing.end()) missing.push_back(name);
        continue;
      }
    }
    runs.push_back(std::move(run));
  }
  if (!missing.empty()) refuse_without_records(bundle, missing);
  return runs;
}

void check_whole(const fs::path& folder) {
  const Verification found = verify_bundle(folder);
  if (!found.problems.empty())
    throw Error(ErrorKind::data, folder.string(),
                "want a whole bundle, found " + count_of(found.problems.size(), "problem") +
                    ", the first: " + found.problems.front() + "; reseed verify lists them");
}

/// Extra test sets by task, in the order of the bundle's values.
std::map<std::string, std::vector<std::string>> extra_test_sets(const Bundle& bundle) {
  std::map<std::string, std::vector<std::string>> sets;
  const auto add = [&](const std::string& task, const std::string& set) {
    std::vector<std::string>& known = sets[task];
    if (set != "test" && set != "validation" && std::find(known.begin(), known.end(), set) == known.end())
      known.push_back(set);
  };
  for (const MeasureRow& row : bundle.measures) add(row.task, row.test_set);
  for (const RunRow& row : bundle.runs)
    for (const auto& [set, metrics] : row.scores) add(row.task, set);
  return sets;
}

/// NAME -> value of KEY of the tables [SECTION.NAME]: names that a study may want to know; what is not there stays
/// unknown.
std::map<std::string, std::string> texts_of(const TomlNode& root, const char* section, const char* key) {
  std::map<std::string, std::string> texts;
  const TomlNode* tables = root.find(section);
  if (tables == nullptr) return texts;
  for (const TomlMember& member : tables->members)
    if (const TomlNode* value = member.value.find(key); value != nullptr && value->kind == TomlNode::Kind::string)
      texts[member.key] = value->string;
  return texts;
}

/// The cuts of the training sets by task, where there are any.
std::map<std::string, std::int64_t> train_items_of(const TomlNode& root) {
  std::map<std::string, std::int64_t> cuts;
  const TomlNode* tables = root.find("tasks");
  if (tables == nullptr) return cuts;
  for (const TomlMember& member : tables->members)
    if (const TomlNode* value = member.value.find("train_items");
        value != nullptr && value->kind == TomlNode::Kind::integer)
      cuts[member.key] = value->integer;
  return cuts;
}

std::vector<std::string> strings_of(const TomlNode* array) {
  std::vector<std::string> texts;
  if (array == nullptr) return texts;
  for (const TomlNode& item : array->items)
    if (item.kind == TomlNode::Kind::string) texts.push_back(item.string);
  return texts;
}

/// How the groups of a resolved manifest were trained, as far as studies ask; groups that do not say it are left out.
std::vector<GivenTraining> trainings_of(const TomlNode& root) {
  std::vector<GivenTraining> trainings;
  const TomlNode* groups = root.find("groups");
  if (groups == nullptr) return trainings;
  for (const TomlNode& group : groups->items) {
    const TomlNode* name = group.find("name");
    const TomlNode* training = group.find("training");
    if (name == nullptr || training == nullptr) continue;
    const TomlNode* epochs = training->find("epochs");
    const TomlNode* batch = training->find("batch_size");
    const TomlNode* rate = training->find("learning_rate");
    const TomlNode* keep = training->find("keep");
    if (epochs == nullptr || batch == nullptr || rate == nullptr || keep == nullptr) continue;
    GivenTraining& given = trainings.emplace_back();
    given.group = name->string;
    given.models = strings_of(group.find("models"));
    given.tasks = strings_of(group.find("tasks"));
    given.options.epochs = epochs->integer;
    given.options.batch_size = batch->integer;
    given.options.learning_rate =
        rate->kind == TomlNode::Kind::integer ? static_cast<double>(rate->integer) : rate->number;
    given.options.keep = keep->string;
  }
  return trainings;
}

/// Names of the classes of an imported task.
void add_imported_classes(const TomlNode& root, GivenStudy& study) {
  const TomlNode* task = root.find("task");
  const TomlNode* classes = task == nullptr ? nullptr : task->find("classes");
  if (classes == nullptr || classes->kind != TomlNode::Kind::array || study.runs.empty()) return;
  for (const TomlNode& name : classes->items) study.label_names[study.runs.front().row.task].push_back(name.string);
}

Manifest checked(const ManifestText& text, const PluginCatalog& catalog) {
  Mistakes mistakes(ErrorKind::manifest);
  TomlTable root(text.root, "", mistakes);
  Manifest manifest = read_measuring(root, catalog);
  mistakes.throw_if_any();
  manifest.folder = text.file.parent_path();
  for (const auto& [name, checkpoint] : texts_of(text.root, "models", "checkpoint"))
    manifest.models.push_back({name, checkpoint, "new"});
  return manifest;
}

/// The values that may be taken over; none where today's plugins do not understand what the bundle asked for.
std::shared_ptr<const KnownValues> known_values(const Bundle& bundle, const PluginCatalog& catalog) {
  try {
    return std::make_shared<KnownValues>(bundle, checked(manifest_of_bundle(bundle, {}), catalog));
  } catch (const Errors&) {  // mistakes that the settings may mend: they are looked at with them
    return nullptr;
  }
}

}  // namespace

ManifestText manifest_of_bundle(const Bundle& bundle, const std::vector<std::string>& settings) {
  ManifestText text = parse_manifest(bundle.resolved_manifest, bundle.folder / kResolved);
  if (TomlNode* study = text.root.find("study"))
    std::erase_if(study->members, [](const TomlMember& member) { return member.key == "published_sha256"; });
  put_settings(text, settings);
  return text;
}

GivenStudy study_of_bundle(const Bundle& bundle, const AskedAgain& asked, const PluginCatalog& catalog,
                           const FindRecord& find) {
  check_settings(asked.settings);
  ManifestText text = manifest_of_bundle(bundle, asked.settings);
  for (const std::string& measure : asked.added) add_measure(text, measure);
  GivenStudy study;
  study.runs = runs_of(bundle, find);  // first: without them nothing can be asked for
  study.manifest = checked(text, catalog);
  study.manifest_text = bundle.manifest;
  study.resolved_text = with_measuring(bundle.resolved_manifest, study.manifest, text.file.string());
  study.extra_test_sets = extra_test_sets(bundle);
  study.datasets = texts_of(text.root, "tasks", "dataset");
  study.train_items = train_items_of(text.root);
  study.trainings = trainings_of(text.root);
  add_imported_classes(text.root, study);
  for (const PluginUse& use : bundle.info.plugins)
    if (use.kind == to_string(PluginKind::mitigation)) study.mitigations.push_back(use);
  study.parent = bundle.content_digest;
  study.double_run = bundle.info.double_run;
  study.known = known_values(bundle, catalog);
  if (bundle.environment.is_object() && bundle.environment.contains("training"))
    study.environment["training"] = bundle.environment.at("training");
  return study;
}

GivenStudy study_of_bundle(const fs::path& folder, const AskedAgain& asked, const PluginCatalog& catalog) {
  const Bundle bundle = read_bundle(folder);
  GivenStudy study = study_of_bundle(bundle, asked, catalog, records_in_bundle(bundle));
  check_whole(folder);
  return study;
}

}  // namespace reseed
