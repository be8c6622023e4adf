// SPDX-License-Identifier: Apache-2.0
// Documents that users write: manifests, descriptors, data files. Their mistakes are told all at once, with places.
#include "data/descriptor.hpp"
#include "data/rows.hpp"
#include "fuzz/reading.hpp"
#include "import/descriptor.hpp"
#include "manifest/check.hpp"
#include "manifest/manifest_text.hpp"
#include "support/made_catalog.hpp"

namespace reseed::fuzz {
namespace {

const PluginCatalog& catalog() {
  static const PluginCatalog made = test::made_catalog();
  return made;
}

}  // namespace

Answer import_descriptor(std::string_view input) {
  static const Scratch scratch;
  const std::filesystem::path file = scratch.put("import.toml", input);
  return answer_of([&] { read_import_descriptor(file, file.string(), "", catalog()); });
}

Answer manifest(std::string_view input) {
  static const Scratch scratch;
  const std::string text(input);
  return answer_of([&] { check_manifest(parse_manifest(text, scratch.folder() / "study.toml"), catalog()); });
}

Answer data_descriptor(std::string_view input) {
  static const Scratch scratch;
  const std::filesystem::path file = scratch.put("set.toml", input);
  return answer_of([&] { read_descriptor(file); });
}

Answer rows(std::string_view input) {
  static const Scratch scratch;
  const std::filesystem::path file = scratch.put("rows.txt", input);
  Answer answer{Outcome::refused, ""};
  bool taken = false;
  const auto as = [&](const TableFormat& format, const std::vector<Column>& wanted) {
    const Answer cells = answer_of([&] {
      for (const Row& row : read_rows(file, format, wanted))
        require(row.cells.size() == wanted.size(), "a row has the cells that were asked for");
    });
    taken = taken || cells.outcome == Outcome::taken;
    answer.said += cells.said;
    if (format.kind != TableFormat::Kind::jsonl) answer_of([&] { read_all_cells(file, format); });
  };
  using Kind = TableFormat::Kind;
  for (const bool quotes : {false, true}) {
    as({Kind::tsv, true, quotes, '\t'}, {Column("text"), Column("label")});
    as({Kind::csv, true, quotes, ','}, {Column("text"), Column("label")});
    as({Kind::tsv, false, quotes, '\t'}, {Column(std::int64_t{0}), Column(std::int64_t{1})});
  }
  as({Kind::jsonl, false, false, '\t'}, {Column("text"), Column("a.label")});
  return taken ? Answer() : answer;
}

}  // namespace reseed::fuzz
