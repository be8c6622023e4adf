// SPDX-License-Identifier: Apache-2.0
// What is no bundle, and what leads out of one.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "bundle/bundle.hpp"
#include "bundle/checksums.hpp"
#include "reseed/error.hpp"
#include "support/bundled_study.hpp"

namespace fs = std::filesystem;
using reseed::ErrorKind;
using reseed::test::BundledStudy;
using reseed::test::named;
using reseed::test::of_kind;

BOOST_AUTO_TEST_SUITE(read_bundle)

BOOST_AUTO_TEST_CASE(a_newer_schema_is_refused_before_anything_else) {
  const BundledStudy study;
  study.write();
  reseed::write_file(study.bundle() / "bundle.json", R"({"schema_version": 99, "unknown": true})");
  fs::remove(study.bundle() / "runs.csv");
  BOOST_CHECK_EXCEPTION(reseed::verify_bundle(study.bundle()), reseed::Error, of_kind(ErrorKind::newer, "found 99"));
  BOOST_CHECK_EXCEPTION(reseed::read_bundle(study.bundle()), reseed::Error, of_kind(ErrorKind::newer, "found 99"));
}

BOOST_AUTO_TEST_CASE(a_folder_without_bundle_json_is_no_bundle) {
  const reseed::TemporaryFolder folder;
  BOOST_CHECK_EXCEPTION(reseed::verify_bundle(folder.path()), reseed::Error, of_kind(ErrorKind::data, "bundle.json"));
  BOOST_CHECK_EXCEPTION(reseed::read_bundle(folder.path()), reseed::Error, of_kind(ErrorKind::data, "bundle.json"));
}

BOOST_AUTO_TEST_CASE(no_name_and_no_link_leads_out_of_a_bundle) {
  const BundledStudy study;
  study.write();
  for (const std::string name : {"../x", "/etc/passwd", "a/../../x", "", "a//b", "."})
    BOOST_CHECK_EXCEPTION(reseed::file_in_bundle(study.bundle(), name), reseed::Error, of_kind(ErrorKind::data));
  fs::remove(study.bundle() / "runs.csv");
  fs::create_symlink("/etc/passwd", study.bundle() / "runs.csv");
  BOOST_CHECK_EXCEPTION(reseed::read_bundle(study.bundle()), reseed::Error, of_kind(ErrorKind::data, "symbolic link"));
  BOOST_TEST(named(reseed::verify_bundle(study.bundle()), "runs.csv: want a file, found a symbolic link"));
}

BOOST_AUTO_TEST_CASE(a_link_in_the_place_of_any_file_or_folder_is_named_and_not_followed) {
  const fs::path frozen = fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen" / "1";
  std::vector<std::string> names = {"pairs", "records", "tables"};
  std::set<std::string> strange;
  for (const std::string& name : reseed::files_below(frozen, strange)) names.push_back(name);
  BOOST_REQUIRE(names.size() > 20u);
  for (const std::string& name : names) {
    const reseed::TemporaryFolder folder;
    const fs::path bundle = folder.path() / "bundle", outside = folder.path() / "outside";
    fs::copy(frozen, bundle, fs::copy_options::recursive);
    fs::rename(bundle / name, outside);
    fs::create_symlink(outside, bundle / name);
    BOOST_CHECK_EXCEPTION(reseed::file_in_bundle(bundle, name), reseed::Error,
                          of_kind(ErrorKind::data, "symbolic link"));
    if (name == "bundle.json")
      BOOST_CHECK_EXCEPTION(reseed::verify_bundle(bundle), reseed::Error, of_kind(ErrorKind::data, "symbolic link"));
    else
      BOOST_TEST(named(reseed::verify_bundle(bundle), name + ": want a file, found a symbolic link"), name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
