// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "base/files.hpp"
#include "support/fixtures.hpp"

namespace reseed::test {

/// Makes the tokenizer folder that a file of recorded token ids was made with.
///
/// A folder beside the file with its name is taken as it is. Else the name begins with a vocabulary of
/// tests/golden/tokenizers, and may end in a setting, as in bert-base-uncased-accents.
class TokenizerFolder {
 public:
  explicit TokenizerFolder(const std::filesystem::path& recorded) {
    namespace fs = std::filesystem;
    const std::string name = recorded.stem().string();
    if (fs::is_directory(recorded.parent_path() / name)) {
      folder_ = recorded.parent_path() / name;
      return;
    }
    const fs::path vocabulary = vocabulary_of(name);
    if (vocabulary.empty()) return;
    for (const auto& entry : fs::directory_iterator(vocabulary))
      fs::create_symlink(entry.path(), made_.path() / entry.path().filename());
    if (name.ends_with("-accents"))
      write_file(made_.path() / "tokenizer_config.json", R"({"do_lower_case": true, "strip_accents": false})");
    if (name.ends_with("-prefix-space"))
      write_file(made_.path() / "tokenizer_config.json", R"({"add_prefix_space": true})");
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
