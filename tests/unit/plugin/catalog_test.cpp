// SPDX-License-Identifier: Apache-2.0
#include "plugin/catalog.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "base/files.hpp"
#include "reseed/error.hpp"
#include "support/plugins.hpp"

namespace {

namespace fs = std::filesystem;
using reseed::PluginKind;
using reseed::test::fake_plugin;
using reseed::test::probe_settings;

fs::path folder(const std::string& name) { return fake_plugin(name, "x").parent_path(); }

reseed::PluginSpec spec(PluginKind kind, const std::string& id, const std::string& file = "/x.so") {
  reseed::PluginSpec plugin;
  plugin.kind = kind;
  plugin.id = id;
  plugin.file = file;
  return plugin;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(catalog)

BOOST_AUTO_TEST_CASE(plugins_are_listed_by_kind_and_id) {
  const reseed::PluginCatalog catalog(
      {spec(PluginKind::study, "a"), spec(PluginKind::measure, "z"), spec(PluginKind::measure, "b")});
  BOOST_TEST(catalog.plugins()[0].id == "b");
  BOOST_TEST(catalog.plugins()[2].id == "a");
  BOOST_TEST(catalog.find(PluginKind::measure, "z") != nullptr);
  BOOST_TEST(catalog.find(PluginKind::measure, "a") == nullptr);
}

BOOST_AUTO_TEST_CASE(one_mitigation_may_be_plain_fine_tuning) {
  reseed::PluginSpec plain = spec(PluginKind::mitigation, "plain");
  plain.plain = true;
  const reseed::PluginSpec other = spec(PluginKind::mitigation, "other");
  BOOST_TEST(reseed::PluginCatalog({other, plain}).plain_mitigation()->id == "plain");
  BOOST_TEST(reseed::PluginCatalog({other}).plain_mitigation() == nullptr);
  plain.id = "second";
  BOOST_TEST(reseed::PluginCatalog({other, spec(PluginKind::mitigation, "x"), plain}).plain_mitigation()->id ==
             "second");
  reseed::PluginSpec rival = plain;
  rival.id = "rival";
  BOOST_TEST(reseed::PluginCatalog({plain, rival}).plain_mitigation() == nullptr);
}

BOOST_AUTO_TEST_CASE(one_id_in_two_files_is_an_error_that_names_both) {
  BOOST_CHECK_EXCEPTION(
      reseed::PluginCatalog({spec(PluginKind::measure, "a", "/one.so"), spec(PluginKind::measure, "a", "/two.so")}),
      reseed::Error, [](const reseed::Error& error) {
        return error.kind() == reseed::ErrorKind::plugin && error.place() == "/two.so" &&
               error.message().find("/one.so") != std::string::npos;
      });
}

BOOST_AUTO_TEST_CASE(an_unknown_id_is_answered_with_the_nearest_one_and_what_was_refused) {
  const reseed::PluginCatalog catalog({spec(PluginKind::measure, "kappa")}, {{"/broken.so", "why"}});
  BOOST_CHECK_EXCEPTION(
      catalog.at(PluginKind::measure, "kapa", "m.toml:3:1"), reseed::Error, [](const reseed::Error& error) {
        return error.place() == "m.toml:3:1" && error.message().find("did you mean kappa?") != std::string::npos &&
               error.message().find("refused /broken.so: why") != std::string::npos;
      });
}

BOOST_AUTO_TEST_CASE(a_search_lists_what_can_be_used_and_names_what_cannot) {
  const auto catalog = reseed::search_plugins({folder("usable"), folder("refused")}, probe_settings());
  BOOST_TEST(catalog.find(PluginKind::measure, "fake_constant") != nullptr);
  BOOST_TEST(catalog.plugins().size() == 5u);
  BOOST_TEST(catalog.refused().size() == 6u);
  for (const auto& refused : catalog.refused()) BOOST_TEST(!refused.reason.empty());
}

BOOST_AUTO_TEST_CASE(a_search_never_lets_one_of_two_namesakes_win) {
  BOOST_CHECK_EXCEPTION(reseed::search_plugins({folder("usable"), folder("namesake")}, probe_settings()), reseed::Error,
                        [](const reseed::Error& error) {
                          return error.place() == fake_plugin("namesake", "fake_namesake").string() &&
                                 error.message().find(fake_plugin("usable", "fake_constant").string()) !=
                                     std::string::npos;
                        });
}

BOOST_AUTO_TEST_CASE(a_file_reached_by_two_ways_is_one_plugin) {
  const reseed::TemporaryFolder links;
  fs::create_symlink(fake_plugin("usable", "fake_constant"), links.path() / "link.so");
  const auto catalog = reseed::search_plugins({folder("usable"), links.path()}, probe_settings());
  BOOST_TEST(catalog.ids(PluginKind::measure).size() == 5u);
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_is_an_error) {
  BOOST_CHECK_EXCEPTION(reseed::search_plugins({"/absent/plugins"}, probe_settings()), reseed::Error,
                        [](const reseed::Error& error) {
                          return error.kind() == reseed::ErrorKind::plugin && error.place() == "/absent/plugins";
                        });
}

BOOST_AUTO_TEST_CASE(folders_are_searched_in_order_and_once) {
  ::setenv("RESEED_PLUGINS", "/c:/a", 1);
  const auto folders = reseed::plugin_folders({"/a", "/usr/lib"}, {"/b", "/a/.", "/usr/include", "/usr/lib/"});
  ::unsetenv("RESEED_PLUGINS");
  const std::vector<fs::path> given(folders.begin() + 1, folders.end());
  BOOST_TEST((given == std::vector<fs::path>{"/a", "/usr/lib", "/b", "/usr/include", "/c"}));
  BOOST_TEST(folders[0].filename() == "plugins");
}

BOOST_AUTO_TEST_SUITE_END()
