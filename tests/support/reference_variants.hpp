// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reseed/options.hpp"

namespace reseed::test {

/// A variant of ours and the name that the reference values give it.
struct Definition {
  std::string measure;
  std::string variant;
  std::string reference;
  std::map<std::string, OptionValue> options = {};
  double tolerance = 1e-9;
};

inline const std::vector<Definition> kOfPredictions = {
    {"pairwise_disagreement", "textbook", "textbook"},
    {"pairwise_disagreement", "as_published", "as_published"},
    {"fleiss_kappa", "textbook", "textbook"},
    {"fleiss_kappa", "as_published", "as_published"},
    {"jensen_shannon_divergence", "textbook", "nats", {{"unit", std::string("nat")}}},
    {"jensen_shannon_divergence", "textbook", "bits", {{"unit", std::string("bit")}}},
    {"jensen_shannon_divergence", "as_published", "as_published_float64"},
};

inline const std::vector<Definition> kOfRepresentations = {
    {"svcca_distance", "textbook", "energy_inclusive"},
    {"svcca_distance", "energy_inclusive", "energy_inclusive"},
    {"svcca_distance", "energy_exclusive", "energy_exclusive"},
    {"svcca_distance", "sum_inclusive", "sum_inclusive"},
    {"svcca_distance", "sum_exclusive", "sum_exclusive"},
    {"svcca_distance", "as_published", "as_published"},
    {"orthogonal_procrustes_distance", "textbook", "half_squared"},
    {"orthogonal_procrustes_distance", "as_published", "as_published_float64"},
    {"orthogonal_procrustes_distance", "squared", "squared"},
    {"orthogonal_procrustes_distance", "root", "root", {}, 1e-6},
    {"orthogonal_procrustes_distance", "angular", "angular", {}, 1e-6},
    {"orthogonal_procrustes_distance", "scaled_squared", "scaled_squared"},
    {"orthogonal_procrustes_distance", "as_printed", "as_printed"},
    {"linear_cka_distance", "textbook", "biased"},
    {"linear_cka_distance", "as_published", "unbiased"},
};

}  // namespace reseed::test
