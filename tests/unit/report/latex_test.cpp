// SPDX-License-Identifier: Apache-2.0
#include "report/latex.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "base/files.hpp"

using namespace reseed;

namespace {

const StudyTable kTable = {
    "scores",
    "Scores & instability",
    "Mean ± SD; 95 % of <runs>.",
    {{"method", "Method_1", "", -1}, {"value", "Value", "nat", 2}, {"n", "n", "", 0}},
    {{std::string("mix{out} \\ #1"), 0.5, 7.0}, {std::string("κ ≤ 1 – “ü”"), -1.5, StudyCell()}}};

/// Columns of running text, one of which is empty, under the id of each of two rows.
StudyTable many_texts(int columns) {
  StudyTable table{"terms", "Terms", "As they say.", {{"id", "Id", "", -1}}, {}};
  for (const char* id : {"a_measure_1", "another_measure_with_a_long_name"}) table.rows.push_back({std::string(id)});
  for (int c = 1; c < columns; ++c) {
    table.columns.push_back({"c", "Title " + std::to_string(c), "nat", -1});
    for (auto& row : table.rows)
      row.push_back(
          c == 2 ? StudyCell()
                 : StudyCell("words that go on, 0.6931471805599453, beyond any column [" + std::to_string(c) + "]"));
  }
  return table;
}

boost::test_tools::assertion_result has_pdflatex(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(std::system("pdflatex --version >/dev/null 2>&1") == 0);
  answer.message() << "no pdflatex here";
  return answer;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(latex_tables)

BOOST_AUTO_TEST_CASE(have_the_rules_of_booktabs_and_aligned_columns) {
  const std::string text = latex(kTable);
  BOOST_TEST(text ==
             "\\begin{table}\n  \\centering\n  \\caption{Scores \\& instability. Mean $\\pm$ SD; 95 \\% of "
             "\\textless{}runs\\textgreater{}.}\n  \\label{tab:scores}\n  \\begin{tabular}{lrr}\n    \\toprule\n    "
             "Method\\_1 & Value (nat) & n \\\\\n    \\midrule\n"
             "    mix\\{out\\} \\textbackslash{} \\#1 & 0.50 & 7 \\\\\n"
             "    $\\kappa$ $\\le$ 1 -- ``ü'' & $-$1.50 & -- \\\\\n"
             "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n");
}

BOOST_AUTO_TEST_CASE(begin_no_row_with_what_latex_takes_for_an_argument) {
  BOOST_TEST(latex_text("[0.1, 0.2] *") == "{[}0.1, 0.2] {*}");
}

BOOST_AUTO_TEST_CASE(have_quotes_and_dashes_as_a_printer_sets_them) {
  BOOST_TEST(latex_text("\"a\" (\"b\")") == "``a'' (``b'')");
  BOOST_TEST(latex_text("1 - x, well-known, -1") == "1 -- x, well-known, -1");
}

BOOST_AUTO_TEST_CASE(break_long_texts_and_titles_into_lines_and_turn_what_is_too_wide) {
  const std::string words = "a remark of several words that goes on and on, beyond any column";
  StudyTable table = {
      "t", "T", "", {{"remark", "Remark", "", -1}, {"n", "Number of common seeds", "", 0}}, {{words, 7.0}}};
  const std::string text = latex(table);
  BOOST_TEST(text.find("{p{180pt}r}") != std::string::npos, text);
  BOOST_TEST(
      text.find("Remark & \\shortstack[r]{Number of\\\\common\\\\seeds} \\tabularnewline\n") != std::string::npos,
      text);
  BOOST_TEST(text.find("\\raggedright a remark") != std::string::npos, text);
  for (int i = 0; i < 7; ++i) {
    table.columns.push_back({"c", "Of a title", "", -1});
    table.rows[0].push_back(words);
  }
  BOOST_TEST(latex(table).starts_with("\\begin{landscape}\n{\n\\tiny"), latex(table));
}

BOOST_AUTO_TEST_CASE(are_entries_where_no_page_is_wide_enough) {
  const std::string text = latex(many_texts(14));
  BOOST_TEST(text.starts_with("{\n\\footnotesize\\setlength{\\tabcolsep}{4pt}\n\\begin{longtable}{p{"), text);
  BOOST_TEST(
      text.find("\\multicolumn{2}{p{324pt}}{\\raggedright\\bfseries a\\_measure\\_1} \\\\*\n") != std::string::npos,
      text);
  BOOST_TEST(text.find("    \\raggedright Title 1 (nat) & \\raggedright words that go on") != std::string::npos, text);
  BOOST_TEST(text.find("Title 2") == std::string::npos);  // no row has anything there
  BOOST_TEST(text.find("\\addlinespace") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(go_over_pages_when_they_are_long) {
  StudyTable table = {"t", "T", "", {{"n", "N", "", 0}}, {}};
  for (int i = 0; i < 41; ++i) table.rows.push_back({static_cast<double>(i)});
  const std::string text = latex(table);
  BOOST_TEST(text.starts_with("{\n\\begin{longtable}{r}\n    \\caption{T}\n    \\label{tab:t}\\\\\n"), text);
  BOOST_TEST(text.find("\\endfirsthead") != std::string::npos);
  BOOST_TEST(text.find("\\endhead") != std::string::npos);
  BOOST_TEST(text.ends_with("\\end{longtable}\n}\n"), text);
}

BOOST_AUTO_TEST_CASE(say_characters_that_latex_does_not_know_by_their_number) {
  BOOST_TEST(latex_text("\xE4\xB8\xAD\xF0\x9F\x98\x80") == "[U+4E2D][U+1F600]");
  BOOST_TEST(latex_text("a\tb\xFF") == "a b[U+00FF]");
  BOOST_TEST(latex_text("\xE4\xB8") == "[U+00E4][U+00B8]");  // broken UTF-8
}

BOOST_AUTO_TEST_CASE(compile_and_are_not_wider_than_their_page, *boost::unit_test::precondition(has_pdflatex)) {
  const TemporaryFolder folder;
  std::string tables = latex(kTable);
  for (const int columns : {3, 6, 9, 14}) tables += latex(many_texts(columns));
  write_file(folder.path() / "t.tex",
             "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs,longtable,pdflscape}"
             "\\begin{document}" +
                 tables + "\\end{document}\n");
  const std::string line = "cd '" + folder.path().string() + "' && pdflatex -halt-on-error t.tex >log 2>&1";
  BOOST_TEST(std::system(line.c_str()) == 0);
  const std::string log = read_file(folder.path() / "t.log");
  BOOST_TEST(log.find("Overfull \\hbox") == std::string::npos, log.substr(std::min(log.size(), log.find("Overfull"))));
}

BOOST_AUTO_TEST_SUITE_END()
