// SPDX-License-Identifier: Apache-2.0
#include <ATen/ATen.h>

#include <boost/test/unit_test.hpp>

#include "support/fake_model.hpp"
#include "support/mitigation.hpp"

using namespace reseed;
using test::FakeModel;

namespace {

std::unique_ptr<Mitigation> reinit_of(std::int64_t k, const std::string& variant = "textbook") {
  return test::make_mitigation("reinit", variant, {{"k", k}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reinit)

BOOST_AUTO_TEST_CASE(draws_the_top_blocks_and_leaves_the_rest) {
  FakeModel model(3, 40), before(3, 40);
  const auto method = reinit_of(2);
  method->before_training(model, Stream(1, "mitigation"));
  BOOST_TEST(
      at::equal(model.value("fake.encoder.layer.0.dense.weight"), before.value("fake.encoder.layer.0.dense.weight")));
  BOOST_TEST(at::equal(model.value("fake.pooler.dense.weight"), before.value("fake.pooler.dense.weight")));
  for (const std::string block : {"fake.encoder.layer.1.", "fake.encoder.layer.2."}) {
    const at::Tensor weight = model.value(block + "dense.weight").detach();
    // 1680 draws: mean within 4 standard errors, deviation within 10 %
    BOOST_TEST(std::abs(weight.mean().item<double>()) < 4 * 0.02 / 41);
    BOOST_TEST(std::abs(weight.std().item<double>() / 0.02 - 1) < 0.1);
    BOOST_TEST(model.value(block + "dense.bias").abs().max().item<double>() == 0.0);
    BOOST_TEST((model.value(block + "LayerNorm.weight") == 1).all().item<bool>());
  }
  BOOST_TEST(method->touched().size() == 6u);
}

BOOST_AUTO_TEST_CASE(draws_from_its_own_stream_only) {
  FakeModel first, again, other;
  reinit_of(1)->before_training(first, Stream(1, "mitigation"));
  reinit_of(1)->before_training(again, Stream(1, "mitigation"));
  reinit_of(1)->before_training(other, Stream(2, "mitigation"));
  const std::string name = "fake.encoder.layer.2.dense.weight";
  BOOST_TEST(at::equal(first.value(name), again.value(name)));
  BOOST_TEST(!at::equal(first.value(name), other.value(name)));
}

BOOST_AUTO_TEST_CASE(takes_the_pooler_with_it_as_published) {
  FakeModel model, before;
  reinit_of(1, "as_published")->before_training(model, Stream(1, "mitigation"));
  BOOST_TEST(!at::equal(model.value("fake.pooler.dense.weight"), before.value("fake.pooler.dense.weight")));
  BOOST_TEST(at::equal(model.value("classifier.weight"), before.value("classifier.weight")));
}

BOOST_AUTO_TEST_CASE(takes_the_dense_layer_of_a_head_without_pooler_with_it_as_published) {
  FakeModel model(2, 6, false), before(2, 6, false);
  reinit_of(1, "as_published")->before_training(model, Stream(1, "mitigation"));
  BOOST_TEST(!at::equal(model.value("classifier.dense.weight"), before.value("classifier.dense.weight")));
  BOOST_TEST(at::equal(model.value("classifier.out_proj.weight"), before.value("classifier.out_proj.weight")));
}

BOOST_AUTO_TEST_CASE(more_blocks_than_the_model_has_is_an_error) {
  FakeModel model(3);
  BOOST_CHECK_EXCEPTION(reinit_of(4)->before_training(model, Stream(1, "mitigation")), Error,
                        [](const Error& e) { return e.kind() == ErrorKind::plugin && e.place() == "reinit.k"; });
}

BOOST_AUTO_TEST_SUITE_END()
