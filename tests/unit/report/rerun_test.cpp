// SPDX-License-Identifier: Apache-2.0
#include "report/rerun.hpp"

#include <boost/test/unit_test.hpp>

#include "reseed/error.hpp"

using namespace reseed;

namespace {

using Lines = std::vector<std::string>;

Bundle bundle_of(const std::string& resolved_manifest) {
  Bundle bundle;
  bundle.folder = "/somewhere/study-0123";
  bundle.resolved_manifest = resolved_manifest;
  return bundle;
}

/// The lines in front of `verify`, which is always the last.
Lines lines_of(const Bundle& bundle) {
  Lines lines = rerun_commands(bundle);
  BOOST_REQUIRE(!lines.empty());
  BOOST_TEST(lines.back().starts_with("./reseed verify "));
  lines.pop_back();
  return lines;
}

void check(const Lines& found, const Lines& wanted) { BOOST_TEST(found == wanted, boost::test_tools::per_element()); }

}  // namespace

BOOST_AUTO_TEST_SUITE(how_to_rerun)

BOOST_AUTO_TEST_CASE(a_manifest_whose_sources_are_packages_is_run_where_it_lies) {
  check(rerun_commands(bundle_of("[models.m]\ncheckpoint = \"source:m\"\n[tasks.t]\ndataset = \"a/b\"\nroot = "
                                 "\"source:t/x\"\n")),
        {"./reseed run study-0123/manifest.resolved.toml", "./reseed verify study-0123"});
}

BOOST_AUTO_TEST_CASE(relative_paths_lead_from_the_folder_of_the_manifest_that_was_run) {
  for (const char* manifest : {"[models.m]\ncheckpoint = \"models/m\"\n", "[tasks.t]\ndataset = \"mine.toml\"\n",
                               "[tasks.t]\ndataset = \"a/b\"\nroot = \"../data\"\n",
                               "[tasks.t]\ndataset = \"/a.toml\"\nsplit = { indices = \"split.toml\", seed = 0 }\n",
                               "[tasks.t]\ndataset = \"/a.toml\"\nextra_tests = [{ dataset = \"b.toml\" }]\n"})
    check(lines_of(bundle_of(manifest)),
          {"# FOLDER: that of the manifest which was run; its relative paths begin there",
           "cp study-0123/manifest.resolved.toml FOLDER/", "./reseed run FOLDER/manifest.resolved.toml"});
  check(lines_of(bundle_of("[models.m]\ncheckpoint = \"/models/m\"\n[models.n]\ncheckpoint = \"~/n\"\n")),
        {"./reseed run study-0123/manifest.resolved.toml"});
}

BOOST_AUTO_TEST_CASE(variables_that_the_data_need_are_named) {
  check(lines_of(bundle_of("[tasks.t]\ndataset = \"a/b\"\n")),
        {"RESEED_DATA=DIR ./reseed run study-0123/manifest.resolved.toml"});
  check(lines_of(bundle_of("[models.m]\ncheckpoint = \"$MODELS/m\"\n[tasks.t]\ndataset = \"/a.toml\"\nextra_tests = [{ "
                           "dataset = \"a/b\" }]\n")),
        {"MODELS=DIR RESEED_DATA=DIR ./reseed run study-0123/manifest.resolved.toml"});
}

BOOST_AUTO_TEST_CASE(the_commit_is_checked_out_where_it_is_one) {
  Bundle bundle = bundle_of("schema = 1\n");
  bundle.info.tool_commit = "c0ffee";
  BOOST_TEST(lines_of(bundle).front() == "git checkout c0ffee");
  bundle.info.tool_commit = "c0ffee-dirty";
  BOOST_TEST(lines_of(bundle).front() == "# made by a reseed that had been changed after commit c0ffee");
  for (const char* none : {"", "unknown", "c0ffee; rm -r ~", "$(id)"}) {
    bundle.info.tool_commit = none;
    check(lines_of(bundle), {"./reseed run study-0123/manifest.resolved.toml"});
  }
}

BOOST_AUTO_TEST_CASE(libraries_that_a_manifest_loads_are_told) {
  check(lines_of(bundle_of("[plugins]\npaths = [\"/plugins\"]\n")),
        {"# [plugins] names libraries, which are loaded: know where they come from",
         "./reseed run study-0123/manifest.resolved.toml"});
}

BOOST_AUTO_TEST_CASE(a_bundle_measured_again_says_what_measuring_was_told) {
  Bundle bundle = bundle_of(
      "schema = 1\n[study]\nid = \"it's\"\npublished_sha256 = \"0123\"\n[models.m]\ncheckpoint = "
      "\"m\"\n[[measures]]\nid "
      "= \"one\"\n[[measures]]\nid = \"two\"\nlayers = [0, 2]\nshare = 1.0\nsure = true\n[analysis]\nbootstrap = { "
      "samples = 40 }\nrate = 5e-05\n");
  bundle.info.parent = "0123456789abcdef0123456789abcdef";
  check(lines_of(bundle),
        {"# PARENT: the bundle whose content digest begins with 0123456789abcdef",
         "./reseed measure PARENT \\\n"
         "  --set 'study={ id = \"it'\\''s\" }' \\\n"
         "  --set 'measures=[{ id = \"one\" }, { id = \"two\", layers = [0, 2], share = 1.0, sure = true }]' \\\n"
         "  --set 'analysis={ bootstrap = { samples = 40 }, rate = 5e-05 }'"});
}

BOOST_AUTO_TEST_CASE(imported_runs_are_imported_again) {
  BOOST_TEST(lines_of(bundle_of("[imported]\nruns_sha256 = \"0\"\n")).front().starts_with("./reseed import SOURCE"));
}

BOOST_AUTO_TEST_CASE(names_of_a_stranger_stay_in_their_words) {
  Bundle bundle = bundle_of("schema = 1\n");
  bundle.folder = "/somewhere/a'; rm -r ~ #";
  check(lines_of(bundle), {"./reseed run 'a'\\''; rm -r ~ #'/manifest.resolved.toml"});
  bundle.info.parent = "$(id)";
  BOOST_TEST(lines_of(bundle).front() == "# PARENT: the bundle whose content digest begins with '$(id)'");
  bundle.folder = "/somewhere/study-0123/";
  BOOST_TEST(rerun_commands(bundle).back() == "./reseed verify study-0123");
}

BOOST_AUTO_TEST_CASE(a_resolved_manifest_that_is_no_toml_is_named) {
  BOOST_CHECK_EXCEPTION(rerun_commands(bundle_of("schema = \n")), Error, [](const Error& error) {
    return error.kind() == ErrorKind::data && error.place().find("manifest.resolved.toml") != std::string::npos;
  });
}

BOOST_AUTO_TEST_SUITE_END()
