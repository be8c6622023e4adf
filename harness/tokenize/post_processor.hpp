// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace reseed::tokenize {

/// A place of a template: special tokens, the first text or the second.
struct TemplateItem {
  enum class Kind { special, first, second };
  Kind kind;
  std::int64_t type_id = 0;
  std::vector<std::int64_t> ids;  ///< of special tokens
};

/// How texts and special tokens are put together, and whether offsets leave out white space.
struct PostProcessor {
  std::vector<TemplateItem> single = {{TemplateItem::Kind::first, 0, {}}};
  std::vector<TemplateItem> pair = {{TemplateItem::Kind::first, 0, {}}, {TemplateItem::Kind::second, 1, {}}};
  bool trim_offsets = false;
  bool add_prefix_space = true;  ///< the blank put in front of a text is not trimmed: it has no place of its own

  /// [CLS] A [SEP], [CLS] A [SEP] B [SEP] with type 1 for the second part.
  static PostProcessor bert(std::int64_t cls, std::int64_t sep);
  /// <s> A </s>, <s> A </s></s> B </s>, all of type 0.
  static PostProcessor roberta(std::int64_t cls, std::int64_t sep, bool trim_offsets, bool add_prefix_space);

  std::int64_t special_tokens(bool is_pair) const;
};

}  // namespace reseed::tokenize
