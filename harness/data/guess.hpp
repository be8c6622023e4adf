// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace reseed {

/// A descriptor made by looking at one file of labelled texts.
struct GuessedDataset {
  std::string descriptor;                ///< TOML; its set `all` is the file's own name
  std::vector<std::string> assumptions;  ///< one line each, for the user to confirm
  std::int64_t items = 0;
  std::int64_t classes = 0;
};

/// Guesses format, header, columns and labels of a file of labelled texts. `text` and `label` are columns as the user
/// names them (a name, or a position counted from 0); empty ones are guessed: the label by its name, else the column
/// with the fewest different values, the text as the column with the longest ones.
///
/// Errors: Error(data) when no column can be a label (2 to 100 different values) or a text, when labels are hidden
/// (-1), and as read_rows.
GuessedDataset guess_dataset(const std::filesystem::path& file, const std::string& name, const std::string& text,
                             const std::string& label);

/// A string as TOML writes it.
std::string toml_string(const std::string& text);

}  // namespace reseed
