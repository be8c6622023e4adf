// SPDX-License-Identifier: Apache-2.0
#include "import/read_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/errors.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "import/fill_in.hpp"

namespace reseed {
namespace {

constexpr double kSumTolerance = 0.01;  // of probabilities in half precision over many classes
constexpr std::int64_t kSingleLayer = 1;

std::string seed_text(std::uint64_t seed) { return "seed " + std::to_string(seed); }

Error wrong(const Array& array, const std::string& want, const std::string& found) {
  return Error(ErrorKind::data, array.place, "want " + want + ", found " + found);
}

/// Where a number is not finite, else empty. Arrays have two axes.
std::string non_finite_place(const Array& array, const std::vector<double>& values) {
  const auto found = std::find_if(values.begin(), values.end(), [](double value) { return !std::isfinite(value); });
  if (found == values.end()) return {};
  const auto at = found - values.begin();
  return std::string(std::isnan(*found) ? "NaN" : "infinity") + " at item " + std::to_string(at / array.length(1)) +
         ", column " + std::to_string(at % array.length(1));
}

void check_finite(const Array& array, const std::vector<double>& values) {
  if (array.is_integer()) return;
  if (const std::string place = non_finite_place(array, values); !place.empty())
    throw Error(ErrorKind::data, array.place,
                "want finite numbers, found " + place +
                    "; leave the run out of seeds, or list it in diverged when its training diverged");
}

void check_two_axes(const Array& array, const std::string& axes) {
  if (array.axes() != 2 || array.length(0) == 0 || array.length(1) == 0)
    throw wrong(array, "an array " + axes + " with at least one of each", shape_text(array));
}

void check_probabilities(const Array& array, const std::vector<double>& values) {
  const auto classes = static_cast<std::size_t>(array.length(1));
  for (std::size_t item = 0; item < values.size() / classes; ++item) {
    double sum = 0.0;
    for (std::size_t j = 0; j < classes; ++j) {
      const double p = values[item * classes + j];
      if (p < 0.0 || p > 1.0 + kSumTolerance)
        throw wrong(array, "probabilities from 0 to 1 (logits belong under the key logits)",
                    shortest(p) + " at item " + std::to_string(item));
      sum += p;
    }
    if (std::abs(sum - 1.0) > kSumTolerance)
      throw wrong(array, "probabilities that sum to 1 over the classes",
                  "the sum " + shortest(sum) + " at item " + std::to_string(item));
  }
}

/// The first number that is no integer of 64 bits, for a message; empty where all are.
std::string fraction_in(const Array& array) {
  const std::vector<double> values = array.view.as_doubles();
  const auto is_integer = [](double value) { return std::trunc(value) == value && std::abs(value) < 0x1p63; };
  const auto found = std::find_if_not(values.begin(), values.end(), is_integer);
  return found == values.end() ? "" : shortest(*found) + " at item " + std::to_string(found - values.begin()) + " of ";
}

/// An integer of an array as the file has it: unsigned ones may be beyond 63 bits.
std::string integer_at(const Array& array, const std::vector<std::int64_t>& list, std::size_t item) {
  return (array.view.dtype == DType::u64 ? std::to_string(static_cast<std::uint64_t>(list[item]))
                                         : std::to_string(list[item])) +
         " at item " + std::to_string(item);
}

std::vector<std::int64_t> integers_of(const Array& array, const std::string& what) {
  if (array.axes() != 1 || array.length(0) == 0)
    throw wrong(array, "an array [items] of " + what + " with at least one", shape_text(array));
  if (!array.is_integer())
    throw wrong(array, what + " as integers counted from 0",
                fraction_in(array) + shape_text(array) + "; convert it, e.g. with .astype(int)");
  return array.view.as_integers();
}

std::vector<std::int64_t> item_numbers(const Array& array) {
  std::vector<std::int64_t> list = integers_of(array, "numbers of the items");
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i] < 0)
      throw wrong(array, "numbers of items from 0 to " + std::to_string(std::numeric_limits<std::int64_t>::max()),
                  integer_at(array, list, i));
  return list;
}

/// Every item has its own number or name.
template <class T>
void check_once(const std::string& place, const std::vector<T>& list) {
  std::map<T, std::size_t> first;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (const auto [known, is_new] = first.emplace(list[i], i); !is_new)
      throw Error(ErrorKind::data, place,
                  "want every item once, found that of position " + std::to_string(known->second) +
                      " again at position " + std::to_string(i));
}

class RunsReader {
 public:
  RunsReader(const ImportSource& source, const ImportDescriptor& descriptor, const std::function<bool()>& stopped)
      : source_(source), descriptor_(descriptor), stopped_(stopped) {}

  std::optional<ImportedRuns> read() {
    for (const ImportGroup& group : descriptor_.groups) noting([&] { read_group(group); });
    if (stopped_()) return std::nullopt;
    if (errors_.empty()) noting([&] { check_classes(); });
    if (!errors_.empty()) throw Errors(std::move(errors_));
    return std::move(result_);
  }

 private:
  template <class Work>
  void noting(Work work) {
    try {
      work();
    } catch (const Errors& errors) {
      errors_.insert(errors_.end(), errors.list().begin(), errors.list().end());
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::data) throw;
      const auto same = [&](const Error& known) { return std::string_view(known.what()) == error.what(); };
      if (std::none_of(errors_.begin(), errors_.end(), same)) errors_.push_back(error);
    }
  }

  void read_group(const ImportGroup& group) {
    const std::vector<std::uint64_t> seeds = group.seeds ? *group.seeds : seeds_of_files(group);
    for (std::size_t i = 0; i < seeds.size() && !stopped_(); ++i) {
      ImportedRun run{group.name, group.model, seeds[i], false, {}};
      run.diverged = std::find(group.diverged.begin(), group.diverged.end(), seeds[i]) != group.diverged.end();
      const Blanks blanks{group.name, group.model, seeds[i]};
      if (!run.diverged)
        for (const SetArrays& set : descriptor_.sets)
          noting([&] { run.sets[set.set] = read_set(set, blanks, i, seeds.size()); });
      result_.runs.push_back(std::move(run));
    }
  }

  /// Seeds of the files, or of the arrays in a file, that the test set's first reference with {seed} fits.
  std::vector<std::uint64_t> seeds_of_files(const ImportGroup& group) const {
    const SetArrays& set = descriptor_.sets.front();
    std::vector<ArrayReference> references;
    if (!set.file.empty()) references.push_back({set.file, ""});
    for (const auto& [key, reference] : set.given) references.push_back(reference);
    const Blanks blanks{group.name, group.model, std::nullopt};
    for (const ArrayReference& reference : references) {
      std::set<std::uint64_t> seeds(group.diverged.begin(), group.diverged.end());
      const std::string file = fill_in(reference.file, blanks), array = fill_in(reference.array, blanks);
      if (file.find("{seed}") != std::string::npos) {
        for (const std::string& name : source_.files())
          if (const auto seed = number_in(file, "{seed}", name)) seeds.insert(*seed);
      } else if (array.find("{seed}") != std::string::npos) {
        for (const std::string& name : source_.open(file)->names())
          if (const auto seed = number_in(array, "{seed}", name)) seeds.insert(*seed);
      } else {
        continue;
      }
      if (!seeds.empty()) return {seeds.begin(), seeds.end()};
      throw Error(ErrorKind::data, group.place.text(),
                  group.path + ": want files or arrays called " + file + (array.empty() ? "" : ":" + array) +
                      ", found none; {seed} stands for digits");
    }
    throw Error(ErrorKind::data, group.place.text(),
                group.path + ": want seeds, found none: no reference of [" + set.path +
                    "] has {seed}, so that all runs "
                    "lie in one array, one after the other");
  }

  /// The reference of a key: given, or the array of the usual name where that exists.
  std::optional<ArrayReference> reference(const SetArrays& set, const std::string& key, const Blanks& blanks) const {
    if (const auto given = set.given.find(key); given != set.given.end()) return given->second;
    if (set.file.empty()) return std::nullopt;
    for (const std::string& name : source_.open(fill_in(set.file, blanks))->names()) {
      if (name == key) return ArrayReference{set.file, key};
      if (key == "representations" && number_in("representations.{layer}", "{layer}", name))
        return ArrayReference{set.file, "representations.{layer}"};
    }
    return std::nullopt;
  }

  Array array(const ArrayReference& reference, const Blanks& blanks, bool of_classes = false) const {
    const std::vector<std::string> none;
    return source_.open(fill_in(reference.file, blanks))
        ->array(fill_in(reference.array, blanks), of_classes ? descriptor_.class_names : none);
  }

  /// The run's own part of an array that may hold all runs of the group.
  Array of_run(const SetArrays& set, const ArrayReference& reference, const Blanks& blanks, std::size_t position,
               std::size_t runs, bool of_classes = false) const {
    const Array all = array(reference, blanks, of_classes);
    if (reference.holds("seed")) return all;
    if (descriptor_.groups.size() > 1 && !reference.holds("group") && !reference.holds("model"))
      throw Error(ErrorKind::data, set.place.text(),
                  set.path + ": want {group}, {model} or {seed} in the reference " + reference.file +
                      ": several groups cannot have one array");
    if (all.axes() == 0 || all.length(0) != static_cast<std::int64_t>(runs))
      throw wrong(all, "an array whose first axis is the " + std::to_string(runs) + " runs in the order of their seeds",
                  shape_text(all));
    return slice(all, static_cast<std::int64_t>(position));
  }

  ImportedSet read_set(const SetArrays& set, const Blanks& blanks, std::size_t position, std::size_t runs) {
    ImportedSet found;
    std::int64_t count = -1;
    std::string counted;  // in which array
    const auto check_count = [&](const std::string& place, std::int64_t items) {
      if (count >= 0 && items != count)
        throw Error(ErrorKind::data, place,
                    "want " + std::to_string(count) + " items as in " + counted + ", found " + std::to_string(items));
      count = items;
      counted = place;
    };
    std::vector<std::string> kinds;
    for (const char* key : kPredictionKeys) {
      const auto where = reference(set, key, blanks);
      if (!where) continue;
      kinds.emplace_back(key);
      if (kinds.size() > 1) continue;
      const Array values = of_run(set, *where, blanks, position, runs, key == std::string_view("predictions"));
      if (key == std::string_view("predictions"))
        found.predictions = classes_of(values, "predicted classes", "");
      else
        read_scores(key, values, found);
      check_count(values.place, values.length(0));
    }
    if (kinds.size() > 1)
      throw Error(ErrorKind::data, set.place.text(),
                  set.path + ": want one of logits, probabilities and predictions, found " + joined(kinds, " and "));
    if (const auto where = reference(set, "representations", blanks))
      for (const auto& [layer, values] : layers(set, *where, blanks, position, runs)) {
        check_count(values.place, values.length(0));
        found.representations.emplace(layer, values);
      }
    if (found.empty())
      throw Error(ErrorKind::data, set.place.text(),
                  set.path + ": want logits, probabilities, predictions or representations of " + blanks.group + ", " +
                      seed_text(*blanks.seed) + ", found none of them");
    read_items(set, blanks, count, check_count);
    return found;
  }

  /// Classes below the number that is known so far; where none is, below the one that none can have.
  std::vector<std::int64_t> classes_of(const Array& array, const std::string& what, const std::string& hint) const {
    const std::int64_t classes = classes_ ? *classes_ : descriptor_.classes.value_or(kMostClasses);
    std::vector<std::int64_t> list = integers_of(array, what);
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i] < 0 || list[i] >= classes)
        throw wrong(array, what + " from 0 to " + std::to_string(classes - 1), integer_at(array, list, i) + hint);
    return list;
  }

  void read_scores(const std::string& key, const Array& values, ImportedSet& found) {
    check_two_axes(values, "[items, classes]");
    if (values.length(1) > kMostClasses)
      throw wrong(values, "at most " + std::to_string(kMostClasses) + " classes, the second axis", shape_text(values));
    const std::vector<double> numbers = values.view.as_doubles();
    check_finite(values, numbers);
    if (key == "probabilities") check_probabilities(values, numbers);
    if (!classes_) classes_ = descriptor_.classes ? *descriptor_.classes : values.length(1);
    if (values.length(1) != *classes_)
      throw wrong(
          values,
          std::to_string(*classes_) + " classes as " + (descriptor_.classes ? "task.classes says" : "in the first run"),
          shape_text(values));
    (key == "logits" ? found.logits : found.probabilities) = values;
  }

  std::map<std::int64_t, Array> layers(const SetArrays& set, const ArrayReference& reference, const Blanks& blanks,
                                       std::size_t position, std::size_t runs) const {
    std::map<std::int64_t, Array> found;
    if (reference.holds("layer")) {
      const std::string file = fill_in(reference.file, blanks), name = fill_in(reference.array, blanks);
      const bool in_file = file.find("{layer}") != std::string::npos;
      for (const std::string& candidate : in_file ? source_.files() : source_.open(file)->names()) {
        const auto layer = number_in(in_file ? file : name, "{layer}", candidate);
        if (!layer) continue;
        const auto number = static_cast<std::int64_t>(*layer);
        if (set.layers && std::find(set.layers->begin(), set.layers->end(), number) == set.layers->end()) continue;
        Blanks of_layer = blanks;
        of_layer.layer = *layer;
        found.emplace(number, of_run(set, reference, of_layer, position, runs));
      }
      if (found.empty())
        throw Error(ErrorKind::data, in_file ? file : file + ": " + name,
                    "want representations of this name, found none; {layer} stands for digits");
    } else {
      split_layers(of_run(set, reference, blanks, position, runs), set, found);
    }
    for (const auto& [layer, values] : found) {
      check_two_axes(values, "[items, dimensions]");
      check_finite(values, values.view.as_doubles());
    }
    return found;
  }

  /// [items, dimensions] is one layer; [layers, items, dimensions] are several.
  static void split_layers(const Array& all, const SetArrays& set, std::map<std::int64_t, Array>& found) {
    if (all.axes() == 2) {
      if (set.layers && set.layers->size() != 1)
        throw wrong(all, "an array [layers, items, dimensions] of " + std::to_string(set.layers->size()) + " layers",
                    shape_text(all));
      found.emplace(set.layers ? set.layers->front() : kSingleLayer, all);
      return;
    }
    const std::int64_t count = set.layers ? static_cast<std::int64_t>(set.layers->size()) : all.length(0);
    if (all.axes() != 3 || all.length(0) != count)
      throw wrong(all, "an array [items, dimensions], or [layers, items, dimensions] of the layers that are listed",
                  shape_text(all));
    for (std::int64_t i = 0; i < count; ++i)
      found.emplace(set.layers ? (*set.layers)[static_cast<std::size_t>(i)] : i, slice(all, i));
  }

  template <class CheckCount>
  void read_items(const SetArrays& set, const Blanks& blanks, std::int64_t count, CheckCount check_count) {
    ImportedItems items;
    items.count = count;
    std::string labels_place, items_place;
    if (const auto where = reference(set, "labels", blanks)) {
      const Array values = array(*where, blanks, true);
      items.labels = classes_of(values, "labels", "; leave items without a label out");
      check_count(labels_place = values.place, values.length(0));
    }
    if (const auto where = reference(set, "items", blanks)) {
      items_place = fill_in(where->file, blanks) + ": " + fill_in(where->array, blanks);
      items.names = item_names(*where, blanks);
      if (items.names.empty()) items.items = item_numbers(array(*where, blanks));
      check_count(items_place, static_cast<std::int64_t>(std::max(items.names.size(), items.items.size())));
      check_once(items_place, items.items);
      check_once(items_place, items.names);
    }
    if (items.items.empty())
      for (std::int64_t i = 0; i < count; ++i) items.items.push_back(i);
    const auto [known, is_first] = result_.items.try_emplace(set.set, items);
    if (is_first) return;
    compare(known->second, items, set, blanks, labels_place, items_place);
  }

  /// Texts of a CSV column whose cells are not all integers.
  std::vector<std::string> item_names(const ArrayReference& reference, const Blanks& blanks) const {
    std::vector<std::string> texts =
        source_.open(fill_in(reference.file, blanks))->texts(fill_in(reference.array, blanks));
    const bool numbers = std::all_of(texts.begin(), texts.end(),
                                     [](const std::string& text) { return parse_integer(text).has_value(); });
    return numbers ? std::vector<std::string>() : texts;
  }

  static void compare(const ImportedItems& first, const ImportedItems& items, const SetArrays& set,
                      const Blanks& blanks, const std::string& labels_place, const std::string& items_place) {
    const std::string who = set.path + " of " + blanks.group + ", " + seed_text(*blanks.seed);
    if (items.count != first.count)
      throw Error(
          ErrorKind::data, who,
          "want " + std::to_string(first.count) + " items as in the first run, found " + std::to_string(items.count));
    const auto differ = [&](const auto& ours, const auto& theirs, const std::string& place, const std::string& what) {
      if (ours == theirs) return;
      if (ours.size() != theirs.size())
        throw Error(ErrorKind::data, who, "want " + what + " in all runs or in none, found another");
      const auto at = std::mismatch(ours.begin(), ours.end(), theirs.begin()).first - ours.begin();
      throw Error(ErrorKind::data, place,
                  "want the " + what + " of the first run in the same order, found others from position " +
                      std::to_string(at) + " on");
    };
    differ(items.names, first.names, items_place, "items");
    differ(items.items, first.items, items_place, "items");
    differ(items.labels, first.labels, labels_place, "labels");
  }

  /// Labels and predicted classes are below the number of classes, which may be known from them alone.
  void check_classes() {
    if (!classes_ && descriptor_.classes) classes_ = descriptor_.classes;
    std::int64_t largest = -1;
    const auto look_at = [&](const std::vector<std::int64_t>& list, const std::string& place, const std::string& what) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        largest = std::max(largest, list[i]);
        if (list[i] < 0 || (classes_ && list[i] >= *classes_))
          throw Error(ErrorKind::data, place,
                      "want " + what + " from 0 to " + (classes_ ? std::to_string(*classes_ - 1) : "the last class") +
                          ", found " + std::to_string(list[i]) + " at item " + std::to_string(i) +
                          "; leave items without a label out");
      }
    };
    for (const auto& [set, items] : result_.items) look_at(items.labels, "labels of " + set, "labels");
    for (const ImportedRun& run : result_.runs)
      for (const auto& [set, values] : run.sets)
        if (values.predictions)
          look_at(*values.predictions, run.group + ", " + seed_text(run.seed) + ", predictions of " + set, "classes");
    result_.classes = classes_ ? *classes_ : largest < 0 ? 0 : std::max<std::int64_t>(largest + 1, 2);
    const std::string problem = metric_problem(descriptor_.metric, result_.classes);
    if (!problem.empty()) throw Error(ErrorKind::manifest, descriptor_.metric_place.text(), "task.metric: " + problem);
  }

  const ImportSource& source_;
  const ImportDescriptor& descriptor_;
  const std::function<bool()>& stopped_;
  ImportedRuns result_;
  std::optional<std::int64_t> classes_;
  std::vector<Error> errors_;
};

}  // namespace

std::optional<ImportedRuns> read_imported_runs(const ImportSource& source, const ImportDescriptor& descriptor,
                                               const std::function<bool()>& stopped) {
  return RunsReader(source, descriptor, stopped).read();
}

}  // namespace reseed
