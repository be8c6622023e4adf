// SPDX-License-Identifier: Apache-2.0
#include "bundle/crate.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.hpp"
#include "base/words.hpp"
#include "bundle/status.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

constexpr const char* kWorkflow = "manifest.resolved.toml";
constexpr const char* kSums = "SHA256SUMS";
constexpr const char* kEngine = "#reseed";           // organises the tasks of the others ...
constexpr const char* kProgram = "#reseed-program";  // ... and does some itself: the profile wants two entities
constexpr const char* kTrainer = "#reseed-train";
constexpr const char* kImporter = "#reseed-import";
constexpr const char* kMeasurer = "#reseed-measure";
constexpr const char* kParent = "#parent";            // the bundle whose records were measured again
constexpr const char* kElsewhere = "#imported-runs";  // where runs that were made elsewhere come from
constexpr const char* kWorkflowRun = "#workflow-run";

Json reference(const std::string& id) { return {{"@id", id}}; }

/// A single reference stands alone, several are a list.
Json references(const std::vector<std::string>& ids) {
  if (ids.size() == 1) return reference(ids.front());
  Json list = Json::array();
  for (const std::string& id : ids) list.push_back(reference(id));
  return list;
}

/// True for an address that needs no escapes.
bool is_address(const std::string& text) {
  return text.starts_with("https://") && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || std::string_view("-._~:/?#@!$&'()*+,;=%").find(c) != std::string_view::npos;
         });
}

/// What keeps something from being complete: "2 runs ended in error"; "" for none.
std::string counted(std::ptrdiff_t count, const std::string& one, const std::string& many) {
  return count == 0 ? "" : std::to_string(count) + ' ' + (count == 1 ? one : many);
}

/// A kind of task as a step of the workflow, with the actions that carried it out.
struct Step {
  std::string kind;
  std::string what;  ///< in words
  std::string tool;
  std::vector<std::string> actions;
};

std::string encoding_of(const std::string& name) {
  static const std::map<std::string, std::string> kinds = {
      {".json", "application/json"}, {".csv", "text/csv"},          {".svg", "image/svg+xml"},
      {".html", "text/html"},        {".toml", "application/toml"}, {".safetensors", "application/octet-stream"}};
  const auto found = kinds.find(std::filesystem::path(name).extension().string());
  return found == kinds.end() ? "text/plain" : found->second;
}

/// The part of a file's name before its first '/', with it; "" for a file of the bundle's own folder.
std::string folder_of(const std::string& name) {
  const std::size_t slash = name.find('/');
  return slash == std::string::npos ? "" : name.substr(0, slash + 1);
}

/// `records/<run>/` of a run.
std::string record_folder(const std::string& run) { return "records/" + run + "/"; }

class Crate {
 public:
  Crate(const Bundle& bundle, const Checksums& checksums, const CrateCredit& credit)
      : bundle_(bundle), checksums_(checksums), credit_(credit) {}

  std::string text() {
    add_descriptor();
    add_tools();
    add_actions();
    add_steps();
    add_workflow();
    add_files();
    add_root();
    const Json crate = {
        {"@context", {"https://w3id.org/ro/crate/1.1/context", "https://w3id.org/ro/terms/workflow-run/context"}},
        {"@graph", graph_}};
    return crate.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
  }

 private:
  void add(Json entity) {
    const std::string type = entity.at("@type").is_string() ? entity.at("@type").get<std::string>() : "";
    if (type.ends_with("Action")) mentioned_.push_back(entity.at("@id"));
    graph_.push_back(std::move(entity));
  }

  std::string written() const { return bundle_.environment.value("written", ""); }

  bool holds(const std::string& name) const { return checksums_.contains(name); }

  /// Packages were fetched for runs that were trained here.
  bool fetched() const {
    return !measured_again() && !imported() && bundle_.resolved_manifest.find("\n[sources.") != std::string::npos;
  }

  /// The files below a folder ("pairs/"), or their folder as one entity where there is one: records.
  std::vector<std::string> files_in(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& [name, digest] : checksums_)
      if (folder_of(name) == folder) names.push_back(name);
    return names;
  }

  void add_descriptor() {
    add({{"@id", kCrateFile},
         {"@type", "CreativeWork"},
         {"conformsTo",
          references({"https://w3id.org/ro/crate/1.1", "https://w3id.org/workflowhub/workflow-ro-crate/1.0"})},
         {"about", reference("./")}});
    for (const auto& [name, title] : std::map<std::string, std::string>{{"process", "Process Run Crate"},
                                                                        {"workflow", "Workflow Run Crate"},
                                                                        {"provenance", "Provenance Run Crate"}})
      add({{"@id", "https://w3id.org/ro/wfrun/" + name + "/0.5"},
           {"@type", "CreativeWork"},
           {"name", title},
           {"version", "0.5"}});
    add({{"@id", "https://w3id.org/workflowhub/workflow-ro-crate/1.0"},
         {"@type", "CreativeWork"},
         {"name", "Workflow RO-Crate"},
         {"version", "1.0"}});
  }

  /// A library that environment.json names with its version.
  void add_library(const std::string& part, const std::string& key, std::vector<std::string>& needs) {
    const auto found = bundle_.environment.find(part);
    if (found == bundle_.environment.end() || !found->is_object() || !found->contains(key)) return;
    const Json& version = found->at(key);
    if (!version.is_string()) return;
    needs.push_back("#library-" + key);
    add({{"@id", needs.back()}, {"@type", "SoftwareApplication"}, {"name", key}, {"softwareVersion", version}});
  }

  Json application(const char* id, const std::string& name, const std::string& description) const {
    std::string version = bundle_.info.tool_version;
    if (!bundle_.info.tool_commit.empty()) version += " (commit " + bundle_.info.tool_commit + ")";
    return {{"@id", id},
            {"@type", "SoftwareApplication"},
            {"name", name},
            {"description", description},
            {"softwareVersion", version},
            {"license", reference("https://spdx.org/licenses/Apache-2.0")}};
  }

  /// Runs that reseed did not train name no method.
  bool imported() const {
    return std::any_of(bundle_.runs.begin(), bundle_.runs.end(),
                       [](const RunRow& run) { return run.mitigation.empty(); });
  }
  bool measured_again() const { return !bundle_.info.parent.empty(); }
  /// What the runs of this bundle were made with, where it trained them itself.
  bool trained() const { return !measured_again() && !imported() && !bundle_.runs.empty(); }

  void add_tools() {
    std::vector<std::string> training, measuring;
    add_library("training", "libtorch", training);
    add_library("measuring", "armadillo", measuring);
    add_library("measuring", "openblas", measuring);
    for (const PluginUse& use : bundle_.info.plugins) {
      const std::string id = "#plugin-" + crate_fragment(use.kind + "-" + use.id);
      (use.kind == "mitigation" ? training : measuring).push_back(id);
      add({{"@id", id},
           {"@type", "SoftwareApplication"},
           {"name", use.id},
           {"description", "plugin of kind " + use.kind},
           {"softwareVersion", std::to_string(use.version)},
           {"sha256", use.source_digest}});
    }
    add(application(kEngine, "reseed", "reads the manifest, plans and organises the tasks"));
    add(application(kProgram, "reseed", "fetches and checks what a study needs, writes the bundle"));
    if (trained()) {
      Json trainer =
          application(kTrainer, "reseed-train", "fine-tunes a model with one seed and records what it leaves behind");
      if (!training.empty()) trainer["softwareRequirements"] = references(training);
      add(std::move(trainer));
    } else if (measured_again()) {
      // Which reseed trained them says the crate of that bundle.
      Json parent = {{"@id", kParent},
                     {"@type", "CreativeWork"},
                     {"name", "the result bundle whose records were measured again"},
                     {"identifier", "content digest " + bundle_.info.parent}};
      if (!training.empty()) parent["mentions"] = references(training);
      add(std::move(parent));
    } else if (imported()) {
      add(application(kImporter, "reseed import", "takes runs that were made elsewhere as records"));
      Json elsewhere = {{"@id", kElsewhere},
                        {"@type", "CreativeWork"},
                        {"name", "runs that were made elsewhere: " + source()},
                        {"description",
                         "arrays of predictions, probabilities, logits or representations; what made "
                         "them is not known"}};
      add(std::move(elsewhere));
    }
    Json measurer =
        application(kMeasurer, "reseed-measure", "measures instability from records, and analyses the study");
    if (!measuring.empty()) measurer["softwareRequirements"] = references(measuring);
    add(std::move(measurer));
    add({{"@id", "https://spdx.org/licenses/Apache-2.0"}, {"@type", "CreativeWork"}, {"name", "Apache License 2.0"}});
  }

  /// Name of the folder or archive that was imported.
  std::string source() const {
    const auto found = bundle_.environment.find("imported");
    if (found == bundle_.environment.end() || !found->is_object()) return "unknown";
    return found->contains("source") && found->at("source").is_string() ? found->at("source").get<std::string>()
                                                                        : "unknown";
  }

  /// Carries out one step; its results are files of the bundle that are there.
  Json action(const std::string& id, const std::string& name, const char* tool, const std::vector<std::string>& objects,
              const std::vector<std::string>& results) const {
    Json entity = {{"@id", id},
                   {"@type", "CreateAction"},
                   {"name", name},
                   {"instrument", reference(tool)},
                   {"object", references(objects)},
                   {"actionStatus", "http://schema.org/CompletedActionStatus"}};
    if (!results.empty()) entity["result"] = references(results);
    if (!written().empty()) entity["endTime"] = written();
    if (!credit_.agent.empty()) entity["agent"] = reference(agent_id());
    return entity;
  }

  void add_actions() {
    if (fetched()) {
      add(action("#fetch", "fetch the pinned packages", kProgram, {kWorkflow}, {}));
      steps_.push_back({"fetch", "fetch pinned packages that hold models or data", kProgram, {"#fetch"}});
    }
    const std::string checked = trained() || bundle_.runs.empty() ? "manifest, plugins, checkpoints and data sets"
                                                                  : "manifest, plugins and records";
    add(action("#check", "check " + checked, kProgram, {kWorkflow}, {}));
    steps_.push_back({"check", "check everything before anything else is done", kProgram, {"#check"}});
    add_runs();
    add_measuring();
    add_analysis();
    add(action("#bundle", "write the bundle", kProgram, {"runs.csv", "measures.csv"}, {"bundle.json"}));
    steps_.push_back({"bundle", "write the result bundle", kProgram, {"#bundle"}});
  }

  static void fail(Json& entity, const std::string& error) {
    entity["actionStatus"] = "http://schema.org/FailedActionStatus";
    entity["error"] = error;
  }

  std::ptrdiff_t failed_runs() const {
    return std::count_if(bundle_.runs.begin(), bundle_.runs.end(),
                         [](const RunRow& run) { return run.outcome == RunOutcome::error; });
  }
  std::ptrdiff_t failed_values() const {
    return std::count_if(bundle_.measures.begin(), bundle_.measures.end(), is_tried_again);
  }

  void add_measuring() {
    if (bundle_.measures.empty()) return;
    std::vector<std::string> results = files_in("pairs/");
    results.insert(results.begin(), "measures.csv");
    Json measure = action("#measure", "measure the instability of every group", kMeasurer, {"runs.csv"}, results);
    if (const std::string failed = counted(failed_values(), "value", "values"); !failed.empty())
      fail(measure, failed + " could not be computed: a plugin threw, hung or crashed");
    add(std::move(measure));
    steps_.push_back({"measure", "measure instability from the records", kMeasurer, {"#measure"}});
  }

  /// Without a study nothing is analysed; the tables that are there define the measures.
  void add_analysis() {
    if (bundle_.info.kind.empty()) return;
    std::vector<std::string> results = files_in("tables/");
    for (const std::string& name : files_in("figures/")) results.push_back(name);
    if (holds("published.csv")) results.push_back("published.csv");
    Json analyse = action("#analyse", "analyse the study", kMeasurer, {"measures.csv"}, results);
    if (!is_analysed(bundle_)) fail(analyse, "the study plugin gave no report");
    add(std::move(analyse));
    steps_.push_back({"analyse", "turn values into tables, figures and answers", kMeasurer, {"#analyse"}});
  }

  void add_runs() {
    Step step = trained()          ? Step{"train", "fine-tune one model with one seed", kTrainer, {}}
                : measured_again() ? Step{"take", "take the runs of a bundle as they are", kProgram, {}}
                                   : Step{"import", "take runs that were made elsewhere", kImporter, {}};
    const std::string verb = trained() ? "fine-tune " : measured_again() ? "take the record of " : "import ";
    const std::vector<std::string> objects = trained()          ? std::vector<std::string>{kWorkflow}
                                             : measured_again() ? std::vector<std::string>{kParent}
                                                                : std::vector<std::string>{"manifest.toml", kElsewhere};
    std::set<std::string> seen;  // groups may share a run
    for (const RunRow& run : bundle_.runs) {
      if (!seen.insert(run.id).second) continue;
      const bool recorded = !run.record_digest.empty() && bundle_.info.records_kept;
      Json entity =
          action("#run-" + crate_fragment(run.id),
                 verb + run.model + " on " + run.task + ", " + run.group + ", seed " + std::to_string(run.seed),
                 step.tool.c_str(), objects,
                 recorded ? std::vector<std::string>{"runs.csv", record_folder(run.id)}
                          : std::vector<std::string>{"runs.csv"});
      entity.erase("endTime");  // a run may have been trained in an earlier call
      if (run.outcome == RunOutcome::error) {
        fail(entity, run.reason);
      } else if (run.outcome == RunOutcome::diverged) {
        entity["description"] = "diverged, which is a result: " + run.reason;
      }
      if (recorded) {
        std::vector<std::string> parts;
        for (const auto& [name, digest] : checksums_)
          if (name.starts_with(record_folder(run.id))) parts.push_back(name);
        add({{"@id", record_folder(run.id)},
             {"@type", "Dataset"},
             {"name", "record of run " + run.id},
             {"hasPart", references(parts)}});
        folders_.push_back(record_folder(run.id));
      }
      step.actions.push_back(entity.at("@id"));
      add(std::move(entity));
    }
    if (!step.actions.empty()) steps_.push_back(std::move(step));
  }

  void add_steps() {
    std::vector<std::string> controls;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      const std::string id = "#step-" + step.kind;
      add({{"@id", id},
           {"@type", "HowToStep"},
           {"name", step.kind},
           {"description", step.what},
           {"position", std::to_string(i + 1)},
           {"workExample", reference(step.tool)}});
      controls.push_back("#control-" + step.kind);
      add({{"@id", controls.back()},
           {"@type", "ControlAction"},
           {"name", "orchestrate " + step.kind},
           {"instrument", reference(id)},
           {"object", references(step.actions)}});
    }
    Json organise = {{"@id", "#organise"},
                     {"@type", "OrganizeAction"},
                     {"name", "run the study with reseed"},
                     {"instrument", reference(kEngine)},
                     {"object", references(controls)},
                     {"result", reference(kWorkflowRun)}};
    if (!written().empty()) organise["endTime"] = written();
    if (!credit_.agent.empty()) organise["agent"] = reference(agent_id());
    add(std::move(organise));
  }

  void add_workflow() {
    std::vector<std::string> steps, tools;
    for (const Step& step : steps_) {
      steps.push_back("#step-" + step.kind);
      if (std::find(tools.begin(), tools.end(), step.tool) == tools.end()) tools.push_back(step.tool);
    }
    add({{"@id", kWorkflow},
         {"@type", {"File", "SoftwareSourceCode", "ComputationalWorkflow", "HowTo"}},
         {"name", "study " + bundle_.info.study + ": the manifest with every default written out"},
         {"encodingFormat", encoding_of(kWorkflow)},
         {"sha256", checksums_.at(kWorkflow)},
         {"version", bundle_.info.manifest_digest},
         {"programmingLanguage", reference("#manifest-language")},
         {"hasPart", references(tools)},
         {"step", references(steps)}});
    add({{"@id", "#manifest-language"},
         {"@type", "ComputerLanguage"},
         {"name", "reseed study manifest (TOML 1.0)"},
         {"url", reference("https://toml.io/en/v1.0.0")}});
    std::vector<std::string> results;
    for (const auto& [name, digest] : checksums_)
      if (folder_of(name) != "records/" && name != kWorkflow && name != "manifest.toml") results.push_back(name);
    results.insert(results.end(), folders_.begin(), folders_.end());
    Json run = action(kWorkflowRun, "study " + bundle_.info.study, kWorkflow, {"manifest.toml"}, results);
    if (bundle_.info.status != "complete") {
      std::vector<std::string> reasons;
      for (const std::string& reason :
           {counted(failed_runs(), "run ended in error", "runs ended in error"),
            counted(failed_values(), "value could not be computed", "values could not be computed"),
            std::string(is_analysed(bundle_) ? "" : "the study gave no report")})
        if (!reason.empty()) reasons.push_back(reason);
      if (reasons.empty()) reasons.push_back("the second training of a run did not end");
      fail(run, "not finished: " + joined(reasons, " and "));
    }
    add(std::move(run));
  }

  void add_files() {
    for (const auto& [name, digest] : checksums_) {
      if (name == kWorkflow) continue;
      add({{"@id", name},
           {"@type", "File"},
           {"name", name},
           {"encodingFormat", encoding_of(name)},
           {"sha256", digest}});
    }
  }

  std::string agent_id() const { return is_address(credit_.agent) ? credit_.agent : "#agent"; }

  void add_root() {
    std::vector<std::string> parts;
    for (const auto& [name, digest] : checksums_)
      if (folder_of(name) != "records/") parts.push_back(name);
    parts.insert(parts.end(), folders_.begin(), folders_.end());
    Json root = {
        {"@id", "./"},
        {"@type", "Dataset"},
        {"name", "results of the study " + bundle_.info.study},
        {"description", "Result bundle of a fine-tuning study of kind " + bundle_.info.kind + ": " +
                            std::to_string(bundle_.runs.size()) + " runs, " + std::to_string(bundle_.measures.size()) +
                            " values; content digest " + bundle_.content_digest},
        {"license", credit_.licence.empty() ? "not stated by the manifest; texts keep the licence of their data set"
                                            : credit_.licence},
        {"conformsTo", references({"https://w3id.org/ro/wfrun/process/0.5", "https://w3id.org/ro/wfrun/workflow/0.5",
                                   "https://w3id.org/ro/wfrun/provenance/0.5",
                                   "https://w3id.org/workflowhub/workflow-ro-crate/1.0"})},
        {"mainEntity", reference(kWorkflow)},
        {"mentions", references(mentioned_)},
        {"hasPart", references(parts)}};
    if (measured_again()) root["isBasedOn"] = reference(kParent);
    if (!written().empty()) root["datePublished"] = written();
    if (!credit_.agent.empty()) {
      root["author"] = reference(agent_id());
      add({{"@id", agent_id()}, {"@type", "Person"}, {"name", credit_.agent}});
    }
    add(std::move(root));
  }

  const Bundle& bundle_;
  const Checksums& checksums_;
  const CrateCredit& credit_;
  Json graph_ = Json::array();
  std::vector<Step> steps_;
  std::vector<std::string> folders_;    ///< of the kept records
  std::vector<std::string> mentioned_;  ///< every action
};

}  // namespace

std::string crate_fragment(std::string_view name) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char letter : name) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::isalnum(byte) != 0 || std::string_view("-._~").find(letter) != std::string_view::npos)
      out += letter;
    else
      ((out += '%') += kDigits[byte >> 4]) += kDigits[byte & 15];
  }
  return out;
}

std::string crate_text(const Bundle& bundle, const Checksums& checksums, const CrateCredit& credit) {
  return Crate(bundle, checksums, credit).text();
}

void write_crate(const std::filesystem::path& folder, const CrateCredit& credit) {
  const Bundle bundle = read_bundle(folder);
  Checksums checksums = parse_checksums(read_file(file_in_bundle(folder, kSums)), (folder / kSums).string());
  checksums.erase(kCrateFile);
  rewrite_file(folder, kCrateFile, crate_text(bundle, checksums, credit));
}

}  // namespace reseed
