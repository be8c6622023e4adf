// SPDX-License-Identifier: Apache-2.0
#include "report/figure_text.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "report/markup.hpp"

namespace reseed {
namespace {

constexpr std::size_t kLongestName = 400;   // letters; what is longer is no name
constexpr std::size_t kLongestTurned = 34;  // letters
constexpr std::size_t kListWidth = 54;      // letters of a line of the list below a figure
constexpr std::size_t kMostLines = 3;
constexpr double kLine = 14.0;    // height of a line
constexpr double kCosine = 0.82;  // of 35 degrees
constexpr double kSine = 0.58;

/// Bytes of the first code points of a text.
std::size_t bytes_of(std::string_view text, std::size_t code_points) {
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xc0) != 0x80 && ++seen > code_points) break;
  return end;
}

double widest(const std::vector<std::vector<std::string>>& texts) {
  double widest = 0.0;
  for (const auto& lines : texts)
    for (const std::string& line : lines) widest = std::max(widest, width_of(line));
  return widest;
}

}  // namespace

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char letter) { return (static_cast<unsigned char>(letter) & 0xc0) != 0x80; }));
}

double width_of(std::string_view text) { return kLetterWidth * static_cast<double>(letters(text)); }

std::string shortened(std::string_view text, std::size_t most) {
  if (letters(text) <= most) return std::string(text);
  return std::string(text.substr(0, bytes_of(text, most - 1))) + "…";
}

std::vector<std::string> wrapped_lines(std::string_view text, std::size_t most) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
    if (!lines.back().empty() && letters(lines.back()) + 1 + letters(word) > most) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

std::vector<std::string> fitted_lines(std::string_view text, std::size_t most) {
  most = std::max<std::size_t>(most, 1);
  std::vector<std::string> lines;
  for (std::string line : wrapped_lines(shortened(text, kLongestName), most)) {
    while (letters(line) > most) {  // it is one word
      const std::size_t room = bytes_of(line, most);
      const auto sign = line.find_last_of("_-/,.=", room - 1);
      const std::size_t end = sign == std::string::npos || sign == 0 ? room : sign + 1;
      lines.push_back(line.substr(0, end));
      line.erase(0, end);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string coordinate(double value) {
  std::string text = fixed(std::round(value * 10.0) / 10.0, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string svg_text(double x, double y, std::string_view anchor, std::string_view content, std::string_view more) {
  std::string out = "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + '"';
  if (!anchor.empty()) out += " text-anchor=\"" + std::string(anchor) + '"';
  if (!more.empty()) out += ' ' + std::string(more);
  return out + '>' + escaped(content) + "</text>\n";
}

CategoryTexts::CategoryTexts(const std::vector<std::string>& names, double left, double right)
    : left_(left), right_(right) {
  std::size_t most = 0;  // letters of a name
  for (const std::string& name : names) {
    texts_.push_back({name});
    most = std::max(most, letters(name));
  }
  const double room = step() - 4.0;
  longest_ = widest(texts_);
  if (longest_ <= room) return;
  std::vector<std::vector<std::string>> wrapped;
  std::size_t lines = 1;
  for (const std::string& name : names) {
    wrapped.push_back(wrapped_lines(name, static_cast<std::size_t>(std::max(1.0, room / kLetterWidth))));
    lines = std::max(lines, wrapped.back().size());
  }
  if (widest(wrapped) <= room && lines <= kMostLines) {
    texts_ = std::move(wrapped);
    lines_ = lines;
    return;
  }
  if (most > kLongestTurned) {
    kind_ = Kind::numbered;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string number = std::to_string(i + 1);
      texts_[i] = {number};
      for (const std::string& line : fitted_lines(number + "  " + names[i], kListWidth)) list_.push_back(line);
    }
    return;
  }
  // A turned text ends at its place on the axis: the first ones need room on the left.
  kind_ = Kind::turned;
  for (std::size_t i = 0; i < texts_.size(); ++i)
    left_ = std::max(left_, (kCosine * width_of(texts_[i].front()) + 4.0 - right_ * share(i)) / (1.0 - share(i)));
}

double CategoryTexts::step() const {
  return (right_ - left_) / static_cast<double>(std::max<std::size_t>(1, texts_.size()));
}

double CategoryTexts::height() const {
  return kind_ == Kind::turned ? 20.0 + kSine * longest_ : 10.0 + kLine * static_cast<double>(lines_);
}

std::string CategoryTexts::draw(double y) const {
  std::string out;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const double x = left_ + step() * (static_cast<double>(i) + 0.5);
    if (kind_ == Kind::turned) {
      out += svg_text(x, y + 12.0, "end", texts_[i].front(),
                      "transform=\"rotate(-35 " + coordinate(x) + ' ' + coordinate(y + 12.0) + ")\"");
      continue;
    }
    for (std::size_t l = 0; l < texts_[i].size(); ++l)
      out += svg_text(x, y + 16.0 + kLine * static_cast<double>(l), "middle", texts_[i][l]);
  }
  return out;
}

double CategoryTexts::list_height() const {
  return list_.empty() ? 0.0 : 8.0 + kLine * static_cast<double>(list_.size());
}

std::string CategoryTexts::draw_list(double y) const {
  std::string out;
  for (std::size_t l = 0; l < list_.size(); ++l)
    out += svg_text(2.0, y + 16.0 + kLine * static_cast<double>(l), "", list_[l]);
  return out;
}

/// Where text `i` stands between the left and the right end of the axis, 0..1.
double CategoryTexts::share(std::size_t i) const {
  return (static_cast<double>(i) + 0.5) / static_cast<double>(texts_.size());
}

}  // namespace reseed
