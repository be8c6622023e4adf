// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/id_words.hpp"
#include "base/number.hpp"
#include "report/definitions.hpp"
#include "report/markup.hpp"
#include "report/page_parts.hpp"

namespace reseed {
namespace {

constexpr std::string_view kUndefined = "undefined: ";
constexpr std::size_t kManyColumns = 10;  // of a table that paper shows in small type
constexpr std::size_t kLong = 150;        // rows of a table that is a part of the page itself

const std::string& title_of(const StudyColumn& column) { return column.title.empty() ? column.name : column.title; }

bool is_numeric(const StudyTable& table, std::size_t column) {
  bool any = false;
  for (const auto& row : table.rows) {
    if (std::holds_alternative<std::string>(row[column])) return false;
    any = any || std::holds_alternative<double>(row[column]);
  }
  return any;
}

/// The text that every row of a column holds; none where they differ, or where there is little to gain.
std::optional<std::string> common_text(const StudyTable& table, std::size_t column) {
  constexpr std::size_t kFewColumns = 6;
  if (table.rows.size() < 2 || table.columns.size() < kFewColumns) return std::nullopt;
  const std::string* first = std::get_if<std::string>(&table.rows.front()[column]);
  if (first == nullptr) return std::nullopt;
  for (const auto& row : table.rows)
    if (row[column] != table.rows.front()[column]) return std::nullopt;
  return *first;
}

/// No row has anything in this column, though it has rows.
bool is_empty(const StudyTable& table, std::size_t column) {
  return !table.rows.empty() && std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
    return std::holds_alternative<std::monostate>(row[column]);
  });
}

/// How a column is set: "n" numbers to the right, "s" short texts on one line, "t" long texts that wrap, "w" and
/// "w x" longer ones with more room.
std::string column_class(const StudyTable& table, std::size_t column) {
  constexpr std::size_t kShort = 36;  // bytes
  constexpr std::size_t kLongText = 90;
  constexpr std::size_t kVeryLong = 250;
  std::size_t longest = 0;
  if (is_numeric(table, column)) return "n";
  for (const auto& row : table.rows) {
    const std::string* text = std::get_if<std::string>(&row[column]);
    if (text != nullptr) longest = std::max(longest, text->starts_with(kUndefined) ? kUndefined.size() : text->size());
  }
  return longest > kVeryLong ? "w x" : longest > kLongText ? "w" : longest > kShort ? "t" : "s";
}

/// A table of sentences: two columns of long texts. On a phone each row of it is a card, one line below the other.
bool is_wordy(const std::vector<std::string>& kinds) {
  return std::count_if(kinds.begin(), kinds.end(),
                       [](const std::string& kind) { return kind == "t" || kind.starts_with("w"); }) >= 2;
}

/// Columns that are shown, and what is said once of the others.
struct Layout {
  std::vector<std::string> kinds;  ///< "" = not shown
  std::string said;
};

Layout layout_of(const StudyTable& table) {
  Layout layout;
  std::string none;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const auto common = common_text(table, c);
    const bool empty = table.columns.size() > 1 && is_empty(table, c);
    layout.kinds.push_back(common || empty ? "" : column_class(table, c));
    if (common) {
      const std::string& title = title_of(table.columns[c]);
      layout.said += (layout.said.empty() ? "All rows: " : "; ") +
                     (common->starts_with(title) ? *common : title + ' ' + *common);  // "Table 3" names itself
    }
    if (empty) none += (none.empty() ? "No row has: " : ", ") + title_of(table.columns[c]);
  }
  if (!layout.said.empty()) layout.said += ". ";
  if (!none.empty()) layout.said += none + ". ";
  return layout;
}

std::string said_once(const Layout& layout) {
  return layout.said.empty() ? "" : "<p class=\"caption\">" + escaped(layout.said) + "</p>\n";
}

std::string heading_cell(const StudyColumn& column, const std::string& kind) {
  std::string out = "<th scope=\"col\" class=\"" + kind + "\"><button type=\"button\">" + escaped(title_of(column));
  if (!column.unit.empty()) out += " <small>" + escaped(column.unit) + "</small>";
  return out + "</button></th>";
}

/// A number by which a table can be sorted: seven digits are enough, and pages hold many.
std::string seven_digits(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 7).ptr;
  return {text.data(), end};
}

/// A verdict with a sign that tells it without colour; empty for other texts.
std::string verdict_html(const std::string& text) {
  struct Sign {
    const char *words, *kind, *sign;
  };
  constexpr std::array<Sign, 6> kSigns = {{{"holds", "yes", "✓"},
                                           {"agrees", "yes", "="},
                                           {"does not hold", "no", "✗"},
                                           {"differs", "no", "≠"},
                                           {"cannot tell", "open", "?"},
                                           {"cannot be compared", "open", "?"}}};
  for (const Sign& sign : kSigns)
    if (text == sign.words)
      return std::string("<span class=\"v ") + sign.kind + "\">" + sign.sign + ' ' + sign.words + "</span>";
  return "";
}

/// "48.2 ± 1.4" stays in one line.
std::string unbroken(std::string text) {
  const std::string sign = " ± ";
  for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at + sign.size()))
    text.replace(at, sign.size(), "\u00a0±\u00a0");
  return text;
}

/// "0.022 [0.010, 0.028] #4": the value, the rank, and below them the interval; "undefined: why" likewise.
std::string text_html(const std::string& text) {
  if (text.starts_with(kUndefined)) return "undefined<small>" + escaped(text.substr(kUndefined.size())) + "</small>";
  constexpr std::size_t kLongest = 60;
  const auto from = text.find(" [");
  const auto to = text.find(']');
  if (text.size() > kLongest || from == std::string::npos || to == std::string::npos || to < from ||
      text.find(',') > to)
    return escaped(unbroken(text));
  const std::string rest = text.substr(to + 1);
  return escaped(text.substr(0, from)) + (rest.empty() ? "" : "<b>" + escaped(rest) + "</b>") + "<small>" +
         escaped(text.substr(from + 1, to - from)) + "</small>";
}

/// A cell without its end tag, which HTML lets out: it is a fifth of a long table.
/// `named`: it says the column's title itself, for where the headings do not stand above it.
std::string body_cell(const StudyCell& cell, const StudyColumn& column, const std::string& kind, bool repeated,
                      bool named) {
  const std::string classes = (kind == "s" ? "" : kind) + (repeated ? kind == "s" ? "r" : " r" : "");
  const std::string open = "<td" +
                           (classes.empty()                          ? ""
                            : classes.find(' ') == std::string::npos ? " class=" + classes
                                                                     : " class=\"" + classes + '"') +
                           (named ? " data-name=\"" + escaped(title_of(column)) + '"' : "");
  if (const std::string* text = std::get_if<std::string>(&cell)) {
    const std::string verdict = column.name == "verdict" ? verdict_html(*text) : "";
    return open + ">" + (verdict.empty() ? text_html(*text) : verdict);
  }
  const double* number = std::get_if<double>(&cell);
  if (number == nullptr) return open + ">–";
  const std::string text = shown(*number, column.decimals);
  const std::string sorted = seven_digits(*number);
  return open + (text == sorted ? "" : " data-v=" + sorted) + ">" + text;
}

/// A JSON text that cannot end the script element it stands in.
std::string json_text(const std::string& text) {
  const std::string json = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string out;
  for (const char letter : json) out += letter == '<' ? std::string("\\u003c") : std::string(1, letter);
  return out;
}

/// Rows as data, column by column; a text that occurs often is there once.
std::string rows_as_data(const StudyTable& table, const Layout& layout) {
  std::string columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (layout.kinds[c].empty()) continue;
    const StudyColumn& column = table.columns[c];
    std::string texts;
    std::string rows;
    std::map<std::string, std::size_t> known;
    for (const auto& row : table.rows) {
      if (!rows.empty()) rows += ',';
      const double* number = std::get_if<double>(&row[c]);
      if (layout.kinds[c] == "n") {
        rows += number == nullptr ? "null" : seven_digits(*number);
        continue;
      }
      const std::string* text = std::get_if<std::string>(&row[c]);
      if (text == nullptr && number == nullptr) {
        rows += "-1";
        continue;
      }
      const std::string content = text != nullptr ? *text : shown(*number, column.decimals);
      const auto [place, fresh] = known.emplace(content, known.size());
      if (fresh) texts += (texts.empty() ? "" : ",") + json_text(content);
      rows += std::to_string(place->second);
    }
    columns += (columns.empty() ? "" : ",\n") + ("{\"title\":" + json_text(title_of(column))) +
               ",\"unit\":" + json_text(column.unit);
    columns += layout.kinds[c] == "n"
                   ? ",\"decimals\":" + std::to_string(std::max(0, column.decimals)) + ",\"numbers\":[" + rows + "]}"
                   : ",\"texts\":[" + texts + "],\"rows\":[" + rows + "]}";
  }
  return "{\"rows\":" + std::to_string(table.rows.size()) + ",\"columns\":[\n" + columns + "]}";
}

/// `more`: what else stands beside the number of rows.
std::string summary_of(const StudyTable& table, const std::string& more) {
  return "<summary>" + escaped(table.title) + " <small>" + std::to_string(table.rows.size()) + " rows" + more +
         "</small></summary>" +
         (table.caption.empty() ? "" : "<p class=\"caption\">" + escaped(table.caption) + "</p>") + '\n';
}

std::string folded(const StudyTable& table, const std::string& file) {
  if (table.rows.size() <= kLong)
    return "<details class=\"folded\">" + summary_of(table, "") + table_html(table) + "</details>\n";
  const Layout layout = layout_of(table);
  const std::string elsewhere = " in " + escaped(file) + " of the bundle";
  return "<details class=\"folded long\" data-title=\"" + escaped(table.title) + "\">" +
         summary_of(table, "<span class=\"paper\">, not printed:" + elsewhere + "</span>") + said_once(layout) +
         "<noscript><p>Without scripts these rows are" + elsewhere +
         " only.</p></noscript>\n<script type=\"application/json\">" + rows_as_data(table, layout) +
         "</script></details>\n";
}

}  // namespace

std::string shown(double number, int decimals) {
  const std::string text = fixed(number, std::max(0, decimals));
  if (number == 0.0 || text.find_first_of("123456789") != std::string::npos) return text;
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::general, 2).ptr;
  return {digits.data(), end};
}

std::string table_html(const StudyTable& table) {
  const Layout layout = layout_of(table);
  std::string head;
  std::size_t count = 0;
  std::size_t first = table.columns.size();
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (layout.kinds[c].empty()) continue;
    first = std::min(first, c);
    ++count;
    head += heading_cell(table.columns[c], layout.kinds[c]);
  }
  const bool wordy = is_wordy(layout.kinds);
  // Where rows come in groups that begin alike, the repeated name is there, but steps back.
  std::size_t repeated = 0;
  for (std::size_t r = 1; first < table.columns.size() && r < table.rows.size(); ++r)
    repeated += table.rows[r][first] == table.rows[r - 1][first] ? 1 : 0;
  const bool grouped = first < table.columns.size() && layout.kinds[first] == "s" && table.columns.size() > 2 &&
                       3 * repeated >= table.rows.size();
  std::string out = said_once(layout) + "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                    escaped(table.title) + "\"><table class=\"sortable" + (count > kManyColumns ? " dense" : "") +
                    (wordy ? " wordy" : "") + "\"><thead><tr>" + head + "</tr></thead><tbody>\n";
  bool above_repeats = false;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    const bool repeats = grouped && r > 0 && row[first] == table.rows[r - 1][first];
    out += r > 0 && grouped && !repeats && above_repeats ? "<tr class=f>" : "<tr>";
    above_repeats = repeats;
    for (std::size_t c = 0; c < row.size(); ++c)
      if (!layout.kinds[c].empty())
        out += body_cell(row[c], table.columns[c], layout.kinds[c], repeats && c == first, wordy);
    out += "\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string captioned(const StudyTable& table, const std::string& file, Fold fold) {
  if (fold == Fold::always || (fold == Fold::when_long && table.rows.size() > kScreen) || table.rows.size() > kLong)
    return folded(table, file);
  return "<h3>" + escaped(table.title) + "</h3>\n" +
         (table.caption.empty() ? "" : "<p class=\"caption\">" + escaped(table.caption) + "</p>\n") +
         (table.rows.empty() ? "<p>No rows.</p>\n" : table_html(table));
}

std::string definitions_html(const StudyTable& terms) {
  std::string out = "<h3>" + escaped(terms.title) + "</h3>\n" +
                    (terms.caption.empty() ? "" : "<p class=\"caption\">" + escaped(terms.caption) + "</p>\n") +
                    "<div class=\"terms\">";
  for (const auto& row : terms.rows) {
    std::string lines;
    std::string term;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const StudyColumn& column = terms.columns[c];
      const std::string* text = std::get_if<std::string>(&row[c]);
      const double* number = std::get_if<double>(&row[c]);
      const std::string content = text != nullptr ? *text : number != nullptr ? shown(*number, column.decimals) : "";
      if (c == 0)
        term = content;
      else if (!content.empty())
        lines += "<dt>" + escaped(column.title) + "</dt><dd>" + escaped(content) + "</dd>\n";
    }
    const std::string words = terms.id == kMeasureDefinitions ? id_words(term) : term;
    out += "<article id=\"" + escaped(terms.id + '-' + term) + "\"><h4>" + escaped(words) +
           (words == term ? "" : " <small>" + escaped(term) + "</small>") + "</h4><dl>" + lines + "</dl></article>\n";
  }
  return out + "</div>\n";
}

}  // namespace reseed
