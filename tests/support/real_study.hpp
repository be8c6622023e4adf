// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/fixtures.hpp"
#include "support/small_study.hpp"

namespace reseed::test {

/// A small study with a real checkpoint (200 words, 64 positions, 2 blocks, 3 labels) and the real training worker.
class RealStudy : public SmallStudy {
 public:
  RealStudy() {
    std::filesystem::remove(at("workers/reseed-train"));
    std::filesystem::create_symlink(std::filesystem::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed-train",
                                    at("workers/reseed-train"));
    for (const char* name : {"config.json", "model.safetensors"})
      std::filesystem::copy_file(golden_folder() / "checkpoints" / "tiny-bert" / name, at("checkpoint") / name,
                                 std::filesystem::copy_options::overwrite_existing);
    write("checkpoint/vocab.txt", vocabulary(200));
  }
  static std::string vocabulary(int words) {
    std::string lines = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    for (int word = 5; word < words; ++word) lines += "w" + std::to_string(word) + "\n";
    return lines;
  }
};

}  // namespace reseed::test
