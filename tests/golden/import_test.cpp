// SPDX-License-Identifier: Apache-2.0
// `reseed import` end to end: arrays of every recorded case become a bundle that holds the recorded values.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "bundle/bundle.hpp"
#include "support/golden.hpp"
#include "support/reference_variants.hpp"
#include "support/run_program.hpp"

namespace {

using namespace reseed;
using nlohmann::json;
namespace fs = std::filesystem;

constexpr double kPerformanceTolerance = 1e-9;

/// The descriptor of a case: all its runs in one array, and every variant that the reference values know.
std::string descriptor(const Safetensors& arrays, const json& expected,
                       const std::vector<test::Definition>& definitions) {
  const bool predicts = arrays.contains("logits");
  const std::int64_t runs = arrays.at(predicts ? "logits" : "representations").shape[0];
  std::string text = "schema = 1\n[study]\nid = \"case\"\n[arrays]\n";
  text += predicts ? "logits = \"case.safetensors:logits\"\nlabels = \"case.safetensors:labels\"\n"
                   : "representations = \"case.safetensors:representations\"\n";
  text += "[[groups]]\nname = \"all\"\nseeds = { count = " + std::to_string(runs) + " }\n";
  text += "[analysis]\nbootstrap = { samples = 40 }\n";
  if (predicts) text += "[[measures]]\nid = \"performance_sd\"\n";
  for (const test::Definition& definition : definitions) {
    if (!expected["values"].value(definition.measure, json::object()).contains(definition.reference)) continue;
    text += "[[measures]]\nid = \"" + definition.measure + "\"\nvariant = \"" + definition.variant + "\"\n";
    for (const auto& [name, value] : definition.options) text += name + " = \"" + std::get<std::string>(value) + "\"\n";
  }
  return text;
}

const MeasureRow* row_of(const Bundle& bundle, const test::Definition& definition) {
  for (const MeasureRow& row : bundle.measures) {
    bool same = row.measure == definition.measure && row.variant == definition.variant;
    for (const auto& [name, value] : definition.options)
      same = same && row.options.find('"' + std::get<std::string>(value) + '"') != std::string::npos;
    if (same) return &row;
  }
  return nullptr;
}

void check_number(const std::optional<double>& found, const json& wanted, double tolerance, const std::string& what) {
  BOOST_TEST_REQUIRE(found.has_value() == !wanted.is_null(), what);
  if (found)
    BOOST_TEST(std::abs(*found - wanted.get<double>()) <= tolerance,
               what << ": want " << wanted << ", found " << *found);
}

/// The pair matrix in the bundle against the list of pairs.
void check_pairs(const fs::path& bundle, const MeasureRow& row, const json& wanted, double tolerance,
                 const std::string& what) {
  const Safetensors file(bundle / row.pairs);
  const std::vector<double> values = file.at("values").as_doubles();
  const std::vector<std::int64_t> defined = file.at("defined").as_integers();
  const auto runs = static_cast<std::size_t>(row.n_runs);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < runs; ++i)
    for (std::size_t j = i + 1; j < runs; ++j, ++pair) {
      const std::size_t at = i * runs + j;
      check_number(defined[at] != 0 ? std::optional(values[at]) : std::nullopt, wanted[pair], tolerance,
                   what + ", pair " + std::to_string(i) + ", " + std::to_string(j));
    }
  BOOST_TEST(pair == wanted.size());
}

void check_performance(const Bundle& bundle, const json& wanted) {
  for (const auto& [metric, values] : wanted.items())
    for (std::size_t i = 0; i < bundle.runs.size(); ++i) {
      const auto& scores = bundle.runs[i].scores.at("test");
      BOOST_TEST_REQUIRE(scores.contains(metric), metric);
      BOOST_TEST(std::abs(scores.at(metric) - values["runs"][i].get<double>()) <= kPerformanceTolerance, metric);
    }
  check_number(row_of(bundle, {"performance_sd", "textbook", ""})->value, wanted["accuracy"]["sd_ddof1"],
               kPerformanceTolerance, "performance_sd");
}

void check_case(const fs::path& file, const std::vector<test::Definition>& definitions) {
  const json expected = parse_json(read_file(file), file.string());
  const fs::path arrays = fs::path(file).replace_extension(".safetensors");
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "source");
  fs::copy_file(arrays, folder.path() / "source" / "case.safetensors");
  write_file(folder.path() / "source" / "import.toml", descriptor(Safetensors(arrays), expected, definitions));
  const test::ProgramResult said =
      test::run_reseed(folder.path(), {"import", "source", "--store", "store", "--jobs", "1", "--progress", "none"});
  BOOST_TEST_REQUIRE(said.exit_code == 0, said.error);
  const fs::path place = fs::directory_iterator(folder.path() / "results")->path();
  BOOST_TEST(verify_bundle(place).problems.empty());
  const Bundle bundle = read_bundle(place);
  std::size_t compared = 0;
  for (const test::Definition& definition : definitions) {
    const json& values = expected["values"];
    if (!values.contains(definition.measure) || !values[definition.measure].contains(definition.reference)) continue;
    const json& wanted = values[definition.measure][definition.reference];
    const std::string what = definition.measure + " " + definition.variant;
    const MeasureRow* row = row_of(bundle, definition);
    BOOST_TEST_REQUIRE(row != nullptr, what);
    check_number(row->value, wanted.contains("mean") ? wanted["mean"] : wanted["value"], definition.tolerance, what);
    if (!row->pairs.empty()) check_pairs(place, *row, wanted["pairs"], definition.tolerance, what);
    ++compared;
  }
  BOOST_TEST(compared > 0u);
  if (expected["values"].contains("performance")) check_performance(bundle, expected["values"]["performance"]);
}

const bool kRegistered =
    test::register_golden_cases("import_of_predictions", test::golden_files("measures", "predictions_", ".json"),
                                [](const fs::path& file) { check_case(file, test::kOfPredictions); }) &&
    test::register_golden_cases("import_of_representations",
                                test::golden_files("measures", "representations_", ".json"),
                                [](const fs::path& file) { check_case(file, test::kOfRepresentations); });

}  // namespace
