// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "base/files.hpp"
#include "data/task.hpp"

namespace reseed::test {

/// A data set made in a temporary folder: write its files, then read it through its descriptor.
struct MadeDataset {
  TemporaryFolder folder;

  std::filesystem::path write(const std::string& name, const std::string& content) const {
    write_file(folder.path() / name, content);
    return folder.path() / name;
  }

  /// A descriptor of tab-separated files with the columns text and label, labels no and yes; `more` adds lines.
  std::string describe(const std::string& more) const {
    return write("made.toml",
                 "schema = 1\nname = \"made\"\nformat = \"tsv\"\nlabels = [\"no\", \"yes\"]\n" + more + "\n");
  }

  /// `count` lines "TEXTi<tab>label", labels no and yes in turn, after the header.
  static std::string lines(const std::string& text, int count) {
    std::string content = "text\tlabel\n";
    for (int i = 0; i < count; ++i) content += text + std::to_string(i) + (i % 2 == 0 ? "\tno\n" : "\tyes\n");
    return content;
  }

  /// Train 6, validation 10 items, and the task that splits the latter.
  TaskSpec halves_task() const {
    write("train.tsv", lines("train", 6));
    write("dev.tsv", lines("dev", 10));
    TaskSpec task;
    task.dataset = describe(
        "columns = { text = \"text\", label = \"label\" }\nfiles = { train = \"train.tsv\", validation = \"dev.tsv\" "
        "}");
    task.split.kind = SplitSpec::Kind::fraction;
    return task;
  }

  /// One pool of `documents` documents with `each` items, and the task that draws from it.
  TaskSpec pool_task(int documents, int each) const {
    std::string content = "text\tlabel\tid\n";
    for (int d = 0; d < documents; ++d)
      for (int i = 0; i < each; ++i)
        content += "d" + std::to_string(d) + "i" + std::to_string(i) + (i % 2 == 0 ? "\tno\t" : "\tyes\t") +
                   std::to_string(d) + "_" + std::to_string(i) + "\n";
    write("pool.tsv", content);
    TaskSpec task;
    task.dataset = describe(
        "columns = { text = \"text\", label = \"label\", document = { column = \"id\", until = \"_\" } }\nfiles = { "
        "all = \"pool.tsv\" }");
    task.split.kind = SplitSpec::Kind::drawn;
    task.split.by = "document";
    return task;
  }
};

}  // namespace reseed::test
