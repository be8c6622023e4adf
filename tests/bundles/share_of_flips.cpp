// SPDX-License-Identifier: Apache-2.0
#include "reseed/measure.hpp"

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {{"textbook", "items on which not all runs predict the same class", 0.0, 1.0}};

constexpr MeasureInfo kInfo = {
    .id = "share_of_flips",
    .version = 1,
    .summary = "share of test items whose predicted class depends on the seed",
    .source = "the README of reseed",
    .unit = "",
    .reads = Reads::predictions,
    .arity = Arity::group,  // all runs at once
    .direction = Direction::larger_is_more_different,
    .value_on_equal = 0.0,
    .instability = "value",
    .minimum_items = 1,
    .minimum_runs = 2,
    .domain = "any number of classes; grows with the number of runs",
    .symmetric = true,
    .tolerance = 1e-12,
    .variants = kVariants,
};

class ShareOfFlips final : public Measure {
 public:
  explicit ShareOfFlips(const Options&) {}

  Outcome evaluate(std::span<const RunData* const> runs) const override {
    const arma::urowvec& first = runs.front()->predictions;  // 1 x items
    arma::urowvec flips(first.n_elem, arma::fill::zeros);
    for (const RunData* run : runs) flips += (run->predictions != first);
    return static_cast<double>(arma::accu(flips > 0)) / static_cast<double>(first.n_elem);
  }
};

}  // namespace

RESEED_MEASURE(ShareOfFlips, kInfo)
