// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "../../../studies/from_published/context.hpp"
#include "support/published.hpp"

using namespace reseed;

namespace {

using Files = std::map<std::string, std::string>;

Files facts() { return test::published_files("du_nguyen_2023"); }

/// The facts with one text of a file replaced, at its first place after `after`.
Files changed(const std::string& file, const std::string& after, const std::string& from, const std::string& to) {
  Files files = facts();
  std::string& text = files.at(file);
  const std::size_t start = text.find(after);
  BOOST_REQUIRE(start != std::string::npos);
  const std::size_t at = text.find(from, start);
  BOOST_REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  return files;
}

StudyReport report_of(const Files& files) { return from_published::recompute(files, 0, 2000); }

const StudyClaim& claim(const StudyReport& report, const std::string& id) {
  for (const StudyClaim& claim : report.claims)
    if (claim.id == id) return claim;
  BOOST_FAIL("no claim " + id);
  return report.claims.front();
}

/// How many published rows of a table agree, and how many there are.
std::pair<int, int> agreeing(const StudyReport& report, const std::string& table) {
  std::pair<int, int> count;
  for (const StudyPublished& row : report.published) {
    if (!row.table.starts_with(table)) continue;
    ++count.second;
    count.first += row.verdict == "agrees" ? 1 : 0;
  }
  return count;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(from_published)

BOOST_AUTO_TEST_CASE(all_150_cells_of_the_two_tables_are_correct_roundings_and_table_3_too) {
  const StudyReport report = report_of(facts());
  BOOST_TEST((agreeing(report, "Table 1, x 100") == std::pair(75, 75)));
  BOOST_TEST((agreeing(report, "Table 4, x 100") == std::pair(75, 75)));
  BOOST_TEST((agreeing(report, "Table 3") == std::pair(16, 16)));
  BOOST_TEST(claim(report, "tables_1_4").verdict == "holds");
  BOOST_TEST(has(claim(report, "tables_1_4").remark, "150 of 150"));
}

BOOST_AUTO_TEST_CASE(a_printed_cell_that_is_no_rounding_is_found_and_named) {
  const StudyReport report = report_of(changed("table1.toml", "[mrpc.llrd]", "kappa = ", "kappa = 1"));
  BOOST_TEST(claim(report, "tables_1_4").verdict == "does_not_hold");
  BOOST_TEST(has(claim(report, "tables_1_4").remark, "149 of 150; the first that does not: Table 1, BERT-large, MRPC"));
  BOOST_TEST((agreeing(report, "Table 1") == std::pair(74, 75)));
}

BOOST_AUTO_TEST_CASE(kappa_is_a_multiple_of_the_disagreement_in_32_of_32_groups) {
  const StudyReport report = report_of(facts());
  BOOST_TEST((agreeing(report, "kappa from disagreement") == std::pair(32, 32)));
  BOOST_TEST(claim(report, "kappa_is_multiple").verdict == "holds");
  BOOST_TEST(claim(report, "kappa_is_fleiss").verdict == "does_not_hold");
  BOOST_TEST(claim(report, "disagreement_counts_pairs").verdict == "holds");
  BOOST_TEST(has(claim(report, "kappa_agrees_with_disagreement").remark, "38 maps, but by construction"));
}

BOOST_AUTO_TEST_CASE(another_kappa_is_no_multiple_any_more) {
  const StudyReport report =
      report_of(changed("scores-full-precision.toml", "[roberta.cola.reinit]", "kappa = 0.0", "kappa = 0.1"));
  BOOST_TEST(claim(report, "kappa_is_multiple").verdict == "does_not_hold");
  BOOST_TEST(has(claim(report, "kappa_is_multiple").remark, "31 of 32"));
  BOOST_TEST(report.answers.at(1).verdict == "cannot tell");
  // A kappa of two labels that is twice the disagreement in every group could be Fleiss' kappa.
  Files files = facts();
  std::string& scores = files.at("scores-full-precision.toml");
  for (std::size_t at = scores.find("\npwd = 0."); at != std::string::npos; at = scores.find("\npwd = 0.", at + 1))
    scores.replace(at, 9, "\npwd = 0.0");
  BOOST_TEST(claim(report_of(files), "kappa_is_fleiss").verdict == "holds");
}

BOOST_AUTO_TEST_CASE(all_90_cells_of_kendalls_tau_follow_with_the_named_tie_breaks) {
  const StudyReport report = report_of(facts());
  BOOST_TEST((agreeing(report, "Figure 14") == std::pair(45, 45)));
  BOOST_TEST((agreeing(report, "Figure 15") == std::pair(45, 45)));
  BOOST_TEST(claim(report, "kendall_maps").verdict == "holds");
}

BOOST_AUTO_TEST_CASE(a_tie_in_the_other_order_contradicts_cells) {
  Files files = changed("kendall-tau.toml", "[bert.cola]", "lower = \"reinit\"", "lower = \"mixout\"");
  std::string& text = files.at("kendall-tau.toml");
  const std::size_t at = text.find("higher = \"mixout\"", text.find("[bert.cola]"));
  text.replace(at, 17, "higher = \"reinit\"");
  const StudyReport report = report_of(files);
  BOOST_TEST((agreeing(report, "Figure 14(c)") == std::pair(10, 15)));
  BOOST_TEST(claim(report, "kendall_maps").verdict == "does_not_hold");
}

BOOST_AUTO_TEST_CASE(a_tie_break_of_values_that_are_not_tied_costs_the_rankings_alone) {
  const StudyReport report =
      report_of(changed("kendall-tau.toml", "[bert.cola]", "lower = \"reinit\"", "lower = \"llrd\""));
  BOOST_REQUIRE_EQUAL(report.notes.size(), 1u);
  BOOST_TEST(has(report.notes[0], "Part rankings cannot be told: kendall-tau.toml:"));
  BOOST_TEST(claim(report, "tables_1_4").verdict == "holds");
}

BOOST_AUTO_TEST_CASE(both_r_follow_from_the_bootstrap_matrices_within_their_rounding) {
  const StudyReport report = report_of(facts());
  BOOST_TEST((agreeing(report, "SD against correlation") == std::pair(4, 4)));  // r and p of 90 points, two models
  BOOST_TEST(claim(report, "sd_correlation").verdict == "holds");
  const auto table = std::find_if(report.tables.begin(), report.tables.end(),
                                  [](const StudyTable& t) { return t.id == "sd_correlation"; });
  BOOST_REQUIRE(table != report.tables.end());
  const double wanted[2][4] = {{0.7324, 0.7272, 0.7374, 0.0018}, {0.6543, 0.6506, 0.6580, 0.0083}};
  for (std::size_t m = 0; m < 2; ++m) {
    const auto number = [&](const std::string& name) {
      const auto column = std::find_if(table->columns.begin(), table->columns.end(),
                                       [&](const StudyColumn& one) { return one.name == name; });
      return std::get<double>(table->rows.at(m).at(static_cast<std::size_t>(column - table->columns.begin())));
    };
    BOOST_TEST(std::abs(number("r") - wanted[m][0]) < 5e-5);
    BOOST_TEST(number("low") <= wanted[m][1] + 5e-5);  // the facts' range is inside what rounding allows
    BOOST_TEST(number("high") >= wanted[m][2] - 5e-5);
    BOOST_TEST(std::abs(number("p_groups") - wanted[m][3]) < 5e-5);
    BOOST_TEST(number("p_permuted") < 0.02);
    BOOST_TEST(number("p_permuted") >= 1.0 / 2001.0);
  }
}

BOOST_AUTO_TEST_CASE(another_sd_moves_r_out_of_its_range) {
  const StudyReport report =
      report_of(changed("bootstrap-correlations.toml", "[roberta.rte.standard]", "sd_10 = 0.1", "sd_10 = 0.01"));
  BOOST_TEST(claim(report, "sd_correlation").verdict == "does_not_hold");
  BOOST_TEST(has(claim(report, "sd_correlation").remark, "1 of 2"));
}

BOOST_AUTO_TEST_CASE(table_2_and_the_eight_majority_shares_are_counted_from_labels_and_halves) {
  const StudyReport report = report_of(facts());
  BOOST_TEST((agreeing(report, "Table 2") == std::pair(18, 18)));
  BOOST_TEST((agreeing(report, "majority share") == std::pair(8, 8)));
  BOOST_TEST(claim(report, "table_2").verdict == "holds");
  BOOST_TEST(claim(report, "majority_shares").verdict == "holds");
}

BOOST_AUTO_TEST_CASE(another_index_of_a_half_or_another_label_changes_the_counts) {
  const StudyReport other_item = report_of(changed("test-split.toml", "[rte]", "  118, 29,", "  7, 29,"));
  const StudyReport other_label = report_of(changed("labels.toml", "[mrpc]", "\"1", "\"0"));
  BOOST_TEST(claim(other_label, "table_2").verdict == "does_not_hold");
  BOOST_TEST(claim(other_item, "table_2").verdict == "does_not_hold");
  BOOST_TEST(has(claim(other_item, "table_2").remark, "14 of 18"));
  BOOST_TEST(claim(other_item, "majority_shares").verdict == "does_not_hold");
  const StudyReport twice = report_of(changed("test-split.toml", "[rte]", "  118, 29,", "  29, 29,"));
  BOOST_TEST(has(twice.notes.at(0), "Part halves cannot be told: test-split.toml:"));
}

BOOST_AUTO_TEST_CASE(row_37_does_not_hold_and_row_38_holds_in_36_of_36) {
  const StudyReport report = report_of(facts());
  const StudyClaim& third = claim(report, "standard_third_on_bert_rte");
  BOOST_TEST(third.verdict == "does_not_hold");
  BOOST_TEST(third.remark ==
             "Second by SD; third by JSD, kappa, pairwise disagreement, CKA and OP; by SD: Re-init 1.4, standard 1.8, "
             "LLRD 2.8, Mixout 3.2, WD_pre 5.6 (row 37).");
  const StudyClaim& only = claim(report, "reinit_only_better_by_all");
  BOOST_TEST(only.verdict == "holds");
  BOOST_TEST(has(only.remark, "Re-init is more stable in 36 of 36"));
  BOOST_TEST(has(only.remark, "LLRD 34 of 36 (not: SD on BERT-large RTE and SD on BERT-large MRPC)"));
}

BOOST_AUTO_TEST_CASE(other_scores_change_the_verdict_of_both_claims) {
  // LLRD above standard by SD: standard is first but one by none, third by all six.
  const StudyReport third = report_of(changed("scores-full-precision.toml", "[bert.rte.llrd]",
                                              "sd = 0.028195565384554547", "sd = 0.015195565384554547"));
  BOOST_TEST(claim(third, "standard_third_on_bert_rte").verdict == "holds");
  const StudyReport beaten =
      report_of(changed("scores-full-precision.toml", "[roberta.mrpc.reinit]", "op_top = 0", "op_top = 1"));
  BOOST_TEST(claim(beaten, "reinit_only_better_by_all").verdict == "does_not_hold");
}

BOOST_AUTO_TEST_CASE(claims_on_failed_runs_are_judged_by_both_readings_of_the_lists) {
  const StudyReport report = report_of(facts());
  BOOST_TEST(claim(report, "failed_runs_9_to_13").verdict == "does_not_hold");
  BOOST_TEST(claim(report, "failed_runs_lower").verdict == "cannot_tell");
  Files files = facts();
  std::string& curves = files.at("layer-curves.toml");
  for (std::size_t at = curves.find("_superscript = \"s\""); at != std::string::npos;
       at = curves.find("_superscript = \"s\"", at))
    curves.replace(at, 18, "_superscript = \"f\"");
  // Both readings agree now, and the failed runs are the upper curves.
  BOOST_TEST(claim(report_of(files), "failed_runs_lower").verdict == "does_not_hold");
}

BOOST_AUTO_TEST_CASE(the_papers_own_claims_are_counted_apart_from_what_was_found_out_about_its_numbers) {
  const StudyReport report = report_of(facts());
  std::size_t own = 0, of_list = 0;
  for (const StudyClaim& one : report.claims) ++(one.source == reseed::kClaimOfPaper ? own : of_list);
  BOOST_TEST(own == 7u);
  BOOST_TEST(of_list == 8u);
  BOOST_TEST(claim(report, "kappa_is_fleiss").source == reseed::kClaimOfPaper);
  BOOST_TEST(claim(report, "kappa_is_multiple").source == reseed::kStatementOfList);
  BOOST_TEST(report.answers.at(2).verdict ==
             "of the paper's own 7: 3 hold, 3 do not, 1 cannot be told; of the list's statements 8 of 8 hold");
  BOOST_TEST(report.answers.at(1).verdict == "provable from numbers alone: kappa");
  BOOST_TEST(has(report.answers.at(1).sentence, "no number can show it: SD (row 10), SVCCA (row 8), CKA (row 5)."),
             report.answers.at(1).sentence);
}

BOOST_AUTO_TEST_CASE(facts_of_another_kind_are_said_so_and_judged_nowhere) {
  const StudyReport none = report_of({});
  BOOST_TEST(none.answers.at(0).verdict == "cannot tell");
  BOOST_TEST(none.claims.empty());
  Files files = facts();
  files.erase("kendall-tau.toml");
  const StudyReport without = report_of(files);
  BOOST_TEST(has(without.notes.at(0), "kendall-tau.toml: want this file among the published facts, found none"));
  BOOST_TEST(claim(without, "kendall_maps").verdict == "cannot_tell");
  BOOST_TEST(has(claim(without, "kendall_maps").remark, "kendall-tau.toml"));
  BOOST_TEST(claim(without, "table_2").verdict == "holds");
}

BOOST_AUTO_TEST_SUITE_END()
