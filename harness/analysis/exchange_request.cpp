// SPDX-License-Identifier: Apache-2.0
#include "analysis/exchange_request.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/bootstrap.hpp"
#include "analysis/drawn_value.hpp"
#include "analysis/measure_library.hpp"
#include "analysis/record.hpp"
#include "analysis/run_data.hpp"
#include "base/item_subset.hpp"
#include "base/run_json.hpp"
#include "reseed/philox.hpp"

namespace reseed {
namespace {

using nlohmann::json;

/// A random sample of exchanges ends early once this many were extreme: p = extreme / looked at (Besag and Clifford
/// 1991, "Sequential Monte Carlo p-values").
constexpr std::int64_t kEnough = 100;
/// Numbers that are equal but for rounding.
constexpr double kTie = 1e-9;

/// The record of an entry of `a` or `b`.
Record record_of(const json& request, const json& entry) {
  return {entry.at("seed").get<std::uint64_t>(), entry.at("folder").get<std::string>(),
          request.at("test_set").get<std::string>()};
}

/// Positions of the items of a sub-sample; empty for all items, and where a record does not say how many there are.
std::optional<arma::uvec> subset_items(const json& request, const MeasureInfo& info) {
  const std::string name = request.value("subset", "");
  if (name.empty()) return std::nullopt;
  const json& first = request.at("a").at(0);
  if (!first.contains("folder"))
    throw Error(ErrorKind::data, "exchange: a", "want records for a sub-sample of the items, found scores");
  const std::optional<std::int64_t> n = record_of(request, first).items();
  if (!n) return std::nullopt;
  const auto seeds = request.at("subset_seeds").get<std::vector<std::uint64_t>>();
  const auto items = draw_named_items(name, *n, info.reads == Reads::representations, seeds);
  if (!items)
    throw Error(ErrorKind::data, "exchange: subset",
                "want a seed that draws the sub-sample " + name + " of " + std::to_string(*n) +
                    " items, found none in [analysis]; reseed measure makes its values again");
  return arma::conv_to<arma::uvec>::from(*items);
}

std::vector<RunData> read_side(const json& request, const char* side, const MeasureInfo& info,
                               const std::optional<arma::uvec>& items) {
  std::vector<RunData> runs;
  const auto layer = request.at("layer").is_null() ? std::int64_t{-1} : request.at("layer").get<std::int64_t>();
  for (const json& entry : request.at(side)) {
    if (entry.contains("score")) {
      if (info.reads != Reads::scores)
        throw Error(ErrorKind::data, std::string("exchange: ") + side,
                    "want a record for a measure that does not read scores, found a score");
      runs.emplace_back();
      runs.back().seed = entry.at("seed").get<std::uint64_t>();
      runs.back().score = entry.at("score").get<double>();
      continue;
    }
    const std::string folder = entry.at("folder").get<std::string>();
    MeasuredRun run = record_of(request, entry).read(info.reads, layer, request.at("metric").get<std::string>(), items);
    if (run.problem) throw Error(ErrorKind::data, folder, run.problem->reason);
    if (const std::string place = non_finite_place(run.data, info.reads); !place.empty())
      throw Error(ErrorKind::data, folder, "want finite numbers, found " + place);
    runs.push_back(std::move(run.data));
  }
  return runs;
}

class Exchange {
 public:
  /// `runs`: those of a, then as many of b.
  Exchange(const Measure& measure, std::vector<RunData> runs)
      : runs_(std::move(runs)), value_(measure, pointers(runs_)), a_(runs_.size() / 2), b_(a_.size()) {
    std::iota(a_.begin(), a_.end(), std::size_t{0});
    std::iota(b_.begin(), b_.end(), a_.size());
  }

  json answer(std::int64_t samples) {
    const std::size_t k = a_.size();
    const auto a = value(a_), b = value(b_);
    json result = {{"a", nullable(a)},
                   {"b", nullable(b)},
                   {"without_a", json::array()},
                   {"without_b", json::array()},
                   {"p", nullptr},
                   {"exchanges", 0},
                   {"extreme", 0},
                   {"reason", ""}};
    if (!a || !b) {
      result["reason"] = "undefined on the common seeds: " + reason_;
      return result;
    }
    if (k >= 3)
      for (std::size_t i = 0; i < k; ++i) {
        result["without_a"].push_back(nullable(value_without(a_, i)));
        result["without_b"].push_back(nullable(value_without(b_, i)));
      }
    count_extreme(std::abs(*b - *a) - kTie, samples);
    result["exchanges"] = looked_at_;
    result["extreme"] = extreme_;
    result["p"] = p_;
    return result;
  }

 private:
  static json nullable(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

  static std::vector<const RunData*> pointers(const std::vector<RunData>& runs) {
    std::vector<const RunData*> list;
    for (const RunData& run : runs) list.push_back(&run);
    return list;
  }

  std::optional<double> value(const Resample& draw) {
    const Outcome outcome = value_(draw);
    if (outcome.value && std::isfinite(*outcome.value)) return outcome.value;
    const bool threw = std::count(outcome.flags.begin(), outcome.flags.end(), Flag::plugin_threw) > 0;
    reason_ = outcome.value ? "not finite" : (threw ? "the measure threw: " : "") + outcome.reason;
    return std::nullopt;
  }
  std::optional<double> value_without(Resample draw, std::size_t position) {
    draw.erase(draw.begin() + static_cast<std::ptrdiff_t>(position));
    return value(draw);
  }

  /// The difference with some of the seeds exchanged; where one side is undefined it counts as extreme.
  template <class Exchanged>
  void look_at(double observed, Exchanged exchanged) {
    Resample left = a_, right = b_;
    for (std::size_t i = 0; i < left.size(); ++i)
      if (exchanged(i)) std::swap(left[i], right[i]);
    const auto a = value(left), b = value(right);
    extreme_ += !a || !b || std::abs(*b - *a) >= observed;
    ++looked_at_;
  }

  void count_extreme(double observed, std::int64_t samples) {
    const std::size_t k = a_.size();
    // An exchange of some seeds and that of all others give one difference: the first seed stays.
    const bool all = k - 1 < 40 && (std::int64_t{1} << (k - 1)) <= samples;
    if (all) {
      for (std::uint64_t chosen = 0; chosen < std::uint64_t{1} << (k - 1); ++chosen)
        look_at(observed, [&](std::size_t i) { return i > 0 && (chosen >> (i - 1) & 1) != 0; });
      p_ = static_cast<double>(extreme_) / static_cast<double>(looked_at_);
      return;
    }
    Draws draws(Stream(0, "compare_exchange"), 0);
    std::vector<std::uint32_t> words((k + 31) / 32);
    while (looked_at_ < samples && extreme_ < kEnough) {
      for (std::uint32_t& word : words) word = draws.word();
      look_at(observed, [&](std::size_t i) { return (words[i / 32] >> (i % 32) & 1) != 0; });
    }
    p_ = extreme_ >= kEnough ? static_cast<double>(extreme_) / static_cast<double>(looked_at_)
                             : static_cast<double>(1 + extreme_) / static_cast<double>(1 + looked_at_);
  }

  std::vector<RunData> runs_;
  DrawnValue value_;  ///< of both sides' runs together: an exchange draws from them
  Resample a_, b_;
  std::string reason_;
  std::int64_t looked_at_ = 0, extreme_ = 0;
  double p_ = 1.0;
};

}  // namespace

json answer_exchange(const json& request) {
  try {
    const auto library = request.at("library").get<std::string>();
    const auto options = options_from_json({{"variant", ""}, {"values", request.at("options")}}).values();
    const LoadedMeasure loaded = create_measure(library, request.at("variant").get<std::string>(), options);
    if (loaded.info->arity != Arity::group)
      throw Error(ErrorKind::plugin, library, "want a measure of the whole group, found one of pairs");
    const std::size_t runs = request.at("a").size();
    if (runs < 2 || request.at("b").size() != runs)
      throw Error(ErrorKind::data, "exchange", "want two runs or more, as many in b as in a");
    const std::optional<arma::uvec> items = subset_items(request, *loaded.info);
    std::vector<RunData> both = read_side(request, "a", *loaded.info, items);
    std::vector<RunData> b = read_side(request, "b", *loaded.info, items);
    std::move(b.begin(), b.end(), std::back_inserter(both));
    const arma::uword count = items_of(both.front(), loaded.info->reads);
    for (const RunData& run : both)
      if (items_of(run, loaded.info->reads) != count)
        throw Error(ErrorKind::data, "exchange: seed " + std::to_string(run.seed),
                    "want " + std::to_string(count) + " items as in the first run, found " +
                        std::to_string(items_of(run, loaded.info->reads)));
    return Exchange(*loaded.measure, std::move(both)).answer(request.at("samples").get<std::int64_t>());
  } catch (const json::exception& error) {
    throw Error(ErrorKind::data, "exchange",
                std::string("the request does not have its keys and types: ") + error.what());
  }
}

}  // namespace reseed
