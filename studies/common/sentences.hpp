// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace reseed::studies {

/// The text as a sentence begins, with a capital letter. Not for names: "sst2" stays what the manifest calls it.
inline std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// The text as a whole sentence: a capital letter first, a full stop last. Reasons of values and effects of the
/// paper-versus-code list are written without either. "" stays empty.
inline std::string sentence(std::string text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  if (text.empty()) return text;
  return capitalised(text.back() == '.' ? text : text + ".");
}

/// Sentences one after the other; empty ones leave no gap.
inline void add_sentence(std::string& text, const std::string& next) {
  if (next.empty()) return;
  text += (text.empty() ? "" : " ") + next;
}

}  // namespace reseed::studies
