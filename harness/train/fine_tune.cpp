// SPDX-License-Identifier: Apache-2.0
#include "train/fine_tune.hpp"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "base/metrics.hpp"
#include "reseed/error.hpp"
#include "train/data_order.hpp"
#include "train/evaluate.hpp"
#include "train/schedule.hpp"

namespace reseed {
namespace {

/// The one copy of the best weights; made only where training goes on after them.
class KeptWeights {
 public:
  void save(Classifier& model) {
    const c10::NoGradGuard guard;
    const auto parameters = model.parameters();
    copies_.resize(parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (copies_[i].defined())
        copies_[i].copy_(parameters[i].value);
      else
        copies_[i] = parameters[i].value.detach().clone();
    }
  }
  void restore(Classifier& model) const {
    const c10::NoGradGuard guard;
    for (std::size_t i = 0; i < copies_.size(); ++i) model.parameters()[i].value.copy_(copies_[i]);
  }

 private:
  std::vector<at::Tensor> copies_;
};

Batch batch_of(const Classifier& model, const TextSet& set, std::span<const std::int64_t> places) {
  std::vector<const Tokens*> texts;
  std::vector<std::int64_t> labels;
  for (const std::int64_t place : places) {
    texts.push_back(&set.tokens[static_cast<std::size_t>(place)]);
    labels.push_back(set.labels[static_cast<std::size_t>(place)]);
  }
  return model.make_batch(texts, labels, places);
}

}  // namespace

FineTuning fine_tune(Classifier& model, Mitigation& method, const TextSet& train, const TextSet& validation,
                     const std::string& metric, const TrainingOptions& options, const StreamSeeds& streams,
                     const TrainingProgress& progress) {
  if (options.keep != "best" && options.keep != "last")
    throw Error(ErrorKind::manifest, "training.keep", "want best or last, found " + options.keep);
  if (options.schedule != "linear")
    throw Error(ErrorKind::manifest, "training.schedule", "want linear, found " + options.schedule);

  FineTuning result;
  result.steps_per_epoch = steps_per_epoch(train.size(), options.batch_size);
  const std::int64_t total = options.epochs * result.steps_per_epoch;
  const std::vector<std::int64_t> evaluate_after =
      evaluation_steps(result.steps_per_epoch, options.evaluations_per_epoch);
  const Stream data_order(streams.data_order, "data_order");
  Trainer trainer(model, method, options, streams, total);
  KeptWeights kept;
  double best = -std::numeric_limits<double>::infinity();

  for (std::int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    const std::vector<std::int64_t> order = order_of_epoch(data_order, epoch, train.size());
    for (std::int64_t i = 0; i < result.steps_per_epoch; ++i) {
      const auto begin = static_cast<std::size_t>(i * options.batch_size);
      const auto count = std::min(static_cast<std::size_t>(options.batch_size), order.size() - begin);
      result.steps.push_back(trainer.step(batch_of(model, train, std::span(order).subspan(begin, count))));
      if (!std::isfinite(result.steps.back().loss)) {
        result.diverged = true;
        result.kept_after = trainer.done();
        return result;
      }
      if (progress) progress(trainer.done(), total, "step");
      if (std::find(evaluate_after.begin(), evaluate_after.end(), i + 1) == evaluate_after.end()) continue;

      const double score =
          reseed::score(metric, evaluate(model, validation).predictions(), validation.labels, model.labels());
      const bool better = score > best;
      best = std::max(best, score);
      result.evaluations.push_back({trainer.done(), epoch, score, better});
      if (progress) progress(trainer.done(), total, "evaluation");
      if (options.keep == "last" || !better) continue;
      result.kept_after = trainer.done();
      result.untouched_factor = trainer.untouched_factor();
      if (trainer.done() < total) kept.save(model);
    }
  }
  if (options.keep == "last") {
    result.kept_after = total;
    result.untouched_factor = trainer.untouched_factor();
  } else if (result.kept_after < total) {
    kept.restore(model);
  }
  return result;
}

}  // namespace reseed
