// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "base/sha256.hpp"

BOOST_AUTO_TEST_SUITE(sha256)

// FIPS 180-2, appendix B.1.
BOOST_AUTO_TEST_CASE(abc_has_the_digest_of_the_standard) {
  BOOST_TEST(reseed::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_CASE(a_file_in_pieces_has_the_digest_of_its_content) {
  const reseed::TemporaryFolder folder;
  const std::string content(200'000, 'x');
  reseed::write_file(folder.path() / "file", content);
  BOOST_TEST(reseed::sha256_file(folder.path() / "file") == reseed::sha256(content));
}

BOOST_AUTO_TEST_SUITE_END()
