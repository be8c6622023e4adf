// SPDX-License-Identifier: Apache-2.0
#include "report/rerun.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "base/json.hpp"
#include "base/number.hpp"
#include "toml/node.hpp"

namespace reseed {
namespace {

bool is_of(std::string_view text, std::string_view more) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           more.find(letter) != std::string_view::npos;
  });
}

/// One word of a shell's line, whatever is in it.
std::string word(const std::string& text) {
  if (is_of(text, "._-/=")) return text;
  std::string out = "'";
  for (const char letter : text) out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return out + '\'';
}

/// A basic string of TOML: as in JSON, but DEL is escaped.
std::string string_text(const std::string& text) {
  std::string out;
  for (const char letter : dump_json(nlohmann::json(text)))
    out += letter == '\x7f' ? std::string("\\u007F") : std::string(1, letter);
  return out;
}

/// A value on one line.
std::string inline_text(const TomlNode& node) {
  std::string inner;
  switch (node.kind) {
    case TomlNode::Kind::string: return string_text(node.string);
    case TomlNode::Kind::integer: return std::to_string(node.integer);
    case TomlNode::Kind::boolean: return node.boolean ? "true" : "false";
    case TomlNode::Kind::number: {
      const std::string text = shortest(node.number);
      return text.find_first_of(".einf") == std::string::npos ? text + ".0" : text;
    }
    case TomlNode::Kind::array:
      for (const TomlNode& item : node.items) inner += (inner.empty() ? "" : ", ") + inline_text(item);
      return "[" + inner + "]";
    case TomlNode::Kind::table:
      for (const TomlMember& member : node.members)
        inner += (inner.empty() ? " " : ", ") + (is_of(member.key, "_-") ? member.key : string_text(member.key)) +
                 " = " + inline_text(member.value);
      return "{" + inner + (inner.empty() ? "}" : " }");
    case TomlNode::Kind::date: break;
  }
  return string_text(node.string);
}

/// What the paths and data sets of a manifest need.
class Needs {
 public:
  explicit Needs(const TomlNode& manifest) {
    for_each(manifest, "models", [&](const TomlNode& model) { add_path(model.find("checkpoint")); });
    for_each(manifest, "tasks", [&](const TomlNode& task) {
      add_data(task);
      if (const TomlNode* split = task.find("split")) add_path(split->find("indices"));
      if (const TomlNode* more = task.find("extra_tests"))
        for (const TomlNode& test : more->items) add_data(test);
    });
    if (const TomlNode* plugins = manifest.find("plugins"))
      if (const TomlNode* paths = plugins->find("paths"))
        for (const TomlNode& path : paths->items) {
          add_path(&path);
          plugins_ = true;
        }
  }

  bool relative_paths() const { return relative_; }
  bool plugins() const { return plugins_; }
  /// "NAME=DIR NAME=DIR ", "" for none.
  std::string variables() const {
    std::string text;
    for (const std::string& name : variables_) text += name + "=DIR ";
    return text;
  }

 private:
  template <class Look>
  static void for_each(const TomlNode& manifest, const char* section, Look look) {
    if (const TomlNode* tables = manifest.find(section))
      for (const TomlMember& table : tables->members) look(table.value);
  }

  void add_path(const TomlNode* node) {
    if (node == nullptr || node->kind != TomlNode::Kind::string) return;
    const std::string& path = node->string;
    if (path.starts_with('$')) {
      const std::string name = path.substr(1, path.find('/') - 1);
      if (is_of(name, "_")) variables_.insert(name);
    } else if (!path.empty() && !path.starts_with('/') && !path.starts_with('~') && !path.starts_with("source:")) {
      relative_ = true;
    }
  }

  void add_data(const TomlNode& task) {
    const TomlNode* dataset = task.find("dataset");
    add_path(task.find("root"));
    if (dataset == nullptr) return;
    if (dataset->string.ends_with(".toml"))
      add_path(dataset);
    else if (task.find("root") == nullptr)
      variables_.insert("RESEED_DATA");  // a data set whose descriptor ships
  }

  bool relative_ = false;
  bool plugins_ = false;
  std::set<std::string> variables_;
};

std::string name_of(const Bundle& bundle) {
  std::string folder = std::filesystem::absolute(bundle.folder).lexically_normal().string();
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return word(std::filesystem::path(folder).filename().string());
}

void add_commit(const Bundle& bundle, std::vector<std::string>& lines) {
  const std::string& commit = bundle.info.tool_commit;
  const std::string clean = commit.substr(0, commit.find('-'));
  if (!is_of(clean, "") || clean == "unknown") return;
  if (clean == commit)
    lines.push_back("git checkout " + commit);
  else
    lines.push_back("# made by a reseed that had been changed after commit " + clean);
}

void add_measure(const Bundle& bundle, TomlNode manifest, std::vector<std::string>& lines) {
  if (TomlNode* study = manifest.find("study"))
    std::erase_if(study->members, [](const TomlMember& member) { return member.key == "published_sha256"; });
  std::string command = "./reseed measure PARENT";
  for (const char* section : {"study", "measures", "analysis"})
    if (const TomlNode* node = manifest.find(section))
      command += " \\\n  --set " + word(std::string(section) + "=" + inline_text(*node));
  lines.push_back("# PARENT: the bundle whose content digest begins with " + word(bundle.info.parent.substr(0, 16)));
  lines.push_back(std::move(command));
}

void add_run(const Bundle& bundle, const TomlNode& manifest, std::vector<std::string>& lines) {
  const Needs needs(manifest);
  std::string folder = name_of(bundle);
  if (needs.relative_paths()) {
    lines.push_back("# FOLDER: that of the manifest which was run; its relative paths begin there");
    lines.push_back("cp " + folder + "/manifest.resolved.toml FOLDER/");
    folder = "FOLDER";
  }
  if (needs.plugins()) lines.emplace_back("# [plugins] names libraries, which are loaded: know where they come from");
  lines.push_back(needs.variables() + "./reseed run " + folder + "/manifest.resolved.toml");
}

}  // namespace

std::vector<std::string> rerun_commands(const Bundle& bundle) {
  const TomlNode manifest =
      parse_toml(bundle.resolved_manifest, (bundle.folder / "manifest.resolved.toml").string(), ErrorKind::data);
  std::vector<std::string> lines;
  add_commit(bundle, lines);
  if (!bundle.info.parent.empty())
    add_measure(bundle, manifest, lines);
  else if (manifest.find("imported") != nullptr)
    lines.emplace_back("./reseed import SOURCE   # the folder of the arrays, with manifest.toml as import.toml");
  else
    add_run(bundle, manifest, lines);
  lines.push_back("./reseed verify " + name_of(bundle));
  return lines;
}

}  // namespace reseed
