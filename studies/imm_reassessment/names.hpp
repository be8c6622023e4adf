// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace reseed::imm_reassessment {

/// An id in words, names of people and abbreviations in capitals: "jensen_shannon_divergence" ->
/// "Jensen-Shannon divergence".
std::string in_words(std::string_view id);

/// A number with so many decimals; one that these would show as 0 has two digits: "0.00021".
std::string readable(double number, int decimals);

/// File name and anchor of a table or figure: letters, digits, '-' and '_'; all else becomes '_'.
std::string plain_id(std::string text);

}  // namespace reseed::imm_reassessment
