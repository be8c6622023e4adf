// SPDX-License-Identifier: Apache-2.0
// Training rules against the reference's numbers: every rule file of every folder below training/ (fixtures README).
#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "support/fixtures.hpp"
#include "support/mitigation.hpp"
#include "train/trainer.hpp"

namespace utf = boost::unit_test;
namespace fs = std::filesystem;
using namespace reseed;
using Json = nlohmann::json;

namespace {

/// What a rule's name means in a manifest.
struct Rule {
  std::string optimizer = "adamw";
  bool bias_correction = true;
  std::string method = "original";
  std::string variant = "textbook";
};

const std::map<std::string, Rule> kRules = {
    {"standard", {}},
    {"wd_pre", {.method = "wd_pre"}},
    {"wd_pre_head_to_zero", {.method = "wd_pre", .variant = "as_published"}},
    {"llrd", {.method = "llrd"}},
    {"llrd_head_without_decay", {.method = "llrd", .variant = "as_published"}},
    {"adamw_transformers_4_14", {.optimizer = "adamw_hf"}},
    {"adamw_without_bias_correction", {.optimizer = "adamw_hf", .bias_correction = false}},
};

std::unique_ptr<Mitigation> method_of(const Rule& rule, const Json& golden) {
  std::map<std::string, OptionValue> options;
  if (rule.method == "wd_pre") options["lambda"] = golden.at("lambda").get<double>();
  if (rule.method == "llrd") options["eta"] = golden.value("eta", 0.95);
  return test::make_mitigation(rule.method, rule.variant, options);
}

TrainingOptions options_of(const Rule& rule, const Json& golden) {
  TrainingOptions options;
  options.learning_rate = golden.at("peak_learning_rate");
  options.warmup_fraction = golden.at("warmup_fraction");
  options.max_gradient_norm = golden.at("max_gradient_norm");
  options.dropout = golden.at("dropout").get<double>();
  options.optimizer = {.name = rule.optimizer,
                       .beta1 = golden.at("betas").at(0),
                       .beta2 = golden.at("betas").at(1),
                       .epsilon = golden.at("epsilon"),
                       .weight_decay = golden.at("weight_decay"),
                       .bias_correction = rule.bias_correction};
  return options;
}

/// The fixtures' padded batches as texts.
struct Batches {
  std::int64_t steps = 0;
  std::int64_t size = 0;
  std::vector<Tokens> texts;  ///< steps x size
  std::vector<std::int64_t> labels;

  explicit Batches(const fs::path& file) {
    const Safetensors tensors(file);
    const std::vector<std::int64_t>& shape = tensors.at("input_ids").shape;
    steps = shape.at(0);
    size = shape.at(1);
    const auto width = static_cast<std::size_t>(shape.at(2));
    const auto ids = tensors.at("input_ids").as_integers();
    const auto mask = tensors.at("attention_mask").as_integers();
    const auto types = tensors.contains("token_type_ids") ? tensors.at("token_type_ids").as_integers()
                                                          : std::vector<std::int64_t>(ids.size());
    labels = tensors.at("labels").as_integers();
    for (std::size_t row = 0; row < labels.size(); ++row) {
      Tokens text;
      for (std::size_t at = row * width; at < (row + 1) * width; ++at) {
        if (mask[at] == 0) continue;
        text.input_ids.push_back(ids[at]);
        text.token_type_ids.push_back(types[at]);
      }
      texts.push_back(std::move(text));
    }
  }

  Batch batch(const Classifier& model, std::int64_t step) const {
    std::vector<const Tokens*> of_step;
    for (std::int64_t i = 0; i < size; ++i) of_step.push_back(&texts[static_cast<std::size_t>(step * size + i)]);
    return model.make_batch(
        of_step, std::span(labels).subspan(static_cast<std::size_t>(step * size), static_cast<std::size_t>(size)));
  }
};

/// The rule's training again, on our side.
struct Trained {
  std::unique_ptr<Classifier> model;
  std::vector<StepLog> steps;
  std::vector<double> logits;

  Trained(const fs::path& checkpoint, const Batches& batches, const Rule& rule, const Json& golden,
          Precision precision) {
    ModelOptions options;
    options.head = Head::checkpoint;
    options.labels = static_cast<std::int64_t>(golden.at("final_logits_first_batch").at(0).size());
    options.precision = precision;
    options.dropout = 0.0;
    model = load_classifier(std::make_shared<const Checkpoint>(checkpoint), options);
    const auto method = method_of(rule, golden);
    Trainer trainer(*model, *method, options_of(rule, golden), {}, batches.steps);
    for (std::int64_t step = 0; step < batches.steps; ++step)
      steps.push_back(trainer.step(batches.batch(*model, step)));
    const at::Tensor first = model->forward(batches.batch(*model, 0), {}).logits.to(at::kDouble).contiguous();
    logits.assign(first.const_data_ptr<double>(), first.const_data_ptr<double>() + first.numel());
  }

  double largest_difference(const Json& golden, double StepLog::*value) const {
    double largest = steps.size() == golden.size() ? 0.0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < steps.size(); ++i)
      largest = std::max(largest, std::abs(steps[i].*value - golden.at(i).get<double>()));
    return largest;
  }
  double largest_difference_of_logits(const Json& golden) const {
    double largest = 0.0;
    std::size_t i = 0;
    for (const Json& row : golden)
      for (const Json& value : row) largest = std::max(largest, std::abs(logits.at(i++) - value.get<double>()));
    return i == logits.size() ? largest : std::numeric_limits<double>::infinity();
  }
};

void compare_float32(const Trained& trained, const Json& golden, const fs::path& folder) {
  BOOST_TEST(trained.largest_difference(golden.at("learning_rates"), &StepLog::rate) <= 1e-15);
  BOOST_TEST(trained.largest_difference(golden.at("losses"), &StepLog::loss) <= 5e-6);
  BOOST_TEST(trained.largest_difference(golden.at("gradient_norms"), &StepLog::gradient_norm) <= 1e-4);
  BOOST_TEST(trained.largest_difference_of_logits(golden.at("final_logits_first_batch")) <= 3e-5);
  if (!golden.at("final_weights").is_string()) return;
  const fs::path weights = folder / golden.at("final_weights").get<std::string>();
  if (!fs::exists(weights)) {
    BOOST_TEST_MESSAGE("skipped: " << weights.filename().string() << " is not among these fixtures");
    return;
  }
  const Safetensors final_weights(weights);
  for (const Parameter& parameter : trained.model->parameters()) {
    const std::vector<double> want = final_weights.at(parameter.name).as_doubles();
    const at::Tensor value = parameter.value.detach().to(at::kDouble).contiguous();
    const at::Tensor expected = at::from_blob(const_cast<double*>(want.data()), value.sizes(), at::kDouble);
    // The true gradient of a key bias is zero: Adam turns its rounding noise into moves.
    const double tolerance = parameter.name.find("self.key.bias") != std::string::npos ? 1e-4 : 1e-5;
    BOOST_TEST((value - expected).abs().max().item<double>() <= tolerance, parameter.name);
  }
}

void compare_float64(const Trained& trained, const Json& golden) {
  BOOST_TEST(trained.largest_difference(golden.at("losses_float64"), &StepLog::loss) <= 1e-9);
  BOOST_TEST(trained.largest_difference(golden.at("gradient_norms_float64"), &StepLog::gradient_norm) <= 1e-9);
  BOOST_TEST(trained.largest_difference_of_logits(golden.at("final_logits_first_batch_float64")) <= 1e-9);
  const Json& sums = golden.at("final_sums_float64");
  BOOST_TEST(sums.size() == trained.model->parameters().size());
  for (const Parameter& parameter : trained.model->parameters()) {
    const at::Tensor value = parameter.value.detach();
    BOOST_TEST(std::abs(value.sum().item<double>() - sums.at(parameter.name).at(0).get<double>()) <= 1e-9,
               parameter.name);
    BOOST_TEST(std::abs(value.abs().sum().item<double>() - sums.at(parameter.name).at(1).get<double>()) <= 1e-9,
               parameter.name);
  }
}

void compare(const fs::path& file, Precision precision) {
  at::set_num_threads(1);
  const fs::path folder = file.parent_path();
  const fs::path checkpoint = test::fixtures_folder() / "checkpoints" / folder.filename();
  const Json golden = parse_json(read_file(file), file.string());
  const auto rule = kRules.find(file.stem().string());
  BOOST_REQUIRE_MESSAGE(rule != kRules.end(), file.stem().string() << " is a rule that this test does not know");
  const Batches batches(folder / "batches.safetensors");
  const Trained trained(checkpoint, batches, rule->second, golden, precision);
  if (precision == Precision::float64)
    compare_float64(trained, golden);
  else
    compare_float32(trained, golden, folder);
}

/// One case per rule file and precision, so that a new file is a new case.
struct Registrar {
  Registrar() {
    auto* suite = BOOST_TEST_SUITE("training");
    for (const fs::path& folder : test::files_ending(test::fixtures_folder() / "training", ""))
      for (const fs::path& file : test::files_ending(folder, ".json"))
        for (const auto& [precision, name] :
             {std::pair{Precision::float32, "float32"}, std::pair{Precision::float64, "float64"}})
          suite->add(utf::make_test_case([file, precision] { compare(file, precision); },
                                         folder.filename().string() + "/" + file.stem().string() + "/" + name, __FILE__,
                                         __LINE__));
    if (suite->size() == 0)
      suite->add(utf::make_test_case([] { BOOST_TEST_MESSAGE("skipped: the fixtures have no folder training"); },
                                     "no_training_fixtures", __FILE__, __LINE__));
    utf::framework::master_test_suite().add(suite);
  }
};
const Registrar kRegistrar;

}  // namespace
