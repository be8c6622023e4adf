// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace reseed::fuzz {

/// What a reader made of an input. Anything else - a crash, another exception, a property that does not hold - is a
/// defect.
enum class Outcome {
  taken,   ///< it could be read
  refused  ///< a reseed::Error, or problems that verify names
};

struct Answer {
  Outcome outcome = Outcome::taken;
  std::string said;  ///< why it was refused, one reason a line
};

/// A whole bundle: the first group of the frozen one, in which sections of the input take the place of files. "@@ NAME"
/// on a line of its own begins the new content of NAME, "@@ -NAME" takes a file away. Checksums are made to fit unless
/// the input has its own. A first line "version 1" takes a bundle of that version of the schema instead of the newest.
/// The bundle is then verified, read, reported on, exported and compared with itself.
Answer bundle(std::string_view input);
Answer safetensors(std::string_view input);
/// Arrays of a user: a .npy file, a .npz archive, a table; as `import` reads them.
Answer npy(std::string_view input);
Answer npz(std::string_view input);
Answer csv(std::string_view input);
/// TOML: the descriptor of an import, a manifest, the descriptor of a data set.
Answer import_descriptor(std::string_view input);
Answer manifest(std::string_view input);
Answer data_descriptor(std::string_view input);
/// Rows of a data set, read as every format in turn (tsv and csv with and without quotes, JSON lines).
Answer rows(std::string_view input);

struct Target {
  std::string_view name;
  Answer (*read)(std::string_view input);
};

inline constexpr std::array<Target, 9> kTargets = {{{"bundle", bundle},
                                                    {"csv", csv},
                                                    {"data_descriptor", data_descriptor},
                                                    {"import_descriptor", import_descriptor},
                                                    {"manifest", manifest},
                                                    {"npy", npy},
                                                    {"npz", npz},
                                                    {"rows", rows},
                                                    {"safetensors", safetensors}}};

}  // namespace reseed::fuzz
