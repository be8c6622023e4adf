// SPDX-License-Identifier: Apache-2.0
#include "bundle/captions_csv.hpp"

#include <boost/test/unit_test.hpp>

#include "support/expect_error.hpp"

namespace {

reseed::StudyReport example() {
  reseed::StudyReport report;
  report.tables = {{"scores", "Scores", "mean of 5 seeds, 95 % interval", {}, {}}, {"counts", "Counts", "", {}, {}}};
  reseed::StudyFigure figure;
  figure.id = "scores";
  figure.caption = "one mark per seed";
  figure.alternative = "a 0.5, b 0.75";
  report.figures = {figure};
  return report;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(captions_csv)

BOOST_AUTO_TEST_CASE(has_a_row_for_each_table_then_one_for_each_figure) {
  const std::string text = reseed::write_captions_csv(example());
  BOOST_TEST(text ==
             "kind,id,caption,alternative\n"
             "table,scores,\"mean of 5 seeds, 95 % interval\",\n"
             "table,counts,,\n"
             "figure,scores,one mark per seed,\"a 0.5, b 0.75\"\n");
  reseed::StudyReport back = example();
  for (reseed::StudyTable& table : back.tables) table.caption.clear();
  back.figures[0].caption = back.figures[0].alternative = "";
  reseed::read_captions_csv(text, "captions.csv", back);
  BOOST_TEST(reseed::write_captions_csv(back) == text);
}

BOOST_AUTO_TEST_CASE(rows_that_are_not_those_of_the_report_are_named) {
  const std::string text = reseed::write_captions_csv(example());
  const auto refused = [&](const std::string& from, const std::string& to, const std::string& place,
                           const std::string& words) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    reseed::StudyReport report = example();
    reseed::test::expect_error([&] { reseed::read_captions_csv(changed, "tables/captions.csv", report); },
                               reseed::ErrorKind::data, place, {words});
  };
  refused("kind,id", "id,kind", "tables/captions.csv", "columns");
  refused("table,counts,,\n", "", "tables/captions.csv", "each of 3 tables and figures, found 2");
  refused("table,counts", "table,scores", "tables/captions.csv:3",
          "want the table \"counts\", found the table \"scores\"");
  refused("figure,scores", "table,scores", "tables/captions.csv:4", "want the figure \"scores\", found the table");
}

BOOST_AUTO_TEST_SUITE_END()
