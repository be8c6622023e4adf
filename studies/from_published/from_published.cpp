// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"
#include "reseed/study.hpp"

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {{"textbook", "every analysis that needs published numbers alone", 0.0, 0.0}};

constexpr StudyInfo kInfo = {
    .id = "from_published",
    .version = 4,
    .summary = "recomputes a paper's analyses from its published numbers: what follows from what, which claims hold",
    .source = "Du and Nguyen 2023, \"Measuring the Instability of Fine-Tuning\", ACL",
    .needs = "",
    .variants = kVariants,
    .options = {},
};

/// The paper's tables, figures and claims against each other. Trains nothing and reads no run.
class FromPublished final : public Study {
 public:
  explicit FromPublished(const Options&) {}

  StudyReport analyse(const StudyData& data) const override {
    StudyReport report = from_published::recompute(data.published(), data.bootstrap_seed(), data.bootstrap_samples());
    if (!data.groups().empty())
      report.notes.push_back("The manifest's groups are not looked at: this study reads published numbers alone.");
    return report;
  }
};

}  // namespace

RESEED_STUDY(FromPublished, kInfo)
