// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "report/figure_text.hpp"
#include "report/markup.hpp"
#include "report/page_parts.hpp"
#include "report/sentences.hpp"
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

constexpr std::size_t kMany = 4;  // of one kind: heatmaps of a family, families of a section

SharedSentences captions_of(const std::vector<const StudyFigure*>& figures) {
  std::vector<std::string> captions;
  for (const StudyFigure* figure : figures) captions.push_back(figure->caption);
  return shared_by_all(captions);
}

std::string said_above(const SharedSentences& captions) {
  return captions.shared.empty() ? "" : "<p class=\"caption\">" + escaped(captions.shared) + "</p>\n";
}

/// "On sub-samples" of "On sub-samples, original, rte": what families that are alike have in common.
std::string stem(const std::string& family) { return family.substr(0, family.find(", ")); }

/// Figures of one title; `fold`: not shown until they are asked for.
std::string family_html(const std::vector<const StudyFigure*>& family, const std::string& section, bool fold) {
  const SharedSentences captions = captions_of(family);
  const bool heatmaps = family.front()->kind == StudyFigure::Kind::heatmap;
  const std::string name = escaped(title_of(*family.front(), section).family);
  const bool panels =
      std::any_of(family.begin(), family.end(), [](const StudyFigure* figure) { return !figure->panels.empty(); });
  fold = fold || (heatmaps && !panels && family.size() >= kMany);
  std::string out = fold ? "<details class=\"folded\"><summary>" + name + " <small>" + std::to_string(family.size()) +
                               " figures</small></summary>\n"
                         : "<h3>" + name + "</h3>\n";
  out += said_above(captions) + grid_begin(family.size());
  for (std::size_t f = 0; f < family.size(); ++f)
    out += figure_html(*family[f], "<h4>" + escaped(title_of(*family[f], section).member) + "</h4>", captions.rest[f]);
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
  constexpr std::size_t kShown = 2;  // of many families that are alike
  std::string out;
  std::vector<const StudyFigure*> single;  // of no family, since the last one
  const auto end_singles = [&] {
    if (single.empty()) return;
    const SharedSentences captions = captions_of(single);
    out += said_above(captions) + grid_begin(single.size());
    for (std::size_t f = 0; f < single.size(); ++f)
      out += figure_html(*single[f], "<h3>" + escaped(without_section(single[f]->title, section)) + "</h3>",
                         captions.rest[f]);
    out += "</div>\n";
    single.clear();
  };
  std::map<std::string, std::size_t> alike, shown;  // families by stem
  for (auto first = figures.begin(); first != figures.end();) {
    const auto end = family_end(first, figures.end(), section);
    if (end - first > 1) ++alike[stem(title_of(**first, section).family)];
    first = end;
  }
  for (auto first = figures.begin(); first != figures.end();) {
    const auto end = family_end(first, figures.end(), section);
    if (end - first == 1) {
      single.push_back(*first);
    } else {
      end_singles();
      const std::string kind = stem(title_of(**first, section).family);
      out += family_html({first, end}, section, alike[kind] >= kMany && ++shown[kind] > kShown);
    }
    first = end;
  }
  end_singles();
  return out;
}

}  // namespace reseed
