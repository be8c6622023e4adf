// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace reseed {

/// Keys of tables/report.json that count the rows of its csv files, so that one that went is missed. All are 0 where
/// there is no such file.
inline constexpr const char* kPublishedRows = "published_rows";  ///< of published.csv
inline constexpr const char* kAnswerRows = "answer_rows";        ///< answers and notes of tables/answers.csv
inline constexpr const char* kRowCount = "row_count";            ///< of ID.csv, in the entry of each table and figure

}  // namespace reseed
