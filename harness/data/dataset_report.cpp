// SPDX-License-Identifier: Apache-2.0
#include "data/dataset_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/sha256.hpp"
#include "data/dataset.hpp"

namespace reseed {
namespace {

/// Both texts as one key; no text holds a zero byte after the other by accident of length.
std::string key_of(const Example& example) {
  std::string key = std::to_string(example.text.size()) + ':' + example.text;
  if (example.text_pair) key += *example.text_pair;
  return key;
}

bool has_control(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F) return true;
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return true;
  }
  return false;
}

template <class Use>
void for_all(const LoadedSet& set, Use use) {
  for (const Example& example : set.examples) use(example);
  for (const Example& example : set.dropped) use(example);
}

SetReport report_set(const Descriptor& descriptor, const LoadedSet& set) {
  SetReport report;
  report.set = set.name;
  report.file = set.file;
  report.file_sha256 = sha256_file(set.file);
  report.digest = examples_digest(set.examples);
  report.items = static_cast<std::int64_t>(set.examples.size());
  report.dropped = static_cast<std::int64_t>(set.dropped.size());
  report.labels = set.labels;
  report.count_difference = count_difference(descriptor, set);
  std::unordered_map<std::string, std::int64_t> first_label;
  std::set<std::string> documents;
  for_all(set, [&](const Example& example) {
    const auto [first, is_new] = first_label.try_emplace(key_of(example), example.label);
    if (!is_new) ++report.repeated;
    if (first->second != example.label) ++report.repeated_with_other_label;
    const bool pair_has = example.text_pair && has_control(*example.text_pair);
    if (pair_has || has_control(example.text)) ++report.with_control_characters;
    if (example.text.empty() || (example.text_pair && example.text_pair->empty())) ++report.empty_texts;
    if (descriptor.document) documents.insert(example.document);
  });
  report.documents = static_cast<std::int64_t>(documents.size());
  return report;
}

std::int64_t overlap(const LoadedSet& set, const LoadedSet& other) {
  std::unordered_set<std::string> keys;
  for_all(other, [&](const Example& example) { keys.insert(key_of(example)); });
  std::int64_t count = 0;
  for_all(set, [&](const Example& example) { count += keys.contains(key_of(example)) ? 1 : 0; });
  return count;
}

}  // namespace

bool DatasetReport::counts_agree() const {
  return std::all_of(sets.begin(), sets.end(), [](const SetReport& set) { return set.count_difference.empty(); });
}

DatasetReport report_dataset(const Descriptor& descriptor, const std::filesystem::path& root) {
  DatasetReport report;
  report.descriptor = descriptor;
  report.folder = dataset_folder(descriptor, root);
  std::vector<LoadedSet> loaded;
  for (const std::string_view set : Descriptor::kSets)
    if (descriptor.files.contains(set)) loaded.push_back(load_set(descriptor, report.folder, set, false));
  for (std::size_t i = 0; i < loaded.size(); ++i) {
    report.sets.push_back(report_set(descriptor, loaded[i]));
    for (std::size_t j = 0; j < i; ++j)
      report.overlaps.push_back({loaded[i].name, loaded[j].name, overlap(loaded[i], loaded[j])});
  }
  return report;
}

nlohmann::json to_json(const DatasetReport& report) {
  using Json = nlohmann::json;
  const std::vector<std::string>& names = report.descriptor.labels.names();
  Json sets = Json::object();
  for (const SetReport& set : report.sets) {
    Json labels = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) labels[names[i]] = set.labels[i];
    Json json = {{"file", set.file.filename().string()},
                 {"file_sha256", set.file_sha256},
                 {"digest", set.digest},
                 {"items", set.items},
                 {"dropped", set.dropped},
                 {"labels", std::move(labels)},
                 {"count_difference", set.count_difference.empty() ? Json(nullptr) : Json(set.count_difference)},
                 {"repeated", set.repeated},
                 {"repeated_with_other_label", set.repeated_with_other_label},
                 {"with_control_characters", set.with_control_characters},
                 {"empty_texts", set.empty_texts}};
    if (report.descriptor.document) json["documents"] = set.documents;
    sets[set.set] = std::move(json);
  }
  Json overlaps = Json::array();
  for (const DatasetReport::Overlap& entry : report.overlaps)
    overlaps.push_back({{"set", entry.set}, {"other", entry.other}, {"items", entry.items}});
  return {{"name", report.descriptor.name},
          {"licence", report.descriptor.licence},
          {"text_may_be_shown", report.descriptor.text_may_be_shown},
          {"labels", names},
          {"folder", report.folder.string()},
          {"sets", std::move(sets)},
          {"overlaps", std::move(overlaps)},
          {"counts_agree", report.counts_agree()}};
}

std::string to_text(const DatasetReport& report) {
  const std::vector<std::string>& names = report.descriptor.labels.names();
  std::string text = report.descriptor.name + " in " + report.folder.string() + '\n';
  text +=
      "  licence: " + (report.descriptor.licence.empty() ? "not stated" : report.descriptor.licence) +
      (report.descriptor.text_may_be_shown ? "; reports may quote its texts\n" : "; reports do not quote its texts\n");
  for (const SetReport& set : report.sets) {
    text += "  " + set.set + " (" + set.file.filename().string() + "): " + std::to_string(set.items) + " items";
    for (std::size_t i = 0; i < names.size(); ++i)
      text += (i == 0 ? ": " : ", ") + std::to_string(set.labels[i]) + ' ' + names[i];
    if (set.dropped > 0) text += "; " + std::to_string(set.dropped) + " dropped";
    if (report.descriptor.document) text += "; " + std::to_string(set.documents) + " documents";
    text += "\n    digest " + set.digest + "\n    file   " + set.file_sha256 + '\n';
    const auto defect = [&](std::int64_t count, const char* what) {
      if (count > 0) text += "    defect: " + std::to_string(count) + ' ' + what + '\n';
    };
    defect(set.repeated, "repeated texts");
    defect(set.repeated_with_other_label, "repeated texts with another label");
    defect(set.with_control_characters, "texts with control characters");
    defect(set.empty_texts, "empty texts");
    if (!set.count_difference.empty()) text += "    counts differ: " + set.count_difference + '\n';
  }
  for (const DatasetReport::Overlap& entry : report.overlaps)
    if (entry.items > 0)
      text += "  defect: " + std::to_string(entry.items) + " items of " + entry.set + " also occur in " + entry.other +
              '\n';
  return text;
}

}  // namespace reseed
