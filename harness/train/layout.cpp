// SPDX-License-Identifier: Apache-2.0
#include "train/layout.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "reseed/error.hpp"
#include "reseed/philox.hpp"
#include "train/device.hpp"

namespace reseed {
namespace {

struct Stored {
  std::string source;  ///< name in the file
  const TensorView* view = nullptr;
};

std::string words(const std::vector<std::int64_t>& shape) { return nlohmann::json(shape).dump(); }

std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, names.size()); ++i) text += (i > 0 ? ", " : "") + names[i];
  return names.size() > kShown ? text + " and " + std::to_string(names.size() - kShown) + " more" : text;
}

/// gamma and beta as LayerNorm calls them today; other names as they are.
std::string modern_name(const std::string& name) {
  const std::string_view text(name);
  if (text.ends_with(".gamma")) return name.substr(0, name.size() - 5) + "weight";
  if (text.ends_with(".beta")) return name.substr(0, name.size() - 4) + "bias";
  return name;
}

/// Finds the tensors of the layout among those of the file.
class Matching {
 public:
  Matching(const Checkpoint& checkpoint, const Layout& layout) : checkpoint_(checkpoint), layout_(layout) {
    for (const TensorSpec& spec : layout.tensors) specs_[spec.name] = &spec;
    for (const auto& [source, view] : checkpoint.weights().tensors()) {
      const TensorSpec* spec = spec_of(source);
      if (spec == nullptr) {
        others_[source] = &view;
        continue;
      }
      const auto [entry, added] = found_.emplace(spec->name, Stored{source, &view});
      if (!added)
        throw Error(ErrorKind::data, place(),
                    "tensors \"" + entry->second.source + "\" and \"" + source + "\" are both " + spec->name);
    }
  }

  /// The file's tensor of this parameter, its tied one if it has none of its own; view is null where neither is there.
  Stored stored(const TensorSpec& spec) const {
    if (const auto own = found_.find(spec.name); own != found_.end()) return own->second;
    if (const auto tied = others_.find(spec.tied); tied != others_.end()) return {tied->first, tied->second};
    return {};
  }

  /// Whether a tensor of no parameter's name feeds one all the same.
  bool tied(const std::string& source) const {
    return std::any_of(layout_.tensors.begin(), layout_.tensors.end(),
                       [&](const TensorSpec& spec) { return spec.tied == source && !found_.contains(spec.name); });
  }

  const std::map<std::string, const TensorView*>& others() const { return others_; }
  std::string place() const { return checkpoint_.folder().string(); }

 private:
  const TensorSpec* spec_of(const std::string& source) const {
    for (const std::string& name : {source, layout_.prefix + source}) {
      if (const auto exact = specs_.find(name); exact != specs_.end()) return exact->second;
      const auto renamed = specs_.find(modern_name(name));
      if (renamed != specs_.end() && renamed->second->layer_norm) return renamed->second;
    }
    return nullptr;
  }

  const Checkpoint& checkpoint_;
  const Layout& layout_;
  std::map<std::string, const TensorSpec*> specs_;
  std::map<std::string, Stored> found_;
  std::map<std::string, const TensorView*> others_;
};

at::ScalarType scalar_type(DType dtype) {
  switch (dtype) {
    case DType::f64: return at::kDouble;
    case DType::f32: return at::kFloat;
    case DType::f16: return at::kHalf;
    case DType::bf16: return at::kBFloat16;
    default: throw Error(ErrorKind::internal, "", "a weight of an integer type");
  }
}

bool floating(DType dtype) {
  return dtype == DType::f64 || dtype == DType::f32 || dtype == DType::f16 || dtype == DType::bf16;
}

at::Tensor draw(const TensorSpec& spec, const ModelOptions& options, double deviation) {
  const auto type = parameter_type(options.precision);
  if (spec.kind != Parameter::Kind::linear_weight) return at::zeros(spec.shape, type);
  const at::Tensor values = at::empty(spec.shape, at::kDouble);
  Draws draws(options.head_init, spec.draw_site);
  for (std::int64_t i = 0; i < values.numel(); ++i) values.data_ptr<double>()[i] = deviation * draws.normal();
  return values.to(type);
}

/// Sorts what the classifier does not use into explained and fatal.
void explain_others(const Matching& matching, const Layout& layout, LoadReport& report) {
  std::vector<std::string> unexplained;
  for (const auto& [source, view] : matching.others()) {
    if (matching.tied(source)) continue;
    const auto known = std::find_if(
        layout.unused.begin(), layout.unused.end(), [&, name = std::string_view(source)](const UnusedTensors& entry) {
          return name.starts_with(entry.begin) || name.starts_with(layout.prefix + entry.begin);
        });
    if (known != layout.unused.end())
      report.unexpected.push_back({source, known->reason});
    else
      unexplained.push_back(source);
  }
  if (!unexplained.empty())
    throw Error(ErrorKind::data, matching.place(),
                "tensors that no part of a " + layout.family + " model explains: " + list(unexplained) +
                    "; check config.json (model_type, num_hidden_layers)");
}

/// Whether the head, or the pooler, is read; a part of which only some tensors are there is fatal.
bool part_is_stored(const Matching& matching, const Layout& layout, Parameter::Part part) {
  std::vector<std::string> missing;
  std::size_t count = 0;
  for (const TensorSpec& spec : layout.tensors) {
    if (spec.part != part) continue;
    ++count;
    if (matching.stored(spec).view == nullptr) missing.push_back(spec.name);
  }
  if (!missing.empty() && missing.size() != count)
    throw Error(ErrorKind::data, matching.place(),
                "missing tensors: " + list(missing) + "; fetch the checkpoint again");
  return missing.empty();
}

}  // namespace

at::ScalarType parameter_type(Precision precision) {
  return precision == Precision::float64 ? at::kDouble : at::kFloat;
}

at::Tensor read_tensor(const TensorView& view, at::ScalarType type, const std::vector<std::int64_t>& rows) {
  std::vector<std::int64_t> shape = view.shape;
  if (!rows.empty()) shape.at(0) = static_cast<std::int64_t>(rows.size());
  const at::Tensor raw = at::empty(shape, scalar_type(view.dtype));
  auto* to = static_cast<std::byte*>(raw.mutable_data_ptr());
  if (rows.empty()) {
    if (!view.bytes.empty()) std::memcpy(to, view.bytes.data(), view.bytes.size());
  } else {
    const std::size_t row = view.bytes.size() / static_cast<std::size_t>(view.shape.at(0));
    for (const std::int64_t index : rows) {
      std::memcpy(to, view.bytes.data() + static_cast<std::size_t>(index) * row, row);
      to += row;
    }
  }
  return raw.to(type);
}

const TensorView* find_stored(const Checkpoint& checkpoint, const Layout& layout, std::size_t index) {
  return Matching(checkpoint, layout).stored(layout.tensors.at(index)).view;
}

std::vector<Parameter> load_parameters(const Checkpoint& checkpoint, const Layout& layout, const ModelOptions& options,
                                       LoadReport& report) {
  using Part = Parameter::Part;
  const Matching matching(checkpoint, layout);
  report.family = layout.family;
  const bool stored_head = part_is_stored(matching, layout, Part::head);
  const bool stored_pooler = part_is_stored(matching, layout, Part::pooler);
  if (options.head == Head::checkpoint && !stored_head)
    throw Error(ErrorKind::data, matching.place(),
                "want a checkpoint with a classifier (head = \"checkpoint\"), found none; use head = \"new\"");
  const bool fresh_head = options.head == Head::fresh || !stored_head;

  explain_others(matching, layout, report);
  const at::ScalarType type = parameter_type(options.precision);
  const at::Device device = find_device(options.device);
  std::vector<Parameter> parameters;
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < layout.tensors.size(); ++i) {
    const TensorSpec& spec = layout.tensors[i];
    const Stored stored = matching.stored(spec);
    const bool fresh = spec.part == Part::head ? fresh_head : spec.part == Part::pooler && !stored_pooler;
    Parameter parameter{spec.name, {}, spec.part, spec.kind, spec.block, fresh};
    if (stored.view == nullptr) report.missing.push_back(spec.name);
    if (fresh) {
      report.fresh.push_back(
          {spec.name, stored.view == nullptr ? "the checkpoint does not hold it" : "the head is drawn for every run"});
      if (stored.view != nullptr) report.unexpected.push_back({stored.source, "the head is drawn for every run"});
      parameter.value = draw(spec, options, layout.initializer_range);
    } else if (stored.view == nullptr) {
      missing.push_back(spec.name);
      continue;
    } else {
      if (!floating(stored.view->dtype))
        throw Error(ErrorKind::data, matching.place(),
                    "tensor \"" + stored.source + "\": want floating-point numbers, found " +
                        std::string(to_string(stored.view->dtype)));
      if (stored.view->shape != spec.shape)
        throw Error(ErrorKind::data, matching.place(),
                    "tensor \"" + stored.source + "\": want shape " + words(spec.shape) + ", found " +
                        words(stored.view->shape) + "; config.json and weights do not belong together" +
                        (spec.part == Part::head ? ", or the head has another number of labels" : ""));
      report.loaded.push_back({spec.name, stored.source, stored.view->shape, stored.view->dtype});
      const bool compact = i == layout.word_embedding && !options.rows.empty();
      parameter.value = read_tensor(*stored.view, type, compact ? options.rows : std::vector<std::int64_t>{});
    }
    parameter.value = parameter.value.to(device).set_requires_grad(true);
    parameters.push_back(std::move(parameter));
  }
  if (!missing.empty())
    throw Error(ErrorKind::data, matching.place(),
                "missing tensors: " + list(missing) + "; fetch the checkpoint again");
  return parameters;
}

}  // namespace reseed
