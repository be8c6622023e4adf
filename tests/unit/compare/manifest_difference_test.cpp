// SPDX-License-Identifier: Apache-2.0
#include "compare/manifest_difference.hpp"

#include <boost/test/unit_test.hpp>

#include "support/expect_error.hpp"

using namespace reseed;

namespace {

std::vector<OriginDifference> differences(const std::string& a, const std::string& b) {
  return differing_keys(manifest_values(a, "a"), manifest_values(b, "b"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(manifest_difference)

BOOST_AUTO_TEST_CASE(what_means_the_same_does_not_differ) {
  BOOST_TEST(
      differences("x = 2e-5\ny = { p = 1.0, q = \"t\" }\n# a comment\n", "y = { q = \"t\", p = 1 }\nx = 0.00002\n")
          .empty());
  BOOST_TEST(differences("[[groups]]\nname = \"u\"\nn = 1\n[[groups]]\nname = \"v\"\nn = 2\n",
                         "[[groups]]\nname = \"v\"\nn = 2\n[[groups]]\nname = \"u\"\nn = 1\n")
                 .empty());
}

BOOST_AUTO_TEST_CASE(each_key_that_differs_is_named_in_full_with_both_values) {
  const auto found =
      differences("[training]\nepochs = 2\n[[groups]]\nname = \"u\"\nseeds = [0, 1]\n[only_a]\nk = true\n",
                  "[training]\nepochs = 3\n[[groups]]\nname = \"u\"\nseeds = [0, 1, 2]\n");
  BOOST_REQUIRE(found.size() == 3u);
  BOOST_TEST(found[0].what == "groups.u.seeds");
  BOOST_TEST(*found[0].b == "[0, 1, 2]");
  BOOST_TEST(found[1].what == "only_a.k");
  BOOST_TEST(*found[1].a == "true");
  BOOST_TEST(!found[1].b);
  BOOST_TEST(found[2].what == "training.epochs");
  BOOST_TEST(*found[2].a == "2");
  BOOST_TEST(*found[2].b == "3");
}

BOOST_AUTO_TEST_CASE(measures_go_by_id_variant_and_options) {
  const auto found = differences("[[measures]]\nid = \"m\"\nvariant = \"textbook\"\nlayers = \"all\"\n",
                                 "[[measures]]\nid = \"m\"\nvariant = \"as_published\"\nlayers = \"all\"\n"
                                 "[[measures]]\nid = \"m\"\nvariant = \"textbook\"\nlayers = \"top\"\n");
  BOOST_REQUIRE(found.size() == 4u);
  BOOST_TEST(found[0].what == "measures.m (as_published).id");
  BOOST_TEST(found[3].what == "measures.m (textbook).layers");
}

BOOST_AUTO_TEST_CASE(what_is_no_toml_is_an_error_at_its_place) {
  test::expect_error([] { manifest_values("x = [", "manifest.resolved.toml"); }, ErrorKind::data, "", {});
}

BOOST_AUTO_TEST_SUITE_END()
