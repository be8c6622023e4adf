// SPDX-License-Identifier: Apache-2.0
// Section [training], also as a group's overrides.
#include "manifest/sections.hpp"

namespace reseed {
namespace {

void read_optimizer(TomlTable& training, OptimizerOptions& optimizer) {
  const TomlNode* value = training.get("optimizer");
  if (value == nullptr) return;
  TomlTable table(*value, training.path("optimizer"), training.mistakes());
  table.read_choice("name", optimizer.name, {"adamw", "adamw_hf"});
  const NumberRange beta{"a number from 0 to below 1", 0.0, 1.0, false, true};
  table.read("beta1", optimizer.beta1, beta);
  table.read("beta2", optimizer.beta2, beta);
  table.read("epsilon", optimizer.epsilon, {"a number above 0 and at most 1", 0.0, 1.0, true});
  table.read("weight_decay", optimizer.weight_decay, {"a number from 0 to 1", 0.0, 1.0});
  table.read("bias_correction", optimizer.bias_correction);
  if (!optimizer.bias_correction && optimizer.name != "adamw_hf")
    table.note(table.has("bias_correction") ? "bias_correction" : "name",
               "want bias_correction = false only with name = \"adamw_hf\", found it with \"" + optimizer.name + '"');
  table.finish();
}

void read_dropout(TomlTable& table, std::optional<double>& dropout) {
  const TomlNode* value = table.get("dropout");
  if (value == nullptr) return;
  if (value->kind == TomlNode::Kind::string && value->string == "checkpoint") {
    dropout.reset();
    return;
  }
  double rate = 0.0;
  if (table.read("dropout", rate, {"\"checkpoint\" or a number from 0 to below 1", 0.0, 1.0, false, true}))
    dropout = rate;
}

}  // namespace

void read_training(const TomlNode& section, const std::string& path, TrainingOptions& training, Mistakes& mistakes) {
  TomlTable table(section, path, mistakes);
  const IntegerRange count{"an integer from 1 to 1000000", 1, 1000000};
  table.read("epochs", training.epochs, count);
  table.read("batch_size", training.batch_size, count);
  table.read("learning_rate", training.learning_rate, {"a number above 0 and at most 10", 0.0, 10.0, true});
  table.read("warmup_fraction", training.warmup_fraction, {"a number from 0 to 1", 0.0, 1.0});
  table.read_choice("schedule", training.schedule, {"linear"});
  read_optimizer(table, training.optimizer);
  table.read("max_gradient_norm", training.max_gradient_norm, {"a number above 0", 0.0, 1e300, true});
  table.read("max_length", training.max_length, {"an integer from 2 to 1000000", 2, 1000000});
  table.read("evaluations_per_epoch", training.evaluations_per_epoch, count);
  table.read_choice("keep", training.keep, {"best", "last"});
  table.read_choice("precision", training.precision, {"float32", "float64", "bfloat16"});
  read_dropout(table, training.dropout);
  table.read_choice("truncation", training.truncation, {"longest_first", "only_first"});
  table.finish();
}

}  // namespace reseed
