// SPDX-License-Identifier: Apache-2.0
#include "report/markup.hpp"

#include "base/printable.hpp"

namespace reseed {

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    switch (letter) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      case '\t':
      case '\n':
      case '\r': out += letter; break;
      default:
        if (const std::size_t length = control_length(text, at); length > 0) {
          out += "\xef\xbf\xbd";
          at += length - 1;
        } else {
          out += letter;
        }
    }
  }
  return out;
}

}  // namespace reseed
