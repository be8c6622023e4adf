// SPDX-License-Identifier: Apache-2.0
#include "analysis/pair_file.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "base/files.hpp"
#include "base/safetensors.hpp"

using namespace reseed;

namespace {

const PairFileHeader kHeader = {.measure = "some_distance",
                                .variant = "textbook",
                                .version = 3,
                                .options = R"({"keep":0.9})",
                                .test_set = "vader/tweets",
                                .layers = {0, 2}};

/// Two layers over three seeds; one undefined pair with two flags.
std::vector<PairMatrix> matrices() {
  std::vector<PairMatrix> layers(2);
  for (std::size_t i = 0; i < 2; ++i) {
    layers[i].seeds = {1, 5, 70};
    layers[i].values = {{0.0, 0.1, 0.2}, {0.1, 0.0, 0.3}, {0.2, 0.3, 0.0}};
    layers[i].values *= 1.0 + i;
    layers[i].flags.zeros(3, 3);
  }
  layers[1].values(0, 2) = layers[1].values(2, 0) = std::nan("");
  layers[1].flags(0, 2) = layers[1].flags(2, 0) = 5;
  return layers;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pair_file)

BOOST_AUTO_TEST_CASE(reads_back_what_was_written) {
  const TemporaryFolder folder;
  const std::vector<PairMatrix> wanted = matrices();
  write_pair_file(folder.path() / "pairs.safetensors", kHeader, wanted);
  const PairFile found = read_pair_file(folder.path() / "pairs.safetensors");
  BOOST_TEST(found.header.measure == kHeader.measure);
  BOOST_TEST(found.header.variant == kHeader.variant);
  BOOST_TEST(found.header.version == kHeader.version);
  BOOST_TEST(found.header.options == kHeader.options);
  BOOST_TEST(found.header.test_set == kHeader.test_set);
  BOOST_TEST(found.header.layers == kHeader.layers, boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(found.layers.size() == 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    BOOST_TEST(found.layers[i].seeds == wanted[i].seeds, boost::test_tools::per_element());
    BOOST_TEST(arma::all(arma::vectorise(found.layers[i].flags == wanted[i].flags)));
    for (arma::uword k = 0; k < 9; ++k) {
      const double value = wanted[i].values(k);
      BOOST_TEST((found.layers[i].values(k) == value || (std::isnan(value) && std::isnan(found.layers[i].values(k)))));
    }
  }
  BOOST_TEST(!found.layers[1].defined(0, 2));
  BOOST_TEST(found.layers[1].defined(0, 1));
}

BOOST_AUTO_TEST_CASE(holds_no_nan) {
  const TemporaryFolder folder;
  write_pair_file(folder.path() / "pairs.safetensors", kHeader, matrices());
  const Safetensors tensors(folder.path() / "pairs.safetensors");
  for (const double value : tensors.at("values").as_doubles()) BOOST_TEST(std::isfinite(value));
}

BOOST_AUTO_TEST_CASE(is_named_after_measure_variant_options_and_test_set) {
  BOOST_TEST(pair_file_name(kHeader, {}) == "some_distance.textbook.vader-tweets.safetensors");
  BOOST_TEST(pair_file_name(kHeader, {{"base", std::string("e/2")}, {"keep", 0.5}, {"whole", true}}) ==
             "some_distance.textbook.base-e-2.keep-0.5.whole-true.vader-tweets.safetensors");
}

BOOST_AUTO_TEST_CASE(refuses_sizes_that_do_not_fit_and_missing_metadata) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "pairs.safetensors").string();
  const auto names_the_file = [&](const Error& error) {
    return error.kind() == ErrorKind::data && error.place().find(file) != std::string::npos;
  };
  const std::vector<std::int64_t> one = {1};
  write_safetensors(file, {{"layers", view_of<std::int64_t>(one, {1})}}, {});
  BOOST_CHECK_EXCEPTION(read_pair_file(file), Error, names_the_file);
  const auto write_with = [&](std::vector<std::int64_t> numbers) {
    const std::vector<double> values(18);
    const std::vector<std::uint8_t> defined(18);
    const std::vector<std::int64_t> flags(18);
    const std::vector<std::int64_t> seeds = {1, 5, 70};
    const auto l = static_cast<std::int64_t>(numbers.size());
    write_safetensors(file,
                      {{"values", view_of<double>(values, {2, 3, 3})},
                       {"defined", view_of<std::uint8_t>(defined, {2, 3, 3})},
                       {"flags", view_of<std::int64_t>(flags, {2, 3, 3})},
                       {"layers", view_of<std::int64_t>(numbers, {l})},
                       {"seeds", view_of<std::int64_t>(seeds, {3})}},
                      {{"measure", "m"}, {"variant", "v"}, {"version", "1"}, {"options", "{}"}, {"test_set", "test"}});
  };
  write_with({0, 1});
  BOOST_CHECK_NO_THROW(read_pair_file(file));
  write_with({0, 1, 2});
  BOOST_CHECK_EXCEPTION(read_pair_file(file), Error, names_the_file);
}

BOOST_AUTO_TEST_SUITE_END()
