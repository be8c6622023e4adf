// SPDX-License-Identifier: Apache-2.0
#include "bundle/contradictions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/json.hpp"
#include "base/number.hpp"
#include "base/run_json.hpp"
#include "base/safetensors.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

constexpr const char* kPairs = "pairs/";
constexpr double kRounding = 1e-12;  // relative: the order of a sum is not part of the format

std::string shown(const std::optional<double>& value) { return value ? shortest(*value) : "none"; }

/// One layer of a pair matrix.
struct Layer {
  std::optional<double> mean;  ///< over the pairs i < j; none where a pair is undefined
  std::int64_t undefined = 0;
};

/// A pair file read once, whatever number of rows names it.
struct Pairs {
  std::set<std::int64_t> seeds;
  std::map<std::int64_t, Layer> layers;
};

class Check {
 public:
  Check(const std::filesystem::path& folder, const BundleTexts& texts, const std::set<std::string>& files,
        const std::vector<RunRow>& runs, const std::vector<MeasureRow>& measures)
      : folder_(folder), texts_(texts), files_(files), runs_(runs), measures_(measures) {}

  std::vector<Contradiction> all() {
    for (const RunRow& run : runs_) check_record(run);
    for (std::size_t i = 0; i < measures_.size(); ++i) check_value(measures_[i], i + 1);
    check_rows();
    return std::move(found_);
  }

 private:
  using Group = std::tuple<std::string, std::string, std::string>;                  // group, model, task
  using Quantity = std::tuple<std::string, std::string, std::string, std::string>;  // measure, variant, options, subset

  void add(const std::string& place, const std::string& message) { found_.push_back({place, message}); }

  void check_record(const RunRow& run) {
    const std::string name = "records/" + run.id + "/outcome.json";
    if (!files_.contains(name) || !checked_.insert(run.id).second) return;
    Json record;
    try {
      record = parse_json(texts_.read(name), name);
    } catch (const Error&) {
      return;  // named by the check of its form
    }
    if (!record.is_object()) return;
    const std::string place = "runs.csv: run " + run.id;
    const auto differs = [&](const std::string& what) {
      add(place, what + ": want what " + name + " says, found another");
    };
    if (record.value("outcome", Json()) != std::string(to_string(run.outcome))) differs("outcome");
    if (record.contains("run") && record["run"] != run.id) differs("id");
    if (record.contains("seed") && record["seed"] != run.seed) differs("seed");
    if (record.contains("steps") && run.steps && record["steps"] != *run.steps) differs("steps");
    Json scores = Json::object();
    for (const auto& [set, by_metric] : run.scores) scores[set] = by_metric;
    if (record.contains("scores") && record["scores"] != scores) differs("scores");
  }

  const Pairs* pairs_of(const std::string& name) {
    const auto known = pairs_.find(name);
    if (known != pairs_.end()) return known->second.get();
    std::unique_ptr<Pairs>& pairs = pairs_[name];
    if (!files_.contains(name)) return nullptr;
    try {
      const Safetensors file(folder_ / name);
      const std::vector<double> values = file.at("values").as_doubles();
      const std::vector<std::int64_t> layers = file.at("layers").as_integers();
      const std::vector<std::int64_t> seeds = file.at("seeds").as_integers();
      const std::size_t m = seeds.size();
      if (values.size() != layers.size() * m * m) return nullptr;  // named by the check of its form
      std::vector<std::int64_t> defined(values.size(), 1);
      if (file.contains("defined")) defined = file.at("defined").as_integers();
      if (defined.size() != values.size()) return nullptr;
      auto read = std::make_unique<Pairs>();
      read->seeds.insert(seeds.begin(), seeds.end());
      for (std::size_t l = 0; l < layers.size(); ++l) {
        Layer& layer = read->layers[layers[l]];
        double sum = 0.0;
        for (std::size_t i = 0; i < m; ++i)
          for (std::size_t j = i + 1; j < m; ++j) {
            const std::size_t at = (l * m + i) * m + j;
            if (defined[at] == 0)
              ++layer.undefined;
            else
              sum += values[at];
          }
        if (layer.undefined == 0 && m > 1) layer.mean = sum / (static_cast<double>(m * (m - 1)) / 2.0);
      }
      pairs = std::move(read);
    } catch (const Error&) {
      return nullptr;  // named by the check of its form
    }
    return pairs.get();
  }

  void check_value(const MeasureRow& row, std::size_t number) {
    if (row.pairs.empty()) return;
    const Pairs* pairs = pairs_of(row.pairs);
    if (pairs == nullptr) return;
    const auto found = pairs->layers.find(row.layer.value_or(-1));
    if (found == pairs->layers.end()) return;
    const Layer& layer = found->second;
    const std::string place = "measures.csv: row " + std::to_string(number);
    if (row.n_undefined != layer.undefined)
      add(place, "n_undefined: want " + std::to_string(layer.undefined) + " as in " + row.pairs + ", found " +
                     std::to_string(row.n_undefined));
    const bool equal =
        row.value.has_value() == layer.mean.has_value() &&
        (!row.value || std::abs(*row.value - *layer.mean) <= kRounding * std::max(1.0, std::abs(*layer.mean)));
    if (!equal)
      add(place, "value: want the mean of the pairs in " + row.pairs + ", " + shown(layer.mean) + ", found " +
                     shown(row.value));
    std::set<std::int64_t> seeds;
    for (const RunRow& run : runs_)
      if (run.outcome == RunOutcome::ok && run.group == row.group && run.model == row.model && run.task == row.task)
        seeds.insert(static_cast<std::int64_t>(run.seed));
    if (seeds != pairs->seeds)
      add(place, row.pairs + ": want the seeds whose runs ended well in runs.csv, found others");
    else if (row.n_runs != static_cast<std::int64_t>(seeds.size()))
      add(place, "n_runs: want " + std::to_string(seeds.size()) + ", found " + std::to_string(row.n_runs));
  }

  /// No value stands twice, a pair file has the layers of the values that name it, and there is none without them.
  void check_rows() {
    std::set<std::tuple<Group, std::string, Quantity, std::int64_t>> rows;
    std::map<std::string, std::set<std::int64_t>> layers;
    for (std::size_t i = 0; i < measures_.size(); ++i) {
      const MeasureRow& row = measures_[i];
      const std::int64_t layer = row.layer.value_or(-1);
      if (!rows.insert({{row.group, row.model, row.task},
                        row.test_set,
                        {row.measure, row.variant, row.options, row.subset},
                        layer})
               .second)
        add("measures.csv: row " + std::to_string(i + 1), "want every value once, found it twice");
      if (!row.pairs.empty()) layers[row.pairs].insert(layer);
    }
    for (const auto& [name, named] : layers)
      if (const Pairs* pairs = pairs_of(name))
        for (const auto& [layer, content] : pairs->layers)
          if (!named.contains(layer))
            add(name, "want a row of measures.csv for every layer, found none for layer " + std::to_string(layer));
    for (auto at = files_.lower_bound(kPairs); at != files_.end() && at->starts_with(kPairs); ++at)
      if (!layers.contains(*at)) add(*at, "want a pair matrix that a row of measures.csv names, found another file");
  }

  const std::filesystem::path& folder_;
  const BundleTexts& texts_;
  const std::set<std::string>& files_;
  const std::vector<RunRow>& runs_;
  const std::vector<MeasureRow>& measures_;
  std::vector<Contradiction> found_;
  std::set<std::string> checked_;  ///< runs that groups share
  std::map<std::string, std::unique_ptr<Pairs>> pairs_;
};

}  // namespace

std::vector<Contradiction> contradictions(const std::filesystem::path& folder, const BundleTexts& texts,
                                          const std::set<std::string>& files, const std::vector<RunRow>& runs,
                                          const std::vector<MeasureRow>& measures) {
  return Check(folder, texts, files, runs, measures).all();
}

}  // namespace reseed
