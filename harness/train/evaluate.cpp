// SPDX-License-Identifier: Apache-2.0
#include "train/evaluate.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "base/metrics.hpp"

namespace reseed {
namespace {

/// Most tokens of an evaluation batch: enough to fill the vector units, few enough to stay in the caches.
constexpr std::int64_t kTokensPerBatch = 1024;

/// Puts the rows of one batch to their places in the whole set.
void scatter(at::Tensor& all, const at::Tensor& rows, const at::Tensor& places, std::int64_t n) {
  const at::Tensor here = rows.to(at::kCPU);
  if (!all.defined()) all = at::empty({n, here.size(1)}, here.options());
  all.index_copy_(0, places, here);
}

}  // namespace

std::vector<std::int64_t> Evaluation::predictions() const {
  const at::Tensor values = logits.to(at::kDouble).contiguous();
  return argmax_rows({values.const_data_ptr<double>(), static_cast<std::size_t>(values.numel())}, values.size(1));
}

Evaluation evaluate(Classifier& model, const TextSet& set, const std::vector<std::int64_t>& layers) {
  std::vector<std::int64_t> order(set.tokens.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  const auto length = [&](std::int64_t i) {
    return static_cast<std::int64_t>(set.tokens[static_cast<std::size_t>(i)].input_ids.size());
  };
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return length(a) < length(b); });

  Evaluation evaluation;
  Pass pass;
  pass.layers = layers;
  for (std::size_t begin = 0; begin < order.size();) {
    std::vector<const Tokens*> texts;
    std::size_t end = begin;
    for (std::int64_t tokens = 0; end < order.size(); ++end) {
      tokens += length(order[end]);
      if (end > begin && tokens > kTokensPerBatch) break;
      texts.push_back(&set.tokens[static_cast<std::size_t>(order[end])]);
    }
    const PassResult result = model.forward(model.make_batch(texts), pass);
    const at::Tensor places = at::tensor(at::ArrayRef<std::int64_t>(order.data() + begin, end - begin), at::kLong);
    scatter(evaluation.logits, result.logits, places, set.size());
    for (const auto& [layer, states] : result.hidden_states)
      scatter(evaluation.representations[layer], states, places, set.size());
    begin = end;
  }
  return evaluation;
}

}  // namespace reseed
