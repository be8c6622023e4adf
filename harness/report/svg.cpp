// SPDX-License-Identifier: Apache-2.0
#include "report/svg.hpp"

#include "report/svg_parts.hpp"

namespace reseed {

const char* svg_style() {
  // Hues after Okabe and Ito, and a violet; their lightness is set so that all seven stay apart for readers without
  // red, green or blue cones too. The dark setting has lighter ones of the same hues, print always the others.
  return ".figure{font:12px system-ui,sans-serif;color:#1b1f24}"
         ".figure text{fill:currentColor}.figure .t{opacity:.75}.figure .g{stroke:currentColor;stroke-opacity:.13}"
         ".figure .a{stroke:currentColor;stroke-opacity:.6}"
         ".c0{--c:#0072b2}.c1{--c:#a83e08}.c2{--c:#13a07a}.c3{--c:#6a1d5e}.c4{--c:#ba880e}.c5{--c:#5f3ce0}.c6{--c:#"
         "5c5c5c}"
         ".figure .m{fill:var(--c);stroke:none;fill-opacity:.85}.figure .h{fill:none;stroke:var(--c);stroke-width:1.6}"
         ".figure .l{fill:none;stroke:var(--c);stroke-width:2}.figure "
         ".i{stroke:var(--c);stroke-width:1.6;stroke-opacity:.6}"
         ".figure .d{stroke:var(--c);stroke-width:3.4;stroke-linecap:round;stroke-opacity:.45}"
         ".figure .b{fill:var(--c);fill-opacity:.16;stroke:var(--c);stroke-opacity:.55;stroke-dasharray:4 3}.figure "
         ".hi{fill:#0072b2}.figure .lo{fill:#d55e00}"
         "@media screen and (prefers-color-scheme:dark){.figure{color:#e6e8eb}.c0{--c:#5aa9f2}.c1{--c:#d56a30}.c2{--c:#"
         "86efc8}.c3{--c:#ad5b9e}.c4{--c:#f2dd60}.c5{--c:#8068ff}.c6{--c:#9a9a9a}}"
         "@media print{.figure{color:#000}}";
}

std::string svg(const StudyFigure& figure) {
  if (figure.kind != StudyFigure::Kind::heatmap) return svg_plot(figure);
  return figure.panels.empty() ? svg_heatmap(figure) : svg_panels(figure);
}

double svg_width(const StudyFigure& figure) {
  const bool panels = figure.kind == StudyFigure::Kind::heatmap && !figure.panels.empty();
  return panels ? panels_width(figure) : kFigureWidth;
}

}  // namespace reseed
