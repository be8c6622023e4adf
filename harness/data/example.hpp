// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace reseed {

/// One labelled text, or pair of texts.
struct Example {
  std::string text;
  std::optional<std::string> text_pair;
  std::int64_t label = 0;  ///< index into the label names
  std::int64_t index = 0;  ///< position in its official set, counted from 0 before anything was dropped or drawn
  std::string document;    ///< what must not cross sets; empty where the data set has none
};

}  // namespace reseed
