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

BOOST_AUTO_TEST_CASE(what_is_not_what_it_should_be_is_named_with_what_was_found) {
  const auto refused = [](const char* key, const nlohmann::json& value, const std::string& words) {
    auto json = to_json(example());
    json[key] = value;
    BOOST_CHECK_EXCEPTION(reseed::plugin_spec_from_json(json, "x.so"), reseed::Error, [&](const reseed::Error& error) {
      BOOST_TEST_MESSAGE(error.what());
      return error.kind() == reseed::ErrorKind::plugin && error.place() == "x.so" &&
             error.message() == key + (": " + words);
    });
  };
  refused("version", 1e300, "want a whole number, found 1e+300");
  refused("version", 4294967296, "want a whole number, found 4294967296");
  refused("kind", "gauge", "want a known word, found \"gauge\"");
  refused("variants", "textbook", "want an array, found string");
  refused("summary", 3, "want another type, found number");
}

BOOST_AUTO_TEST_SUITE_END()
