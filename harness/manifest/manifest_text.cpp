// SPDX-License-Identifier: Apache-2.0
#include "manifest/manifest_text.hpp"

#include <algorithm>

#include "base/files.hpp"
#include "base/number.hpp"
#include "data/place.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

/// Parts of a dotted key; a part may be quoted.
std::vector<std::string> key_parts(const std::string& key, const std::string& place) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= key.size();) {
    std::string part;
    if (at < key.size() && key[at] == '"') {
      const std::size_t end = key.find('"', at + 1);
      if (end == std::string::npos) throw Error(ErrorKind::usage, place, "want a closing quote in the key, found none");
      part = key.substr(at + 1, end - at - 1);
      at = end + 1;
    } else {
      const std::size_t end = std::min(key.find('.', at), key.size());
      part = key.substr(at, end - at);
      at = end;
    }
    if (part.empty() || (at < key.size() && key[at] != '.'))
      throw Error(ErrorKind::usage, place, "want a key such as training.epochs, found \"" + key + '"');
    parts.push_back(std::move(part));
    ++at;
  }
  constexpr std::size_t kDeepest = 100;
  if (parts.size() > kDeepest) throw Error(ErrorKind::usage, "--set", "want a key of at most 100 parts");
  return parts;
}

/// Every place inside becomes the --set itself.
void put_place(TomlNode& node, const Place& place) {
  node.place = place;
  for (TomlNode& item : node.items) put_place(item, place);
  for (TomlMember& member : node.members) {
    member.place = place;
    put_place(member.value, place);
  }
}

TomlNode value_of(const std::string& text, const Place& place) {
  try {
    TomlNode root = parse_toml("x = " + text + '\n', place.file, ErrorKind::usage);
    if (root.members.size() == 1 && root.members[0].key == "x") {
      put_place(root, place);
      return std::move(root.members[0].value);
    }
  } catch (const Error& error) {
    throw Error(ErrorKind::usage, place.file, error.message() + "; a string needs quotes: KEY='\"text\"'");
  }
  throw Error(ErrorKind::usage, place.file, "want one TOML value");
}

/// The entry below `node` that a part of a key means; made when it is absent from a table.
TomlNode& step(TomlNode& node, const std::string& part, const Place& place) {
  if (node.kind == TomlNode::Kind::array) {
    const auto index = parse_integer(part);
    if (!index || *index < 0 || *index >= static_cast<long long>(node.items.size()))
      throw Error(ErrorKind::usage, place.file,
                  "want the number of an entry below " + std::to_string(node.items.size()) + ", found " + part);
    return node.items[static_cast<std::size_t>(*index)];
  }
  if (node.kind != TomlNode::Kind::table)
    throw Error(ErrorKind::usage, place.file, "want a table above " + part + ", found " + node.description());
  if (TomlNode* found = node.find(part)) return *found;
  TomlNode made;
  made.place = place;
  node.members.push_back({part, place, std::move(made)});
  return node.members.back().value;
}

/// "groups[0].seeds", as messages name a place, in the notation of keys: "groups.0.seeds".
std::string without_brackets(const std::string& key) {
  std::string out;
  char quote = '\0';
  for (const char letter : key) {
    if (quote == '\0' && letter == ']') continue;
    if (letter == quote)
      quote = '\0';
    else if (quote == '\0' && (letter == '"' || letter == '\''))
      quote = letter;
    out += quote == '\0' && letter == '[' ? '.' : letter;
  }
  return out;
}

void put(TomlNode& root, const std::string& set) {
  const Place place{"--set " + set};
  const std::size_t equal = set.find('=');
  if (equal == std::string::npos) throw Error(ErrorKind::usage, place.file, "want KEY=VALUE, found no =");
  std::string key = set.substr(0, equal);
  key.erase(key.find_last_not_of(" \t") + 1);
  TomlNode* node = &root;
  for (const std::string& part : key_parts(without_brackets(key), place.file)) node = &step(*node, part, place);
  *node = value_of(set.substr(equal + 1), place);
}

}  // namespace

ManifestText parse_manifest(const std::string& text, const fs::path& file, const std::vector<std::string>& sets) {
  ManifestText manifest{file, text, parse_toml(text, file.string(), ErrorKind::manifest)};
  put_settings(manifest, sets);
  return manifest;
}

void put_settings(ManifestText& manifest, const std::vector<std::string>& sets) {
  for (const std::string& set : sets) put(manifest.root, set);
}

ManifestText read_manifest(const fs::path& file, const std::vector<std::string>& sets) {
  return parse_manifest(read_file(file), file, sets);
}

void add_measure(ManifestText& manifest, const std::string& measure, const std::string& option) {
  const Place place{option + " " + measure};
  if (measure.empty() || measure.front() == ':' || measure.back() == ':')
    throw Error(ErrorKind::usage, option, "want ID or ID:VARIANT, found \"" + measure + '"');
  TomlNode& list = step(manifest.root, "measures", place);
  if (list.kind == TomlNode::Kind::table && list.members.empty()) list.kind = TomlNode::Kind::array;  // made just now
  if (list.kind != TomlNode::Kind::array)
    throw Error(ErrorKind::usage, place.file, "want an array of tables [[measures]], found " + list.description());
  TomlNode entry;
  entry.place = place;
  const auto put_text = [&](const char* key, const std::string& text) {
    TomlNode value;
    value.kind = TomlNode::Kind::string;
    value.place = place;
    value.string = text;
    entry.members.push_back({key, place, std::move(value)});
  };
  const std::size_t colon = measure.find(':');
  put_text("id", measure.substr(0, colon));
  if (colon != std::string::npos) put_text("variant", measure.substr(colon + 1));
  list.items.push_back(std::move(entry));
}

std::vector<fs::path> plugin_paths(const ManifestText& manifest) {
  std::vector<fs::path> paths;
  const TomlNode* plugins = manifest.root.find("plugins");
  const TomlNode* list = plugins != nullptr ? plugins->find("paths") : nullptr;
  if (list == nullptr) return paths;
  for (const TomlNode& item : list->items)
    if (item.kind == TomlNode::Kind::string && !item.string.empty())
      paths.push_back(expanded_path(item.string, fs::absolute(manifest.file).parent_path()));
  return paths;
}

}  // namespace reseed
