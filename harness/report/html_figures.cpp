// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/markup.hpp"
#include "report/page_parts.hpp"
#include "report/svg.hpp"

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

std::string figure_html(const StudyFigure& figure, const std::string& heading, const std::string& caption) {
  return "<figure id=\"figure-" + escaped(figure.id) + "\">" + heading + "\n" + drawing(figure) +
         (caption.empty() ? "" : "<figcaption>" + escaped(caption) + "</figcaption>") + "</figure>\n";
}

/// Figures of one title, their common caption once.
std::string family_html(const std::vector<const StudyFigure*>& family, const std::string& section) {
  constexpr std::size_t kMany = 4;  // heatmaps
  const bool one_caption = std::all_of(family.begin(), family.end(), [&](const StudyFigure* figure) {
    return figure->caption == family.front()->caption;
  });
  const bool heatmaps = family.front()->kind == StudyFigure::Kind::heatmap;
  const std::string name = escaped(title_of(*family.front(), section).family);
  const bool fold = heatmaps && family.size() >= kMany;
  std::string out = fold ? "<details class=\"folded\"><summary>" + name + " <small>" + std::to_string(family.size()) +
                               " figures</small></summary>\n"
                         : "<h3>" + name + "</h3>\n";
  if (one_caption) out += "<p class=\"caption\">" + escaped(family.front()->caption) + "</p>\n";
  out += std::string("<div class=\"figures") + (family.size() > 2 && family.size() != 4 ? " small" : "") + "\">\n";
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
  bool open = false;  // a grid of figures that belong to no family
  for (std::size_t i = 0; i < figures.size();) {
    const Title title = title_of(*figures[i], section);
    std::size_t end = i + 1;
    while (!title.member.empty() && end < figures.size() && figures[end]->kind == figures[i]->kind &&
           title_of(*figures[end], section).family == title.family && !title_of(*figures[end], section).member.empty())
      ++end;
    if (end - i > 1) {
      if (open) out += "</div>\n";
      open = false;
      out += family_html(
          {figures.begin() + static_cast<std::ptrdiff_t>(i), figures.begin() + static_cast<std::ptrdiff_t>(end)},
          section);
    } else {
      if (!open) out += "<div class=\"figures\">\n";
      open = true;
      out += figure_html(*figures[i], "<h3>" + escaped(without_section(figures[i]->title, section)) + "</h3>",
                         figures[i]->caption);
    }
    i = end;
  }
  return out + (open ? "</div>\n" : "");
}

}  // namespace reseed
