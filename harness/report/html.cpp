// SPDX-License-Identifier: Apache-2.0
#include "report/html.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "base/number.hpp"
#include "report/markup.hpp"
#include "report/published_tables.hpp"
#include "report/svg.hpp"

namespace reseed {
namespace {

constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--ground:#fcfcfb;--paper:#fff;--ink:#1b1f24;--soft:#5b6470;--line:#dfe3e8;--accent:#0072b2;--tint:#eef4f9}
@media(prefers-color-scheme:dark){:root{--ground:#14171b;--paper:#1c2026;--ink:#e6e8eb;--soft:#a3acb8;--line:#333a44;--accent:#56b4e9;--tint:#1f2a35}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
main{overflow-wrap:anywhere;max-width:72rem;margin:0 auto;padding:1.2rem clamp(1rem,4vw,2.5rem) 4rem}
h1{font-size:clamp(1.5rem,4.5vw,2.2rem);line-height:1.2;margin:.6rem 0 .3rem;overflow-wrap:anywhere}
h2{font-size:1.3rem;margin:2.6rem 0 .6rem;padding-top:.4rem;border-top:1px solid var(--line)}
h3{font-size:1.02rem;margin:1.4rem 0 .3rem}
p{margin:.4rem 0;max-width:62rem}
.lead,.caption,footer{color:var(--soft)}
.caption{font-size:.9rem}
a{color:var(--accent)}
nav ul{list-style:none;padding:0;margin:.6rem 0;display:flex;flex-wrap:wrap;gap:.3rem .9rem}
.answers{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:1rem;margin:1.2rem 0}
.answer{background:var(--paper);border:1px solid var(--line);border-top:4px solid var(--accent);border-radius:.5rem;padding:.9rem 1.1rem}
.answer h3{margin:0;color:var(--soft);font-weight:600}
.answer b{display:block;font-size:1.25rem;line-height:1.3;margin:.25rem 0 .4rem}
.folded{margin:1.4rem 0}.folded>summary{font-size:1.02rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1.2rem}
figure{margin:0;background:var(--paper);border:1px solid var(--line);border-radius:.5rem;padding:.8rem .9rem;min-width:0}
figure h3{margin:0 0 .4rem}
figure svg{width:100%;height:auto;display:block}
figcaption{color:var(--soft);font-size:.88rem;margin-top:.4rem}
.scroll{overflow-x:auto;background:var(--paper);border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0 1.2rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.38rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
th{vertical-align:bottom}
td,.s{white-space:nowrap}
.t,.w{white-space:normal;min-width:15rem;max-width:34rem;overflow-wrap:break-word}
.w{min-width:min(28rem,75vw);max-width:44rem}
.s:first-child,td:first-child:not(.n,.t,.w){position:sticky;left:0;background:var(--paper)}
tbody tr:last-child td{border-bottom:0}
.n{text-align:right}
th button{all:unset;cursor:pointer;font-weight:600}
th button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
th[aria-sort=ascending] button::after{content:" \25b2"}
th[aria-sort=descending] button::after{content:" \25bc"}
tbody tr:hover{background:var(--tint)}
small{color:var(--soft);font-weight:400}
pre{background:var(--tint);border-radius:.4rem;padding:.7rem .9rem;overflow-x:auto;font-size:.85rem}
details{margin:.6rem 0}summary{cursor:pointer;font-weight:600}
summary small{margin-left:.3rem}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) minmax(0,1fr);gap:.25rem 1rem}
.terms{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));gap:1rem;margin:.6rem 0 1.6rem}
.terms article{background:var(--paper);border:1px solid var(--line);border-radius:.5rem;padding:.7rem 1rem;min-width:0;font-size:.9rem;break-inside:avoid}
h4{margin:0 0 .3rem;font-size:1rem;overflow-wrap:anywhere}dl{margin:.4rem 0}
@media(max-width:40rem){dl{grid-template-columns:1fr}dt{margin-top:.3rem}dd{padding-left:.8rem}}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@media print{:root{--ground:#fff;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--tint:#fff}
body{font-size:10pt}main{max-width:none;padding:0}.answer,figure,tr{break-inside:avoid}h2,h3{break-after:avoid}nav{display:none}
.scroll{overflow:visible;border:0}table{font-size:7.5pt}th,td{padding:.15rem .3rem}td,.s{white-space:normal}td.n{white-space:nowrap}.t,.w{min-width:8rem}
.answers{grid-template-columns:repeat(3,1fr)}.figures{grid-template-columns:1fr 1fr}pre{white-space:pre-wrap;overflow-wrap:anywhere}}
)css";

// Sorts a table by the column whose heading is pressed: numbers as numbers, the rest as text.
constexpr std::string_view kScript = R"js(
document.querySelectorAll('table.sortable').forEach(function(t){
 t.querySelectorAll('thead button').forEach(function(b,i){b.addEventListener('click',function(){
  var th=b.parentNode,up=th.getAttribute('aria-sort')!=='ascending',body=t.tBodies[0],rows=Array.from(body.rows);
  t.querySelectorAll('th').forEach(function(h){h.removeAttribute('aria-sort')});
  th.setAttribute('aria-sort',up?'ascending':'descending');
  var key=function(r){var c=r.cells[i],v=parseFloat(c.dataset.v||c.textContent);return c.className!=='n'?c.textContent:isNaN(v)?null:v};
  rows.sort(function(a,b){var x=key(a),y=key(b);if(x===null)return 1;if(y===null)return -1;
   var d=typeof x==='number'&&typeof y==='number'?x-y:String(x).localeCompare(String(y));return up?d:-d});
  rows.forEach(function(r){body.appendChild(r)})})})});
)js";

std::string heading(const std::string& id, const std::string& title) {
  return "<h2 id=\"" + escaped(id) + "\">" + escaped(title) + "</h2>\n";
}

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

/// How a column is set: "n" numbers to the right, "s" short texts on one line, "t" long texts that wrap, "w" longer
/// ones with more room.
std::string column_class(const StudyTable& table, std::size_t column) {
  constexpr std::size_t kShort = 36;  // bytes
  constexpr std::size_t kLong = 90;
  std::size_t longest = 0;
  if (is_numeric(table, column)) return "n";
  for (const auto& row : table.rows) {
    const std::string* text = std::get_if<std::string>(&row[column]);
    if (text != nullptr) longest = std::max(longest, text->size());
  }
  return longest > kLong ? "w" : longest > kShort ? "t" : "s";
}

std::string heading_cell(const StudyColumn& column, const std::string& kind) {
  std::string out = "<th scope=\"col\" class=\"" + kind + "\"><button type=\"button\">" +
                    escaped(column.title.empty() ? column.name : column.title);
  if (!column.unit.empty()) out += " <small>" + escaped(column.unit) + "</small>";
  return out + "</button></th>";
}

/// A number by which a table can be sorted: seven digits are enough, and pages hold many.
std::string seven_digits(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 7).ptr;
  return {text.data(), end};
}

/// A cell without its end tag, which HTML lets out: it is a fifth of a long table.
std::string body_cell(const StudyCell& cell, const StudyColumn& column, const std::string& kind) {
  const std::string open = kind == "s" ? "<td" : "<td class=" + kind;
  if (const std::string* text = std::get_if<std::string>(&cell)) return open + ">" + escaped(*text);
  const double* number = std::get_if<double>(&cell);
  if (number == nullptr) return open + ">–";
  const std::string shown = fixed(*number, column.decimals);
  const std::string sorted = seven_digits(*number);
  return open + (shown == sorted ? "" : " data-v=" + sorted) + ">" + shown;
}

/// A table in a box of its own that scrolls sideways. A column with one and the same text in all rows is said once.
std::string table(const StudyTable& table) {
  std::string said;
  std::string head;
  std::vector<std::string> kinds;  // "" = said once
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const StudyColumn& column = table.columns[c];
    const auto common = common_text(table, c);
    kinds.push_back(common ? "" : column_class(table, c));
    if (common)
      said +=
          (said.empty() ? "All rows: " : "; ") + (column.title.empty() ? column.name : column.title) + " " + *common;
    else
      head += heading_cell(column, kinds.back());
  }
  std::string out = said.empty() ? "" : "<p class=\"caption\">" + escaped(said) + ".</p>\n";
  out += "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + escaped(table.title) +
         "\"><table class=\"sortable\"><thead><tr>" + head + "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c)
      if (!kinds[c].empty()) out += body_cell(row[c], table.columns[c], kinds[c]);
    out += "\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string folded(const StudyTable& content) {
  return "<details class=\"folded\"><summary>" + escaped(content.title) + " <small>" +
         std::to_string(content.rows.size()) + " rows</small></summary><p class=\"caption\">" +
         escaped(content.caption) + "</p>\n" + table(content) + "</details>\n";
}

/// A table under its title; folded when it is longer than a screen.
std::string captioned(const StudyTable& content, bool may_fold = true) {
  constexpr std::size_t kScreen = 24;  // rows
  if (may_fold && content.rows.size() > kScreen) return folded(content);
  return "<h3>" + escaped(content.title) + "</h3>\n" +
         (content.caption.empty() ? "" : "<p class=\"caption\">" + escaped(content.caption) + "</p>\n") +
         table(content);
}

/// A table as entries: every row its first cell as term and the others as lines below.
std::string definitions(const StudyTable& terms) {
  std::string out = "<h3>" + escaped(terms.title) + "</h3>\n<p class=\"caption\">" + escaped(terms.caption) +
                    "</p>\n<div class=\"terms\">";
  for (const auto& row : terms.rows) {
    std::string lines;
    std::string term;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const StudyColumn& column = terms.columns[c];
      const std::string* text = std::get_if<std::string>(&row[c]);
      const double* number = std::get_if<double>(&row[c]);
      const std::string shown = text != nullptr ? *text : number != nullptr ? fixed(*number, column.decimals) : "";
      if (c == 0)
        term = shown;
      else if (!shown.empty())
        lines += "<dt>" + escaped(column.title) + "</dt><dd>" + escaped(shown) + "</dd>\n";
    }
    out += "<article><h4>" + escaped(term) + "</h4><dl>" + lines + "</dl></article>\n";
  }
  return out + "</div>\n";
}

std::string answers(const std::vector<StudyAnswer>& answers) {
  std::string out = "<section class=\"answers\" aria-label=\"The answers\">\n";
  for (const StudyAnswer& answer : answers)
    out += "<div class=\"answer\"><h3>" + escaped(answer.question) + "</h3><b>" + escaped(answer.verdict) + "</b><p>" +
           escaped(answer.sentence) + "</p></div>\n";
  return out + "</section>\n";
}

std::string figures(const std::vector<const StudyFigure*>& figures) {
  std::string out = "<div class=\"figures\">\n";
  for (const StudyFigure* drawn : figures) {
    const StudyFigure& figure = *drawn;
    std::string drawing = svg(figure);
    // The page holds the style once: the first figure's copy would serve, but every copy costs a kilobyte.
    const auto from = drawing.find("<style>");
    const auto to = drawing.find("</style>\n");
    if (from != std::string::npos && to != std::string::npos) drawing.erase(from, to + 9 - from);
    out += "<figure id=\"figure-" + escaped(figure.id) + "\"><h3>" + escaped(figure.title) + "</h3>\n" + drawing +
           "<figcaption>" + escaped(figure.caption) + "</figcaption></figure>\n";
  }
  return out + "</div>\n";
}

std::string claims(const std::vector<StudyClaim>& claims) {
  return "<p>" + escaped(claims_sentence(claims)) + "</p>\n" + table(claims_table(claims));
}

/// Titles of the study's own sections, in the order of first use.
std::vector<std::string> study_parts(const StudyReport& report) {
  std::vector<std::string> parts;
  const auto add = [&](const std::string& section) {
    if (!section.empty() && std::find(parts.begin(), parts.end(), section) == parts.end()) parts.push_back(section);
  };
  for (const StudyFigure& figure : report.figures) add(figure.section);
  for (const StudyTable& table : report.tables) add(table.section);
  return parts;
}

std::vector<const StudyFigure*> drawn_in(const StudyReport& report, const std::string& section) {
  std::vector<const StudyFigure*> drawn;
  for (const StudyFigure& figure : report.figures)
    if (figure.section == section) drawn.push_back(&figure);
  return drawn;
}

/// Tables of a section but the summary, which opens the page.
std::string tables_in(const StudyReport& report, const std::string& section) {
  std::string out;
  for (std::size_t i = 1; i < report.tables.size(); ++i)
    if (report.tables[i].section == section) out += captioned(report.tables[i]);
  return out;
}

/// What differs is shown, all of it can be unfolded.
std::string published(const std::vector<StudyPublished>& rows) {
  std::string out = "<p>" + escaped(published_sentence(rows)) + "</p>\n" + table(published_counts(rows));
  const StudyTable differing = published_table(rows, "differs", "Where they differ");
  if (!differing.rows.empty() && differing.rows.size() < rows.size()) out += captioned(differing);
  return out + captioned(published_table(rows, "", "Every published number"));
}

/// Sections in the order of the page: id, title and content.
struct Section {
  std::string id, title, content;
};

std::vector<Section> sections(const ReportPage& page) {
  std::vector<Section> out;
  const StudyReport& report = page.report;
  if (!report.tables.empty()) out.push_back({"summary", "Summary", captioned(report.tables.front(), false)});
  if (!report.claims.empty()) out.push_back({"claims", "Claims", claims(report.claims)});
  const std::vector<std::string> parts = study_parts(report);
  if (const auto whole = drawn_in(report, ""); !whole.empty()) out.push_back({"figures", "Figures", figures(whole)});
  if (const std::string whole = tables_in(report, ""); !whole.empty()) out.push_back({"tables", "Tables", whole});
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto drawn = drawn_in(report, parts[p]);
    out.push_back({"part-" + std::to_string(p + 1), parts[p],
                   tables_in(report, parts[p]) + (drawn.empty() ? "" : figures(drawn))});
  }
  if (!report.published.empty()) out.push_back({"published", "Published against ours", published(report.published)});
  std::string troubles = page.data_tables.empty()     ? "<p>Nothing was trained and nothing measured.</p>\n"
                         : page.troubles.rows.empty() ? "<p>Nothing: every run ended well, every value is defined and "
                                                        "carries no flag.</p>\n"
                                                      : "<p class=\"caption\">" + escaped(page.troubles.caption) +
                                                            "</p>\n" + table(page.troubles);
  for (const std::string& note : report.notes) troubles += "<p>" + escaped(note) + "</p>\n";
  out.push_back({"undefined", "Undefined, flagged or failed", troubles});
  if (!page.data_tables.empty()) {
    std::string content;
    for (const StudyTable& data : page.data_tables) content += folded(data);
    out.push_back({"values", "All values", content});
  }
  if (!page.definitions.empty()) {
    std::string content;
    for (const StudyTable& terms : page.definitions) content += definitions(terms);
    out.push_back({"definitions", "Definitions", content});
  }
  std::string rerun = "<pre><code>";
  for (const std::string& command : page.rerun) rerun += escaped(command) + "\n";
  rerun += "</code></pre>\n<details><summary>The manifest with every default written out</summary><pre><code>" +
           escaped(page.manifest) + "</code></pre></details>\n";
  out.push_back({"rerun", "How to rerun", rerun});
  std::string provenance = "<dl>";
  for (const auto& [name, text] : page.provenance)
    provenance += "<dt>" + escaped(name) + "</dt><dd>" + escaped(text) + "</dd>\n";
  out.push_back({"provenance", "Provenance", provenance + "</dl>\n"});
  return out;
}

}  // namespace

std::string html(const ReportPage& page) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>" +
      escaped(page.title) + "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>" + std::string(kStyle) +
      svg_style() + "</style></head>\n<body><main>\n<header><h1>" + escaped(page.title) + "</h1><p class=\"lead\">" +
      escaped(page.lead) + "</p></header>\n" + answers(page.report.answers);
  const std::vector<Section> parts = sections(page);
  out += "<nav aria-label=\"Contents\"><ul>";
  for (const Section& part : parts) out += "<li><a href=\"#" + part.id + "\">" + escaped(part.title) + "</a></li>";
  out += "</ul></nav>\n";
  for (const Section& part : parts) out += "<section>" + heading(part.id, part.title) + part.content + "</section>\n";
  return out + "</main><script>" + std::string(kScript) + "</script></body></html>\n";
}

}  // namespace reseed
