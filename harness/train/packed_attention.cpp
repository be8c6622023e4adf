// SPDX-License-Identifier: Apache-2.0
#include "train/packed_attention.hpp"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace reseed {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Tensors that the backward pass of one group needs, in the order in which they are saved.
struct Saved {
  at::Tensor rows, query_rows, query, key, value, probabilities, mask;
  static constexpr std::size_t kCount = 7;
};

at::Tensor product(const at::Tensor& a, const at::Tensor& b, bool bfloat16) {
  if (!bfloat16) return at::matmul(a, b);
  return at::matmul(a.to(at::kBFloat16), b.to(at::kBFloat16)).to(a.scalar_type());
}

/// A copy of rows of a [t, d] tensor as [g, h, n, d / h]; never a view of `all`, which autograd would not let be saved.
at::Tensor split_heads(const at::Tensor& all, const at::Tensor& rows, std::int64_t group, std::int64_t heads) {
  const at::Tensor taken = all.index_select(0, rows);
  return taken.view({group, rows.numel() / group, heads, all.size(1) / heads}).transpose(1, 2).contiguous();
}

/// The inverse: adds nothing, every row of a batch belongs to one group.
void join_heads(at::Tensor& all, const at::Tensor& rows, const at::Tensor& part) {
  all.index_copy_(0, rows, part.transpose(1, 2).reshape({rows.numel(), all.size(1)}));
}

/// One custom function instead of a graph of a dozen small operations per group and block.
class PackedAttention : public torch::autograd::Function<PackedAttention> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& query, const at::Tensor& key,
                            const at::Tensor& value, const AttentionPlan* plan) {
    const double scale = 1.0 / std::sqrt(static_cast<double>(key.size(1) / plan->heads));
    at::Tensor result = at::empty_like(query);
    variable_list kept;
    for (const LengthGroup& group : *plan->groups) {
      const auto count = static_cast<std::int64_t>(group.items.size());
      Saved saved;
      saved.rows = group.rows;
      saved.query_rows = plan->first_only ? group.sequences : group.rows;
      saved.query = split_heads(query, saved.query_rows, count, plan->heads).mul_(scale);
      saved.key = split_heads(key, group.rows, count, plan->heads);
      saved.value = split_heads(value, group.rows, count, plan->heads);
      saved.probabilities = at::softmax(product(saved.query, saved.key.transpose(-2, -1), plan->bfloat16), -1);
      at::Tensor weights = saved.probabilities;
      if (plan->dropout != nullptr && plan->rate > 0.0) {
        saved.mask = attention_masks(*plan->dropout, plan->site, plan->rate, group.items, plan->heads, group.length,
                                     plan->first_only ? 1 : group.length, query);
        weights = weights * saved.mask;
      }
      join_heads(result, saved.query_rows, product(weights, saved.value, plan->bfloat16));
      kept.insert(kept.end(),
                  {saved.rows, saved.query_rows, saved.query, saved.key, saved.value, saved.probabilities, saved.mask});
    }
    context->save_for_backward(std::move(kept));
    context->saved_data["scale"] = scale;
    context->saved_data["bfloat16"] = plan->bfloat16;
    context->saved_data["queries"] = query.size(0);
    context->saved_data["keys"] = key.size(0);
    return result;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list kept = context->get_saved_variables();
    const double scale = context->saved_data["scale"].toDouble();
    const bool bfloat16 = context->saved_data["bfloat16"].toBool();
    const at::Tensor gradient = gradients[0].contiguous();
    const std::int64_t width = gradient.size(1);
    at::Tensor query = at::empty({context->saved_data["queries"].toInt(), width}, gradient.options());
    at::Tensor key = at::empty({context->saved_data["keys"].toInt(), width}, gradient.options());
    at::Tensor value = at::empty_like(key);
    for (std::size_t i = 0; i < kept.size(); i += Saved::kCount) {
      const Saved saved{kept[i], kept[i + 1], kept[i + 2], kept[i + 3], kept[i + 4], kept[i + 5], kept[i + 6]};
      const std::int64_t count = saved.query.size(0);
      const at::Tensor out = split_heads(gradient, saved.query_rows, count, saved.query.size(1));
      const at::Tensor weights = saved.mask.defined() ? saved.probabilities * saved.mask : saved.probabilities;
      join_heads(value, saved.rows, product(weights.transpose(-2, -1), out, bfloat16));
      at::Tensor probabilities = product(out, saved.value.transpose(-2, -1), bfloat16);
      if (saved.mask.defined()) probabilities.mul_(saved.mask);
      const at::Tensor scores =
          at::_softmax_backward_data(probabilities, saved.probabilities, -1, probabilities.scalar_type());
      join_heads(query, saved.query_rows, product(scores, saved.key, bfloat16).mul_(scale));
      join_heads(key, saved.rows, product(scores.transpose(-2, -1), saved.query, bfloat16));
    }
    return {query, key, value, at::Tensor()};
  }
};

}  // namespace

std::vector<LengthGroup> group_by_length(const Batch& batch, at::Device device) {
  std::vector<LengthGroup> groups;
  std::map<std::int64_t, std::size_t> by_length;
  std::vector<std::vector<std::int64_t>> rows;
  std::vector<std::vector<std::int64_t>> sequences;
  for (std::size_t s = 0; s + 1 < batch.offsets.size(); ++s) {
    const std::int64_t length = batch.offsets[s + 1] - batch.offsets[s];
    const auto [entry, added] = by_length.emplace(length, groups.size());
    if (added) {
      groups.push_back({length, {}, {}, {}});
      rows.emplace_back();
      sequences.emplace_back();
    }
    const std::size_t g = entry->second;
    groups[g].items.push_back(batch.items[s]);
    sequences[g].push_back(static_cast<std::int64_t>(s));
    for (std::int64_t at = batch.offsets[s]; at < batch.offsets[s + 1]; ++at) rows[g].push_back(at);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    groups[g].rows = at::tensor(rows[g], at::kLong).to(device);
    groups[g].sequences = at::tensor(sequences[g], at::kLong).to(device);
  }
  return groups;
}

at::Tensor packed_attention(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                            const AttentionPlan& plan) {
  return PackedAttention::apply(query, key, value, &plan);
}

}  // namespace reseed
