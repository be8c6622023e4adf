// SPDX-License-Identifier: Apache-2.0
#include <ATen/ATen.h>

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "support/fake_model.hpp"
#include "support/mitigation.hpp"

namespace utf = boost::unit_test;
using namespace reseed;
using test::FakeModel;

namespace {

const Stream kStream(3, "mitigation");
const Batch kBatch;

/// A fake model under mixout whose weights have left their start.
struct Mixed {
  FakeModel model;
  std::map<std::size_t, at::Tensor> start;
  std::unique_ptr<Mitigation> method;

  explicit Mixed(double p, const std::string& variant = "textbook", bool pooler = true, bool pooler_is_new = false)
      : model(3, 6, pooler, at::kDouble, pooler_is_new), method(test::make_mitigation("mixout", variant, {{"p", p}})) {
    const c10::NoGradGuard guard;
    method->before_training(model, kStream);
    for (std::size_t i = 0; i < model.parameters().size(); ++i) {
      start[i] = model.parameters()[i].value.clone();
      model.parameters()[i].value.mul_(1.5).add_(0.1);
    }
  }
  at::Tensor value(std::size_t i) { return model.parameters()[i].value.detach(); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(mixout)

BOOST_AUTO_TEST_CASE(without_mixing_the_forward_weight_equals_the_plain_one_bit_for_bit) {
  Mixed mixed(0.0);
  mixed.method->before_forward(mixed.model, kBatch, 0, kStream);
  BOOST_TEST(mixed.model.effective.size() == 4u);
  for (const auto& [i, weight] : mixed.model.effective) BOOST_TEST(at::equal(weight, mixed.value(i)));
}

BOOST_AUTO_TEST_CASE(evaluation_sees_the_plain_weights) {
  Mixed mixed(0.5);
  mixed.method->before_forward(mixed.model, kBatch, 0, kStream);
  mixed.method->after_backward(mixed.model, 0);
  BOOST_TEST(mixed.model.effective.empty());
}

BOOST_AUTO_TEST_CASE(within_one_draw_every_output_row_shares_the_mask) {
  Mixed mixed(0.5);
  mixed.method->before_forward(mixed.model, kBatch, 0, kStream);
  for (const auto& [i, weight] : mixed.model.effective) {
    const at::Tensor start = mixed.start[i];
    const at::Tensor kept = (mixed.value(i) - 0.5 * start) / 0.5;  // of columns that stay; of the others the start
    const at::Tensor is_start = at::isclose(weight, start, 1e-12, 1e-12);
    BOOST_TEST(at::equal(is_start, is_start.slice(0, 0, 1).expand_as(is_start)));
    BOOST_TEST(at::allclose(weight, at::where(is_start, start, kept), 1e-12, 1e-12));
  }
}

BOOST_AUTO_TEST_CASE(the_mean_over_20000_draws_is_the_weight_within_3_standard_errors) {
  Mixed mixed(0.3);
  const std::size_t i = mixed.model.index("fake.encoder.layer.1.dense.weight");
  at::Tensor sum = at::zeros_like(mixed.value(i)), squares = at::zeros_like(sum);
  constexpr int kDraws = 20000;
  for (int step = 0; step < kDraws; ++step) {
    mixed.method->before_forward(mixed.model, kBatch, step, kStream);
    const at::Tensor weight = mixed.model.effective.at(i).detach();
    sum += weight;
    squares += weight * weight;
  }
  const at::Tensor mean = sum / kDraws;
  const at::Tensor error = ((squares / kDraws - mean * mean) / kDraws).sqrt();
  BOOST_TEST(((mean - mixed.value(i)).abs() <= 3 * error + 1e-12).all().item<bool>());
  BOOST_TEST((error > 0).all().item<bool>());
}

BOOST_AUTO_TEST_CASE(the_masks_of_two_steps_and_of_two_weights_differ) {
  Mixed mixed(0.5);
  mixed.method->before_forward(mixed.model, kBatch, 0, kStream);
  const at::Tensor first = mixed.model.effective.begin()->second.detach().clone();
  bool differs = false;
  for (int step = 1; step < 4; ++step) {
    mixed.method->before_forward(mixed.model, kBatch, step, kStream);
    differs = differs || !at::equal(first, mixed.model.effective.begin()->second.detach());
  }
  BOOST_TEST(differs);
}

BOOST_AUTO_TEST_CASE(the_textbook_gradient_is_mask_over_one_minus_p_and_the_published_one_the_bare_mask) {
  for (const auto& [variant, factor] : {std::pair{"textbook", 2.0}, std::pair{"as_published", 1.0}}) {
    Mixed mixed(0.5, variant);
    mixed.method->before_forward(mixed.model, kBatch, 0, kStream);
    const std::size_t i = mixed.model.index("fake.encoder.layer.0.dense.weight");
    const at::Tensor weight = mixed.model.forward_weight(i);
    const at::Tensor from_start = at::isclose(weight.detach(), mixed.start[i], 1e-12, 1e-12);
    (weight * 3.0).sum().backward();
    mixed.method->after_backward(mixed.model, 0);
    const at::Tensor want = at::where(from_start, 0.0, 3.0 * factor);
    BOOST_TEST(at::allclose(mixed.model.parameters()[i].value.grad(), want.to(at::kDouble)), variant);
  }
}

BOOST_AUTO_TEST_CASE(biases_norms_embeddings_and_a_new_head_are_not_touched) {
  Mixed mixed(0.5);
  const std::vector<std::string> want = {"fake.encoder.layer.0.dense.weight", "fake.encoder.layer.1.dense.weight",
                                         "fake.encoder.layer.2.dense.weight", "fake.pooler.dense.weight"};
  BOOST_TEST(mixed.method->touched() == want, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_pooler_that_the_checkpoint_did_not_hold_is_not_mixed) {
  Mixed mixed(0.5, "textbook", true, true);
  BOOST_TEST(mixed.method->touched().size() == 3u);
}

BOOST_AUTO_TEST_CASE(the_published_variant_mixes_head_and_pooler_and_switches_all_dropout_off) {
  Mixed mixed(0.5, "as_published", false);
  BOOST_TEST(mixed.method->touched().size() == 5u);
  BOOST_TEST(mixed.model.encoder_dropout == 0.0);
  BOOST_TEST(mixed.model.head_dropout == 0.0);
}

BOOST_AUTO_TEST_CASE(the_textbook_variant_keeps_the_dropout_in_front_of_the_head) {
  Mixed mixed(0.5);
  BOOST_TEST(mixed.model.encoder_dropout == 0.0);
  BOOST_TEST(mixed.model.head_dropout == 0.1);
}

BOOST_AUTO_TEST_CASE(a_model_without_a_weight_from_the_checkpoint_is_an_error) {
  FakeModel model(0, 4, false);  // embeddings and a new head only
  const auto method = test::make_mitigation("mixout", "textbook", {{"p", 0.1}});
  BOOST_CHECK_EXCEPTION(method->before_training(model, kStream), Error,
                        [](const Error& e) { return e.kind() == ErrorKind::plugin && e.place() == "mixout"; });
}

BOOST_AUTO_TEST_SUITE_END()
