// SPDX-License-Identifier: Apache-2.0
#include "train/optimizer.hpp"

#include <ATen/ATen.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "reseed/error.hpp"
#include "train/adam_step.hpp"

namespace utf = boost::unit_test;
using namespace reseed;

namespace {

std::vector<Parameter> one_parameter(std::vector<double> values, at::ScalarType type = at::kDouble) {
  at::Tensor value = at::tensor(values, at::kDouble).to(type).requires_grad_(true);
  std::vector<Parameter> parameters(1);
  parameters[0].name = "weight";
  parameters[0].value = value;
  parameters[0].kind = Parameter::Kind::linear_weight;
  return parameters;
}

void set_gradient(Parameter& parameter, std::vector<double> values) {
  parameter.value.mutable_grad() = at::tensor(values, at::kDouble).to(parameter.value.scalar_type());
}

const std::vector<ParameterRule> kPlain(1);

}  // namespace

BOOST_AUTO_TEST_SUITE(optimizer)

BOOST_AUTO_TEST_CASE(adamw_puts_epsilon_after_the_bias_correction, *utf::tolerance(1e-14)) {
  auto parameters = one_parameter({2.0});
  Optimizer optimizer(parameters, kPlain, {.epsilon = 0.5, .weight_decay = 0.1}, 100.0);
  set_gradient(parameters[0], {4.0});
  optimizer.step(0.25);
  // t = 1: m/(1-b1) = 4, sqrt(v/(1-b2)) = 4
  BOOST_TEST(parameters[0].value.item<double>() == 2.0 * (1 - 0.25 * 0.1) - 0.25 * 4.0 / (4.0 + 0.5));
}

BOOST_AUTO_TEST_CASE(adamw_hf_puts_epsilon_before_it_and_decays_last, *utf::tolerance(1e-14)) {
  auto parameters = one_parameter({2.0});
  Optimizer optimizer(parameters, kPlain, {.name = "adamw_hf", .epsilon = 0.5, .weight_decay = 0.1}, 100.0);
  set_gradient(parameters[0], {4.0});
  optimizer.step(0.25);
  const double root = std::sqrt(0.001);
  const double moved = 2.0 - 0.25 * root / 0.1 * (0.1 * 4.0) / (root * 4.0 + 0.5);
  BOOST_TEST(parameters[0].value.item<double>() == moved * (1 - 0.25 * 0.1));
}

BOOST_AUTO_TEST_CASE(adamw_hf_without_bias_correction_uses_the_raw_moments, *utf::tolerance(1e-14)) {
  auto parameters = one_parameter({2.0});
  Optimizer optimizer(parameters, kPlain,
                      {.name = "adamw_hf", .epsilon = 0.5, .weight_decay = 0.0, .bias_correction = false}, 100.0);
  set_gradient(parameters[0], {4.0});
  optimizer.step(0.25);
  BOOST_TEST(parameters[0].value.item<double>() == 2.0 - 0.25 * 0.4 / (std::sqrt(0.001) * 4.0 + 0.5));
}

BOOST_AUTO_TEST_CASE(one_norm_over_all_parameters_clips_them_together, *utf::tolerance(1e-12)) {
  auto parameters = one_parameter({0.0, 0.0});
  parameters.push_back(one_parameter({0.0})[0]);
  const std::vector<ParameterRule> rules(2);
  // Without decay and with a huge epsilon the step is proportional to the clipped gradient.
  Optimizer optimizer(parameters, rules, {.epsilon = 1e9, .weight_decay = 0.0}, 1.0);
  set_gradient(parameters[0], {2.0, 3.0});
  set_gradient(parameters[1], {6.0});
  BOOST_TEST(optimizer.step(1e9) == 7.0);
  BOOST_TEST(parameters[1].value.item<double>() == -6.0 / (7.0 + 1e-6), boost::test_tools::tolerance(1e-7));
}

BOOST_AUTO_TEST_CASE(a_small_gradient_is_not_clipped, *utf::tolerance(1e-7)) {
  auto parameters = one_parameter({0.0});
  Optimizer optimizer(parameters, kPlain, {.epsilon = 1e9, .weight_decay = 0.0}, 1.0);
  set_gradient(parameters[0], {0.5});
  optimizer.step(1e9);
  BOOST_TEST(parameters[0].value.item<double>() == -0.5);
}

BOOST_AUTO_TEST_CASE(a_first_step_of_rate_zero_feeds_the_moments) {
  auto fed = one_parameter({1.0});
  auto fresh = one_parameter({1.0});
  Optimizer first(fed, kPlain, {}, 100.0);
  Optimizer second(fresh, kPlain, {}, 100.0);
  set_gradient(fed[0], {1.0});
  first.step(0.0);
  BOOST_TEST(fed[0].value.item<double>() == 1.0);
  set_gradient(fed[0], {-1.0});
  set_gradient(fresh[0], {-1.0});
  first.step(0.1);
  second.step(0.1);
  BOOST_TEST(fed[0].value.item<double>() != fresh[0].value.item<double>());
}

BOOST_AUTO_TEST_CASE(a_rule_without_decay_and_with_a_rate_factor_is_kept, *utf::tolerance(1e-14)) {
  auto parameters = one_parameter({2.0});
  const std::vector<ParameterRule> rules = {{.rate_factor = 0.5, .decay = false}};
  Optimizer optimizer(parameters, rules, {.weight_decay = 0.1}, 100.0);
  set_gradient(parameters[0], {4.0});
  optimizer.step(0.25);
  BOOST_TEST(parameters[0].value.item<double>() == 2.0 - 0.125 * 4.0 / (4.0 + 1e-6));
  BOOST_TEST(optimizer.decay_alone(0) == 1.0);
}

BOOST_AUTO_TEST_CASE(a_parameter_whose_gradient_is_always_zero_only_decays, *utf::tolerance(1e-14)) {
  auto parameters = one_parameter({2.0});
  Optimizer optimizer(parameters, kPlain, {.weight_decay = 0.1}, 100.0);
  for (const double rate : {0.5, 0.25}) {
    set_gradient(parameters[0], {0.0});
    optimizer.step(rate);
  }
  BOOST_TEST(optimizer.decay_alone(0) == 0.95 * 0.975);
  BOOST_TEST(parameters[0].value.item<double>() == 2.0 * 0.95 * 0.975);
}

// Lengths around the vector widths: the tail of an array must get the same formula as its body.
BOOST_DATA_TEST_CASE(every_element_gets_the_same_formula_in_float32, utf::data::make({1, 7, 16, 17, 63, 100}), n) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<float> p(size, 0.3f), g(size, -0.7f), m(size, 0.02f), v(size, 0.4f);
  adam_step(p.data(), g.data(), m.data(), v.data(), size, {.clip = 0.9, .before = 0.99, .root = 1.1, .step = 1e-2});
  for (std::size_t i = 1; i < size; ++i) BOOST_TEST((p[i] == p[0] && m[i] == m[0] && v[i] == v[0]));
  const double first = 0.9 * 0.02f + 0.1 * -0.63;
  const double second = 0.999 * 0.4f + 0.001 * 0.63 * 0.63;
  BOOST_TEST(double{p[0]} == 0.3 * 0.99 - 1e-2 * first / (1.1 * std::sqrt(second) + 1e-6),
             boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(the_sum_of_squares_counts_every_element, *utf::tolerance(1e-14)) {
  for (const std::size_t n : {1u, 15u, 16u, 33u}) {
    const std::vector<double> values(n, 3.0);
    BOOST_TEST(sum_of_squares(values.data(), n) == 9.0 * static_cast<double>(n));
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_name_is_refused) {
  auto parameters = one_parameter({1.0});
  BOOST_CHECK_EXCEPTION(Optimizer(parameters, kPlain, {.name = "sgd"}, 1.0), Error, [](const Error& e) {
    return e.kind() == ErrorKind::manifest && e.place() == "training.optimizer.name";
  });
}

BOOST_AUTO_TEST_CASE(adamw_without_bias_correction_is_refused) {
  auto parameters = one_parameter({1.0});
  BOOST_CHECK_EXCEPTION(Optimizer(parameters, kPlain, {.bias_correction = false}, 1.0), Error, [](const Error& e) {
    return e.kind() == ErrorKind::manifest && e.place() == "training.optimizer.bias_correction";
  });
}

BOOST_AUTO_TEST_SUITE_END()
