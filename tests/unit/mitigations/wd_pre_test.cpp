// SPDX-License-Identifier: Apache-2.0
#include <ATen/ATen.h>

#include <boost/test/unit_test.hpp>

#include "support/fake_model.hpp"
#include "support/mitigation.hpp"

using namespace reseed;
using test::FakeModel;

namespace {

const Stream kStream(3, "mitigation");

struct Pull {
  at::Tensor start;
  at::Tensor change;
};

/// The change of one parameter by after_step at rate 0.5 with lambda 0.2, after it moved by +1 from its start.
Pull pulled(const std::string& variant, const std::string& name) {
  FakeModel model;
  const auto method = test::make_mitigation("wd_pre", variant, {{"lambda", 0.2}});
  method->before_training(model, kStream);
  const c10::NoGradGuard guard;
  const at::Tensor start = model.value(name).detach().clone();
  model.value(name).add_(1.0);
  method->after_step(model, 0, 0.5);
  return {start, model.value(name).detach() - start - 1.0};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wd_pre)

BOOST_AUTO_TEST_CASE(pulls_a_weight_by_rate_times_lambda_towards_its_start) {
  for (const char* name :
       {"fake.encoder.layer.1.dense.weight", "classifier.weight", "fake.embeddings.word_embeddings.weight"}) {
    const Pull pull = pulled("textbook", name);
    BOOST_TEST(at::allclose(pull.change, at::full_like(pull.start, -0.1)), name);
  }
}

BOOST_AUTO_TEST_CASE(pulls_pooler_and_head_towards_zero_as_published) {
  for (const char* name : {"classifier.weight", "fake.pooler.dense.weight"}) {
    const Pull pull = pulled("as_published", name);
    BOOST_TEST(at::allclose(pull.change, -0.1 * (pull.start + 1.0)), name);
  }
  const Pull encoder = pulled("as_published", "fake.encoder.layer.0.dense.weight");
  BOOST_TEST(at::allclose(encoder.change, at::full_like(encoder.start, -0.1)));
}

BOOST_AUTO_TEST_CASE(leaves_the_learning_rate_out_as_printed) {
  const Pull pull = pulled("as_printed", "fake.encoder.layer.1.dense.weight");
  BOOST_TEST(at::allclose(pull.change, at::full_like(pull.start, -0.2)));
}

BOOST_AUTO_TEST_CASE(leaves_biases_and_norms_alone) {
  for (const char* name : {"fake.encoder.layer.1.dense.bias", "fake.encoder.layer.1.LayerNorm.weight"})
    BOOST_TEST(pulled("textbook", name).change.abs().max().item<double>() < 1e-15, name);
}

BOOST_AUTO_TEST_CASE(switches_the_optimizers_own_decay_off) {
  FakeModel model;
  const auto method = test::make_mitigation("wd_pre", "textbook", {{"lambda", 0.2}});
  std::vector<ParameterRule> rules(model.parameters().size());
  method->parameter_groups(model, rules);
  for (const ParameterRule& rule : rules) BOOST_TEST((!rule.decay && rule.rate_factor == 1.0));
}

BOOST_AUTO_TEST_SUITE_END()
