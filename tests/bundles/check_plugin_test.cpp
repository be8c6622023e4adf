// SPDX-License-Identifier: Apache-2.0
// `reseed plugins check`: every plugin that is shipped passes, the fakes do not.
#include <boost/test/unit_test.hpp>

#include "support/plugins.hpp"
#include "support/progress_lines.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

const fs::path kBuild = RESEED_BINARY_DIRECTORY;

Said check(const fs::path& library) {
  return Program(kBuild / "bin" / "reseed", {"plugins", "check", library.string()}).wait();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(check_plugin)

BOOST_AUTO_TEST_CASE(every_shipped_plugin_passes) {
  int tried = 0;
  for (const auto& entry : fs::directory_iterator(kBuild / "lib" / "reseed" / "plugins")) {
    if (entry.path().extension() != ".so") continue;
    const Said said = check(entry.path());
    BOOST_TEST(said.code == 0, entry.path().filename() << ": " << said.out << said.err);
    BOOST_TEST(has(said.out, "ok      loaded by its worker"), said.out);
    BOOST_TEST(!has(said.out, "FAILED"), said.out);
    ++tried;
  }
  BOOST_TEST(tried >= 7);
}

BOOST_AUTO_TEST_CASE(a_measure_that_is_not_what_it_declares_fails) {
  const Said said = check(fake_plugin("boasting", "fake_boasting"));
  BOOST_TEST(said.code == 1);
  BOOST_TEST(has(said.out, "ok      values inside the bounds"), said.out);
  BOOST_TEST(has(said.out, "FAILED  symmetry: textbook on 2 runs of 40 items"), said.out);
  BOOST_TEST(has(said.err, "fake_boasting.so: invariance: rotation"), said.err);
}

BOOST_AUTO_TEST_CASE(a_measure_that_throws_or_crashes_fails_with_its_reason) {
  const Said threw = check(fake_plugin("usable", "fake_throwing"));
  BOOST_TEST(threw.code == 1);
  BOOST_TEST(has(threw.err, "the fake throws"), threw.err);
  const Said crashed = check(fake_plugin("usable", "fake_crashing"));
  BOOST_TEST(crashed.code == 1);
  BOOST_TEST(has(crashed.err, "signal 11"), crashed.err);
}

BOOST_AUTO_TEST_CASE(an_id_that_another_plugin_has_fails_naming_its_file) {
  const Said said =
      Program(kBuild / "bin" / "reseed", {"plugins", "check", fake_plugin("namesake", "fake_namesake").string(),
                                          "--plugins", (kBuild / "tests" / "fakes" / "usable").string()})
          .wait();
  BOOST_TEST(said.code == 1);
  BOOST_TEST(has(said.err, "in " + fake_plugin("usable", "fake_constant").string() + " too"), said.err);
}

BOOST_AUTO_TEST_CASE(a_library_for_another_build_fails_and_no_file_is_bad_input) {
  const Said refused = check(fake_plugin("refused", "wrong_build_id"));
  BOOST_TEST(refused.code == 1);
  BOOST_TEST(has(refused.err, "wrong_build_id.so"), refused.err);
  BOOST_TEST(check("no_such_file.so").code == 2);
}

BOOST_AUTO_TEST_SUITE_END()
