// SPDX-License-Identifier: Apache-2.0
#include "reseed/mitigation.hpp"

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {{"textbook", "plain fine-tuning under another name", 0, 0}};

constexpr MitigationInfo kInfo = {
    .id = "fake_method",
    .version = 1,
    .summary = "A method that uses none of its hooks",
    .source = "the tests of reseed",
    .variants = kVariants,
    .options = {},
    .plain = false,
};

class Method final : public Mitigation {
 public:
  explicit Method(const Options&) {}
};

}  // namespace

RESEED_MITIGATION(Method, kInfo)
