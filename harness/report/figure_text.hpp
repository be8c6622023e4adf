// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reseed {

/// Width of a letter at 12 units, the size of all texts in figures: the mean of a wide font.
inline constexpr double kLetterWidth = 7.0;

/// Code points of a UTF-8 text.
std::size_t letters(std::string_view text);
/// Width of a text in a figure's units.
double width_of(std::string_view text);
/// At most `most` code points; the rest becomes an ellipsis.
std::string shortened(std::string_view text, std::size_t most);
/// Lines of at most `most` code points, broken at blanks; a longer word stays whole.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t most);
/// The same, but a longer word is broken too, behind a sign such as '_' where it has one. Only what is longer than any
/// name, 400 letters, is cut.
std::vector<std::string> fitted_lines(std::string_view text, std::size_t most);

/// A coordinate with one decimal at most: a tenth of a unit is less than anyone sees.
std::string coordinate(double value);

/// One `<text>` element; `anchor` "" inherits. `more`: further attributes.
std::string svg_text(double x, double y, std::string_view anchor, std::string_view content, std::string_view more = {});

/// The texts below a categorical axis: over several lines where they are too wide, turned where that is not enough,
/// and where they are too long for that as well numbers, which a list below the figure resolves. No text is cut.
class CategoryTexts {
 public:
  /// The axis goes from `left`, or further right where the first turned text needs the room, to `right`.
  CategoryTexts(const std::vector<std::string>& names, double left, double right);

  /// The texts stand upright below their places.
  bool upright() const { return kind_ == Kind::upright; }
  double left() const { return left_; }
  double step() const;
  /// Height that the texts take.
  double height() const;
  /// The texts below the axis at `y`.
  std::string draw(double y) const;
  /// The same of the list that says what the numbers mean: no height where there are none.
  double list_height() const;
  std::string draw_list(double y) const;

 private:
  enum class Kind { upright, turned, numbered };

  double share(std::size_t i) const;

  std::vector<std::vector<std::string>> texts_;  ///< lines of each name
  std::vector<std::string> list_;
  double left_;
  double right_;
  double longest_ = 0.0;
  std::size_t lines_ = 1;
  Kind kind_ = Kind::upright;
};

}  // namespace reseed
