// SPDX-License-Identifier: Apache-2.0
#include "tokenize/post_processor.hpp"

namespace reseed::tokenize {

using Kind = TemplateItem::Kind;

PostProcessor PostProcessor::bert(std::int64_t cls, std::int64_t sep) {
  PostProcessor processor;
  processor.single = {{Kind::special, 0, {cls}}, {Kind::first, 0, {}}, {Kind::special, 0, {sep}}};
  processor.pair = {{Kind::special, 0, {cls}},
                    {Kind::first, 0, {}},
                    {Kind::special, 0, {sep}},
                    {Kind::second, 1, {}},
                    {Kind::special, 1, {sep}}};
  return processor;
}

PostProcessor PostProcessor::roberta(std::int64_t cls, std::int64_t sep, bool trim_offsets, bool add_prefix_space) {
  PostProcessor processor;
  processor.single = {{Kind::special, 0, {cls}}, {Kind::first, 0, {}}, {Kind::special, 0, {sep}}};
  processor.pair = {{Kind::special, 0, {cls}},
                    {Kind::first, 0, {}},
                    {Kind::special, 0, {sep, sep}},
                    {Kind::second, 0, {}},
                    {Kind::special, 0, {sep}}};
  processor.trim_offsets = trim_offsets;
  processor.add_prefix_space = add_prefix_space;
  return processor;
}

std::int64_t PostProcessor::special_tokens(bool is_pair) const {
  std::int64_t count = 0;
  for (const TemplateItem& item : is_pair ? pair : single) count += static_cast<std::int64_t>(item.ids.size());
  return count;
}

}  // namespace reseed::tokenize
