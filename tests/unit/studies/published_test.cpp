// SPDX-License-Identifier: Apache-2.0
#include "../../../studies/common/published.hpp"

#include <boost/test/unit_test.hpp>

#include "reseed/error.hpp"
#include "support/published.hpp"

using namespace reseed;
using namespace reseed::published;

namespace {

auto data_error_at(const std::string& place) {
  return [place](const Error& error) { return error.kind() == ErrorKind::data && error.place().find(place) == 0; };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(published_facts)

BOOST_AUTO_TEST_CASE(a_cell_has_its_number_at_full_precision_and_as_printed) {
  const Facts facts(test::published_files("du_nguyen_2023"));
  const Cell* cell = facts.cell("bert", "rte", "standard", "kappa");
  BOOST_REQUIRE(cell != nullptr);
  BOOST_TEST(cell->value == 0.1387109077040426);
  BOOST_TEST(cell->printed.value() == 13.9);
  BOOST_TEST(cell->seeds == 20);
  BOOST_TEST(cell->items == 139);
  BOOST_TEST(cell->table == "table1");
  BOOST_TEST(cell->metric == "accuracy");
  BOOST_TEST(facts.cell("roberta", "cola", "wd_pre", "score")->metric == "matthews_correlation");
  BOOST_TEST(facts.cell("bert", "sst2", "mixout", "sd") == nullptr);
}

BOOST_AUTO_TEST_CASE(the_tables_have_150_cells_and_table_3_ten_more) {
  const Facts facts(test::published_files("du_nguyen_2023"));
  std::map<std::string, int> count;
  for (const Cell& cell : facts.cells()) ++count[cell.table];
  BOOST_TEST(count["table1"] == 75);
  BOOST_TEST(count["table4"] == 75);
  BOOST_TEST(count["table3"] == 10);
  BOOST_TEST(count["figures"] == 60);
}

BOOST_AUTO_TEST_CASE(names_of_the_paper_and_of_reseed_map_to_each_other) {
  BOOST_TEST(measure_named("kappa")->measure == "fleiss_kappa");
  BOOST_TEST(measure_named("linear_cka_distance")->paper == "cka");
  BOOST_TEST((measure_named("entropy") == nullptr));
  BOOST_TEST(paper_model("bert-large").value() == "bert");
  BOOST_TEST(paper_model("FacebookAI/roberta-large").value() == "roberta");
  BOOST_TEST(!paper_model("bert-base-uncased"));
  BOOST_TEST(paper_task("SST-2").value() == "sst2");
  BOOST_TEST(paper_task("glue/CoLA").value() == "cola");
  BOOST_TEST(!paper_task("reviews"));
  BOOST_TEST(paper_method("original").value() == "standard");
  BOOST_TEST(paper_method("mixout (as_published)").value() == "mixout");
  BOOST_TEST(!paper_method("reinit (k=1)"));
  BOOST_TEST(!paper_method("standard"));
  for (const std::string& method : kMethods) BOOST_TEST(paper_method(method_id(method)).value() == method);
}

BOOST_AUTO_TEST_CASE(rows_of_the_list_are_found_by_number_and_by_what_they_are_about) {
  const Facts facts(test::published_files("du_nguyen_2023"));
  BOOST_TEST(facts.rows().size() == 43u);
  BOOST_TEST(facts.rows_about("kappa").front() == 1);
  BOOST_TEST(facts.rows_about("wd_pre").front() == 21);
  BOOST_TEST(facts.remark(5).starts_with("because row 5 of the paper-versus-code list: 1 - CKA with the unbiased"));
  BOOST_CHECK_EXCEPTION(facts.row(44), Error, data_error_at("paper-versus-code.toml"));
}

BOOST_AUTO_TEST_CASE(no_facts_are_empty) { BOOST_TEST(Facts({}).empty()); }

BOOST_AUTO_TEST_CASE(a_fact_of_another_type_is_named_with_its_place) {
  auto files = test::published_files("du_nguyen_2023");
  std::string& scores = files["scores-full-precision.toml"];
  scores.replace(scores.find("n_seeds = 20"), 12, "n_seeds = \"a\"");
  BOOST_CHECK_EXCEPTION(Facts{files}, Error, data_error_at("scores-full-precision.toml:"));
  files = test::published_files("du_nguyen_2023");
  files.erase("table4.toml");
  BOOST_CHECK_EXCEPTION(Facts{files}, Error, data_error_at("table4.toml"));
}

BOOST_AUTO_TEST_CASE(a_rounding_is_correct_up_to_half_a_unit_of_the_last_decimal) {
  BOOST_TEST(rounds_to(13.8549, 13.9, 1));
  BOOST_TEST(rounds_to(13.85, 13.9, 1));
  BOOST_TEST(!rounds_to(13.8499, 13.9, 1));
  BOOST_TEST(rounds_to(-0.244, -0.24, 2));
}

BOOST_AUTO_TEST_SUITE_END()
