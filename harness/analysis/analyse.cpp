// SPDX-License-Identifier: Apache-2.0
#include "analysis/analyse.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/pair_file.hpp"
#include "analysis/without_each.hpp"
#include "base/item_subset.hpp"
#include "base/published_verdicts.hpp"
#include "base/record_file.hpp"
#include "base/run_json.hpp"
#include "base/safetensors.hpp"
#include "base/study_json.hpp"
#include "plugin/load.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

std::optional<double> optional_number(const Json& object, const char* key) {
  const Json& value = object.at(key);
  return value.is_null() ? std::nullopt : std::optional<double>(value.get<double>());
}

class RequestData final : public StudyData {
 public:
  explicit RequestData(const Json& request) : request_(request) {
    for (const Json& entry : request.at("groups")) groups_.push_back(read_group(entry));
    for (const Json& entry : request.at("values")) {
      StudyValue value = read_value(entry);
      add_seeds(entry, value);
      (value.subset ? subset_values_ : values_).push_back(std::move(value));
    }
  }

  const std::vector<StudyGroup>& groups() const override { return groups_; }
  const std::vector<StudyValue>& values() const override { return values_; }
  const std::vector<StudyValue>& subset_values() const override { return subset_values_; }

  std::optional<StudyPredictions> predictions(const StudyRun& run, const std::string& test_set) const override {
    const auto folder = records_.find(run.id);
    if (folder == records_.end()) return std::nullopt;
    const std::filesystem::path file = std::filesystem::path(folder->second) / record_file(test_set);
    if (!std::filesystem::exists(file)) return std::nullopt;
    const Safetensors record(file);
    const bool scored = record.contains("logits");
    if (!(scored || record.contains("probabilities")) || !record.contains("labels")) return std::nullopt;
    const TensorView& logits = record.at(scored ? "logits" : "probabilities");
    if (logits.shape.size() != 2) throw Error(ErrorKind::data, file.string(), "want logits of shape [items, classes]");
    // A contiguous [n, c] tensor is the column-major c x n matrix: one example per column.
    const std::vector<double> numbers = logits.as_doubles();
    StudyPredictions predictions;
    predictions.logits =
        arma::mat(numbers.data(), static_cast<arma::uword>(logits.shape[1]), static_cast<arma::uword>(logits.shape[0]));
    // The softmax of these gives the probabilities back; the smallest double stands for log 0.
    constexpr double kTiny = std::numeric_limits<double>::min();
    if (!scored) predictions.logits = arma::log(arma::clamp(predictions.logits, kTiny, 1.0));
    predictions.labels = arma::conv_to<arma::uvec>::from(record.at("labels").as_integers());
    predictions.items = arma::conv_to<arma::uvec>::from(record.at("items").as_integers());
    const arma::uword n = predictions.logits.n_cols;
    if (predictions.labels.n_elem != n || predictions.items.n_elem != n ||
        (n > 0 && predictions.labels.max() >= predictions.logits.n_rows))
      throw Error(ErrorKind::data, file.string(), "labels or items do not fit the logits");
    return predictions;
  }

  std::vector<std::string> texts(const std::string& task, const std::string& test_set) const override {
    const Json& texts = request_.at("texts");
    if (!texts.contains(task) || !texts.at(task).contains(test_set)) return {};
    return texts.at(task).at(test_set).get<std::vector<std::string>>();
  }
  std::vector<std::string> label_names(const std::string& task) const override {
    const Json& names = request_.at("label_names");
    return names.contains(task) ? names.at(task).get<std::vector<std::string>>() : std::vector<std::string>();
  }
  std::optional<StudyFailure> failure() const override {
    const Json& rule = request_.at("failure");
    if (rule.is_null()) return std::nullopt;
    return StudyFailure{rule.at("metric").get<std::string>(), optional_number(rule, "not_above"),
                        rule.at("on").get<std::string>()};
  }
  std::map<std::string, std::string> published() const override {
    return request_.at("published").get<std::map<std::string, std::string>>();
  }
  std::uint64_t bootstrap_seed() const override { return request_.at("bootstrap").at("seed").get<std::uint64_t>(); }
  std::int64_t bootstrap_samples() const override { return request_.at("bootstrap").at("samples").get<std::int64_t>(); }
  std::string self_pairs() const override { return request_.at("bootstrap").at("self_pairs").get<std::string>(); }

 private:
  StudyGroup read_group(const Json& entry) {
    StudyGroup group;
    entry.at("name").get_to(group.name);
    entry.at("model").get_to(group.model);
    entry.at("task").get_to(group.task);
    entry.at("method").get_to(group.method);
    entry.at("metric").get_to(group.metric);
    entry.at("checkpoint").get_to(group.checkpoint);
    entry.at("dataset").get_to(group.dataset);
    entry.at("mitigation").get_to(group.mitigation);
    if (const Json& cut = entry.at("train_items"); !cut.is_null()) group.train_items = cut.get<std::int64_t>();
    for (const Json& line : entry.at("runs")) {
      StudyRun run;
      line.at("id").get_to(run.id);
      line.at("seed").get_to(run.seed);
      line.at("outcome").get_to(run.outcome);
      line.at("scores").get_to(run.metrics);
      for (const auto& [set, metrics] : run.metrics)
        if (const auto score = metrics.find(group.metric); score != metrics.end()) run.scores[set] = score->second;
      if (!line.at("record").is_null()) records_[run.id] = line.at("record").get<std::string>();
      group.runs.push_back(std::move(run));
    }
    return group;
  }

  static StudyValue read_value(const Json& entry) {
    StudyValue value;
    entry.at("group").get_to(value.group);
    entry.at("model").get_to(value.model);
    entry.at("task").get_to(value.task);
    entry.at("test_set").get_to(value.test_set);
    entry.at("measure").get_to(value.measure);
    entry.at("variant").get_to(value.variant);
    entry.at("options").get_to(value.options);
    if (!entry.at("layer").is_null()) value.layer = std::to_string(entry.at("layer").get<std::int64_t>());
    if (const std::string subset = entry.value("subset", ""); !subset.empty()) {
      const ItemSubset drawn = parse_subset_name(subset);
      value.subset = StudySubset{subset, drawn.rate, drawn.draw, drawn.items};
    }
    entry.at("unit").get_to(value.unit);
    value.value = optional_number(entry, "value");
    value.instability = optional_number(entry, "instability");
    value.low = optional_number(entry, "low");
    value.high = optional_number(entry, "high");
    value.null = optional_number(entry, "null");
    entry.at("flags").get_to(value.flags);
    entry.at("reason").get_to(value.reason);
    entry.at("n_items").get_to(value.n_items);
    entry.at("n_runs").get_to(value.n_runs);
    value.n_dims = static_cast<std::int64_t>(optional_number(entry, "n_dims").value_or(0.0));
    value.numerical_rank = static_cast<std::int64_t>(optional_number(entry, "numerical_rank").value_or(0.0));
    value.arity = entry.at("arity").get<std::string>() == "pair" ? Arity::pair : Arity::group;
    value.direction = entry.at("direction").get<std::string>() == "larger_is_more_alike"
                          ? Direction::larger_is_more_alike
                          : Direction::larger_is_more_different;
    if (!entry.at("pairs").is_null()) read_pairs(entry.at("pairs").get<std::string>(), entry.at("layer"), value);
    return value;
  }

  /// What the value would be without each run of its group, where the request says how that is worked out.
  void add_seeds(const Json& entry, StudyValue& value) const {
    const Json& measured_by = entry.at("measured_by");
    if (measured_by.is_null()) return;
    const auto group = std::find_if(groups_.begin(), groups_.end(), [&](const StudyGroup& candidate) {
      return candidate.name == value.group && candidate.model == value.model && candidate.task == value.task;
    });
    if (group == groups_.end()) throw Error(ErrorKind::data, "analyse", "a value is of no group: " + value.group);
    std::vector<RunRecord> runs;
    for (const StudyRun& run : group->runs) {
      if (run.outcome != "ok") continue;
      const auto record = records_.find(run.id);
      if (record == records_.end()) return;
      runs.push_back({run.seed, record->second});
    }
    add_without_each(measured_by, std::move(runs), group->metric, value);
  }

  /// The value's matrix among those of its file.
  static void read_pairs(const std::string& file, const Json& layer, StudyValue& value) {
    const PairFile pairs = read_pair_file(file);
    const std::int64_t wanted = layer.is_null() ? -1 : layer.get<std::int64_t>();
    for (std::size_t position = 0; position < pairs.header.layers.size(); ++position) {
      if (pairs.header.layers[position] != wanted) continue;
      value.seeds = pairs.layers[position].seeds;
      value.pairs = pairs.layers[position].values;
      return;
    }
    throw Error(ErrorKind::data, file, "has no matrix of the layer of its value");
  }

  Json request_;
  std::vector<StudyGroup> groups_;
  std::vector<StudyValue> values_;
  std::vector<StudyValue> subset_values_;
  std::map<std::string, std::string> records_;  ///< run id -> folder
};

void check_finite(const std::string& id, const std::string& part, const std::optional<double>& number) {
  if (number && !std::isfinite(*number))
    throw Error(ErrorKind::plugin, id, "its report has a number that is not finite in " + part);
}

void check_report(const std::string& id, const StudyReport& report) {
  for (const StudyTable& table : report.tables)
    for (const auto& row : table.rows) {
      if (row.size() != table.columns.size())
        throw Error(ErrorKind::plugin, id,
                    "a row of table " + table.id + " has " + std::to_string(row.size()) + " cells, want " +
                        std::to_string(table.columns.size()));
      for (const StudyCell& cell : row)
        if (const double* number = std::get_if<double>(&cell)) check_finite(id, "table " + table.id, *number);
    }
  for (const StudyFigure& figure : report.figures) {
    for (const StudySeries& series : figure.series)
      for (const StudyPoint& point : series.points)
        for (const auto& number :
             {std::optional<double>(point.x), std::optional<double>(point.y), point.low, point.high})
          check_finite(id, "figure " + figure.id, number);
    if (const std::string mistake = mistake_of(figure); !mistake.empty())
      throw Error(ErrorKind::plugin, id, "figure " + figure.id + ": " + mistake);
    for (const auto& row : figure.cells)
      for (const auto& cell : row) check_finite(id, "figure " + figure.id, cell);
    for (const StudyPanel& panel : figure.panels)
      for (const auto& row : panel.cells)
        for (const auto& cell : row) check_finite(id, "figure " + figure.id, cell);
  }
  for (const StudyPublished& row : report.published) {
    check_finite(id, "the published values", row.published);
    check_finite(id, "the published values", row.ours);
    if (const std::string mistake = mistake_of(row); !mistake.empty())
      throw Error(ErrorKind::plugin, id, "published value of " + row.measure + ", " + row.table + ": " + mistake);
  }
  std::set<std::string> claims;
  for (const StudyClaim& claim : report.claims) {
    if (const std::string mistake = mistake_of(claim); !mistake.empty()) throw Error(ErrorKind::plugin, id, mistake);
    if (!claims.insert(claim.id).second) throw Error(ErrorKind::plugin, id, "two claims are called " + claim.id);
  }
}

}  // namespace

std::unique_ptr<StudyData> study_data_from_json(const Json& request) {
  try {
    return std::make_unique<RequestData>(request);
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::data, "analyse",
                std::string("the request does not have its keys and types: ") + error.what());
  }
}

StudyReport analyse(const Study& study, const std::string& id, const StudyData& data) {
  StudyReport report;
  try {
    report = study.analyse(data);
  } catch (const std::exception& error) {
    throw Error(ErrorKind::plugin, id, std::string("its analysis threw: ") + error.what());
  }
  check_report(id, report);
  return report;
}

Json answer_analyse(const Json& request) {
  const std::unique_ptr<StudyData> data = study_data_from_json(request);
  const PluginEntry& entry =
      load_plugin(request.at("library").get<std::string>(), PluginKind::study, RESEED_STUDY_BUILD_ID);
  const std::unique_ptr<Study> study(
      reinterpret_cast<CreateStudy>(entry.create)(options_from_json(request.at("options"))));
  return to_json(analyse(*study, entry.id, *data));
}

}  // namespace reseed
