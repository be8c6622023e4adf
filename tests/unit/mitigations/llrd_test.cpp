// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "support/fake_model.hpp"
#include "support/mitigation.hpp"

namespace utf = boost::unit_test;
using namespace reseed;
using test::FakeModel;

namespace {

ParameterRule rule_of(const std::string& variant, const std::string& name) {
  FakeModel model;
  const auto method = test::make_mitigation("llrd", variant, {{"eta", 0.5}});
  std::vector<ParameterRule> rules;
  for (const Parameter& parameter : model.parameters()) rules.push_back({.decay = parameter.decays()});
  method->parameter_groups(model, rules);
  return rules[model.index(name)];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(llrd)

BOOST_AUTO_TEST_CASE(falls_by_eta_from_the_top_block_down_to_the_embeddings, *utf::tolerance(1e-15)) {
  BOOST_TEST(rule_of("textbook", "fake.encoder.layer.2.dense.bias").rate_factor == 0.5);
  BOOST_TEST(rule_of("textbook", "fake.encoder.layer.0.LayerNorm.weight").rate_factor == 0.125);
  BOOST_TEST(rule_of("textbook", "fake.embeddings.word_embeddings.weight").rate_factor == 0.0625);
}

BOOST_AUTO_TEST_CASE(leaves_pooler_and_head_at_the_full_rate_with_decay) {
  for (const char* name : {"fake.pooler.dense.weight", "classifier.weight"}) {
    const ParameterRule rule = rule_of("textbook", name);
    BOOST_TEST((rule.rate_factor == 1.0 && rule.decay), name);
  }
}

BOOST_AUTO_TEST_CASE(takes_the_decay_from_pooler_and_head_as_published) {
  for (const char* name : {"fake.pooler.dense.weight", "classifier.weight"}) {
    const ParameterRule rule = rule_of("as_published", name);
    BOOST_TEST((rule.rate_factor == 1.0 && !rule.decay), name);
  }
  BOOST_TEST(rule_of("as_published", "fake.encoder.layer.0.dense.weight").decay);
}

BOOST_AUTO_TEST_SUITE_END()
