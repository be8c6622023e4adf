// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/files.hpp"
#include "support/fixtures.hpp"

namespace reseed::test {

/// Makes the tokenizer folder that a file of recorded token ids was made with.
///
/// A folder beside the file with its name is taken as it is. Else the name may end in a setting, as in
/// bert-base-uncased-accents; what is before it is a folder beside the file, or begins with a vocabulary of
/// tests/golden/tokenizers.
class TokenizerFolder {
 public:
  explicit TokenizerFolder(const std::filesystem::path& recorded) {
    namespace fs = std::filesystem;
    const std::string name = recorded.stem().string();
    if (fs::is_directory(recorded.parent_path() / name)) {
      folder_ = recorded.parent_path() / name;
      return;
    }
    const bool accents = name.ends_with("-accents");
    const bool prefix_space = name.ends_with("-prefix-space");
    fs::path vocabulary = vocabulary_of(name);
    if (accents || prefix_space) {
      const std::string base = name.substr(0, name.size() - std::string(accents ? "-accents" : "-prefix-space").size());
      if (fs::is_directory(recorded.parent_path() / base)) vocabulary = recorded.parent_path() / base;
    }
    if (vocabulary.empty()) return;
    nlohmann::json settings = nlohmann::json::object();
    for (const auto& entry : fs::directory_iterator(vocabulary)) {
      if (entry.path().filename() == "tokenizer_config.json")
        settings = nlohmann::json::parse(read_file(entry.path()));
      else
        fs::create_symlink(entry.path(), made_.path() / entry.path().filename());
    }
    if (accents) {
      settings.emplace("do_lower_case", true);
      settings["strip_accents"] = false;
    }
    if (prefix_space) settings["add_prefix_space"] = true;
    if (!settings.empty()) write_file(made_.path() / "tokenizer_config.json", settings.dump());
    folder_ = made_.path();
  }

  /// nullopt: no vocabulary for this file.
  const std::optional<std::filesystem::path>& path() const { return folder_; }

 private:
  static std::filesystem::path vocabulary_of(const std::string& name) {
    constexpr std::array<std::array<const char*, 2>, 3> kVocabularies = {{
        {"bert-base-uncased", "bert-base-uncased"},
        {"all-minilm", "bert-base-uncased"},  // MiniLM has BERT's vocabulary
        {"roberta-base", "roberta-base"},
    }};
    for (const auto& [prefix, vocabulary] : kVocabularies)
      if (name.starts_with(prefix)) return golden_folder() / "tokenizers" / vocabulary;
    return {};
  }

  TemporaryFolder made_;
  std::optional<std::filesystem::path> folder_;
};

}  // namespace reseed::test
