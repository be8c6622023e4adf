// SPDX-License-Identifier: Apache-2.0
#include "seed_points.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "curve.hpp"

namespace reseed::studies {
namespace {

std::vector<SeedMark> distances_to_others(const StudyValue& value) {
  std::vector<SeedMark> marks;
  const arma::uword runs = value.pairs.n_rows;
  if (runs < 2 || value.seeds.size() != runs) return {};
  for (arma::uword i = 0; i < runs; ++i) {
    double sum = 0.0;
    for (arma::uword j = 0; j < runs; ++j)
      if (j != i) sum += value.pairs(i, j);
    if (!std::isfinite(sum)) return {};
    marks.push_back({value.seeds[i], oriented(value, sum / static_cast<double>(runs - 1))});
  }
  return marks;
}

std::vector<SeedMark> values_without(const StudyValue& value) {
  std::vector<SeedMark> marks;
  if (value.seeds.size() != value.without.size()) return {};
  for (std::size_t i = 0; i < value.without.size(); ++i)
    if (std::isfinite(value.without[i])) marks.push_back({value.seeds[i], value.without[i]});
  return marks;
}

}  // namespace

std::vector<SeedMark> seed_marks(const StudyValue& value) {
  return value.arity == Arity::pair ? distances_to_others(value) : values_without(value);
}

std::string seed_words(Arity arity) {
  return arity == Arity::pair ? "mean distance of each seed's run to the others" : "the value without that seed";
}

double beside(double x, double width, std::size_t position, std::size_t count) {
  if (count < 2) return x;
  return x + width * (static_cast<double>(position) / static_cast<double>(count - 1) - 0.5);
}

std::vector<StudyPoint> seed_points(const StudyValue& value, double x, double width) {
  std::vector<StudyPoint> points;
  const std::vector<SeedMark> marks = seed_marks(value);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const std::string seed = "seed " + std::to_string(marks[i].seed);
    const std::string number = fixed(marks[i].y, 4);
    points.push_back({beside(x, width, i, marks.size()), marks[i].y, std::nullopt, std::nullopt,
                      value.arity == Arity::pair ? seed + ": " + number + " on average from the others"
                                                 : "without " + seed + ": " + number});
  }
  return points;
}

StudySeries seed_dots(const std::string& name, const std::vector<const StudyValue*>& layers, int like, double offset) {
  StudySeries dots{name, StudySeries::Mark::dots, {}, like};
  for (const StudyValue* value : layers)
    for (const SeedMark& mark : seed_marks(*value))
      dots.points.push_back(
          {static_cast<double>(std::max(0L, layer_number(*value))) + offset, mark.y, std::nullopt, std::nullopt, ""});
  return dots;
}

}  // namespace reseed::studies
