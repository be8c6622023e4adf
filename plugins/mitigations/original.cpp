// SPDX-License-Identifier: Apache-2.0
#include "reseed/mitigation.hpp"

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {{"textbook", "plain fine-tuning", 0, 0}};

constexpr MitigationInfo kInfo = {
    .id = "original",
    .version = 1,
    .summary = "No mitigation: plain fine-tuning, the baseline",
    .source = "Devlin et al. 2019, \"BERT\", section 3.2",
    .variants = kVariants,
    .options = {},
    .plain = true,
};

/// The baseline takes the same road as every method and uses none of its hooks.
class Original final : public Mitigation {
 public:
  explicit Original(const Options&) {}
};

}  // namespace

RESEED_MITIGATION(Original, kInfo)
