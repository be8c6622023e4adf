// SPDX-License-Identifier: Apache-2.0
#include "bundle/published_csv.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

#include "bundle/bundle.hpp"
#include "support/bundled_study.hpp"

using reseed::test::BundledStudy;

BOOST_AUTO_TEST_SUITE(published_csv)

BOOST_AUTO_TEST_CASE(published_csv_reads_back_and_is_part_of_the_content_digest) {
  const reseed::PublishedRows rows = {
      {{"table1", "m", "t", "g", "x", "textbook", 1.5, 1.25, "differs", "row 10, \"odd\""},
       {"table1", "m", "t", "g", "y", "textbook", 0.1, {}, "not_comparable", "scale"},
       {"table1", "m", "t", "g", "z", "textbook", 0.5, 0.25, "not_comparable", "scale"}},
      {{"c", "one is best", "cannot_tell", "too few"}, {"s", "the code has it so", "holds", "read", "list"}}};
  const std::string text = reseed::write_published_csv(rows);
  // What cannot be compared has no difference.
  BOOST_TEST(text.find("z,textbook,,,0.5,0.25,,not_comparable,scale\n") != std::string::npos, text);
  BOOST_TEST(text.find("\nstatements of the list,,,,,,s,") != std::string::npos, text);
  const reseed::PublishedRows back = reseed::parse_published_csv(text, "published.csv");
  BOOST_TEST(reseed::write_published_csv(back) == text);
  BOOST_TEST(back.values.at(0).remark == "row 10, \"odd\"");
  BOOST_TEST(!back.values.at(1).ours.has_value());
  BOOST_TEST(back.claims.at(0).source == reseed::kClaimOfPaper);
  BOOST_TEST(back.claims.at(1).source == reseed::kStatementOfList);
  // Bundles of before have a difference there.
  const std::string before =
      "table,model,task,method,measure,variant,claim,statement,published,ours,difference,verdict,"
      "remark\nt1,m,t,g,x,textbook,,,0.5,0.25,-0.25,not_comparable,scale\n";
  BOOST_TEST(reseed::parse_published_csv(before, "published.csv").values.size() == 1u);
  BundledStudy study;
  study.write("without");
  study.content.files["published.csv"] = text;
  study.write("with");
  BOOST_TEST(reseed::verify_bundle(study.bundle("with")).problems.empty());
  BOOST_TEST(reseed::verify_bundle(study.bundle("with")).content_digest !=
             reseed::verify_bundle(study.bundle("without")).content_digest);
}

BOOST_AUTO_TEST_CASE(published_csv_with_a_wrong_row_is_found) {
  const std::string head =
      "table,model,task,method,measure,variant,claim,statement,published,ours,"
      "difference,verdict,remark\n";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"t1,m,t,g,x,textbook,,,1.5,1.25,0.25,differs,\n", "difference"},
      {"t1,m,t,g,x,textbook,,,1.5,1.25,-0.25,maybe,\n", "verdict"},
      {"t1,m,t,g,x,textbook,,,1.5,,,agrees,\n", "our value"},
      {"t1,m,t,g,x,textbook,,,1.5,,,not_comparable,\n", "reason"},
      {"t1,m,t,g,x,textbook,,,much,1,,differs,\n", "published: want a number"},
      {"claims,,,,,,c,text,,,,agrees,why\n", "holds, does_not_hold or cannot_tell"},
      {"claims,,,,,,,text,,,,holds,why\n", "claim's id"}};
  for (const auto& [row, word] : wrong) {
    BundledStudy study;
    study.content.files["published.csv"] = head + row;
    study.write();
    const auto problems = reseed::verify_bundle(study.bundle()).problems;
    BOOST_REQUIRE_EQUAL(problems.size(), 1u);
    BOOST_TEST(problems[0].find("published.csv: row 1") == 0u, problems[0]);
    BOOST_TEST(problems[0].find(word) != std::string::npos, problems[0]);
  }
}

BOOST_AUTO_TEST_SUITE_END()
