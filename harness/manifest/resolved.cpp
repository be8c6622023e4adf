// SPDX-License-Identifier: Apache-2.0
#include "manifest/resolved.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/number.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\')
      (out += '\\') += letter;
    else if (byte < 0x20 || byte == 0x7F) {
      constexpr char kDigits[] = "0123456789ABCDEF";
      ((out += "\\u00") += kDigits[byte >> 4]) += kDigits[byte & 15];
    } else
      out += letter;
  }
  return out + '"';
}

std::string number(double value) {
  const std::string text = shortest(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string number(std::uint64_t value) { return std::to_string(value); }
std::string word(bool value) { return value ? "true" : "false"; }

template <class List, class Text>
std::string array(const List& list, Text text) {
  std::string out = "[";
  for (const auto& item : list) out += (out.size() > 1 ? ", " : "") + text(item);
  return out + ']';
}

std::string strings(const std::vector<std::string>& list) { return array(list, quoted); }
std::string integers(const std::vector<std::int64_t>& list) {
  return array(list, [](std::int64_t i) { return std::to_string(i); });
}

/// "key = value" entries, as lines or as an inline table.
class Entries {
 public:
  Entries& add(const std::string& key, const std::string& value) {
    list_.emplace_back(key, value);
    return *this;
  }
  std::string lines() const {
    std::string text;
    for (const auto& [key, value] : list_) text += key + " = " + value + '\n';
    return text;
  }
  std::string table() const {
    std::string text;
    for (const auto& [key, value] : list_) text += (text.empty() ? "{ " : ", ") + key + " = " + value;
    return text.empty() ? "{}" : text + " }";
  }

 private:
  std::vector<std::pair<std::string, std::string>> list_;
};

void add_options(Entries& entries, const Options& options) {
  struct Text {
    std::string operator()(bool value) const { return word(value); }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return number(value); }
    std::string operator()(const std::string& value) const { return quoted(value); }
  };
  for (const auto& [name, value] : options.values()) entries.add(name, std::visit(Text{}, value));
}

Entries training_entries(const TrainingOptions& training) {
  const OptimizerOptions& optimizer = training.optimizer;
  return Entries()
      .add("epochs", std::to_string(training.epochs))
      .add("batch_size", std::to_string(training.batch_size))
      .add("learning_rate", number(training.learning_rate))
      .add("warmup_fraction", number(training.warmup_fraction))
      .add("schedule", quoted(training.schedule))
      .add("optimizer", Entries()
                            .add("name", quoted(optimizer.name))
                            .add("beta1", number(optimizer.beta1))
                            .add("beta2", number(optimizer.beta2))
                            .add("epsilon", number(optimizer.epsilon))
                            .add("weight_decay", number(optimizer.weight_decay))
                            .add("bias_correction", word(optimizer.bias_correction))
                            .table())
      .add("max_gradient_norm", number(training.max_gradient_norm))
      .add("max_length", std::to_string(training.max_length))
      .add("evaluations_per_epoch", std::to_string(training.evaluations_per_epoch))
      .add("keep", quoted(training.keep))
      .add("precision", quoted(training.precision))
      .add("dropout", training.dropout ? number(*training.dropout) : quoted("checkpoint"))
      .add("truncation", quoted(training.truncation));
}

std::string split_text(const SplitSpec& split) {
  Entries entries;
  switch (split.kind) {
    case SplitSpec::Kind::named: return quoted(split.name);
    case SplitSpec::Kind::file: entries.add("indices", quoted(split.name)).add("seed", number(split.seed)); break;
    case SplitSpec::Kind::fraction:
      entries.add("seed", number(split.seed)).add("test_fraction", number(split.test_fraction));
      break;
    case SplitSpec::Kind::drawn:
      entries.add("seed", number(split.seed))
          .add("train", std::to_string(split.train))
          .add("validation", std::to_string(split.validation))
          .add("test", std::to_string(split.test))
          .add("by", quoted(split.by));
      break;
    case SplitSpec::Kind::official: return {};
  }
  return entries.table();
}

std::string task_text(const TaskSpec& task) {
  Entries entries;
  entries.add("dataset", quoted(task.dataset));
  if (!task.root.empty()) entries.add("root", quoted(task.root));
  entries.add("metric", quoted(task.metric));
  if (const std::string split = split_text(task.split); !split.empty()) entries.add("split", split);
  if (task.train_items) entries.add("train_items", std::to_string(*task.train_items));
  if (!task.extra_tests.empty())
    entries.add("extra_tests", array(task.extra_tests, [](const ExtraTestSpec& extra) {
                  Entries test;
                  test.add("dataset", quoted(extra.dataset));
                  if (!extra.root.empty()) test.add("root", quoted(extra.root));
                  if (extra.items) test.add("items", std::to_string(*extra.items));
                  return test.add("seed", number(extra.seed)).table();
                }));
  return entries.add("expect_counts", word(task.expect_counts)).lines();
}

std::string group_text(const GroupEntry& group) {
  Entries mitigation;
  mitigation.add("id", quoted(group.mitigation.id)).add("variant", quoted(group.mitigation.options.variant()));
  add_options(mitigation, group.mitigation.options);
  Entries streams;
  const auto held = [&](const char* name, const std::optional<std::uint64_t>& seed) {
    if (seed) streams.add(name, number(*seed));
  };
  held("head_init", group.streams.head_init);
  held("data_order", group.streams.data_order);
  held("dropout", group.streams.dropout);
  held("mitigation", group.streams.mitigation);
  return Entries()
      .add("name", quoted(group.name))
      .add("models", strings(group.models))
      .add("tasks", strings(group.tasks))
      .add("mitigation", mitigation.table())
      .add("training", training_entries(group.training).table())
      .add("seeds", array(group.seeds, [](std::uint64_t seed) { return number(seed); }))
      .add("streams", streams.table())
      .lines();
}

std::string measure_text(const MeasureEntry& measure) {
  Entries entries;
  entries.add("id", quoted(measure.id)).add("variant", quoted(measure.options.variant()));
  add_options(entries, measure.options);
  switch (measure.layers) {
    case MeasureEntry::Layers::none: break;
    case MeasureEntry::Layers::all: entries.add("layers", quoted("all")); break;
    case MeasureEntry::Layers::top: entries.add("layers", quoted("top")); break;
    case MeasureEntry::Layers::listed: entries.add("layers", integers(measure.listed)); break;
  }
  return entries.lines();
}

std::string study_text(const StudySection& section) {
  Entries study;
  study.add("id", quoted(section.id));
  if (!section.kind.empty()) study.add("kind", quoted(section.kind));
  if (!section.published.empty())
    study.add("published", quoted(section.published)).add("published_sha256", quoted(section.published_sha256));
  if (!section.agent.empty()) study.add("agent", quoted(section.agent));
  if (!section.licence.empty()) study.add("licence", quoted(section.licence));
  return "[study]\n" + study.lines();
}

std::string measures_text(const std::vector<MeasureEntry>& measures) {
  std::string text;
  for (const MeasureEntry& measure : measures) text += "\n[[measures]]\n" + measure_text(measure);
  return text;
}

std::string records_text(const RecordSection& records) {
  return "\n[records]\n" + Entries()
                               .add("keep", quoted(records.keep))
                               .add("layers", records.spec.layers ? integers(*records.spec.layers) : quoted("all"))
                               .add("precision", quoted(records.spec.precision))
                               .add("weights", word(records.spec.weights))
                               .lines();
}

std::string analysis_text(const AnalysisSection& analysis) {
  Entries entries;
  add_options(entries, analysis.study);
  entries.add("bootstrap", Entries()
                               .add("samples", std::to_string(analysis.samples))
                               .add("self_pairs", quoted(analysis.self_pairs))
                               .add("seed", number(analysis.bootstrap_seed))
                               .table());
  if (analysis.failure)
    entries.add("failure", Entries()
                               .add("metric", quoted(analysis.failure->metric))
                               .add("not_above", analysis.failure->not_above ? number(*analysis.failure->not_above)
                                                                             : quoted("majority_share"))
                               .add("on", quoted(analysis.failure->on))
                               .table());
  return entries.add("null", Entries().add("seed", number(analysis.null_seed)).table()).lines();
}

template <class List, class Name>
List by_name(List list, Name name) {
  std::sort(list.begin(), list.end(), [&](const auto& a, const auto& b) { return name(a) < name(b); });
  return list;
}

}  // namespace

std::string resolved_text(const Manifest& manifest) {
  std::string text = "schema = 1\n\n" + study_text(manifest.study);
  for (const PackageSource& source : by_name(manifest.sources, [](const PackageSource& s) { return s.name; })) {
    Entries entries;
    entries.add("package", quoted(source.package))
        .add("version", quoted(source.version))
        .add("sha256", quoted(source.sha256));
    entries.add("format", quoted(source.format == PackageSource::Format::wheel ? "wheel" : "sdist"));
    if (!source.path.empty()) entries.add("path", quoted(source.path));
    text += "\n[sources." + quoted(source.name) + "]\n" + entries.lines();
  }
  for (const ModelEntry& model : by_name(manifest.models, [](const ModelEntry& m) { return m.name; }))
    text += "\n[models." + quoted(model.name) + "]\n" +
            Entries().add("checkpoint", quoted(model.checkpoint)).add("head", quoted(model.head)).lines();
  for (const TaskEntry& task : by_name(manifest.tasks, [](const TaskEntry& t) { return t.spec.name; }))
    text += "\n[tasks." + quoted(task.spec.name) + "]\n" + task_text(task.spec);
  text += "\n[training]\n" + training_entries(manifest.training).lines();
  for (const GroupEntry& group : manifest.groups) text += "\n[[groups]]\n" + group_text(group);
  text += measures_text(manifest.measures);
  text += "\n[plugins]\npaths = " + strings(manifest.plugin_paths) + '\n';
  text += records_text(manifest.records);
  text += "\n[analysis]\n" + analysis_text(manifest.analysis);
  text += "\n[execution]\n" + Entries()
                                  .add("threads_per_run", std::to_string(manifest.execution.threads_per_run))
                                  .add("double_run", word(manifest.execution.double_run))
                                  .lines();
  return text;
}

std::string toml_quoted(const std::string& text) { return quoted(text); }

std::string measuring_text(const Manifest& manifest, const std::string& others) {
  return "schema = 1\n\n" + study_text(manifest.study) + others + measures_text(manifest.measures) +
         "\n[records]\nkeep = " + quoted(manifest.records.keep) + "\n\n[analysis]\n" + analysis_text(manifest.analysis);
}

std::string with_measuring(const std::string& resolved, const Manifest& manifest, const std::string& place) {
  if (resolved.find("\"\"\"") != std::string::npos || resolved.find("'''") != std::string::npos)
    throw Error(ErrorKind::data, place, "want a manifest as reseed writes it out, found one with texts of many lines");
  std::string text;
  bool measures_written = false;
  for (std::size_t begin = 0; begin < resolved.size();) {
    const std::size_t next = resolved.find("\n[", begin);
    const std::size_t end = next == std::string::npos ? resolved.size() : next + 1;
    const std::string section = resolved.substr(begin, end - begin);
    const std::string header = section.substr(0, section.find('\n'));
    begin = end;
    if (header == "[[measures]]" || header == "[plugins]" || header == "[records]") {
      if (!measures_written && !manifest.measures.empty()) text += measures_text(manifest.measures).substr(1) + '\n';
      measures_written = true;
    }
    if (header == "[study]")
      text += study_text(manifest.study) + '\n';
    else if (header == "[analysis]")
      text += "[analysis]\n" + analysis_text(manifest.analysis) + (end == resolved.size() ? "" : "\n");
    else if (header != "[[measures]]")
      text += section;
  }
  return text;
}

std::string manifest_hash(const Manifest& manifest, const std::map<std::string, std::string>& models,
                          const std::map<std::string, std::string>& tasks) {
  Manifest content = manifest;
  content.sources.clear();
  content.plugin_paths.clear();
  for (ModelEntry& model : content.models) model.checkpoint = models.at(model.name);
  for (TaskEntry& task : content.tasks) {
    TaskSpec spec;  // the digest covers texts, labels, split and extra test sets
    spec.name = task.spec.name;
    spec.dataset = tasks.at(task.spec.name);
    spec.metric = task.spec.metric;
    task.spec = std::move(spec);
  }
  return sha256(resolved_text(content));
}

}  // namespace reseed
