// SPDX-License-Identifier: Apache-2.0
#include "published_curve.hpp"

#include <charconv>

namespace reseed::imm_reassessment {
namespace {

constexpr long kPaperLayers = static_cast<long>(studies::kPaperLayers);

}  // namespace

std::vector<PublishedPoint> published_curve(const View& view, const Comparison& comparison, const StudyGroup& group,
                                            const MeasureColumn& column, const published::Facts& facts) {
  std::vector<PublishedPoint> points;
  const auto task = paper_names(group).task;
  const auto method = scheme_of(comparison, group);
  const auto depth = top_layer(view.data(), group);
  const published::MeasureName* measure = published::measure_named(column.id);
  if (facts.empty() || !task || !method || !depth || measure == nullptr || !column.options.empty()) return points;
  const TomlNode* curve = facts.table("layer-curves.toml",
                                      "imm." + beside(group).name + "." + *task + "." + measure->paper + "." + *method);
  if (curve == nullptr) return points;
  for (const TomlMember& member : curve->members) {
    long layer = 0;
    const std::string digits = member.key.substr(1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), layer);
    if (!member.key.starts_with("l") || read.ec != std::errc()) continue;
    const double at = static_cast<double>(layer * *depth) / static_cast<double>(kPaperLayers);
    points.push_back({layer, at, published::Facts::number(*curve, member.key)});
  }
  return points;
}

std::string published_curve_words(const View& view, const StudyGroup& group) {
  const studies::PaperModel model = beside(group);
  const bool same_depth = top_layer(view.data(), group) == kPaperLayers;
  return "Hollow marks: published for " + studies::paper_checkpoint(model.name) +
         ", read off a picture (± 0.02) at layers 1, 12, 18 and 24" +
         (same_depth ? "" : " of 24, here at the same share of the depth") +
         (model.same_scale && same_depth ? "." : "; another scale, not compared.");
}

}  // namespace reseed::imm_reassessment
