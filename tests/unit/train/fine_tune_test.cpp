// SPDX-License-Identifier: Apache-2.0
#include "train/fine_tune.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "reseed/error.hpp"
#include "support/tiny_training.hpp"

namespace utf = boost::unit_test;
using namespace reseed;

namespace {

using Case = test::TinyTraining;
using test::texts;

double last_loss(const FineTuning& result) { return result.steps.back().loss; }

}  // namespace

BOOST_AUTO_TEST_SUITE(fine_tuning)

BOOST_DATA_TEST_CASE(learns_texts_of_any_width_and_number_of_classes,
                     utf::data::make({2, 3, 5}) ^ utf::data::make({24, 12, 40}) ^ utf::data::make({3, 4, 5}), classes,
                     hidden, heads) {
  Case it;
  it.classes = classes;
  it.shape.hidden = hidden;
  it.shape.heads = heads;
  it.shape.dropout = 0.0;
  it.options.epochs = 12;
  it.train = texts(48, classes);
  it.validation = texts(24, classes, 20, 6);
  const at::Tensor logits = it.run();
  BOOST_TEST(logits.size(1) == classes);
  BOOST_TEST(last_loss(it.result) < 0.5 * it.result.steps.front().loss);
}

BOOST_AUTO_TEST_CASE(seeds_give_the_same_bits_in_any_order_of_running) {
  std::vector<at::Tensor> forwards;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Case it;
    it.seed = seed;
    forwards.push_back(it.run());
  }
  for (std::uint64_t seed = 3; seed-- > 0;) {
    Case it;
    it.seed = seed;
    BOOST_TEST(at::equal(it.run(), forwards[seed]), "seed " << seed);
  }
  BOOST_TEST(!at::equal(forwards[0], forwards[1]));
}

BOOST_AUTO_TEST_CASE(training_only_the_rows_that_texts_read_changes_nothing) {
  Case compact, whole;
  compact.precision = whole.precision = Precision::float64;
  whole.all_rows = true;
  const at::Tensor logits = compact.run();
  BOOST_TEST(at::allclose(logits, whole.run(), 0, 1e-12));
  BOOST_TEST(compact.model->parameters()[0].value.size(0) < whole.model->parameters()[0].value.size(0));
  // Kept weights: the rows that nothing reads have decayed all the same.
  const at::Tensor expanded = compact.model->expanded_word_embedding(compact.result.untouched_factor);
  BOOST_TEST(compact.result.untouched_factor < 1.0);
  BOOST_TEST(at::allclose(expanded, whole.model->parameters()[0].value, 0, 1e-12));
}

BOOST_AUTO_TEST_CASE(mixout_without_mixing_and_without_dropout_equals_plain_training) {
  Case plain, mixed;
  plain.shape.dropout = mixed.shape.dropout = 0.0;
  mixed.method = "mixout";
  mixed.method_options = {{"p", 0.0}};
  BOOST_TEST(at::equal(plain.run(), mixed.run()));
}

BOOST_AUTO_TEST_CASE(mixing_changes_training) {
  Case plain, mixed;
  plain.shape.dropout = mixed.shape.dropout = 0.0;
  mixed.method = "mixout";
  mixed.method_options = {{"p", 0.5}};
  BOOST_TEST(!at::equal(plain.run(), mixed.run()));
}

BOOST_AUTO_TEST_CASE(mixed_precision_learns_with_parameters_in_float32) {
  Case it;
  it.precision = Precision::bfloat16;
  it.shape.dropout = 0.0;
  it.options.epochs = 12;
  const at::Tensor logits = it.run();
  BOOST_TEST((logits.scalar_type() == at::kFloat));
  BOOST_TEST(last_loss(it.result) < 0.5 * it.result.steps.front().loss);
}

BOOST_AUTO_TEST_CASE(keeps_the_first_of_the_best_evaluations) {
  Case best;
  best.options.evaluations_per_epoch = 5;
  best.options.learning_rate = 2e-2;  // large: the score goes up and down
  const at::Tensor logits = best.run();
  const auto& log = best.result.evaluations;
  BOOST_TEST(log.size() == 15u);
  const auto top =
      std::max_element(log.begin(), log.end(), [](const auto& a, const auto& b) { return a.score < b.score; });
  BOOST_TEST(best.result.kept_after == top->steps);
  // The kept weights are those of that moment: ending the same training there gives the same score.
  const auto predictions = evaluate(*best.model, best.validation).predictions();
  double hits = 0;
  for (std::size_t i = 0; i < predictions.size(); ++i) hits += predictions[i] == best.validation.labels[i];
  BOOST_TEST(hits / static_cast<double>(predictions.size()) == top->score);
}

BOOST_AUTO_TEST_CASE(keeps_the_last_weights_when_asked_to) {
  Case last;
  last.options.keep = "last";
  last.run();
  BOOST_TEST(last.result.kept_after == 15);
}

BOOST_AUTO_TEST_CASE(a_loss_that_is_not_finite_ends_the_run_as_diverged) {
  Case it;
  it.options.learning_rate = 1e30;
  it.options.warmup_fraction = 0.0;
  it.run();
  BOOST_TEST(it.result.diverged);
  BOOST_TEST(!std::isfinite(last_loss(it.result)));
  BOOST_TEST(it.result.steps.size() < 15u);
}

BOOST_AUTO_TEST_CASE(evaluation_of_a_set_equals_that_of_its_texts_one_by_one) {
  Case it;
  it.run();
  const Evaluation all = evaluate(*it.model, it.validation, {0, 2});
  BOOST_TEST(all.representations.size() == 2u);
  for (std::size_t i = 0; i < it.validation.tokens.size(); ++i) {
    const std::vector<const Tokens*> one = {&it.validation.tokens[i]};
    Pass pass;
    pass.layers = {2};
    const PassResult alone = it.model->forward(it.model->make_batch(one), pass);
    const auto row = static_cast<std::int64_t>(i);
    BOOST_TEST(at::allclose(alone.logits[0], all.logits[row], 0, 1e-5));
    BOOST_TEST(at::allclose(alone.hidden_states.at(2)[0], all.representations.at(2)[row], 0, 1e-5));
  }
}

BOOST_AUTO_TEST_CASE(a_text_longer_than_the_positions_is_named) {
  TextSet set = texts(3, 2);
  BOOST_CHECK_EXCEPTION(check_fits(set, 19, 2), Error,
                        [](const Error& e) { return e.kind() == ErrorKind::data && e.place() == "train, item 1001"; });
}

BOOST_AUTO_TEST_CASE(a_label_outside_the_classes_is_named) {
  TextSet set = texts(3, 2);
  set.labels[2] = -1;
  BOOST_CHECK_EXCEPTION(check_fits(set, 20, 2), Error,
                        [](const Error& e) { return e.kind() == ErrorKind::data && e.place() == "train, item 1002"; });
}

BOOST_AUTO_TEST_CASE(a_token_outside_the_word_embedding_is_named) {
  TextSet set = texts(3, 2);
  set.tokens[1].input_ids[3] = 60;
  BOOST_CHECK_EXCEPTION(check_ids(set, 60), Error,
                        [](const Error& e) { return e.kind() == ErrorKind::data && e.place() == "train, item 1001"; });
}

BOOST_AUTO_TEST_SUITE_END()
