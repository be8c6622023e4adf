// SPDX-License-Identifier: Apache-2.0
#include "analysis/record.hpp"

#include <algorithm>

#include "analysis/run_data.hpp"
#include "base/number.hpp"
#include "base/record_file.hpp"

namespace reseed {
namespace {

constexpr std::string_view kLayerPrefix = "representations.";

/// A row-major tensor [n, d] is a column-major d x n matrix: one example per column.
arma::mat matrix_of(const TensorView& tensor, const std::string& place) {
  if (tensor.shape.size() != 2)
    throw Error(ErrorKind::data, place, "want two dimensions, found " + std::to_string(tensor.shape.size()));
  const std::vector<double> values = tensor.as_doubles();
  return arma::mat(values.data(), static_cast<arma::uword>(tensor.shape[1]), static_cast<arma::uword>(tensor.shape[0]));
}

/// The columns of the chosen items. Errors: Error(data) at `place` for an item beyond the last.
template <class Matrix>
Matrix chosen(const Matrix& all, const std::optional<arma::uvec>& items, const std::string& place) {
  if (!items) return all;
  if (!items->empty() && items->max() >= all.n_cols)
    throw Error(ErrorKind::data, place,
                "want item " + std::to_string(items->max()) + ", found " + std::to_string(all.n_cols) + " items");
  return all.cols(*items);
}

MeasuredRun missing(std::uint64_t seed, const std::string& what) {
  MeasuredRun run;
  run.data.seed = seed;
  run.problem = Outcome::undefined(Flag::records_missing, what);
  return run;
}

}  // namespace

Record::Record(std::uint64_t seed, const std::filesystem::path& folder, const std::string& test_set)
    : seed_(seed), file_(folder / record_file(test_set)) {
  if (!std::filesystem::exists(file_)) return;
  tensors_.emplace(file_);
  for (const auto& [name, tensor] : tensors_->tensors())
    if (name.starts_with(kLayerPrefix))
      if (const auto layer = parse_integer(std::string_view(name).substr(kLayerPrefix.size())))
        layers_.push_back(*layer);
  std::sort(layers_.begin(), layers_.end());
}

std::optional<std::int64_t> Record::items() const {
  if (!tensors_) return std::nullopt;
  for (const char* name : {"items", "logits", "probabilities", "predictions", "labels"})
    if (tensors_->contains(name))
      if (const TensorView& tensor = tensors_->at(name); !tensor.shape.empty() && tensor.count() > 0)
        return tensor.shape.front();
  return std::nullopt;
}

std::optional<std::int64_t> Record::read_outputs(RunData& into, const std::optional<arma::uvec>& items) const {
  if (tensors_->contains("logits")) {
    into.logits = chosen(matrix_of(tensors_->at("logits"), place("logits")), items, place("logits"));
    into.probabilities = softmax(into.logits);
    into.predictions = predicted_classes(into.logits);
    return static_cast<std::int64_t>(into.logits.n_rows);
  }
  if (tensors_->contains("probabilities")) {
    const arma::mat all = matrix_of(tensors_->at("probabilities"), place("probabilities"));
    into.probabilities = chosen(all, items, place("probabilities"));
    into.predictions = predicted_classes(into.probabilities);
    into.probabilities.each_row() /= arma::rowvec(arma::sum(into.probabilities, 0));  // to all 53 bits
    return static_cast<std::int64_t>(into.probabilities.n_rows);
  }
  if (!tensors_->contains("predictions")) return std::nullopt;
  const std::vector<std::int64_t> all = tensors_->at("predictions").as_integers();
  const auto metadata = tensors_->metadata().find("classes");
  const auto classes = metadata == tensors_->metadata().end() ? std::nullopt : parse_integer(metadata->second);
  if (!classes || *classes < 1)
    throw Error(ErrorKind::data, place("predictions"), "want the number of classes in the metadata, found none");
  check_classes(all, *classes, "predictions");
  into.predictions = chosen(arma::conv_to<arma::urowvec>::from(all), items, place("predictions"));
  return classes;
}

void Record::read_labels(RunData& into, std::int64_t classes, const std::optional<arma::uvec>& items) const {
  if (!tensors_->contains("labels")) return;
  const std::vector<std::int64_t> labels = tensors_->at("labels").as_integers();
  if (!items && labels.size() != into.predictions.n_elem)
    throw Error(ErrorKind::data, place("labels"),
                "want one label for each of " + std::to_string(into.predictions.n_elem) + " items, found " +
                    std::to_string(labels.size()));
  check_classes(labels, classes, "labels");
  into.labels = chosen(arma::conv_to<arma::urowvec>::from(labels), items, place("labels"));
}

void Record::check_classes(const std::vector<std::int64_t>& list, std::int64_t classes, const std::string& name) const {
  for (const std::int64_t entry : list)
    if (entry < 0 || entry >= classes)
      throw Error(ErrorKind::data, place(name),
                  "want class indices below " + std::to_string(classes) + ", found " + std::to_string(entry));
}

MeasuredRun Record::read(Reads reads, std::int64_t layer, const std::string& metric,
                         const std::optional<arma::uvec>& items) const {
  if (!tensors_) return missing(seed_, "no file " + file_.filename().string() + " in the record");
  MeasuredRun run;
  run.data.seed = seed_;
  if (reads == Reads::representations) {
    const std::string name = std::string(kLayerPrefix) + std::to_string(layer);
    if (!tensors_->contains(name)) return missing(seed_, "no tensor " + name + " in the record");
    run.data.representations = chosen(matrix_of(tensors_->at(name), place(name)), items, place(name));
    return run;
  }
  const std::optional<std::int64_t> classes = read_outputs(run.data, items);
  if (!classes || (reads == Reads::logits && run.data.logits.empty()))
    return missing(seed_, "no tensor logits in the record");
  if (reads == Reads::probabilities && run.data.probabilities.empty())
    return missing(seed_, "no tensor logits or probabilities in the record");
  read_labels(run.data, *classes, items);
  if (reads != Reads::scores) return run;
  if (run.data.labels.empty()) return missing(seed_, "no labels in the record");
  run.data.score = score_of(run.data, metric, *classes);
  return run;
}

}  // namespace reseed
