// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "analysis/correlation.hpp"
#include "context.hpp"
#include "reseed/error.hpp"

namespace reseed::from_published {
namespace {

constexpr double kNudge = 1e-6;  // breaks a tie of numbers with 2 decimals without passing a third
constexpr double kEqual = 1e-9;

/// Which of two methods of equal printed value is the lower one, as the facts name it.
struct TieBreak {
  std::string measure, lower, higher;
  double printed = 0.0;
  TieBreak reversed() const { return {measure, higher, lower, printed}; }
};

std::optional<TieBreak> tie_break_of(const TomlNode& map) {
  const TomlNode* node = map.find("tie_break");
  if (node == nullptr) return std::nullopt;
  return TieBreak{Facts::text(*node, "measure"), Facts::text(*node, "lower"), Facts::text(*node, "higher"),
                  Facts::number(*node, "printed")};
}

std::size_t position_of(const std::string& method) {
  const auto& methods = published::kMethods;
  return static_cast<std::size_t>(std::find(methods.begin(), methods.end(), method) - methods.begin());
}

/// Values of the five schemes, a named tie broken. Errors: Error(data) when the two are not tied at the printed value.
std::vector<double> values_of(const Context& context, const TomlNode& map, const std::string& model,
                              const std::string& task, const std::string& measure, const std::optional<TieBreak>& tie) {
  std::vector<double> values = by_method(context.facts, model, task, measure);
  if (!tie || tie->measure != measure) return values;
  const std::size_t lower = position_of(tie->lower);
  const std::size_t higher = position_of(tie->higher);
  if (lower >= values.size() || higher >= values.size() || values[lower] != tie->printed ||
      values[higher] != tie->printed)
    throw Error(ErrorKind::data, map.find("tie_break")->place.text(),
                "want two methods that " + measure + " ties at the printed value, found others");
  values[lower] -= kNudge;
  return values;
}

/// One cell of a map, "sd_jsd = 0.6".
struct MapCell {
  std::string first, second;
  double published = 0.0;
};

std::vector<MapCell> cells_of(const TomlNode& map) {
  std::vector<MapCell> cells;
  for (const TomlMember& member : map.members) {
    if (member.key == "figure" || member.key == "tie_break") continue;
    const std::size_t middle = member.key.find('_');
    if (middle == std::string::npos)
      throw Error(ErrorKind::data, member.place.text(), "want two measures joined by '_', found " + member.key);
    cells.push_back({member.key.substr(0, middle), member.key.substr(middle + 1), Facts::number(map, member.key)});
  }
  return cells;
}

double tau(const Context& context, const TomlNode& map, const std::string& model, const std::string& task,
           const MapCell& cell, const std::optional<TieBreak>& tie) {
  const auto found = kendall(values_of(context, map, model, task, cell.first, tie),
                             values_of(context, map, model, task, cell.second, tie));
  if (!found)
    throw Error(ErrorKind::data, map.place.text(), "want values that differ between methods for " + cell.first);
  return found->coefficient;
}

}  // namespace

void check_rankings(Context& context) {
  Count count{"cells of Kendall's tau from the printed scores", "Figures 14, 15", 36, 0, 0, ""};
  StudyTable ties{"ties",
                  "Ties of the printed top-layer values",
                  "Kendall's maps fix in which order two methods stand that the notebook prints as equal: the other "
                  "order contradicts so many cells.",
                  {{"model", "Model", "", -1},
                   {"task", "Task", "", -1},
                   {"measure", "Measure", "", -1},
                   {"printed", "Printed", "", 2},
                   {"lower", "Lower", "", -1},
                   {"higher", "Higher", "", -1},
                   {"contradicted", "Cells against the other order", "", 0}},
                  {}};
  for (const TomlMember& model : context.facts.file("kendall-tau.toml").members)
    for (const TomlMember& task : model.value.members) {
      const TomlNode& map = task.value;
      const std::optional<TieBreak> tie = tie_break_of(map);
      const std::string figure = "Figure " + Facts::text(map, "figure");
      double contradicted = 0.0;
      for (const MapCell& cell : cells_of(map)) {
        const double ours = tau(context, map, model.key, task.key, cell, tie);
        const bool agrees = std::abs(ours - cell.published) <= kEqual;
        count.add(agrees, figure + ", " + title(cell.first) + " and " + title(cell.second));
        context.compare(figure, model.key, task.key, "", cell.first + " and " + cell.second, cell.published, ours,
                        agrees);
        if (tie && std::abs(tau(context, map, model.key, task.key, cell, tie->reversed()) - cell.published) > kEqual)
          ++contradicted;
      }
      if (tie)
        ties.rows.push_back({title(model.key), title(task.key), title(tie->measure), tie->printed, title(tie->lower),
                             title(tie->higher), contradicted});
    }
  context.claim_all(
      "kendall_maps", count,
      "tau-b; " + std::to_string(ties.rows.size()) +
          " ties of the 2-decimal values at the top layer are broken in the order that the maps themselves fix");
  if (!ties.rows.empty()) context.report.tables.push_back(std::move(ties));
}

}  // namespace reseed::from_published
