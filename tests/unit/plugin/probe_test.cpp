// SPDX-License-Identifier: Apache-2.0
#include "plugin/probe.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <functional>
#include <iterator>

#include "base/files.hpp"
#include "plugin/build_id.hpp"
#include "reseed/error.hpp"
#include "support/plugins.hpp"

namespace {

namespace fs = std::filesystem;
using reseed::test::fake_plugin;
using reseed::test::probe_settings;

/// The message of a refusal; its place must be the file.
std::string refusal(const fs::path& file, const reseed::ProbeSettings& settings = probe_settings()) {
  try {
    reseed::describe_library(file, settings);
  } catch (const reseed::Error& error) {
    BOOST_TEST((error.kind() == reseed::ErrorKind::plugin));
    BOOST_TEST(error.place() == file.string());
    return error.message();
  }
  return "not refused";
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(probe)

BOOST_AUTO_TEST_CASE(a_library_describes_itself) {
  const auto plugin = reseed::describe_library(fake_plugin("usable", "fake_constant"), probe_settings());
  BOOST_TEST(plugin.id == "fake_constant");
  BOOST_TEST((plugin.kind == reseed::PluginKind::measure));
  BOOST_TEST(plugin.variants.size() == 2u);
  BOOST_TEST(plugin.option("times")->maximum == "3");
  BOOST_TEST(plugin.option("word")->choices.size() == 2u);
  BOOST_TEST(!plugin.measure.value().value_on_equal.has_value());
  BOOST_TEST(plugin.build_id == reseed::expected_build_id(reseed::PluginKind::measure));
  BOOST_TEST(plugin.file_digest.size() == 64u);
  BOOST_TEST(plugin.source_digest.size() == 64u);
}

BOOST_AUTO_TEST_CASE(a_library_is_not_loaded_here) {
  reseed::describe_library(fake_plugin("usable", "fake_throwing"), probe_settings());
  BOOST_TEST(!holds(reseed::read_file("/proc/self/maps"), "fake_throwing.so"));
}

BOOST_AUTO_TEST_CASE(every_reason_has_its_own_message) {
  BOOST_TEST(holds(refusal(fake_plugin("refused", "absent")), "found no file"));
  BOOST_TEST(holds(refusal(fake_plugin("refused", "no_library")), "want a shared library that can be opened"));
  BOOST_TEST(holds(refusal(fake_plugin("refused", "without_symbol")), "want the symbol reseed_plugin, found none"));
  BOOST_TEST(holds(refusal(fake_plugin("refused", "wrong_api")), "want plugin interface " +
                                                                     std::to_string(RESEED_PLUGIN_API) + ", found " +
                                                                     std::to_string(RESEED_PLUGIN_API + 1)));
  BOOST_TEST(holds(refusal(fake_plugin("refused", "bad_descriptor")), "options.share: want a default"));
  BOOST_TEST(holds(refusal(fake_plugin("refused", "crashes_at_load")), "ended by signal 11"));
}

BOOST_AUTO_TEST_CASE(a_wrong_build_id_is_named_beside_the_wanted_one) {
  const std::string message = refusal(fake_plugin("refused", "wrong_build_id"));
  BOOST_TEST(holds(message, "found \"measure built elsewhere\""));
  BOOST_TEST(holds(message, std::string(reseed::expected_build_id(reseed::PluginKind::measure))));
}

BOOST_AUTO_TEST_CASE(a_library_that_hangs_while_it_is_opened_is_given_up) {
  auto settings = probe_settings();
  settings.limit = std::chrono::milliseconds(500);
  BOOST_TEST(
      holds(refusal(fake_plugin("hanging", "hangs_at_load"), settings), "killed after its time limit of 500 ms"));
}

BOOST_AUTO_TEST_CASE(an_answer_is_remembered_by_the_content_of_the_file) {
  const reseed::TemporaryFolder folder;
  auto settings = probe_settings(folder.path() / "cache");
  const fs::path file = folder.path() / "copy.so";
  fs::copy_file(fake_plugin("usable", "fake_constant"), file);
  reseed::describe_library(file, settings);
  settings.program = "/absent/reseed";
  BOOST_TEST(reseed::describe_library(file, settings).id == "fake_constant");
  std::ofstream(file, std::ios::app) << '\n';  // other content: must be asked, and nobody is there to ask
  BOOST_CHECK_THROW(reseed::describe_library(file, settings), reseed::Error);
}

BOOST_AUTO_TEST_CASE(a_crash_is_remembered_until_it_is_asked_for_again) {
  const reseed::TemporaryFolder cache;
  auto settings = probe_settings(cache.path());
  const fs::path file = fake_plugin("refused", "crashes_at_load");
  const std::string message = refusal(file, settings);
  settings.program = "/absent/reseed";
  BOOST_TEST(refusal(file, settings) == message);
  settings.ask_again = true;
  BOOST_CHECK_THROW(reseed::describe_library(file, settings), reseed::Error);
}

BOOST_AUTO_TEST_CASE(a_damaged_memory_is_replaced) {
  const reseed::TemporaryFolder cache;
  const auto settings = probe_settings(cache.path());
  const fs::path file = fake_plugin("usable", "fake_constant");
  reseed::describe_library(file, settings);
  for (const auto& entry : fs::recursive_directory_iterator(cache.path()))
    if (entry.is_regular_file()) std::ofstream(entry.path()) << "{\"spec\": {\"id\": ";
  BOOST_TEST(reseed::describe_library(file, settings).id == "fake_constant");
}

BOOST_AUTO_TEST_CASE(a_cache_that_cannot_be_written_is_done_without) {
  BOOST_TEST(reseed::describe_library(fake_plugin("usable", "fake_constant"), probe_settings("/proc/nowhere")).id ==
             "fake_constant");
}

BOOST_AUTO_TEST_SUITE_END()
