// SPDX-License-Identifier: Apache-2.0
#include "sources/package_source.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "reseed/error.hpp"

namespace {

reseed::PackageSource good() {
  return {
      .name = "minilm", .package = "some-model", .version = "0.1.0", .sha256 = std::string(64, 'a'), .path = "model"};
}

struct Defect {
  const char* key;
  void (*spoil)(reseed::PackageSource&);
};
std::ostream& operator<<(std::ostream& out, const Defect& defect) { return out << defect.key; }

const Defect kDefects[] = {
    {"package", [](auto& source) { source.package = ""; }},
    {"package", [](auto& source) { source.package = "some model"; }},
    {"package", [](auto& source) { source.package = "--index-url"; }},
    {"version", [](auto& source) { source.version = ">=1"; }},
    {"version", [](auto& source) { source.version = "1\n--pre"; }},
    {"sha256", [](auto& source) { source.sha256 = "abc"; }},
    {"sha256", [](auto& source) { source.sha256 = std::string(64, 'A'); }},
    {"path", [](auto& source) { source.path = "../model"; }},
    {"path", [](auto& source) { source.path = "/etc"; }},
    {"path", [](auto& source) { source.path = "a.zip!/../.."; }},
    {"path", [](auto& source) { source.path = "a.zip!/b.zip!/c"; }},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(package_source)

BOOST_AUTO_TEST_CASE(a_well_formed_source_passes) { BOOST_CHECK_NO_THROW(reseed::check_source(good())); }

BOOST_DATA_TEST_CASE(a_defect_is_an_error_at_its_key, boost::unit_test::data::make(kDefects), defect) {
  reseed::PackageSource source = good();
  defect.spoil(source);
  BOOST_CHECK_EXCEPTION(reseed::check_source(source), reseed::Error, [&](const reseed::Error& error) {
    return error.kind() == reseed::ErrorKind::manifest && error.place() == std::string("sources.minilm.") + defect.key;
  });
}

BOOST_AUTO_TEST_SUITE_END()
