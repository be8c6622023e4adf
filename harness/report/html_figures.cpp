// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/figure_text.hpp"
#include "report/markup.hpp"
#include "report/page_parts.hpp"
#include "report/svg.hpp"
#include "report/svg_parts.hpp"

namespace reseed {
namespace {

/// What stands before and after the first ": " of a title; without one all of it stands before.
struct Title {
  std::string family;
  std::string member;
};

Title title_of(const StudyFigure& figure, const std::string& section) {
  const std::string title = without_section(figure.title, section);
  const auto colon = title.find(": ");
  if (colon == std::string::npos) return {title, ""};
  return {title.substr(0, colon), title.substr(colon + 2)};
}

/// The drawing alone. The page holds the style once: every copy costs a kilobyte.
std::string drawing(const StudyFigure& figure) {
  std::string text = svg(figure);
  const auto from = text.find("<style>");
  const auto to = text.find("</style>\n");
  if (from != std::string::npos && to != std::string::npos) text.erase(from, to + 9 - from);
  return text;
}

/// A wide figure has a row of its own. It scrolls sideways, as tables do, before its texts become too small to read.
std::string figure_html(const StudyFigure& figure, const std::string& heading, const std::string& caption) {
  const double width = svg_width(figure);
  const bool wide = width > kFigureWidth;
  return "<figure id=\"figure-" + escaped(figure.id) + '"' +
         (wide ? " class=\"wide\" style=\"--w:" + coordinate(width) + "px\"" : "") + '>' + heading + "\n" +
         (wide ? "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + escaped(figure.title) + "\">"
               : "") +
         drawing(figure) + (wide ? "</div>" : "") +
         (caption.empty() ? "" : "<figcaption>" + escaped(caption) + "</figcaption>") + "</figure>\n";
}

/// Many figures stand three side by side.
std::string grid_begin(std::size_t figures) {
  return std::string("<div class=\"figures") + (figures > 2 && figures != 4 ? " small" : "") + "\">\n";
}

using Figures = std::vector<const StudyFigure*>::const_iterator;

/// The end of the family that begins at a figure: neighbours of one kind whose titles differ behind ": " only.
Figures family_end(Figures first, Figures last, const std::string& section) {
  const Title title = title_of(**first, section);
  if (title.member.empty()) return first + 1;
  return std::find_if(first + 1, last, [&](const StudyFigure* figure) {
    const Title other = title_of(*figure, section);
    return figure->kind != (*first)->kind || other.family != title.family || other.member.empty();
  });
}

/// Figures of one title, their common caption once.
std::string family_html(const std::vector<const StudyFigure*>& family, const std::string& section) {
  constexpr std::size_t kMany = 4;  // heatmaps that are figures of their own
  const bool one_caption = std::all_of(family.begin(), family.end(), [&](const StudyFigure* figure) {
    return figure->caption == family.front()->caption;
  });
  const bool heatmaps = family.front()->kind == StudyFigure::Kind::heatmap;
  const std::string name = escaped(title_of(*family.front(), section).family);
  const bool panels =
      std::any_of(family.begin(), family.end(), [](const StudyFigure* figure) { return !figure->panels.empty(); });
  const bool fold = heatmaps && !panels && family.size() >= kMany;
  std::string out = fold ? "<details class=\"folded\"><summary>" + name + " <small>" + std::to_string(family.size()) +
                               " figures</small></summary>\n"
                         : "<h3>" + name + "</h3>\n";
  if (one_caption && !family.front()->caption.empty())
    out += "<p class=\"caption\">" + escaped(family.front()->caption) + "</p>\n";
  out += grid_begin(family.size());
  for (const StudyFigure* figure : family)
    out += figure_html(*figure, "<h4>" + escaped(title_of(*figure, section).member) + "</h4>",
                       one_caption ? "" : figure->caption);
  return out + "</div>\n" + (fold ? "</details>\n" : "");
}

}  // namespace

std::string without_section(std::string title, const std::string& section) {
  if (section.empty()) return title;
  for (const std::string before : {": ", ", "}) {
    const auto found = title.find(before + section);
    if (found != std::string::npos) title.erase(found, before.size() + section.size());
  }
  return title;
}

std::string figures_html(const std::vector<const StudyFigure*>& figures, const std::string& section) {
  std::string out;
  std::vector<const StudyFigure*> single;  // of no family, since the last one
  const auto end_singles = [&] {
    if (single.empty()) return;
    out += grid_begin(single.size());
    for (const StudyFigure* figure : single)
      out += figure_html(*figure, "<h3>" + escaped(without_section(figure->title, section)) + "</h3>", figure->caption);
    out += "</div>\n";
    single.clear();
  };
  for (auto first = figures.begin(); first != figures.end();) {
    const auto end = family_end(first, figures.end(), section);
    if (end - first == 1) {
      single.push_back(*first);
    } else {
      end_singles();
      out += family_html({first, end}, section);
    }
    first = end;
  }
  end_singles();
  return out;
}

}  // namespace reseed
