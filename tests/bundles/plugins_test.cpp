// SPDX-License-Identifier: Apache-2.0
// Measures from outside through `reseed run`: those that work, and those that throw, hang, crash or give no number.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <vector>

#include "base/safetensors.hpp"
#include "bundle/bundle.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

const std::string kFakes = std::string(RESEED_BINARY_DIRECTORY) + "/tests/fakes/";
const fs::path kExample = fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "share_of_flips.cpp";

/// Compiles one measure with what `reseed plugins flags` says, and nothing else.
void compile(const fs::path& source, const fs::path& library) {
  const std::string line = "'" RESEED_COMPILER "' $('" + SmallStudy::reseed().string() + "' plugins flags) '" +
                           source.string() + "' -o '" + library.string() + "'";
  BOOST_TEST_REQUIRE(std::system(line.c_str()) == 0, line);
}

/// Class of the largest logit of every item of a run's record in the bundle.
std::vector<std::size_t> predictions(const fs::path& record) {
  const Safetensors tensors(record / "test.safetensors");
  const std::vector<double> logits = tensors.at("logits").as_doubles();
  const auto classes = static_cast<std::size_t>(tensors.at("logits").shape[1]);
  std::vector<std::size_t> result;
  for (auto item = logits.begin(); item != logits.end(); item += static_cast<std::ptrdiff_t>(classes))
    result.push_back(
        static_cast<std::size_t>(std::max_element(item, item + static_cast<std::ptrdiff_t>(classes)) - item));
  return result;
}

/// Share of items on which not all runs of a group predict the same.
double share_of_flips(const fs::path& bundle, const std::vector<RunRow>& runs, const std::string& group) {
  std::vector<std::vector<std::size_t>> all;
  for (const RunRow& run : runs)
    if (run.group == group) all.push_back(predictions(bundle / "records" / run.id));
  BOOST_TEST_REQUIRE(all.size() >= 2u);
  std::size_t flips = 0;
  for (std::size_t item = 0; item < all[0].size(); ++item)
    flips += std::any_of(all.begin(), all.end(), [&](const auto& run) { return run[item] != all[0][item]; });
  return static_cast<double>(flips) / static_cast<double>(all[0].size());
}

/// A study with these measures beside its own three, and a time limit for each.
struct StudyWith : SmallStudy {
  explicit StudyWith(const std::string& measures) {
    plugins.push_back(kFakes + "usable");
    measure_seconds = "2";
    write("study.toml", manifest(2, measures));
  }
};

/// Checks that every value of this measure is null with this flag and a reason that holds `reason`; counts them.
std::size_t check_undefined(const Bundle& bundle, const std::string& measure, Flag flag, const std::string& reason) {
  std::size_t found = 0;
  for (const MeasureRow& row : bundle.measures) {
    if (row.measure != measure || !has(row.reason, reason)) continue;
    ++found;
    BOOST_TEST(!row.value.has_value());
    BOOST_TEST(!row.instability.has_value());
    BOOST_TEST((row.flags == std::vector{flag}), measure);
  }
  return found;
}

/// Checks that the study's own measures all have values.
void check_others(const Bundle& bundle) {
  std::size_t others = 0;
  for (const MeasureRow& row : bundle.measures) {
    if (row.measure.starts_with("fake_")) continue;
    BOOST_TEST(row.value.has_value(), row.measure + ": " + row.reason);
    ++others;
  }
  BOOST_TEST(others == 2u * 5u);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin_flags)

BOOST_AUTO_TEST_CASE(at_a_path_that_a_shell_takes_apart_are_refused_in_one_line) {
  const TemporaryFolder folder;
  const fs::path share = folder.path() / "a share";
  fs::create_directories(share / "include" / "reseed");
  write_file(share / "include" / "reseed" / "measure.hpp", "");
  const auto flags = [](const fs::path& from) {
    return Program(SmallStudy::reseed(), {"plugins", "flags"}, {{"RESEED_SHARE", from.string()}}).wait();
  };
  const Said refused = flags(share);
  BOOST_TEST(refused.code == 2);
  BOOST_TEST(refused.out.empty());
  BOOST_TEST(std::count(refused.err.begin(), refused.err.end(), '\n') == 1, refused.err);
  BOOST_TEST(has(refused.err, "RESEED_SHARE=LINK"), refused.err);
  fs::create_directory_symlink(share, folder.path() / "link");
  BOOST_TEST(has(flags(folder.path() / "link").out, "-I" + (folder.path() / "link/include").string() + " "));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(plugins, *utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(a_measure_compiled_outside_works_on_stored_records_without_training) {
  SmallStudy study;
  BOOST_REQUIRE(study.run().code == 0);
  fs::create_directories(study.at("mine"));
  fs::copy_file(kExample, study.at("share_of_flips.cpp"));
  compile(study.at("share_of_flips.cpp"), study.at("mine/share_of_flips.so"));
  study.plugins.push_back(study.at("mine").string());
  study.out = "other-results";
  const Said said = study.run({"--set", "measures=[{ id = \"share_of_flips\" }]"});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(trainings(said) == 0u);
  BOOST_TEST(measurings(said) == 2u);
  const Bundle bundle = read_bundle(study.bundle());
  BOOST_TEST_REQUIRE(bundle.measures.size() == 2u);
  for (const MeasureRow& row : bundle.measures) {
    BOOST_TEST_REQUIRE(row.value.has_value(), row.reason);
    BOOST_TEST(*row.value == share_of_flips(study.bundle(), bundle.runs, row.group));
    BOOST_TEST(*row.value > 0.0);
    BOOST_TEST(row.low.has_value());
  }
  const Said checked =
      Program(SmallStudy::reseed(), {"plugins", "check", study.at("mine/share_of_flips.so").string()}).wait();
  BOOST_TEST(checked.code == 0, checked.err);
}

BOOST_AUTO_TEST_CASE(the_readme_shows_the_measure_of_these_tests) {
  BOOST_TEST(
      has(read_file(fs::path(RESEED_SOURCE_DIRECTORY) / "README.md"), "```cpp\n" + read_file(kExample) + "```\n"));
}

BOOST_AUTO_TEST_CASE(a_measure_that_throws_costs_its_value_and_is_tried_again) {
  const StudyWith study(
      "[[measures]]\nid = \"fake_throwing\"\n[[measures]]\nid = \"fake_throwing\"\nwhat = \"number\"\n");
  const Said said = study.run();
  BOOST_TEST(said.code == 3, said.err);
  const Bundle bundle = read_bundle(study.bundle());
  BOOST_TEST(check_undefined(bundle, "fake_throwing", Flag::plugin_threw, "the fake throws") == 2u);
  BOOST_TEST(check_undefined(bundle, "fake_throwing", Flag::plugin_threw, "unknown type") == 2u);
  check_others(bundle);
  const Said again = study.run();
  BOOST_TEST(again.code == 3, again.err);
  BOOST_TEST(trainings(again) == 0u);
  BOOST_TEST(has(again.err, "fake_throwing"), again.err);
}

BOOST_AUTO_TEST_CASE(a_measure_that_crashes_or_hangs_costs_its_value) {
  const StudyWith study("[[measures]]\nid = \"fake_crashing\"\n[[measures]]\nid = \"fake_hanging\"\n");
  const Said said = study.run();
  BOOST_TEST(said.code == 3, said.err);
  const Bundle bundle = read_bundle(study.bundle());
  BOOST_TEST(bundle.info.status == "unfinished");
  BOOST_TEST(check_undefined(bundle, "fake_crashing", Flag::plugin_crashed, "signal 11") == 2u);
  BOOST_TEST(check_undefined(bundle, "fake_hanging", Flag::plugin_timeout, "no answer within 2 s") == 2u);
  check_others(bundle);
}

BOOST_AUTO_TEST_CASE(a_number_that_is_not_finite_is_a_result_without_value) {
  const StudyWith study(
      "[[measures]]\nid = \"fake_not_finite\"\n"
      "[[measures]]\nid = \"fake_not_finite\"\ntext = \"1e400\"\n");
  const Said said = study.run();
  BOOST_TEST(said.code == 0, said.err);
  const Bundle bundle = read_bundle(study.bundle());
  BOOST_TEST(bundle.info.status == "complete");
  BOOST_TEST(check_undefined(bundle, "fake_not_finite", Flag::not_finite, "nan") == 2u);
  BOOST_TEST(check_undefined(bundle, "fake_not_finite", Flag::not_finite, "inf") == 2u);
  check_others(bundle);
  BOOST_TEST(verify_bundle(study.bundle()).problems.empty());
  const Said again = study.run();
  BOOST_TEST(again.code == 0, again.err);
  BOOST_TEST(measurings(again) == 0u);
}

BOOST_AUTO_TEST_CASE(two_plugins_of_one_id_are_refused_before_any_work) {
  StudyWith study("[[measures]]\nid = \"fake_constant\"\n");
  study.plugins.push_back(kFakes + "namesake");
  const Said said = study.run();
  BOOST_TEST(said.code == 2, said.err);
  BOOST_TEST(has(said.err, "fake_constant.so"), said.err);
  BOOST_TEST(has(said.err, "fake_namesake.so"), said.err);
  BOOST_TEST(trainings(said) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
