// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace reseed {

using StudyCell = std::variant<std::monostate, double, std::string>;

struct StudyColumn {
  std::string name;   ///< csv header
  std::string title;  ///< as shown
  std::string unit;
  int decimals = 4;  ///< as shown; the csv has the shortest exact form. -1: a column of texts
};

/// A p-value never stands alone: a table with a column `p`, `p_*` or `*_p` says in the same row of how many (`n`,
/// `n_*`), by which `test`, and how large the effect is (`difference`, `r`, `tau` or `effect`).
struct StudyTable {
  std::string id;  ///< file name without ending
  std::string title;
  std::string caption;
  std::vector<StudyColumn> columns;
  std::vector<std::vector<StudyCell>> rows;
  std::string section = {};  ///< part of the page: "rte, bert-large"; empty: with what belongs to the whole study
};

/// A mark with an optional interval. x is a position or an index into the figure's categories.
struct StudyPoint {
  double x = 0.0;
  double y = 0.0;
  std::optional<double> low, high;
  std::string label;  ///< shown on hover and in the text alternative
};

struct StudySeries {
  /// hollow: published values; dots: many small marks behind the others, such as one per seed around a line. They take
  /// their colour from the series `like` and have neither label nor place in the legend: the caption says what they
  /// are.
  enum class Mark { points, line, band, hollow, dots };
  std::string name;
  Mark mark = Mark::points;
  std::vector<StudyPoint> points;
  int like = -1;  ///< position of the series whose colour and shape it takes; -1: its own
};

/// One of several heat maps of a figure.
struct StudyPanel {
  std::string title;                                      ///< stands above it: "rte"
  std::vector<std::vector<std::optional<double>>> cells;  ///< rows of y, columns of x: the figure's categories
};

/// A figure as data; the harness draws it.
struct StudyFigure {
  enum class Kind { plot, heatmap, ranks };
  std::string id;
  std::string title;
  std::string caption;
  std::string alternative;  ///< the figure in words
  Kind kind = Kind::plot;
  std::string x_title, y_title;           ///< with units, and the direction: "nat (lower is more stable)"
  std::vector<std::string> x_categories;  ///< empty: x is a number
  std::vector<std::string> y_categories;  ///< heatmaps
  std::vector<StudySeries> series;
  std::vector<std::vector<std::optional<double>>> cells;  ///< heatmaps: rows of y, columns of x
  double cell_low = -1.0, cell_high = 1.0;
  std::string section = {};  ///< as StudyTable has it
  /// Heatmaps: several of the same categories and the same scale, instead of `cells`. They stand side by side in this
  /// order, broken into rows by the harness; `alternative` tells each by its title.
  std::vector<StudyPanel> panels = {};
  std::string cell_title = {};  ///< heatmaps: what the colours mean, with unit and both ends
};

struct StudyAnswer {
  std::string question;
  std::string verdict;   ///< a word or two: "yes" | "no" | "cannot tell" | ...
  std::string sentence;  ///< with its numbers, n and units
};

/// Who makes a claim: the publication that a study is held against, or the list of what was found out about it.
inline constexpr const char* kClaimOfPaper = "paper";
inline constexpr const char* kStatementOfList = "list";

struct StudyClaim {
  std::string id;
  std::string text;
  std::string verdict;  ///< "holds" | "does_not_hold" | "cannot_tell"
  std::string remark;
  std::string source = kClaimOfPaper;  ///< or kStatementOfList: listed apart, and counted among no claims
};

/// One cell of a published table beside ours.
struct StudyPublished {
  std::string table, model, task, method, measure, variant;
  double published = 0.0;
  std::optional<double> ours;
  std::string verdict;  ///< "agrees" | "differs" | "not_comparable"
  std::string remark;
};

struct StudyReport {
  std::vector<StudyAnswer> answers;
  std::vector<StudyTable> tables;
  std::vector<StudyFigure> figures;
  std::vector<StudyClaim> claims;
  std::vector<StudyPublished> published;
  std::vector<std::string> notes;  ///< what cannot be told, and why
};

}  // namespace reseed
