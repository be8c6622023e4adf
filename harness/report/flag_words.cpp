// SPDX-License-Identifier: Apache-2.0
#include "report/flag_words.hpp"

namespace reseed {

std::string in_plain_words(Flag flag) {
  switch (flag) {
    case Flag::no_variation:
      return "all runs agree by construction (chance agreement is 1, or a column is constant): there is nothing to "
             "measure";
    case Flag::no_variance:
      return "all items have the same representation once their mean is taken off: there is nothing to compare";
    case Flag::degenerate_subspace:
      return "too few items for so many directions: part of the correlations is forced to 1 whatever the runs are";
    case Flag::n_below_minimum: return "fewer items than the definition needs";
    case Flag::zero_row: return "the cosine with a vector of zeros does not exist";
    case Flag::non_finite_input: return "a run's output holds NaN or infinity";
    case Flag::not_finite: return "the formula itself gives NaN or infinity here";
    case Flag::out_of_bounds: return "the value lies outside the bounds that this form of the measure states";
    case Flag::too_few_seeds: return "too few seeds for any test";
    case Flag::few_seeds: return "the interval comes from fewer than 10 seeds and is too narrow";
    case Flag::degenerate_bootstrap: return "all resamples give one and the same value: the interval says nothing";
    case Flag::constant_prediction: return "a run predicts one class for all items";
    case Flag::records_missing: return "what the measure reads was not recorded";
    case Flag::tied_neighbours:
      return "the last neighbour that counts and the next one are equally near: the choice is arbitrary";
    case Flag::alignment_not_unique:
      return "several alignments are equally good: the value holds, the alignment may be another";
    case Flag::plugin_threw: return "the measure's plugin reported an error";
    case Flag::plugin_timeout: return "the measure's plugin took longer than it may";
    case Flag::plugin_crashed: return "the measure's plugin crashed";
  }
  return "";
}

}  // namespace reseed
