// SPDX-License-Identifier: Apache-2.0
#include "train/golden.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/number.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

/// The texts of a golden file without their padding.
struct Inputs {
  std::vector<Tokens> texts;
  std::int64_t width = 0;
  std::vector<std::int64_t> labels;  ///< empty: none recorded
};

std::vector<std::int64_t> matrix(const Safetensors& file, const std::string& name,
                                 const std::vector<std::int64_t>& shape) {
  const TensorView& view = file.at(name);
  if (view.shape != shape)
    throw Error(ErrorKind::data, file.file().string(), "tensor \"" + name + "\": want the shape of input_ids");
  return view.as_integers();
}

Inputs read_inputs(const Safetensors& file) {
  const TensorView& ids = file.at("input_ids");
  const std::string place = file.file().string();
  if (ids.shape.size() != 2 || ids.count() == 0)
    throw Error(ErrorKind::data, place, "tensor \"input_ids\": want [texts, tokens]");
  Inputs inputs;
  inputs.width = ids.shape[1];
  const auto id = ids.as_integers();
  const auto mask = file.contains("attention_mask") ? matrix(file, "attention_mask", ids.shape)
                                                    : std::vector<std::int64_t>(id.size(), 1);
  const auto type = file.contains("token_type_ids") ? matrix(file, "token_type_ids", ids.shape)
                                                    : std::vector<std::int64_t>(id.size(), 0);
  for (std::int64_t row = 0; row < ids.shape[0]; ++row) {
    Tokens text;
    bool ended = false;
    for (auto at = static_cast<std::size_t>(row * inputs.width);
         at < static_cast<std::size_t>((row + 1) * inputs.width); ++at) {
      if (mask[at] == 0) {
        ended = true;
        continue;
      }
      if (ended) throw Error(ErrorKind::data, place, "attention_mask: want padding at the end of a text only");
      text.input_ids.push_back(id[at]);
      text.token_type_ids.push_back(type[at]);
    }
    inputs.texts.push_back(std::move(text));
  }
  if (file.contains("labels")) {
    inputs.labels = file.at("labels").as_integers();
    if (inputs.labels.size() != inputs.texts.size())
      throw Error(ErrorKind::data, place, "tensor \"labels\": want one per text");
  }
  return inputs;
}

/// N of "PREFIX.N".
std::optional<std::int64_t> layer_of(const std::string& name, const std::string& prefix) {
  if (!name.starts_with(prefix + ".")) return std::nullopt;
  const auto number = parse_integer(name.substr(prefix.size() + 1));
  return number ? std::optional<std::int64_t>(*number) : std::nullopt;
}

/// One comparison in progress.
class Comparing {
 public:
  Comparing(Classifier& model, const Safetensors& golden, Inputs inputs)
      : model_(model), golden_(golden), place_(golden.file().string()), inputs_(std::move(inputs)) {}

  GoldenComparison run() {
    if (drawn(Parameter::Part::head)) inputs_.labels.clear();  // they are those of another head
    std::vector<const Tokens*> texts;
    for (const Tokens& text : inputs_.texts) texts.push_back(&text);
    try {
      batch_ = model_.make_batch(texts, inputs_.labels);
    } catch (const Error& error) {
      throw Error(error.kind(), place_ + ": " + error.place(), error.message());
    }
    Pass pass;
    pass.first_tokens = false;
    for (const auto& [name, view] : golden_.tensors()) {
      pass.gradients = pass.gradients || name.starts_with("grad");
      for (const char* kind : {"hidden_states", "full_hidden_states"})
        if (const auto layer = layer_of(name, kind)) pass.layers.push_back(*layer);
      if (name == "cls")
        for (std::int64_t layer = 0; layer <= model_.blocks(); ++layer) pass.layers.push_back(layer);
    }
    if (inputs_.labels.empty()) pass.gradients = false;
    check_labels();
    result_ = model_.forward(batch_, pass);
    if (!inputs_.labels.empty()) {
      loss_ = at::cross_entropy_loss(result_.logits, batch_.labels);
      if (pass.gradients) loss_.backward();
    }
    for (const auto& [name, view] : golden_.tensors()) compare(name, view);
    share_scale("grad.");
    share_scale("grad_norm.");
    if (comparison_.outputs.empty() && comparison_.not_compared.empty())
      throw Error(ErrorKind::data, place_, "want recorded outputs to compare with, found none");
    return std::move(comparison_);
  }

 private:
  void check_labels() const {
    for (const std::int64_t label : inputs_.labels)
      if (label < 0 || label >= model_.labels())
        throw Error(ErrorKind::data, place_,
                    "labels: want 0 to " + std::to_string(model_.labels() - 1) + ", found " + std::to_string(label));
  }

  bool drawn(Parameter::Part part) const {
    const auto parameters = model_.parameters();
    return std::any_of(parameters.begin(), parameters.end(),
                       [part](const Parameter& parameter) { return parameter.part == part && parameter.is_new; });
  }

  void skip(const std::string& name, std::string reason) {
    comparison_.not_compared.push_back({name, std::move(reason)});
  }

  /// `ours` against a recorded tensor of its shape.
  void add(const std::string& name, const TensorView& view, const at::Tensor& ours) {
    if (view.shape != ours.sizes().vec()) fail_shape(name, view, ours.sizes().vec());
    add_values(name, view.as_doubles(), ours);
  }
  void add_values(const std::string& name, const std::vector<double>& golden, const at::Tensor& ours) {
    const at::Tensor flat = ours.detach().to(at::kCPU, at::kDouble).contiguous();
    GoldenComparison::Output output{name};
    for (std::size_t i = 0; i < golden.size(); ++i) {
      const double difference = std::abs(golden[i] - flat.data_ptr<double>()[i]);
      // A NaN on either side is as different as can be: it must not pass as "not larger".
      output.difference =
          std::isnan(difference) ? std::numeric_limits<double>::infinity() : std::max(output.difference, difference);
      output.scale = std::max(output.scale, std::abs(golden[i]));
    }
    comparison_.outputs.push_back(std::move(output));
  }

  [[noreturn]] void fail_shape(const std::string& name, const TensorView& view,
                               const std::vector<std::int64_t>& want) const {
    throw Error(ErrorKind::data, place_,
                "tensor \"" + name + "\": want shape " + nlohmann::json(want).dump() + ", found " +
                    nlohmann::json(view.shape).dump());
  }

  /// Hidden states of all tokens, recorded with padding; perhaps of the first texts and tokens only.
  void add_hidden(const std::string& name, const TensorView& view, std::int64_t layer, bool partial) {
    const at::Tensor& packed = result_.hidden_states.at(layer);
    const std::int64_t d = model_.hidden_size();
    const auto texts = static_cast<std::int64_t>(inputs_.texts.size());
    const bool fits = view.shape.size() == 3 && view.shape[2] == d &&
                      (partial ? view.shape[0] <= texts && view.shape[1] <= inputs_.width
                               : view.shape[0] == texts && view.shape[1] == inputs_.width);
    if (!fits) fail_shape(name, view, {texts, inputs_.width, d});
    const std::vector<double> all = view.as_doubles();
    std::vector<double> kept;
    std::vector<std::int64_t> rows;
    for (std::int64_t text = 0; text < view.shape[0]; ++text) {
      const std::int64_t begin = batch_.offsets[static_cast<std::size_t>(text)];
      const std::int64_t length = batch_.offsets[static_cast<std::size_t>(text) + 1] - begin;
      for (std::int64_t token = 0; token < std::min(length, view.shape[1]); ++token) {
        rows.push_back(begin + token);
        const auto from = all.begin() + (text * view.shape[1] + token) * d;
        kept.insert(kept.end(), from, from + d);
      }
    }
    add_values(name, kept, packed.detach().to(at::kCPU).index_select(0, at::tensor(rows, at::kLong)));
  }

  at::Tensor first_tokens_of_all_layers() const {
    const at::Tensor rows =
        at::tensor(at::ArrayRef<std::int64_t>(batch_.offsets.data(), batch_.offsets.size() - 1), at::kLong)
            .to(model_.device());
    std::vector<at::Tensor> layers;
    for (std::int64_t layer = 0; layer <= model_.blocks(); ++layer)
      layers.push_back(result_.hidden_states.at(layer).index_select(0, rows));
    return at::stack(layers, 1);
  }

  const Parameter* parameter_of(const std::string& name) const {
    const std::string prefix = model_.report().family + ".";
    for (const Parameter& parameter : std::as_const(model_).parameters())
      if (parameter.name == name || parameter.name == prefix + name) return &parameter;
    return nullptr;
  }

  void add_gradient(const std::string& name, const TensorView& view, bool norm) {
    const Parameter* parameter = parameter_of(name.substr(name.find('.') + 1));
    if (parameter == nullptr) return skip(name, "the model has no such parameter");
    at::Tensor gradient = parameter->value.grad();
    if (!gradient.defined()) gradient = at::zeros_like(parameter->value);
    add(name, view, norm ? gradient.norm() : gradient);
  }

  void compare(const std::string& name, const TensorView& view) {
    if (name == "input_ids" || name == "attention_mask" || name == "token_type_ids" || name == "labels") return;
    for (const bool partial : {false, true})
      if (const auto layer = layer_of(name, partial ? "full_hidden_states" : "hidden_states"))
        return add_hidden(name, view, *layer, partial);
    if (name == "cls") return add(name, view, first_tokens_of_all_layers());
    const bool new_pooler = drawn(Parameter::Part::pooler);
    if (name == "pooled") {
      if (!model_.has_pooler()) return skip(name, "this family's classifier has no pooler");
      if (new_pooler) return skip(name, "the checkpoint has no pooler");
      return add(name, view, result_.pooled);
    }
    const bool gradient = name.starts_with("grad.") || name.starts_with("grad_norm.");
    if (name != "logits" && name != "loss" && !gradient) return skip(name, "an output that this model does not have");
    if (drawn(Parameter::Part::head) || new_pooler)
      return skip(name, "the checkpoint has no classifier: its head is new");
    if (name == "logits") return add(name, view, result_.logits);
    if (inputs_.labels.empty()) return skip(name, "no labels are recorded");
    if (name == "loss") return add(name, view, loss_);
    add_gradient(name, view, name.starts_with("grad_norm."));
  }

  /// A gradient counts against the largest of all gradients: some are zero but for rounding.
  void share_scale(const std::string& begin) {
    double scale = 0.0;
    for (const auto& output : comparison_.outputs)
      if (output.name.starts_with(begin)) scale = std::max(scale, output.scale);
    for (auto& output : comparison_.outputs)
      if (output.name.starts_with(begin)) output.scale = scale;
  }

  Classifier& model_;
  const Safetensors& golden_;
  std::string place_;
  Inputs inputs_;
  Batch batch_;
  PassResult result_;
  at::Tensor loss_;
  GoldenComparison comparison_;
};

}  // namespace

GoldenComparison compare_with_golden(const fs::path& checkpoint, const fs::path& golden, Precision precision,
                                     const std::string& device) {
  const Safetensors file(golden);
  ModelOptions options;
  options.head = Head::either;
  options.precision = precision;
  options.device = device;
  auto opened = std::make_shared<const Checkpoint>(checkpoint);
  const auto model = load_classifier(opened, options);
  const fs::path beside = golden.parent_path() / "forward.safetensors";
  const Inputs inputs =
      file.contains("input_ids") || !fs::is_regular_file(beside) ? read_inputs(file) : read_inputs(Safetensors(beside));
  return Comparing(*model, file, inputs).run();
}

}  // namespace reseed
