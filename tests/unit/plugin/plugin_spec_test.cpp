// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_spec.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "reseed/error.hpp"

namespace {

reseed::PluginSpec example() {
  reseed::PluginSpec spec;
  spec.id = "example";
  spec.version = 2;
  spec.variants = {{"textbook", "open above", 0.0, std::numeric_limits<double>::infinity()}};
  spec.options = {{"p", "number", "0.1", "0", "1", {}, "a share"}};
  spec.measure = reseed::MeasureTraits{.unit = "nat",
                                       .reads = reseed::Reads::logits,
                                       .arity = reseed::Arity::pair,
                                       .direction = reseed::Direction::larger_is_more_alike,
                                       .value_on_equal = 0.0,
                                       .instability = "value"};
  return spec;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plugin_description)

BOOST_AUTO_TEST_CASE(reads_back_from_its_json) {
  const auto json = to_json(example());
  const auto back = reseed::plugin_spec_from_json(nlohmann::json::parse(json.dump()), "x");
  BOOST_TEST(to_json(back) == json);
  BOOST_TEST(back.variants[0].upper == std::numeric_limits<double>::infinity());
  BOOST_TEST((back.measure->arity == reseed::Arity::pair));
}

BOOST_AUTO_TEST_CASE(a_missing_key_is_named) {
  auto json = to_json(example());
  json["measure"].erase("unit");
  BOOST_CHECK_EXCEPTION(reseed::plugin_spec_from_json(json, "x.so"), reseed::Error, [](const reseed::Error& error) {
    return error.place() == "x.so" && error.message().find("unit") != std::string::npos;
  });
}

BOOST_AUTO_TEST_SUITE_END()
