// SPDX-License-Identifier: Apache-2.0
// Every study against what reports promise: a p-value never stands alone, a figure is told in words, answers are short
// and whole sentences, and single seeds are always seen. One case per library, no list of names.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "analysis/analyse.hpp"
#include "base/number.hpp"
#include "plugin/load.hpp"
#include "support/made_study.hpp"

namespace {

using namespace reseed;
namespace fs = std::filesystem;

/// Libraries of the studies: every folder of studies/ that makes a plugin.
std::vector<fs::path> study_libraries() {
  std::vector<fs::path> libraries;
  for (const auto& entry : fs::directory_iterator(fs::path(RESEED_SOURCE_DIRECTORY) / "studies")) {
    const fs::path library =
        fs::path(RESEED_BINARY_DIRECTORY) / "lib/reseed/plugins" / (entry.path().filename().string() + ".so");
    if (fs::exists(library)) libraries.push_back(library);
  }
  std::sort(libraries.begin(), libraries.end());
  return libraries;
}

/// The defaults that a study declares.
Options defaults(const StudyInfo& info) {
  std::map<std::string, OptionValue> values;
  for (std::size_t i = 0; i < info.options.size; ++i) {
    const OptionInfo& option = info.options[i];
    const std::string type = option.type;
    const std::string text = option.default_value;
    if (type == "boolean")
      values[option.name] = text == "true";
    else if (type == "integer")
      values[option.name] = static_cast<std::int64_t>(parse_integer(text).value());
    else if (type == "number")
      values[option.name] = parse_double(text).value();
    else
      values[option.name] = text;
  }
  return {info.variants[0].name, values};
}

/// Three tasks, four methods, ten seeds of which some fail; measures of predictions and of representations at four
/// layers in two forms, on all items and on sub-samples; published facts.
test::MadeStudy made_study() {
  test::MadeStudy study;
  study.publish("du_nguyen_2023");
  study.failure_ = StudyFailure{"accuracy", 0.5, "test"};
  study.labels_ = {0, 1, 0, 1};
  double level = 0.05;
  for (const char* task : {"rte", "mrpc", "cola"})
    for (const char* method : {"original", "mixout", "llrd", "reinit"}) {
      std::vector<double> scores;
      for (int seed = 0; seed < 10; ++seed)
        scores.push_back(seed < 4 ? 0.45 : 0.7 + level * std::sin(seed + 9.0 * level));
      study.add_group(method, scores, task);
      study.groups_.back().mitigation = method;
      const double scale = level;
      const auto distance = [&](double more) {
        return [=](std::size_t i, std::size_t j) {
          return scale + more + 0.02 * std::abs(std::sin(static_cast<double>(3 * i + 7 * j) + 40.0 * scale)) +
                 (i < 4 && j < 4 ? 0.1 : 0.0);
        };
      };
      for (const char* variant : {"textbook", "as_published"}) {
        StudyValue& spread = study.add_number("performance_sd", "", level * 0.7);
        spread.variant = variant;
        spread.unit = "metric";
        study.add_without(std::vector<double>(10, level * 0.69));
        for (const char* measure : {"pairwise_disagreement", "jensen_shannon_divergence"}) {
          StudyValue& value = study.add_value(measure, "", distance(std::string(measure).size() * 0.001));
          value.variant = variant;
          value.unit = std::string(measure) == "jensen_shannon_divergence" ? "nat" : "";
          for (int draw = 1; draw <= 3; ++draw) study.add_sample(0.5, draw, level + 0.01 * draw).variant = variant;
        }
        for (const char* measure : {"linear_cka_distance", "orthogonal_procrustes_distance", "svcca_distance"})
          for (int layer = 1; layer <= 4; ++layer)
            study.add_value(measure, std::to_string(layer), distance(0.1 * layer * std::cos(layer + level))).variant =
                variant;
      }
      level += 0.013;
    }
  return study;
}

/// The same study where a measure has no value in one task: as of runs that all predict one class.
test::MadeStudy study_with_an_undefined_measure() {
  test::MadeStudy study = made_study();
  for (StudyValue& value : study.values_) {
    if (value.task != "cola" || (value.measure != "jensen_shannon_divergence" && value.measure != "svcca_distance"))
      continue;
    value.value = value.instability = value.low = value.high = value.null = std::nullopt;
    value.flags = {"no_variation"};
    if (value.pairs.n_rows > 0) value.pairs.fill(std::numeric_limits<double>::quiet_NaN());
  }
  return study;
}

/// A study of which no value is defined.
test::MadeStudy study_without_values() {
  test::MadeStudy study = made_study();
  for (std::vector<StudyValue>* values : {&study.values_, &study.subset_values_})
    for (StudyValue& value : *values) {
      value.value = value.instability = value.low = value.high = value.null = std::nullopt;
      value.flags = {"no_variation"};
      if (value.pairs.n_rows > 0) value.pairs.fill(std::numeric_limits<double>::quiet_NaN());
    }
  return study;
}

bool is_p(const std::string& column) {
  return column == "p" || column.starts_with("p_") || column.ends_with("_p") || column.find("_p_") != std::string::npos;
}
bool is_n(const std::string& column) { return column == "n" || column.starts_with("n_"); }
bool is_effect(const std::string& column) {
  static const std::set<std::string> effects = {"difference", "effect", "r", "tau"};
  return effects.contains(column);
}

bool is_filled(const StudyCell& cell) {
  const std::string* text = std::get_if<std::string>(&cell);
  return text != nullptr ? !text->empty() : std::holds_alternative<double>(cell);
}

/// Some column of this kind holds something in this row.
template <class Kind>
bool has(const StudyTable& table, const std::vector<StudyCell>& row, Kind kind) {
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (kind(table.columns[c].name) && is_filled(row[c])) return true;
  return false;
}

/// Rows of a report that show a p-value.
std::size_t rows_with_p(const StudyReport& report) {
  std::size_t count = 0;
  for (const StudyTable& table : report.tables)
    for (const auto& row : table.rows) count += has(table, row, is_p) ? 1 : 0;
  return count;
}

StudyReport report_of(const fs::path& library, const StudyData& data) {
  const PluginEntry& entry = load_plugin(library, PluginKind::study, RESEED_STUDY_BUILD_ID);
  const std::unique_ptr<Study> study(
      reinterpret_cast<CreateStudy>(entry.create)(defaults(*static_cast<const StudyInfo*>(entry.info))));
  return analyse(*study, entry.id, data);
}

void shows_n_test_and_effect_beside_every_p(const fs::path& library) {
  const StudyReport report = report_of(library, made_study());
  BOOST_TEST(!report.tables.empty());
  for (const StudyTable& table : report.tables)
    for (const auto& row : table.rows) {
      if (!has(table, row, is_p)) continue;
      BOOST_TEST(has(table, row, is_n), table.id << ": a p without n");
      BOOST_TEST(has(table, row, [](const std::string& name) { return name == "test"; }),
                 table.id << ": a p without its test");
      BOOST_TEST(has(table, row, is_effect), table.id << ": a p without effect");
    }
}

void shows_p_values_between_0_and_1(const fs::path& library) {
  const StudyReport report = report_of(library, made_study());
  for (const StudyTable& table : report.tables)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      for (const auto& row : table.rows)
        if (is_p(table.columns[c].name) && is_filled(row[c])) {
          const double* number = std::get_if<double>(&row[c]);
          const double p = number != nullptr ? *number : parse_double(std::get<std::string>(row[c])).value_or(-1.0);
          BOOST_TEST((p > 0.0 && p <= 1.0), table.id << ", " << table.columns[c].name << ": " << p);
        }
}

void answers_in_short_paragraphs_of_whole_sentences(const fs::path& library) {
  test::check_texts(report_of(library, made_study()));
  test::MadeStudy study = made_study();
  for (StudyGroup& group : study.groups_)
    if (group.task == "cola")
      for (StudyRun& run : group.runs) run.scores["test"] = 0.5;  // what one class scores: not learned
  study.failure_.reset();
  study.groups_.front().runs.back().outcome = "diverged";
  test::check_texts(report_of(library, study));
  study.published_.clear();
  for (StudyValue& value : study.values_) value.value = value.instability = std::nullopt;
  study.subset_values_.clear();
  test::check_texts(report_of(library, study));
}

void shows_every_seed_behind_a_value(const fs::path& library) {
  for (const StudyFigure& figure : report_of(library, made_study()).figures)
    if (figure.kind == StudyFigure::Kind::plot && figure.y_title.find("(lower is more stable)") != std::string::npos)
      BOOST_TEST(test::marks_of_runs(figure) >= 10u, figure.id);
}

/// "WHAT, UNIT (DIRECTION)"; the unit is one of `units`.
bool names_unit_and_direction(const std::string& title, const std::set<std::string>& units) {
  const std::size_t last = title.rfind(" (");
  if (last == std::string::npos || !title.ends_with(")")) return false;
  const std::string direction = title.substr(last + 2);
  if (!direction.starts_with("lower ") && !direction.starts_with("higher ") && !direction.starts_with("1 ="))
    return false;
  const std::size_t comma = title.rfind(", ", last);
  return comma != std::string::npos && comma > 0 && units.contains(title.substr(comma + 2, last - comma - 2));
}

/// What stands on the y axis, and what the colours of a map mean: with its unit (or that it has none), and with what
/// more of it tells.
void names_axes_with_unit_and_direction(const fs::path& library) {
  const std::set<std::string> units = {"nat", "unit of the metric", "× 100", "no unit"};
  for (const StudyFigure& figure : report_of(library, made_study()).figures) {
    BOOST_TEST_CONTEXT(figure.id << ": " << figure.y_title << figure.cell_title) {
      if (figure.kind == StudyFigure::Kind::ranks) {
        BOOST_TEST(figure.y_title.find("(1 = most stable)") != std::string::npos);
        continue;
      }
      const bool map = figure.kind == StudyFigure::Kind::heatmap;
      BOOST_TEST(names_unit_and_direction(map ? figure.cell_title : figure.y_title, units));
      BOOST_TEST((!figure.x_title.empty() || !figure.x_categories.empty()));
      const std::string all = figure.title + figure.y_title;
      if (figure.y_title.find("(lower is more stable)") == std::string::npos) continue;
      BOOST_TEST((figure.y_title.find(", nat (") != std::string::npos) ==
                 (all.find("Jensen-Shannon") != std::string::npos));
      BOOST_TEST((figure.y_title.find(", unit of the metric (") != std::string::npos) ==
                 (all.find("performance SD") != std::string::npos));
    }
  }
}

/// Those who do not see a figure are told what it shows, also where it shows nothing.
void describes_every_figure_in_words(const fs::path& library) {
  for (const test::MadeStudy& data : {made_study(), study_with_an_undefined_measure(), study_without_values()})
    for (const StudyFigure& figure : report_of(library, data).figures) {
      BOOST_TEST(!figure.title.empty(), figure.id);
      BOOST_TEST(!figure.alternative.empty(), figure.id);
      for (const StudyPanel& panel : figure.panels)
        BOOST_TEST(figure.alternative.find(panel.title) != std::string::npos, figure.id << ", " << panel.title);
    }
}

bool register_cases() {
  namespace unit = boost::unit_test;
  for (const fs::path& library : study_libraries()) {
    auto* suite = BOOST_TEST_SUITE("study_" + library.stem().string());
    const auto add = [&](const char* name, void (*check)(const fs::path&)) {
      suite->add(unit::make_test_case([library, check] { check(library); }, name, __FILE__, __LINE__));
    };
    add("shows_n_test_and_effect_beside_every_p", shows_n_test_and_effect_beside_every_p);
    add("shows_p_values_between_0_and_1", shows_p_values_between_0_and_1);
    add("answers_in_short_paragraphs_of_whole_sentences", answers_in_short_paragraphs_of_whole_sentences);
    add("shows_every_seed_behind_a_value", shows_every_seed_behind_a_value);
    add("describes_every_figure_in_words", describes_every_figure_in_words);
    add("names_axes_with_unit_and_direction", names_axes_with_unit_and_direction);
    unit::framework::master_test_suite().add(suite);
  }
  return true;
}

const bool kRegistered = register_cases();

}  // namespace

BOOST_AUTO_TEST_SUITE(studies)

/// The checks above see something: most studies test, and the made-up groups are enough for them to.
BOOST_AUTO_TEST_CASE(most_show_p_values_of_the_made_up_groups) {
  std::size_t with_p = 0;
  for (const fs::path& library : study_libraries()) with_p += rows_with_p(report_of(library, made_study())) > 0 ? 1 : 0;
  BOOST_TEST(study_libraries().size() >= 5u);
  BOOST_TEST(with_p >= 3u);
}

/// The check of axes sees titles that lack something.
BOOST_AUTO_TEST_CASE(a_title_without_unit_or_direction_is_told_from_a_whole_one) {
  const std::set<std::string> units = {"nat", "no unit"};
  for (const char* whole : {"a divergence, nat (lower is more stable)", "r, no unit (1 = same order, -1 = reversed)",
                            "a form (as_published), nat (lower is more stable)"})
    BOOST_TEST(names_unit_and_direction(whole, units), whole);
  for (const char* less : {"", "a divergence (lower is more stable)", "a divergence, nat", "a divergence, bit (lower)",
                           "mean, no unit (z-scored)", ", nat"})
    BOOST_TEST(!names_unit_and_direction(less, units), less);
}

/// Heat maps and plots are among what the made-up groups give.
BOOST_AUTO_TEST_CASE(figures_of_every_kind_are_looked_at) {
  std::set<StudyFigure::Kind> kinds;
  for (const fs::path& library : study_libraries()) {
    const StudyReport report = report_of(library, made_study());
    BOOST_TEST(!report.figures.empty(), library);
    for (const StudyFigure& figure : report.figures) kinds.insert(figure.kind);
  }
  BOOST_TEST(kinds.size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
