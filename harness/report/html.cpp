// SPDX-License-Identifier: Apache-2.0
#include "report/html.hpp"

#include <algorithm>
#include <array>

#include "report/markup.hpp"
#include "report/page_parts.hpp"
#include "report/published_tables.hpp"
#include "report/svg.hpp"

namespace reseed {
namespace {

std::string heading(const std::string& id, const std::string& title) {
  return "<h2 id=\"" + escaped(id) + "\">" + escaped(title) + "</h2>\n";
}

std::string terms(const std::vector<NamedText>& texts) {
  std::string out = "<dl>";
  for (const auto& [name, text] : texts) out += "<dt>" + escaped(name) + "</dt><dd>" + escaped(text) + "</dd>\n";
  return out + "</dl>\n";
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

/// The file of the bundle that holds a study's table.
std::string file_of(const StudyTable& table) { return "tables/" + table.id + ".csv"; }

/// Tables of a section but the summary, which opens the page.
std::string tables_in(const StudyReport& report, const std::string& section) {
  std::string out;
  for (std::size_t i = 1; i < report.tables.size(); ++i) {
    if (report.tables[i].section != section) continue;
    StudyTable table = report.tables[i];
    table.title = without_section(table.title, section);
    out += captioned(table, file_of(table));
  }
  return out;
}

constexpr const char* kPublished = "published.csv";

/// What differs is shown, all of it can be unfolded.
std::string published(const std::vector<StudyPublished>& rows) {
  std::string out = "<p>" + escaped(published_sentence(rows)) + "</p>\n" + table_html(published_counts(rows));
  if (const StudyTable reasons = published_reasons(rows); !reasons.rows.empty()) out += captioned(reasons, kPublished);
  const StudyTable differing = published_table(rows, "differs", "Where they differ");
  if (!differing.rows.empty() && differing.rows.size() < rows.size()) out += captioned(differing, kPublished);
  // Where none can be compared, the reasons say it all.
  const bool compared =
      std::any_of(rows.begin(), rows.end(), [](const StudyPublished& row) { return row.verdict != "not_comparable"; });
  return out + captioned(published_table(rows, "", "Every published number"), kPublished,
                         compared ? Fold::when_long : Fold::always);
}

std::string troubles(const ReportPage& page) {
  std::string out;
  if (page.data_tables.empty())
    out = "<p>Nothing was trained and nothing measured.</p>\n";
  else if (page.troubles.empty() && page.troubles_lead.empty())
    out = "<p>Nothing: every run ended well, every value is defined and carries no flag.</p>\n";
  if (!page.troubles_lead.empty()) out += "<p>" + escaped(page.troubles_lead) + "</p>\n";
  for (const StudyTable& table : page.troubles) out += captioned(table, "runs.csv and measures.csv");
  if (!page.flags.empty()) out += "<h3>What the flags mean</h3>\n" + terms(page.flags);
  if (!page.report.notes.empty())
    out += "<p>What else must be known before a number is believed: <a href=\"#first\">To be read first</a>.</p>\n";
  return out;
}

/// Sections in the order of the page: id, title and content.
struct Section {
  std::string id, title, content;
};

std::vector<Section> sections(const ReportPage& page) {
  std::vector<Section> out;
  const StudyReport& report = page.report;
  if (!report.claims.empty()) out.push_back({"claims", "Claims", claims_html(report.claims)});
  // The summary is the first thing to see, but for one of several screens: the claims would never be reached.
  if (!report.tables.empty())
    out.insert(report.tables.front().rows.size() > kScreen ? out.end() : out.begin(),
               {"summary", "Summary", captioned(report.tables.front(), file_of(report.tables.front()), Fold::never)});
  if (!report.published.empty()) out.push_back({"published", "Published against ours", published(report.published)});
  // What is read stands before what is looked at: parts without a figure first.
  const std::vector<std::string> parts = study_parts(report);
  const auto part = [&](std::size_t p) {
    return Section{"part-" + std::to_string(p + 1), parts[p],
                   figures_html(drawn_in(report, parts[p]), parts[p]) + tables_in(report, parts[p])};
  };
  for (std::size_t p = 0; p < parts.size(); ++p)
    if (drawn_in(report, parts[p]).empty()) out.push_back(part(p));
  if (const auto whole = drawn_in(report, ""); !whole.empty())
    out.push_back({"figures", "Figures", figures_html(whole, "")});
  if (const std::string whole = tables_in(report, ""); !whole.empty()) out.push_back({"tables", "Tables", whole});
  for (std::size_t p = 0; p < parts.size(); ++p)
    if (!drawn_in(report, parts[p]).empty()) out.push_back(part(p));
  out.push_back({"undefined", "Undefined, flagged or failed", troubles(page)});
  if (!page.data_tables.empty()) {
    std::string content;
    for (const StudyTable& data : page.data_tables) content += captioned(data, data.id + ".csv", Fold::always);
    out.push_back({"values", "All values", content});
  }
  if (!page.definitions.empty()) {
    std::string content;
    for (const StudyTable& entries : page.definitions) content += definitions_html(entries);
    out.push_back({"definitions", "Definitions", content});
  }
  std::string rerun = "<pre><code>";
  for (const std::string& command : page.rerun) rerun += escaped(command) + "\n";
  rerun += "</code></pre>\n<details><summary>The manifest with every default written out</summary><pre><code>" +
           escaped(page.manifest) + "</code></pre></details>\n";
  out.push_back({"rerun", "How to rerun", rerun});
  out.push_back({"provenance", "Provenance", terms(page.provenance)});
  return out;
}

}  // namespace

std::string claims_html(const std::vector<StudyClaim>& claims) {
  struct Kind {
    const char *verdict, *words, *kind, *sign;
  };
  constexpr std::array<Kind, 3> kKinds = {{{"holds", "holds", "yes", "✓"},
                                           {"does_not_hold", "does not hold", "no", "✗"},
                                           {"cannot_tell", "cannot tell", "open", "?"}}};
  std::vector<StudyClaim> own, of_list;
  for (const StudyClaim& claim : claims) (claim.source == kStatementOfList ? of_list : own).push_back(claim);
  const auto listed = [&](const std::vector<StudyClaim>& some) {
    std::vector<std::string> remarks;
    for (const StudyClaim& claim : some) remarks.push_back(claim.remark);
    const Footnotes noted = footnotes(remarks);
    std::string out = "<ul class=\"claims\">\n";
    for (const Kind& kind : kKinds)
      for (std::size_t c = 0; c < some.size(); ++c)
        if (some[c].verdict == kind.verdict)
          out += std::string("<li class=\"") + kind.kind + "\"><span class=\"v " + kind.kind + "\">" + kind.sign + ' ' +
                 kind.words + "</span> <q>" + escaped(some[c].text) + "</q>" +
                 (some[c].remark.empty() ? ""
                                         : "<p>" + escaped(noted.texts[c].text) + note_marks(noted.texts[c]) + "</p>") +
                 "</li>\n";
    return out + "</ul>\n" + notes_below(noted);
  };
  std::string out = "<p>" + escaped(claims_sentence(own)) + "</p>\n" + (own.empty() ? "" : listed(own));
  if (!of_list.empty())
    out += "<p>Statements of the list of what was found out about the publication, not its own claims:</p>\n" +
           listed(of_list);
  return out;
}

std::string html(const ReportPage& page) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>" +
      escaped(page.title) + "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>" + std::string(page_style()) +
      svg_style() + "</style></head>\n<body>\n";
  const std::vector<Section> parts = sections(page);
  out += "<main>\n<header><p class=\"mark\">reseed report</p><h1>" + escaped(page.title) + "</h1><p class=\"lead\">" +
         escaped(page.lead) + "</p></header>\n" + answers_html(page.report.answers) + notes_html(page.report.notes) +
         "<nav aria-label=\"Contents\"><ul>";
  for (const Section& part : parts) out += "<li><a href=\"#" + part.id + "\">" + escaped(part.title) + "</a></li>";
  out += "</ul></nav>\n";
  for (const Section& part : parts) out += "<section>" + heading(part.id, part.title) + part.content + "</section>\n";
  return out + "</main><script>" + std::string(page_script()) + "</script></body></html>\n";
}

}  // namespace reseed
