// SPDX-License-Identifier: Apache-2.0
#include "analysis/self_test.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include "analysis/evaluate.hpp"
#include "analysis/made_runs.hpp"
#include "base/number.hpp"

namespace reseed {
namespace {

using Runs = std::vector<MeasuredRun>;
using Map = std::function<arma::mat(const arma::mat&)>;

/// What a self test throws: its message.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

constexpr double kSymmetryTolerance = 1e-12;  ///< relative above 1: the two orders differ by rounding alone

/// Shapes that differ in classes and in items against dimensions, no smaller than the measure allows.
std::vector<RunShape> shapes_for(const MeasureInfo& info) {
  std::vector<RunShape> shapes = {{4, 40, 2, 8}, {4, 40, 3, 8}, {5, 30, 5, 50}, {3, 12, 3, 12}};
  for (RunShape& shape : shapes) {
    shape.runs = std::max<std::size_t>(shape.runs, std::max(info.minimum_runs, 1));
    shape.items = std::max<arma::uword>(shape.items, std::max(info.minimum_items, 1));
  }
  return shapes;
}

std::string words(const RunShape& shape) {
  return std::to_string(shape.runs) + " runs of " + std::to_string(shape.items) + " items, " +
         std::to_string(shape.classes) + " classes, " + std::to_string(shape.dimensions) + " dimensions";
}

std::string words(const MeasureValue& value) {
  return value.value ? shortest(*value.value) : "no value (" + value.reason + ")";
}

/// The measure's value, which may be undefined for a reason of its own; fails for what no measure may do.
MeasureValue value_of(const LoadedMeasure& form, Runs runs, const std::string& on, EvaluateOptions options) {
  const MeasureValue value = evaluate(*form.measure, *form.info, *form.variant, std::move(runs), options).value;
  for (const Flag flag : {Flag::plugin_threw, Flag::out_of_bounds})
    if (value.flags.contains(flag))
      throw Failure(std::string(form.variant->name) + " on " + on + ": " + std::string(to_string(flag)) + ", " +
                    value.reason);
  return value;
}

MeasureValue value_of(const LoadedMeasure& form, Runs runs, const std::string& on) {
  EvaluateOptions options;
  options.bootstrap.samples = 0;
  return value_of(form, std::move(runs), on, options);
}

/// Fails unless both are undefined or differ by no more than `tolerance`.
void want_close(const LoadedMeasure& form, const MeasureValue& wanted, const MeasureValue& found, double tolerance,
                const std::string& on) {
  if (!wanted.value && !found.value) return;
  if (wanted.value && found.value && std::abs(*wanted.value - *found.value) <= tolerance) return;
  throw Failure(std::string(form.variant->name) + " on " + on + ": want " + words(wanted) + " up to " +
                shortest(tolerance) + ", found " + words(found));
}

void stays_inside_the_bounds(const std::filesystem::path& library) {
  for (const LoadedMeasure& form : all_forms(library)) {
    std::string reason;
    bool defined = false;
    for (const RunShape& shape : shapes_for(*form.info)) {
      const MeasureValue value = value_of(form, made_runs(shape), words(shape));
      defined = defined || value.value;
      if (!value.value) reason = value.reason;
    }
    if (!defined) throw Failure(std::string(form.variant->name) + ": want a value on some runs, found none: " + reason);
  }
}

void has_its_value_on_equal_runs(const std::filesystem::path& library) {
  const LoadedMeasure form = create_measure(library, "");
  const RunShape shape = shapes_for(*form.info)[1];
  Runs runs(shape.runs, made_runs({1, shape.items, shape.classes, shape.dimensions}).front());
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].data.seed = i;
  MeasureValue wanted;
  wanted.reason = "the descriptor says it is undefined there";
  if (!std::isnan(form.info->value_on_equal)) wanted.value = form.info->value_on_equal;
  const std::string on = "equal runs, " + words(shape);
  want_close(form, wanted, value_of(form, std::move(runs), on), form.info->tolerance, on);
}

void is_symmetric(const std::filesystem::path& library) {
  for (const LoadedMeasure& form : all_forms(library))
    for (RunShape shape : shapes_for(*form.info)) {
      shape.runs = static_cast<std::size_t>(std::max(form.info->minimum_runs, 2));
      const Runs runs = made_runs(shape);
      Runs turned = runs;  // the harness sorts by seed
      for (std::size_t i = 0; i < turned.size(); ++i) turned[i].data.seed = turned.size() - i;
      const MeasureValue there = value_of(form, runs, words(shape));
      want_close(form, there, value_of(form, std::move(turned), words(shape)),
                 kSymmetryTolerance * std::max(1.0, std::abs(there.value.value_or(0.0))),
                 words(shape) + " in the other order");
    }
}

/// The second run's representations under `map`, a declared invariance, change nothing.
void is_invariant(const std::filesystem::path& library, const Map& map) {
  const LoadedMeasure form = create_measure(library, "");
  for (RunShape shape : {RunShape{2, 60, 3, 8}, RunShape{2, 200, 3, 24}}) {
    shape.runs = static_cast<std::size_t>(std::max(form.info->minimum_runs, 2));
    shape.items = std::max<arma::uword>(shape.items, std::max(form.info->minimum_items, 1));
    const Runs runs = made_runs(shape);
    Runs mapped = runs;
    mapped[1].data.representations = map(runs[1].data.representations);
    want_close(form, value_of(form, runs, words(shape)), value_of(form, std::move(mapped), words(shape)),
               form.info->tolerance, words(shape) + ", the second one mapped");
  }
}

arma::mat rotated(const arma::mat& X) {
  arma::mat Q;
  arma::mat R;
  arma::qr(Q, R, normal_matrix(X.n_rows, X.n_rows, 7));
  return Q * X;
}
arma::mat scaled(const arma::mat& X) { return 3.7 * X; }
arma::mat moved(const arma::mat& X) { return X.each_col() + 5.0 * arma::vec(normal_matrix(X.n_rows, 1, 8)); }
arma::mat mapped(const arma::mat& X) { return normal_matrix(X.n_rows, X.n_rows, 9) * X; }

void works_at_its_minimum(const std::filesystem::path& library) {
  for (const LoadedMeasure& form : all_forms(library)) {
    if (form.info->minimum_items < 1 || form.info->minimum_runs < 1)
      throw Failure("want at least 1 item and 1 run as the smallest numbers, found " +
                    std::to_string(form.info->minimum_items) + " and " + std::to_string(form.info->minimum_runs));
    const RunShape shape = {static_cast<std::size_t>(form.info->minimum_runs),
                            static_cast<arma::uword>(form.info->minimum_items), 2, 3};
    value_of(form, made_runs(shape), words(shape));
  }
}

void depends_on_neither_order_nor_threads(const std::filesystem::path& library) {
  for (const LoadedMeasure& form : all_forms(library)) {
    const RunShape shape = shapes_for(*form.info)[2];
    const Runs runs = made_runs(shape);
    EvaluateOptions options;
    options.bootstrap.samples = 20;
    const MeasureValue one = value_of(form, runs, words(shape), options);
    options.threads = 3;
    const MeasureValue three = value_of(form, Runs(runs.rbegin(), runs.rend()), words(shape), options);
    if (one.value != three.value || one.null != three.null || one.low != three.low || one.high != three.high)
      throw Failure(std::string(form.variant->name) + " on " + words(shape) + ": want " + words(one) +
                    " and its interval again with 3 threads, found " + words(three));
  }
}

/// What is measured once, where the measure offers it, gives of drawn runs what evaluate() gives of them.
void draws_as_it_evaluates(const std::filesystem::path& library) {
  const auto told = [](const Outcome& outcome) {
    MeasureValue value;
    value.value = outcome.value;
    value.reason = outcome.reason;
    return value;
  };
  for (const LoadedMeasure& form : all_forms(library))
    for (const RunShape& shape : shapes_for(*form.info)) {
      const Runs runs = made_runs(shape);
      std::vector<const RunData*> all;
      for (const MeasuredRun& run : runs) all.push_back(&run.data);
      const std::unique_ptr<MeasuredGroup> measured = form.measure->measure_once(all);
      if (!measured) continue;
      std::vector<std::size_t> draw;
      std::vector<const RunData*> drawn;
      for (std::size_t i = 0; i < all.size(); ++i) {
        draw.push_back(i / 2);  // most runs twice, the last ones not at all
        drawn.push_back(all[i / 2]);
      }
      const Outcome wanted = form.measure->evaluate(drawn);
      const Outcome found = measured->value(draw);
      const std::string on = words(shape) + ", half of the runs drawn twice";
      want_close(form, told(wanted), told(found), form.info->tolerance, on);
      if (wanted.flags != found.flags)
        throw Failure(std::string(form.variant->name) + " on " + on + ": want the flags of evaluate(), found others");
    }
}

SelfTest tried(const std::string& name, const std::function<void()>& test) {
  try {
    test();
    return {name, true, ""};
  } catch (const std::exception& failure) {
    return {name, false, failure.what()};
  } catch (...) {
    return {name, false, "it threw an exception of an unknown type"};
  }
}

}  // namespace

std::vector<LoadedMeasure> all_forms(const std::filesystem::path& library) {
  std::vector<LoadedMeasure> forms;
  const MeasureInfo& info = open_measure(library);
  for (const VariantInfo& variant : info.variants) {
    forms.push_back(create_measure(library, variant.name));
    for (const OptionInfo& option : info.options) {
      std::string choices = option.choices;
      for (std::size_t end = 0; !choices.empty(); choices.erase(0, end == std::string::npos ? end : end + 1)) {
        end = choices.find('|');
        forms.push_back(create_measure(library, variant.name, {{option.name, choices.substr(0, end)}}));
      }
    }
  }
  return forms;
}

std::vector<SelfTest> self_test(const std::filesystem::path& library) {
  const MeasureInfo& info = open_measure(library);
  std::vector<SelfTest> tests;
  const auto add = [&](const std::string& name, const std::function<void(const std::filesystem::path&)>& test) {
    tests.push_back(tried(name, [&] { test(library); }));
  };
  const auto add_invariance = [&](bool declared, const std::string& name, const Map& map) {
    if (!declared) return;
    add(name, [&](const std::filesystem::path& file) {
      if (info.reads != Reads::representations)
        throw Failure("want no such invariance of a measure that does not read representations");
      is_invariant(file, map);
    });
  };
  add("values inside the bounds", stays_inside_the_bounds);
  add("value on equal runs", has_its_value_on_equal_runs);
  if (info.symmetric) add("symmetry", is_symmetric);
  add_invariance(info.rotation_invariant, "invariance: rotation", rotated);
  add_invariance(info.scaling_invariant, "invariance: scaling", scaled);
  add_invariance(info.translation_invariant, "invariance: translation", moved);
  add_invariance(info.linear_invariant, "invariance: linear maps", mapped);
  add("smallest numbers of items and runs", works_at_its_minimum);
  add("neither order nor threads matter", depends_on_neither_order_nor_threads);
  if (info.arity == Arity::group) add("draws of runs measured once", draws_as_it_evaluates);
  return tests;
}

}  // namespace reseed
