// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/json.hpp"
#include "bundle/crate.hpp"
#include "bundle/status.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

constexpr const char* kWorkflow = "manifest.resolved.toml";

/// Looks a crate's entities up, and collects what is wrong.
class CrateCheck {
 public:
  CrateCheck(const BundleInfo& info, const std::vector<RunRow>& runs, const std::vector<MeasureRow>& measures,
             const Checksums& checksums)
      : info_(info), runs_(runs), measures_(measures), checksums_(checksums) {}

  std::vector<std::string> problems(std::string_view text) {
    Json crate;
    try {
      crate = parse_json(text, kCrateFile);
    } catch (const Error& error) {
      return {error.message()};
    }
    if (!crate.is_object() || !crate.contains("@context") || !crate.contains("@graph") || !crate["@graph"].is_array())
      return {"want an object with @context and an array @graph, found another value"};
    for (const Json& entity : crate["@graph"]) read(entity);
    for (const auto& [id, entity] : entities_) check_references(id, entity);
    check_descriptor();
    check_files();
    check_workflow();
    check_steps();
    check_runs();
    return std::move(problems_);
  }

 private:
  void problem(const std::string& line) { problems_.push_back(line); }

  void read(const Json& entity) {
    if (!entity.is_object() || !entity.contains("@id") || !entity["@id"].is_string() || !entity.contains("@type"))
      return problem("want entities with @id and @type, found one without");
    const std::string id = entity["@id"];
    if (!entities_.emplace(id, entity).second) problem(id + ": want every entity once, found it twice");
  }

  const Json* find(const std::string& id) const {
    const auto found = entities_.find(id);
    return found == entities_.end() ? nullptr : &found->second;
  }

  static bool is_type(const Json& entity, const std::string& type) {
    const Json& types = entity.at("@type");
    return types == type || (types.is_array() && std::find(types.begin(), types.end(), type) != types.end());
  }

  /// Identifiers that a property refers to; one reference or a list of them.
  static std::vector<std::string> ids(const Json& entity, const std::string& property) {
    std::vector<std::string> out;
    const auto found = entity.find(property);
    if (found == entity.end()) return out;
    const auto take = [&](const Json& value) {
      if (value.is_object() && value.contains("@id") && value["@id"].is_string()) out.push_back(value["@id"]);
    };
    if (found->is_array())
      for (const Json& value : *found) take(value);
    else
      take(*found);
    return out;
  }

  void check_references(const std::string& id, const Json& entity) {
    for (const auto& [property, value] : entity.items())
      for (const std::string& target : ids(entity, property))
        if (!target.starts_with("http://") && !target.starts_with("https://") && find(target) == nullptr)
          problem(id + ": " + property + ": want an entity of the crate, found the unknown " + target);
  }

  /// The entities that `property` of `id` names, each of `type`; at least one.
  std::vector<const Json*> linked(const std::string& id, const std::string& property, const std::string& type) {
    std::vector<const Json*> out;
    const Json* entity = find(id);
    if (entity == nullptr) return out;
    for (const std::string& target : ids(*entity, property))
      if (const Json* other = find(target)) {
        if (is_type(*other, type))
          out.push_back(other);
        else
          problem(id + ": " + property + ": want a " + type + ", found " + target);
      }
    if (out.empty()) problem(id + ": " + property + ": want at least one " + type + ", found none");
    return out;
  }

  void check_descriptor() {
    const Json* descriptor = find(kCrateFile);
    const Json* root = find("./");
    if (descriptor == nullptr || root == nullptr)
      return problem("want the entities \"ro-crate-metadata.json\" and \"./\", found none");
    const std::vector<std::string> versions = ids(*descriptor, "conformsTo");
    if (std::find(versions.begin(), versions.end(), "https://w3id.org/ro/crate/1.1") == versions.end())
      problem(std::string(kCrateFile) + ": conformsTo: want RO-Crate 1.1, found another");
    if (ids(*descriptor, "about") != std::vector<std::string>{"./"})
      problem(std::string(kCrateFile) + ": about: want ./, found another");
    for (const char* key : {"name", "description", "datePublished", "license"})
      if (!root->contains(key)) problem(std::string("./: ") + key + ": want this property, found none");
    const std::vector<std::string> profiles = ids(*root, "conformsTo");
    for (const char* profile : {"process", "workflow", "provenance"}) {
      const std::string wanted = std::string("https://w3id.org/ro/wfrun/") + profile + "/0.5";
      if (std::find(profiles.begin(), profiles.end(), wanted) == profiles.end())
        problem("./: conformsTo: want " + wanted + ", found none");
    }
  }

  void check_files() {
    std::set<std::string> listed;
    for (const auto& [id, entity] : entities_) {
      if (!is_type(entity, "File")) continue;
      listed.insert(id);
      const auto there = checksums_.find(id);
      if (there == checksums_.end())
        problem(id + ": want a file of the bundle, found none");
      else if (id == kPageFile && !entity.contains("sha256"))
        continue;  // as earlier builds wrote it, whose pages held the date
      else if (!entity.contains("sha256") || entity["sha256"] != there->second)
        problem(id + ": sha256: want " + there->second + ", found another or none");
    }
    for (const auto& [name, digest] : checksums_)
      if (name != kCrateFile && name != "SHA256SUMS" && !listed.contains(name))
        problem(name + ": want every file of the bundle listed, found it missing");
  }

  void check_workflow() {
    const Json* root = find("./");
    if (root == nullptr) return;
    if (ids(*root, "mainEntity") != std::vector<std::string>{kWorkflow})
      return problem(std::string("./: mainEntity: want ") + kWorkflow + ", found another");
    const Json* workflow = find(kWorkflow);
    if (workflow == nullptr) return;
    for (const char* type : {"File", "SoftwareSourceCode", "ComputationalWorkflow", "HowTo"})
      if (!is_type(*workflow, type))
        problem(std::string(kWorkflow) + ": @type: want " + type + " among them, found none");
    linked(kWorkflow, "programmingLanguage", "ComputerLanguage");
    linked(kWorkflow, "hasPart", "SoftwareApplication");
    std::set<std::string> steps;
    for (const Json* step : linked(kWorkflow, "step", "HowToStep")) {
      steps.insert(step->at("@id"));
      linked(step->at("@id"), "workExample", "SoftwareApplication");
    }
    for (const auto& [id, entity] : entities_) {
      if (is_type(entity, "CreateAction") && ids(entity, "instrument").empty())
        problem(id + ": instrument: want what did it, found none");
      if (is_type(entity, "ControlAction")) {
        for (const Json* step : linked(id, "instrument", "HowToStep"))
          if (!steps.contains(step->at("@id")))
            problem(id + ": instrument: want a step of the workflow, found another");
        linked(id, "object", "CreateAction");
      }
      if (is_type(entity, "OrganizeAction")) {
        linked(id, "instrument", "SoftwareApplication");
        linked(id, "object", "ControlAction");
        linked(id, "result", "CreateAction");
      }
    }
  }

  /// A step for every kind of task that the bundle shows, and none for what was not done.
  void check_steps() {
    const Json* workflow = find(kWorkflow);
    if (workflow == nullptr) return;
    std::set<std::string> steps;
    for (const std::string& id : ids(*workflow, "step"))
      if (const Json* step = find(id)) steps.insert(step->value("name", Json("")).dump());
    const auto has = [&](const std::string& kind) { return steps.contains(Json(kind).dump()); };
    const auto want = [&](const std::string& kind, bool there) {
      if (has(kind) != there)
        problem(std::string(kWorkflow) + ": step: want " + (there ? "a" : "no") + " HowToStep " + kind + ", found " +
                (there ? "none" : "one"));
    };
    want("check", true);
    want("bundle", true);
    want("measure", !measures_.empty());
    if (!info_.kind.empty()) want("analyse", true);
    // Earlier builds wrote all runs as trained here.
    const std::string kind = kind_of_runs();
    if (has("train") && kind != "train" && !runs_.empty()) return;
    for (const char* one : {"train", "import", "take"}) want(one, !runs_.empty() && kind == one);
    if (kind == "take" && find("./") != nullptr && ids(*find("./"), "isBasedOn") != std::vector<std::string>{"#parent"})
      problem("./: isBasedOn: want #parent, the bundle that was measured again, found another or none");
    status("#measure", std::any_of(measures_.begin(), measures_.end(), is_tried_again));
    status("#workflow-run", info_.status != "complete");
  }

  /// What was done to get the runs.
  std::string kind_of_runs() const {
    if (!info_.parent.empty()) return "take";
    const bool imported =
        std::any_of(runs_.begin(), runs_.end(), [](const RunRow& run) { return run.mitigation.empty(); });
    return imported ? "import" : "train";
  }

  /// An action that is there must have the status of what became of it, and an error where it failed.
  void status(const std::string& id, bool failed) {
    const Json* action = find(id);
    if (action == nullptr) return;
    const std::string wanted =
        failed ? "http://schema.org/FailedActionStatus" : "http://schema.org/CompletedActionStatus";
    if (!action->contains("actionStatus") || action->at("actionStatus") != wanted)
      problem(id + ": actionStatus: want " + wanted + ", found another");
    if (failed != action->contains("error"))
      problem(id + ": error: want it where the action failed and nowhere else, found otherwise");
  }

  /// The program that each run's action must name; "" where any will do.
  std::string instrument_of_runs() const {
    const std::string kind = kind_of_runs();
    if (kind == "train") return "#reseed-train";
    if (kind == "take") return find("#parent") == nullptr ? "" : "#reseed-program";
    return find("#reseed-import") == nullptr ? "" : "#reseed-import";
  }

  void check_runs() {
    const std::string instrument = instrument_of_runs();
    for (const RunRow& run : runs_) {
      const std::string id = "#run-" + crate_fragment(run.id);
      const Json* action = find(id);
      if (action == nullptr || !is_type(*action, "CreateAction")) {
        problem(id + ": want a CreateAction for every run of runs.csv, found none");
        continue;
      }
      status(id, run.outcome == RunOutcome::error);
      if (!instrument.empty() && ids(*action, "instrument") != std::vector<std::string>{instrument})
        problem(id + ": instrument: want " + instrument + ", found another");
    }
  }

  const BundleInfo& info_;
  const std::vector<RunRow>& runs_;
  const std::vector<MeasureRow>& measures_;
  const Checksums& checksums_;
  std::map<std::string, Json> entities_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> crate_problems(std::string_view text, const BundleInfo& info, const std::vector<RunRow>& runs,
                                        const std::vector<MeasureRow>& measures, const Checksums& checksums) {
  return CrateCheck(info, runs, measures, checksums).problems(text);
}

}  // namespace reseed
