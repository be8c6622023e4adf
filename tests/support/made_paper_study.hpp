// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/made_imm_study.hpp"
#include "support/published.hpp"

namespace reseed::test {

/// What the paper published.
inline const published::Facts& facts() {
  static const published::Facts read(published_files("du_nguyen_2023"));
  return read;
}

/// Five schemes of ten seeds on RTE; the distances of every scheme by all pair measures, of Standard 0.2. The task
/// is learned when `learned`.
inline FakeData five_schemes(const std::map<std::string, double>& distances, bool learned = true) {
  FakeData data;
  data.task_ = "rte";
  data.dataset_ = "glue/RTE";
  data.model_ = "small";
  data.checkpoint_ = "some-small-bert";
  data.published_ = published_files("du_nguyen_2023");
  for (const char* method : {"original", "mixout", "llrd", "reinit", "wd_pre"}) {
    std::vector<double> scores;
    for (std::size_t seed = 0; seed < 10; ++seed)
      scores.push_back((learned ? 0.8 : 0.49) + 0.001 * static_cast<double>(seed));
    data.add_group(method, scores);
    const double distance = distances.contains(method) ? distances.at(method) : 0.2;
    data.add_value(method, "pairwise_disagreement", distance, 10, 0.0005);
    data.add_value(method, "jensen_shannon_divergence", 0.5 * distance, 10, 0.0005);
  }
  data.predicted_["rte.original0"] = {0, 1, 0, 1};
  return data;
}

}  // namespace reseed::test
