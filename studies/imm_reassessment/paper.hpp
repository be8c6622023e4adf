// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../common/comparability.hpp"
#include "../common/paper_scale.hpp"
#include "../common/published.hpp"
#include "view.hpp"

namespace reseed::imm_reassessment {

using studies::paper_names;
using studies::PaperNames;

/// Section 6: Re-init, the top k = 5 layers (row 23 of the paper-versus-code list).
inline constexpr int kPaperReinitialised = 5;

/// The model of the paper that a group's model stands beside: itself, or that of its family at another scale.
studies::PaperModel beside(const StudyGroup& group);

/// What the paper calls a group: by its own name, else by the scheme of the comparison that it is.
std::optional<std::string> scheme_of(const Comparison& comparison, const StudyGroup& group);

/// What the paper's scheme beside a group is called: as the group, where that is the paper's own in its model or in one
/// of the same depth; else by its method, and Re-init says what it draws anew: "reinit (k=5 of 24 blocks)".
std::string published_scheme(const View& view, const Comparison& comparison, const StudyGroup& group);

/// Group of a comparison that runs a scheme of the paper ("standard", "reinit"), first of all with the paper's options,
/// else the only one of that method with others ("reinit (k=1)"); groups that hold streams do not count. Null when
/// there is none.
const StudyGroup* scheme(const Comparison& comparison, const std::string& method);

/// Columns of the view that are measures of the paper's tables and figures (SD, JSD, kappa, pairwise disagreement, CKA,
/// OP), in the order of the view.
std::vector<const MeasureColumn*> paper_columns(const View& view);
/// Layers of the group's representations, by the number of the highest one; empty without any.
std::optional<std::size_t> layers_of(const View& view, const StudyGroup& group);
/// Why what rests on all layers of a group of the paper's model cannot be held against the paper; "" where it can.
/// `with_sd`: it rests on the metric, too.
std::string limits_over_layers(const View& view, const published::Facts& facts, const StudyGroup& group, bool with_sd);

/// Title of the column in a table of the paper: "JSD"; the measure's own title when the paper does not have it.
std::string paper_title(const MeasureColumn& column);

/// Does a task learn? Mean score of the method against the best that always giving one and the same class would score,
/// by the task's own metric.
struct Learning {
  double score = 0.0;     ///< mean over the runs
  double baseline = 0.0;  ///< of the best constant prediction
  bool learns = false;    ///< the mean is more than two standard errors above the baseline
};
/// Of the comparison's reference (Standard, else the first group). Empty without records or with fewer than two runs.
std::optional<Learning> learning(const View& view, const Comparison& comparison);
/// False only where it is known that the task does not learn.
bool may_learn(const View& view, const Comparison& comparison);

}  // namespace reseed::imm_reassessment
