// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/sentences.hpp"
#include "reseed/study_report.hpp"

namespace reseed {

/// The page's style rules and its one script.
std::string_view page_style();
std::string_view page_script();

/// Rows of a table that fill a screen: one with more is folded.
inline constexpr std::size_t kScreen = 24;

/// A number with a fixed count of decimals; one that these would show as 0 has two significant digits: "1.9e-16".
std::string shown(double number, int decimals);

/// A table in a box of its own that scrolls sideways; every heading sorts. A column with one and the same text in all
/// rows is said once above it.
std::string table_html(const StudyTable& table);

/// A table under its title; folded when it is longer than a screen, or `fold` says so. The rows of one with hundreds
/// are data that the script shows as they are asked for, with a filter.
/// On paper those rows are not there: the heading names the bundle's `file` that has them.
enum class Fold { never, when_long, always };
std::string captioned(const StudyTable& table, const std::string& file, Fold fold = Fold::when_long);

/// A table as entries: every row its first cell as term and the others as lines below. Places that name a term link
/// to it.
std::string definitions_html(const StudyTable& terms);

/// Figures of one section in the order given. Neighbours that differ in what stands after ": " in their titles only
/// are shown as one family under one title, side by side; many heatmaps of one family are folded, but for those that
/// are panels of figures; so are all families but the first two where four or more are alike, with titles that differ
/// behind their first ", " only. What all captions of a row of figures say stands once above it. A figure wider than
/// the others has a row of its own and scrolls sideways where that is narrow. `section`: the section's title, which the
/// figures' own need not repeat.
std::string figures_html(const std::vector<const StudyFigure*>& figures, const std::string& section);

/// The answers, one below the other: question and verdict, and beside them the sentence, of which the part after the
/// first sixty words is folded. A sentence that several repeat is said once below them.
std::string answers_html(const std::vector<StudyAnswer>& answers);
/// A text in two: whole sentences of sixty words at most, and the rest; all of it in the first where the rest is short.
std::pair<std::string, std::string> read_at_once(const std::string& text);

/// "<sup>1, 2</sup>" behind a text of which sentences stand below as notes; and those notes.
std::string note_marks(const NotedText& text);
std::string notes_below(const Footnotes& notes);

/// What must be known before a number is believed: a task that does not learn, runs that are missing. Long notes are
/// parted as answers are.
std::string notes_html(const std::vector<std::string>& notes);

/// Claims by verdict, each with its reason; what several reasons repeat is said once.
std::string claims_html(const std::vector<StudyClaim>& claims);

/// A title without the name of the section it stands in: "Every seed: rte, bert" -> "Every seed".
std::string without_section(std::string title, const std::string& section);

}  // namespace reseed
