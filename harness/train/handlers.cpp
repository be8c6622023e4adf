// SPDX-License-Identifier: Apache-2.0
#include "train/handlers.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reseed/error.hpp"
#include "train/golden.hpp"

namespace reseed {
namespace {

std::string text(const nlohmann::json& request, const char* key) {
  if (!request.contains(key) || !request[key].is_string())
    throw Error(ErrorKind::internal, key, "want a string in the request");
  return request[key].get<std::string>();
}

/// Parameters with numbers that no training survives: name, how many, of how many.
nlohmann::json not_finite(const Classifier& model) {
  nlohmann::json found = nlohmann::json::array();
  for (const Parameter& parameter : model.parameters()) {
    const float* values = parameter.value.data_ptr<float>();
    const auto count =
        std::count_if(values, values + parameter.value.numel(), [](float value) { return !std::isfinite(value); });
    if (count > 0) found.push_back({{"name", parameter.name}, {"count", count}, {"of", parameter.value.numel()}});
  }
  return found;
}

}  // namespace

nlohmann::json handle_check(const nlohmann::json& request) {
  ModelOptions options;
  // A head that is drawn anew is not read: it may be as it likes.
  options.head = request.value("head", "") == "new" ? Head::fresh : Head::either;
  const auto model = load_classifier(std::make_shared<const Checkpoint>(text(request, "folder")), options);
  nlohmann::json result = to_json(model->report());
  std::int64_t count = 0;
  for (const Parameter& parameter : model->parameters()) count += parameter.value.numel();
  result.update({{"blocks", model->blocks()},
                 {"hidden_size", model->hidden_size()},
                 {"vocabulary_size", model->vocabulary_size()},
                 {"longest", model->longest()},
                 {"labels", model->labels()},
                 {"parameters", count},
                 {"not_finite", not_finite(*model)}});
  return result;
}

nlohmann::json handle_compare(const nlohmann::json& request) {
  const double tolerance = request.value("tolerance", 1e-5);
  const std::string precision = request.value("precision", "float32");
  const GoldenComparison comparison =
      compare_with_golden(text(request, "folder"), text(request, "golden"), precision_from_string(precision),
                          request.value("device", "cpu"));
  nlohmann::json outputs = nlohmann::json::array();
  bool within = true;
  for (const GoldenComparison::Output& output : comparison.outputs) {
    const bool good = output.relative() <= tolerance;
    within = within && good;
    outputs.push_back({{"name", output.name},
                       {"difference", output.difference},
                       {"scale", output.scale},
                       {"relative", output.relative()},
                       {"within", good}});
  }
  nlohmann::json skipped = nlohmann::json::array();
  for (const LoadReport::Remark& remark : comparison.not_compared)
    skipped.push_back({{"name", remark.name}, {"reason", remark.reason}});
  return {{"outputs", std::move(outputs)},
          {"not_compared", std::move(skipped)},
          {"tolerance", tolerance},
          {"precision", precision},
          {"within", within}};
}

std::map<std::string, Handler> training_handlers() {
  const auto plain = [](nlohmann::json (*handle)(const nlohmann::json&)) {
    return [handle](const nlohmann::json& request, const Progress&) { return handle(request); };
  };
  return {{"check", plain(handle_check)},     {"check_run", plain(handle_check_run)},
          {"compare", plain(handle_compare)}, {"describe", plain(handle_describe)},
          {"device", plain(handle_device)},   {"train", handle_train}};
}

}  // namespace reseed
