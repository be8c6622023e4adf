// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compare/measure_source.hpp"
#include "support/simulated_study.hpp"

namespace reseed::test {

/// The measures of whole groups of two simulated bundles, computed as the measuring worker does it: both values, those
/// without each run, and the exchange of the runs of a seed - in all ways or in kFew drawn ones, p = (1 + extreme) /
/// (1 + drawn).
class SimulatedMeasures final : public MeasureSource {
 public:
  SimulatedMeasures(const SimulatedBundle& a, const SimulatedBundle& b) : a_(a), b_(b) {}

  std::optional<MeasureFacts> facts(const std::string&, int) override { return std::nullopt; }  // the bundles hold them

  GroupAnswer evaluate(const GroupQuestion& question) override {
    if (question.measure == "score_sd") {
      std::vector<double> scores = question.a.scores;
      scores.insert(scores.end(), question.b.scores.begin(), question.b.scores.end());
      return answer(question.seeds.size(), [&](const Chosen& runs) {
        double sum = 0.0, squares = 0.0;
        for (const std::size_t run : runs) sum += scores[run];
        const double n = static_cast<double>(runs.size());
        for (const std::size_t run : runs) squares += std::pow(scores[run] - sum / n, 2);
        return std::sqrt(squares / (n - 1.0));
      });
    }
    std::vector<const Answers*> all, drawn;
    for (const std::filesystem::path& record : question.a.records) all.push_back(&a_.answers.at(record));
    for (const std::filesystem::path& record : question.b.records) all.push_back(&b_.answers.at(record));
    return answer(question.seeds.size(), [&](const Chosen& runs) {
      drawn.clear();
      for (const std::size_t run : runs) drawn.push_back(all[run]);
      return kappa_of(drawn);
    });
  }

 private:
  /// Runs of a, 0 to k - 1, and of b, k to 2 k - 1.
  using Chosen = std::vector<std::size_t>;

  template <class Value>
  GroupAnswer answer(std::size_t k, Value value) {
    Chosen left(k), right(k);
    std::iota(left.begin(), left.end(), std::size_t{0});
    std::iota(right.begin(), right.end(), k);
    GroupAnswer found;
    found.a = value(left);
    found.b = value(right);
    for (std::size_t i = 0; i < k; ++i)
      for (const auto& [side, values] : {std::pair(&left, &found.without_a), std::pair(&right, &found.without_b)}) {
        Chosen rest = *side;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        values->push_back(value(rest));
      }
    // The first seed stays where it is: exchanging the others instead gives the same difference.
    const std::uint64_t ways = std::uint64_t{1} << (k - 1);
    const bool all = k <= 12;
    const std::uint64_t looked_at = all ? ways : static_cast<std::uint64_t>(kFew);
    const double observed = std::abs(*found.b - *found.a) - 1e-9;
    std::uint64_t extreme = 0;
    for (std::uint64_t way = 0; way < looked_at; ++way) {
      const std::uint64_t exchanged = all ? way : random_() % ways;
      Chosen one = left, other = right;
      for (std::size_t i = 1; i < k; ++i)
        if ((exchanged >> (i - 1) & 1) != 0) std::swap(one[i], other[i]);
      extreme += std::abs(value(other) - value(one)) >= observed;
    }
    const std::uint64_t itself = all ? 0 : 1;
    found.p = static_cast<double>(itself + extreme) / static_cast<double>(itself + looked_at);
    return found;
  }

  const SimulatedBundle& a_;
  const SimulatedBundle& b_;
  Random random_{0};
};

}  // namespace reseed::test
