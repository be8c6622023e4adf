// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/made_checkpoint.hpp"

namespace reseed::test {

/// BERT and RoBERTa for one text, written down as plainly as the papers do, in double: what the real models are held
/// against on sizes for which nothing is recorded.
class PlainBert {
 public:
  using Row = std::vector<double>;
  using Rows = std::vector<Row>;

  explicit PlainBert(const MadeCheckpoint& checkpoint) : made_(checkpoint), prefix_(checkpoint.sizes.family + ".") {}

  /// Logits of a text; positions as the family counts them.
  Row logits(const std::vector<std::int64_t>& ids, const std::vector<std::int64_t>& types,
             const std::vector<std::int64_t>& positions) const {
    Rows x;
    for (std::size_t t = 0; t < ids.size(); ++t)
      x.push_back(
          norm(sum(sum(row("embeddings.word_embeddings", ids[t]), row("embeddings.position_embeddings", positions[t])),
                   row("embeddings.token_type_embeddings", types[t])),
               prefix_ + "embeddings.LayerNorm"));
    for (std::int64_t block = 0; block < made_.sizes.blocks; ++block)
      x = through(x, prefix_ + "encoder.layer." + std::to_string(block) + ".");
    if (made_.sizes.family == "bert") return linear(tanh(linear(x[0], prefix_ + "pooler.dense")), "classifier");
    return linear(tanh(linear(x[0], "classifier.dense")), "classifier.out_proj");
  }

 private:
  Rows through(const Rows& x, const std::string& layer) const {
    Rows q, k, v;
    for (const Row& token : x) {
      q.push_back(linear(token, layer + "attention.self.query"));
      k.push_back(linear(token, layer + "attention.self.key"));
      v.push_back(linear(token, layer + "attention.self.value"));
    }
    const auto width = static_cast<std::size_t>(made_.sizes.hidden / made_.sizes.heads);
    Rows result;
    for (std::size_t i = 0; i < x.size(); ++i) {
      Row mixed(x[i].size(), 0.0);
      for (std::size_t begin = 0; begin < mixed.size(); begin += width) {
        Row weight(x.size());
        double total = 0.0;
        for (std::size_t j = 0; j < x.size(); ++j) {
          double score = 0.0;
          for (std::size_t e = begin; e < begin + width; ++e) score += q[i][e] * k[j][e];
          total += weight[j] = std::exp(score / std::sqrt(static_cast<double>(width)));
        }
        for (std::size_t j = 0; j < x.size(); ++j)
          for (std::size_t e = begin; e < begin + width; ++e) mixed[e] += weight[j] / total * v[j][e];
      }
      const Row middle =
          norm(sum(linear(mixed, layer + "attention.output.dense"), x[i]), layer + "attention.output.LayerNorm");
      Row inner = linear(middle, layer + "intermediate.dense");
      for (double& value : inner) value = 0.5 * value * (1.0 + std::erf(value / std::sqrt(2.0)));
      result.push_back(norm(sum(linear(inner, layer + "output.dense"), middle), layer + "output.LayerNorm"));
    }
    return result;
  }

  Row row(const std::string& table, std::int64_t index) const {
    const auto& values = made_.tensors.at(prefix_ + table + ".weight").values;
    const auto begin = values.begin() + index * made_.sizes.hidden;
    return Row(begin, begin + made_.sizes.hidden);
  }
  Row linear(const Row& x, const std::string& name) const {
    const auto& weight = made_.tensors.at(name + ".weight");
    const auto& bias = made_.tensors.at(name + ".bias").values;
    Row y(bias.begin(), bias.end());
    for (std::size_t o = 0; o < y.size(); ++o)
      for (std::size_t i = 0; i < x.size(); ++i) y[o] += weight.values[o * x.size() + i] * x[i];
    return y;
  }
  Row norm(const Row& x, const std::string& name) const {
    double mean = 0.0, variance = 0.0;
    for (const double value : x) mean += value / static_cast<double>(x.size());
    for (const double value : x) variance += (value - mean) * (value - mean) / static_cast<double>(x.size());
    Row y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = (x[i] - mean) / std::sqrt(variance + 1e-5) * made_.tensors.at(name + ".weight").values[i] +
             made_.tensors.at(name + ".bias").values[i];
    return y;
  }
  static Row sum(Row a, const Row& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
  }
  static Row tanh(Row x) {
    for (double& value : x) value = std::tanh(value);
    return x;
  }

  const MadeCheckpoint& made_;
  std::string prefix_;
};

}  // namespace reseed::test
