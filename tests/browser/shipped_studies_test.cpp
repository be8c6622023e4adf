// SPDX-License-Identifier: Apache-2.0
// The page of every study that ships, as people get it: all groups, seeds, measures and layers of its small manifest,
// with made runs.
#include <boost/test/unit_test.hpp>

#include "report/page.hpp"
#include "support/browser.hpp"
#include "support/can_train.hpp"
#include "support/phone.hpp"
#include "support/shipped_study.hpp"

namespace utf = boost::unit_test;
namespace fs = std::filesystem;
using namespace reseed::test;

BOOST_AUTO_TEST_SUITE(pages_of_shipped_studies, *utf::precondition(has_browser) * utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(are_small_fit_a_phone_and_name_their_figures) {
  std::size_t kinds = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(RESEED_SOURCE_DIRECTORY) / "studies"))
    kinds += fs::exists(entry.path() / "CMakeLists.txt") ? 1 : 0;
  const std::vector<fs::path> manifests = ShippedStudy::small_manifests();
  BOOST_TEST(manifests.size() == kinds);
  for (const fs::path& manifest : manifests) BOOST_TEST_CONTEXT(manifest) {
      const ShippedStudy study(manifest);
      const Said said = study.run();
      BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
      const std::string page = reseed::read_file(study.bundle() / "report.html");
      BOOST_TEST_MESSAGE(manifest << ": a page of " << page.size() << " bytes");
      BOOST_TEST(page.size() <= 2'000'000u);
      const Seen seen = see(page, 390, kProbe);
      check_on_a_phone(seen);
      BOOST_TEST(seen.facts["figures"].get<int>() > 0);
      BOOST_TEST(seen.facts["scripts"] == 2);  // the page's own and the probe
    }
}

BOOST_AUTO_TEST_SUITE_END()
