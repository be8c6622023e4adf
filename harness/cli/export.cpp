// SPDX-License-Identifier: Apache-2.0
#include <boost/program_options.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/nearest.hpp"
#include "base/number.hpp"
#include "base/printable.hpp"
#include "bundle/answers_csv.hpp"
#include "bundle/migrations.hpp"
#include "cli/commands.hpp"
#include "cli/machine.hpp"
#include "cli/study_options.hpp"
#include "execute/interruption.hpp"
#include "report/latex.hpp"
#include "report/study_files.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace po = boost::program_options;
using Json = nlohmann::json;

/// A table of the bundle's own, beside those of its study.
struct OwnTable {
  const char* id;
  const char* title;
  const char* file;
};

/// Absent ones are left out: a study may give neither answers nor published values.
constexpr OwnTable kOwn[] = {{"runs", "Runs", "runs.csv"},
                             {"measures", "Values", "measures.csv"},
                             {"answers", "Answers and notes", kAnswersFile},
                             {"published", "Published values and claims", "published.csv"},
                             {"timing", "Time and memory", "timing.csv"}};

/// A column is one of numbers where every cell is.
StudyTable table_of_csv(const Bundle& bundle, const OwnTable& own) {
  const BundleTexts texts(bundle.folder, bundle.info.schema_version);
  const CsvTable csv = parse_csv(texts.read(own.file), (bundle.folder / own.file).string());
  StudyTable table{own.id, own.title, "", {}, {}};
  table.rows.resize(csv.rows.size());
  for (std::size_t c = 0; c < csv.columns.size(); ++c) {
    bool numbers = true, whole = true;
    for (const auto& row : csv.rows) {
      numbers = numbers && (row[c].empty() || parse_double(row[c]));
      whole = whole && (row[c].empty() || parse_integer(row[c]));
    }
    table.columns.push_back({csv.columns[c], csv.columns[c], "", !numbers ? -1 : whole ? 0 : 4});
    for (std::size_t r = 0; r < csv.rows.size(); ++r) {
      const std::string& cell = csv.rows[r][c];
      if (cell.empty())
        table.rows[r].emplace_back();
      else if (numbers)
        table.rows[r].emplace_back(*parse_double(cell));
      else
        table.rows[r].emplace_back(cell);
    }
  }
  return table;
}

/// A table and its csv file in the bundle.
struct Exported {
  StudyTable table;
  std::string file;
};

std::vector<Exported> tables_of(const Bundle& bundle, const StudyReport& report) {
  const BundleTexts texts(bundle.folder, bundle.info.schema_version);
  std::vector<Exported> all;
  for (const OwnTable& own : kOwn)
    if (texts.has(own.file)) all.push_back({table_of_csv(bundle, own), own.file});
  for (const StudyTable& table : report.tables) all.push_back({table, "tables/" + table.id + ".csv"});
  return all;
}

Exported table_named(const std::vector<Exported>& all, const std::string& id) {
  std::vector<std::string> known;
  for (const Exported& one : all) {
    if (one.table.id == id) return one;
    known.push_back(one.table.id);
  }
  throw Error(ErrorKind::usage, "export",
              "want a table of the bundle, found \"" + id + "\"" + did_you_mean(id, known) +
                  "; reseed export BUNDLE lists them");
}

Json json_of(const StudyTable& table) {
  Json columns = Json::array(), rows = Json::array();
  for (const StudyColumn& column : table.columns)
    columns.push_back({{"name", column.name}, {"title", column.title}, {"unit", column.unit}});
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const StudyCell& cell : row) {
      if (const auto* number = std::get_if<double>(&cell))
        cells.push_back(*number);
      else if (const auto* text = std::get_if<std::string>(&cell))
        cells.push_back(*text);
      else
        cells.push_back(nullptr);
    }
    rows.push_back(std::move(cells));
  }
  return {{"id", table.id},
          {"title", table.title},
          {"caption", table.caption},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)}};
}

enum class Format { latex, csv, json };

Format format_of(const std::string& word, const std::string& out) {
  if (word == "latex") return Format::latex;
  if (word == "csv") return Format::csv;
  if (word == "json") return Format::json;
  if (word.empty() && !out.empty())
    throw Error(ErrorKind::usage, "--out", "want --format latex, csv or json beside it, found none");
  throw Error(ErrorKind::usage, "--format",
              "want latex, csv or json, found " + (word.empty() ? "none" : '"' + word + '"'));
}

const char* ending(Format format) {
  return format == Format::latex ? ".tex" : format == Format::csv ? ".csv" : ".json";
}

/// The packages whose environments and commands a text uses.
std::string packages_of(const std::string& text) {
  std::string packages = "booktabs";
  for (const auto& [environment, package] : {std::pair{"longtable", "longtable"}, std::pair{"landscape", "pdflscape"}})
    if (text.find(std::string("\\begin{") + environment + "}") != std::string::npos)
      packages += std::string(",") + package;
  return "\\usepackage{" + packages + "}";
}

std::string text_of(const Bundle& bundle, const Exported& one, Format format) {
  if (format == Format::csv) return BundleTexts(bundle.folder, bundle.info.schema_version).read(one.file);
  if (format == Format::json) return json_of(one.table).dump(1) + '\n';
  const std::string text = latex(one.table);
  return "% needs " + packages_of(text) + '\n' + text;
}

/// All tables in one text: a LaTeX document, a JSON array, or CSV tables each below a line "# ID".
std::string text_of_all(const Bundle& bundle, const std::vector<Exported>& all, Format format) {
  std::string text;
  if (format == Format::json) {
    Json tables = Json::array();
    for (const Exported& one : all) tables.push_back(json_of(one.table));
    return tables.dump(1) + '\n';
  }
  if (format == Format::csv) {
    for (const Exported& one : all)
      text += (text.empty() ? "# " : "\n# ") + one.table.id + '\n' + text_of(bundle, one, format);
    return text;
  }
  for (const Exported& one : all) text += "\n% " + one.table.id + '\n' + latex(one.table) + "\\clearpage\n";
  return "\\documentclass{article}\n" + packages_of(text) + "\n\\begin{document}\n" + text + "\\end{document}\n";
}

/// Each table in a file of its own. Between two files it looks whether a signal came: none is left in parts.
int write_files(const Bundle& bundle, const std::vector<Exported>& tables, Format format,
                const std::filesystem::path& out) {
  std::vector<std::string> texts;  // a table that cannot be read is told before anything is written
  for (const Exported& one : tables) texts.push_back(text_of(bundle, one, format));
  require_writable(out);
  const Interruption interruption;
  std::size_t written = 0;
  for (; written < tables.size() && interruption.signal() == 0; ++written)
    write_file(out / (tables[written].table.id + ending(format)), texts[written]);
  if (interruption.signal() == 0) return 0;
  std::cerr << "reseed: interrupted; " << written << " of " << tables.size() << " tables were written to "
            << printable(out.string()) << ", each whole; the same command writes all\n";
  return 128 + interruption.signal();
}

}  // namespace

/// `reseed export BUNDLE [TABLE] [--format latex|csv|json [--out DIR]]`: a table for a paper or a program - runs,
/// measures, answers, published, timing, or one of the study -; without TABLE all of them; with --out one file each;
/// without --format, which there are.
int export_table(const Arguments& arguments) {
  std::vector<std::string> words;
  std::string format_word, out;
  po::options_description known;
  known.add_options()("word", po::value(&words))("format", po::value(&format_word))("out", po::value(&out));
  po::positional_options_description positions;
  positions.add("word", -1);
  parse_words(arguments, known, positions, "export");
  if (words.empty() || words.size() > 2)
    throw Error(ErrorKind::usage, "export", "want BUNDLE [TABLE] [--format latex|csv|json [--out DIR]]");
  const Bundle bundle = read_bundle(words[0]);  // newer, damaged or no bundle: that is said first
  const std::vector<Exported> all = tables_of(bundle, read_study_files(bundle.folder));
  if (words.size() == 1 && format_word.empty() && out.empty()) {
    for (const Exported& one : all) std::cout << one.table.id << '\t' << printable(one.table.title) << '\n';
    return 0;
  }
  const std::vector<Exported> wanted = words.size() == 1 ? all : std::vector<Exported>{table_named(all, words[1])};
  const Format format = format_of(format_word, out);
  if (!out.empty()) return write_files(bundle, wanted, format, out);
  std::cout << (words.size() == 1 ? text_of_all(bundle, wanted, format) : text_of(bundle, wanted[0], format));
  return 0;
}

}  // namespace reseed::cli
