// SPDX-License-Identifier: Apache-2.0
// `reseed export`: every table of a bundle of every study, as csv, json and LaTeX.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <sstream>

#include "base/csv.hpp"
#include "base/json.hpp"
#include "base/number.hpp"
#include "bundle/bundle.hpp"
#include "report/study_files.hpp"
#include "support/can_train.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

using Json = nlohmann::json;

const fs::path kTree = RESEED_SOURCE_DIRECTORY;

/// A study of a kind, on the small study's data under names that its tables must escape.
struct KindOfStudy : SmallStudy {
  explicit KindOfStudy(const std::string& kind) {
    std::string text = manifest(3,
                                "[[measures]]\nid = \"orthogonal_procrustes_distance\"\n[[measures]]\nid = "
                                "\"linear_cka_distance\"\nvariant = \"as_published\"\n");
    const std::string from = "kind = \"fake_study\"";
    text.replace(text.find(from), from.size(), "kind = \"" + kind + "\"");
    text.replace(text.find("\"plain\""), 7, "\"a&b_50%#1 {~^\\\\} $x$ [c] * <\\\"κ ≤ ü\\\">\"");
    write("study.toml", text);
  }
};

Said exported(const fs::path& bundle, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"export", bundle.string()};
  words.insert(words.end(), more.begin(), more.end());
  return Program(SmallStudy::reseed(), words).wait();
}

std::string as(const fs::path& bundle, const std::string& table, const std::string& format) {
  const Said said = exported(bundle, {table, "--format", format});
  BOOST_TEST(said.code == 0, table << ": " << said.err);
  return said.out;
}

/// Identifiers that the command lists.
std::vector<std::string> tables_of(const fs::path& bundle) {
  const Said said = exported(bundle);
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  std::vector<std::string> tables;
  std::istringstream lines(said.out);
  for (std::string line; std::getline(lines, line);) tables.push_back(line.substr(0, line.find('\t')));
  return tables;
}

/// The cell of json as csv has it.
std::string csv_cell(const Json& cell) {
  if (cell.is_null()) return "";
  return cell.is_string() ? cell.get<std::string>() : shortest(cell.get<double>());
}

void check_csv_and_json(const fs::path& bundle, const std::string& table) {
  const CsvTable csv = parse_csv(as(bundle, table, "csv"), table);
  const Json json = parse_json(as(bundle, table, "json"), table);  // strict: neither NaN nor Infinity
  BOOST_TEST(json.at("id") == table);
  BOOST_REQUIRE(json.at("columns").size() == csv.columns.size());
  for (std::size_t c = 0; c < csv.columns.size(); ++c) BOOST_TEST(json["columns"][c].at("name") == csv.columns[c]);
  BOOST_REQUIRE(json.at("rows").size() == csv.rows.size());
  for (std::size_t r = 0; r < csv.rows.size(); ++r)
    for (std::size_t c = 0; c < csv.columns.size(); ++c) {
      const std::string cell = csv_cell(json["rows"][r][c]);
      const auto one = parse_double(cell), other = parse_double(csv.rows[r][c]);
      BOOST_TEST((cell == csv.rows[r][c] || (one && one == other)),
                 table << ", row " << r + 1 << ", " << csv.columns[c] << ": " << cell << " is not " << csv.rows[r][c]);
    }
}

/// The line in front of a table names the packages that it takes. Returns the table alone.
std::string without_needs(const std::string& text, const std::string& table) {
  const std::string line = text.substr(0, text.find('\n'));
  BOOST_TEST(line.starts_with("% needs \\usepackage{booktabs"), table << ": " << line);
  BOOST_TEST(has(line, ",longtable") == has(text, "\\begin{longtable}"), table << ": " << line);
  BOOST_TEST(has(line, ",pdflscape") == has(text, "\\begin{landscape}"), table << ": " << line);
  return text.substr(line.size() + 1);
}

/// What any TeX would stumble over.
void check_latex(std::string text, const std::string& table) {
  text = without_needs(text, table);
  for (const char* part : {"\\toprule", "\\bottomrule", "\\caption{", "\\label{tab:"})
    BOOST_TEST(has(text, part), table << ": no " << part);
  const bool entries = has(text, "\\multicolumn{2}{p{");  // what fits no page has a heading for every row instead
  BOOST_TEST(has(text, "\\midrule") != entries, table);
  const std::size_t label = text.find("\\label{");
  text.erase(label, text.find('}', label) + 1 - label);  // the one place where '_' stands for itself
  int depth = 0;
  bool math = false;
  std::string bare;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x80 && byte < 0xC0 && static_cast<unsigned char>(text[i - 1]) < 0xC0) bare += "[beyond Latin]";
    if (text[i] == '\\') {
      ++i;  // a command, or an escaped letter
      continue;
    }
    if (text[i] == '$') math = !math;
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth < 0) bare += '}';
    if (std::string("%#~\"_^<>|").find(text[i]) != std::string::npos) bare += text[i];
  }
  BOOST_TEST(bare == "", table);
  BOOST_TEST(depth == 0, table);
  BOOST_TEST(!math, table);
  for (const char* ending : {"\\\\\n", "\\tabularnewline\n"})  // a row that begins with an argument of the one before
    for (std::size_t at = text.find(ending); at != std::string::npos; at = text.find(ending, at + 1)) {
      const std::size_t next = text.find_first_not_of(" \n", at + std::string(ending).size());
      BOOST_TEST((text[next] != '[' && text[next] != '*'), table);
    }
}

boost::test_tools::assertion_result has_pdflatex(utf::test_unit_id) {
  boost::test_tools::assertion_result answer(std::system("pdflatex --version >/dev/null 2>&1") == 0);
  answer.message() << "no pdflatex on PATH";
  return answer;
}

void check_all(const fs::path& bundle) {
  const std::vector<std::string> tables = tables_of(bundle);
  BOOST_TEST(tables.size() >= 3u);
  for (const std::string& table : tables) {
    check_csv_and_json(bundle, table);
    check_latex(as(bundle, table, "latex"), table);
  }
}

void compile(const std::string& document, const fs::path& folder) {
  fs::create_directories(folder);
  write_file(folder / "tables.tex", document);
  const std::string line = "cd '" + folder.string() + "' && pdflatex -halt-on-error tables.tex >log 2>&1 </dev/null";
  const bool compiled = std::system(line.c_str()) == 0;
  BOOST_TEST(compiled, read_file(folder / "log"));
}

/// All tables at once, those of all runs and values included.
void compile_all(const fs::path& bundle, const fs::path& folder) {
  const Said said = exported(bundle, {"--format", "latex"});
  BOOST_TEST(said.code == 0, said.err);
  for (const std::string& table : tables_of(bundle)) BOOST_TEST(has(said.out, "\\label{tab:" + table + "}"), table);
  compile(said.out, folder);
}

/// What comes without the name of a table is what comes with each name in turn.
void check_all_at_once(const fs::path& bundle) {
  const Json json = parse_json(exported(bundle, {"--format", "json"}).out, "all");
  const std::string csv = exported(bundle, {"--format", "csv"}).out;
  const std::string latex = exported(bundle, {"--format", "latex"}).out;
  std::string expected;
  std::size_t i = 0;
  for (const std::string& table : tables_of(bundle)) {
    BOOST_REQUIRE(i < json.size());
    BOOST_TEST(json[i++] == parse_json(as(bundle, table, "json"), table), table);
    expected += (expected.empty() ? "# " : "\n# ") + table + '\n' + as(bundle, table, "csv");
    BOOST_TEST(has(latex, without_needs(as(bundle, table, "latex"), table)), table);
  }
  BOOST_TEST(json.size() == i);
  BOOST_TEST(csv == expected);
}

/// Files of --out are what goes to standard output without it.
void check_files(const fs::path& bundle, const fs::path& out) {
  const std::vector<std::string> tables = tables_of(bundle);
  for (const auto& [format, ending] :
       std::vector<std::pair<std::string, std::string>>{{"csv", ".csv"}, {"json", ".json"}, {"latex", ".tex"}}) {
    const Said said = exported(bundle, {"--format", format, "--out", (out / format).string()});
    BOOST_TEST(said.code == 0, said.err);
    BOOST_TEST(said.out == "");
    const auto files = std::distance(fs::directory_iterator(out / format), fs::directory_iterator());
    BOOST_TEST(static_cast<std::size_t>(files) == tables.size());
    for (const std::string& table : tables)
      BOOST_TEST(read_file(out / format / (table + ending)) == as(bundle, table, format), table);
  }
  BOOST_TEST(exported(bundle, {tables.back(), "--format", "csv", "--out", (out / "one").string()}).code == 0);
  BOOST_TEST(read_file(out / "one" / (tables.back() + ".csv")) == as(bundle, tables.back(), "csv"));
  BOOST_TEST(std::distance(fs::directory_iterator(out / "one"), fs::directory_iterator()) == 1);
}

/// The shipped study of published numbers; nothing is trained.
struct Published : SmallStudy {
  Published() {
    const Said said = Program(reseed(),
                              {"run", (kTree / "manifests/from_published.toml").string(), "--store",
                               at("store").string(), "--out", at(out).string(), "--progress", "none"},
                              environment())
                          .wait();
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  }
};

/// Studies that are shipped and train.
std::vector<std::string> kinds() {
  std::vector<std::string> kinds;
  for (const auto& entry : fs::directory_iterator(kTree / "studies"))
    if (entry.is_directory() && fs::exists(entry.path() / "README.md") && entry.path().filename() != "published" &&
        entry.path().filename() != "from_published")
      kinds.push_back(entry.path().filename().string());
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(export_of_tables)

BOOST_AUTO_TEST_CASE(of_every_study_gives_equal_csv_and_json_and_sound_latex, *utf::precondition(can_train)) {
  BOOST_TEST(kinds().size() >= 3u);
  for (const std::string& kind : kinds()) {
    BOOST_TEST_CONTEXT(kind) {
      const KindOfStudy study(kind);
      const Said said = study.run();
      BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
      check_all(study.bundle());
      check_all_at_once(study.bundle());
    }
  }
}

BOOST_AUTO_TEST_CASE(of_published_numbers_too) {
  const Published study;
  check_all(study.bundle());
  check_all_at_once(study.bundle());
  BOOST_TEST(as(study.bundle(), "answers", "csv") == read_file(study.bundle() / "tables/answers.csv"));
}

// Every csv file outside of the records is a table, whatever the bundle holds.
BOOST_AUTO_TEST_CASE(knows_every_table_that_a_bundle_has) {
  const fs::path frozen = kTree / "tests" / "bundles" / "frozen";
  for (const fs::path& bundle : {frozen / "2", frozen / "2-trained"}) {
    const std::vector<std::string> tables = tables_of(bundle);
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(bundle)) {
      const fs::path name = entry.path().lexically_relative(bundle);
      if (name.extension() != ".csv" || *name.begin() == "records" || *name.begin() == "figures") continue;
      if (name == "tables/captions.csv") continue;  // each stands with its table
      BOOST_TEST(std::count(tables.begin(), tables.end(), name.stem().string()) == 1, name);
      BOOST_TEST(as(bundle, name.stem().string(), "csv") == read_file(entry.path()), name);
      ++files;
    }
    BOOST_TEST(files == tables.size());
    for (const std::string& table : tables) check_csv_and_json(bundle, table);
  }
  BOOST_TEST(
      has(exported(frozen / "1-trained").out, "published\tPublished values and claims\ntiming\tTime and memory\n"));
  const Said absent = exported(frozen / "1", {"published", "--format", "csv"});
  BOOST_TEST(absent.code == 2);
  BOOST_TEST(has(absent.err, "want a table of the bundle, found \"published\""), absent.err);
  const Json timing = parse_json(as(frozen / "1-trained", "timing", "json"), "timing");
  BOOST_TEST(timing.at("columns")[3].at("name") == "seconds");
  BOOST_TEST(timing.at("rows")[0][3].is_number());
}

// Version 1 had the answers in another file.
BOOST_AUTO_TEST_CASE(has_the_tables_of_an_older_bundle_as_the_newest_version_has_them) {
  const fs::path old = kTree / "tests" / "bundles" / "frozen" / "1-trained";
  BOOST_TEST(!fs::exists(old / "tables/answers.csv"));
  const Json report = parse_json(read_file(old / "tables/report.json"), "report");
  const Json rows = parse_json(as(old, "answers", "json"), "answers").at("rows");
  BOOST_TEST_REQUIRE(rows.size() == report.at("answers").size() + report.at("notes").size());
  for (std::size_t a = 0; a < report.at("answers").size(); ++a) {
    BOOST_TEST(rows[a][1] == report["answers"][a].at("question"));
    BOOST_TEST(rows[a][3] == report["answers"][a].at("sentence"));
  }
  BOOST_TEST(has(as(old, "answers", "csv"), "kind,question,verdict,text\nanswer,"));
}

BOOST_AUTO_TEST_CASE(writes_a_file_for_each_table) {
  const Published study;
  check_files(study.bundle(), study.at("tables"));
}

BOOST_AUTO_TEST_CASE(says_in_one_line_where_it_cannot_write) {
  const TemporaryFolder folder;
  write_file(folder.path() / "file", "x");
  const fs::path bundle = kTree / "tests" / "bundles" / "frozen" / "2";
  for (const fs::path& out : {folder.path() / "file", folder.path() / "file" / "below", fs::path("/proc/none")}) {
    const Said said = exported(bundle, {"--format", "csv", "--out", out.string()});
    BOOST_TEST(said.code == 2);
    BOOST_TEST(has(said.err, "reseed: " + out.string() + ": want a folder for results that can be written to, found: "),
               said.err);
    BOOST_TEST(has(said.err, "; choose another --out\n"), said.err);
    BOOST_TEST(std::count(said.err.begin(), said.err.end(), '\n') == 1, said.err);
  }
}

BOOST_AUTO_TEST_CASE(compiles, *utf::precondition(has_pdflatex) * utf::precondition(can_train)) {
  for (const std::string& kind : kinds()) {
    BOOST_TEST_CONTEXT(kind) {
      const KindOfStudy study(kind);
      BOOST_REQUIRE(study.run().code == 0);
      compile_all(study.bundle(), study.at("tex"));
    }
  }
}

BOOST_AUTO_TEST_CASE(of_published_numbers_compiles, *utf::precondition(has_pdflatex)) {
  const Published study;
  compile_all(study.bundle(), study.at("tex"));
}

BOOST_AUTO_TEST_CASE(compiles_with_the_packages_that_its_first_line_names, *utf::precondition(has_pdflatex)) {
  const Published study;
  for (const std::string& table : tables_of(study.bundle())) {
    const std::string text = as(study.bundle(), table, "latex");
    const std::string needs = text.substr(8, text.find('\n') - 7);
    compile("\\documentclass{article}\n" + needs + "\\begin{document}\n" + text + "\\end{document}\n",
            study.at("tex") / table);
  }
}

BOOST_AUTO_TEST_CASE(names_what_it_does_not_know) {
  const Published study;
  const fs::path bundle = study.bundle();
  const std::string table = tables_of(bundle).back();
  for (const auto& [words, part] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{table + "s", "--format", "csv"}, "did you mean " + table},
           {{table, "--format", "pdf"}, "--format: want latex, csv or json, found \"pdf\""},
           {{table}, "--format: want latex, csv or json, found none"},
           {{table, "more", "--format", "csv"}, "want BUNDLE [TABLE] [--format latex|csv|json [--out DIR]]"},
           {{"--format", "pdf"}, "--format: want latex, csv or json, found \"pdf\""},
           {{"--out", "folder"}, "--out: want --format latex, csv or json beside it, found none"}}) {
    const Said said = exported(bundle, words);
    BOOST_TEST(said.code == 2, said.err);
    BOOST_TEST(has(said.err, part), said.err);
    BOOST_TEST(std::count(said.err.begin(), said.err.end(), '\n') == 1, said.err);
  }
}

BOOST_AUTO_TEST_SUITE_END()
