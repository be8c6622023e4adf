// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "base/errors.hpp"

namespace reseed::test {

/// Checks that `call` throws an Error of this kind, at a place that ends in `place`, whose message holds every word.
template <class Call>
void expect_error(Call call, ErrorKind kind, const std::string& place, const std::vector<std::string>& words) {
  try {
    call();
    BOOST_ERROR("no error, wanted one at " + place);
  } catch (const Error& error) {
    BOOST_TEST((error.kind() == kind), "kind " << to_string(error.kind()) << ": " << error.what());
    BOOST_TEST(error.place().ends_with(place), error.place() << " does not end in " << place << ": " << error.what());
    for (const std::string& word : words)
      BOOST_TEST(error.message().find(word) != std::string::npos, "no '" << word << "' in: " << error.message());
    BOOST_TEST(error.message().find('\n') == std::string::npos);
  }
}

}  // namespace reseed::test
