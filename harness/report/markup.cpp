// SPDX-License-Identifier: Apache-2.0
#include "report/markup.hpp"

namespace reseed {

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char letter : text) {
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
        if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f)
          out += "\xef\xbf\xbd";
        else
          out += letter;
    }
  }
  return out;
}

}  // namespace reseed
