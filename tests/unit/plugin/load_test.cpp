// SPDX-License-Identifier: Apache-2.0
#include "plugin/load.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "plugin/build_id.hpp"
#include "reseed/error.hpp"
#include "support/plugins.hpp"

namespace {

using reseed::test::fake_plugin;
const std::string kMeasure(reseed::expected_build_id(reseed::PluginKind::measure));

}  // namespace

BOOST_AUTO_TEST_SUITE(load)

BOOST_AUTO_TEST_CASE(a_plugin_that_fits_gives_its_plain_struct) {
  const auto& entry =
      reseed::load_plugin(fake_plugin("usable", "fake_constant"), reseed::PluginKind::measure, kMeasure);
  BOOST_TEST(entry.id == std::string("fake_constant"));
  BOOST_TEST((entry.create != nullptr));
}

BOOST_AUTO_TEST_CASE(a_library_is_opened_once) {
  const auto file = fake_plugin("usable", "fake_constant");
  BOOST_TEST(&reseed::open_plugin(file) == &reseed::open_plugin(file));
}

BOOST_AUTO_TEST_CASE(another_kind_is_refused) {
  const auto file = fake_plugin("usable", "fake_constant");
  BOOST_CHECK_EXCEPTION(reseed::load_plugin(file, reseed::PluginKind::study, kMeasure), reseed::Error,
                        [&](const reseed::Error& error) {
                          return error.kind() == reseed::ErrorKind::plugin && error.place() == file.string() &&
                                 error.message() == "want a study, found a measure";
                        });
}

BOOST_AUTO_TEST_CASE(another_build_id_is_refused) {
  const auto file = fake_plugin("refused", "wrong_build_id");
  BOOST_CHECK_EXCEPTION(
      reseed::load_plugin(file, reseed::PluginKind::measure, kMeasure), reseed::Error, [&](const reseed::Error& error) {
        return error.place() == file.string() && error.message().find("measure built elsewhere") != std::string::npos;
      });
}

BOOST_AUTO_TEST_SUITE_END()
