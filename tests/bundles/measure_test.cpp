// SPDX-License-Identifier: Apache-2.0
// `reseed measure`: values from the records of a bundle, nothing trained; with the fake trainer in the place of
// reseed-train.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <sstream>
#include <tuple>

#include "bundle/bundle.hpp"
#include "support/can_train.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

/// A bundle of two groups, and the words that measure it again.
class MeasuredStudy : public SmallStudy {
 public:
  /// `more`: further measures of the manifest; `folders`: where their plugins are.
  explicit MeasuredStudy(const std::string& more = "", const std::vector<std::string>& folders = {}) {
    write("study.toml", manifest(3, more));
    const std::vector<std::string> usual = plugins;
    plugins.insert(plugins.end(), folders.begin(), folders.end());
    const Said said = run();
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
    plugins = usual;
    parent = bundle();
    fs::remove_all(at("checkpoint"));  // neither checkpoint nor data nor store are needed any more
    fs::remove(at("dev.tsv"));
    store = "fresh-store";
  }
  Said measure(std::vector<std::string> more) const { return measure({parent.string()}, std::move(more)); }
  Said measure(const std::vector<std::string>& bundles, std::vector<std::string> more) const {
    std::vector<std::string> words = {"measure"};
    words.insert(words.end(), bundles.begin(), bundles.end());
    words.insert(words.end(),
                 {"--store", at(store).string(), "--out", at("again").string(), "--jobs", "1", "--progress", "plain"});
    for (const std::string& folder : plugins) words.insert(words.end(), {"--plugins", folder});
    words.insert(words.end(), more.begin(), more.end());
    return Program(reseed(), words, environment()).wait();
  }
  std::vector<fs::path> made() const {
    std::vector<fs::path> bundles;
    if (fs::exists(at("again")))
      for (const auto& entry : fs::directory_iterator(at("again"))) bundles.push_back(entry.path());
    return bundles;
  }
  /// The one new bundle.
  fs::path again() const {
    BOOST_REQUIRE(made().size() == 1);
    return made()[0];
  }

  fs::path parent;
};

std::map<std::string, std::string> all_files(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files[fs::relative(entry.path(), folder).string()] = read_file(entry.path());
  return files;
}

std::vector<MeasureRow> rows_of(const Bundle& bundle, const std::string& measure, const std::string& variant) {
  std::vector<MeasureRow> rows;
  for (const MeasureRow& row : bundle.measures)
    if (row.measure == measure && row.variant == variant) rows.push_back(row);
  return rows;
}

/// Lines of measures.csv but those of one measure.
std::vector<std::string> lines_without(const fs::path& bundle, const std::string& measure) {
  std::vector<std::string> lines;
  std::istringstream text(read_file(bundle / "measures.csv"));
  for (std::string line; std::getline(text, line);)
    if (!has(line, "," + measure + ",")) lines.push_back(line);
  return lines;
}

const PluginUse& use_of(const Bundle& bundle, const std::string& id) {
  for (const PluginUse& use : bundle.info.plugins)
    if (use.id == id) return use;
  throw std::runtime_error("no plugin " + id);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(measure_again, *boost::unit_test::precondition(can_train))

BOOST_AUTO_TEST_CASE(adds_a_measure_without_training_checkpoint_or_data) {
  const MeasuredStudy study;
  const auto before = all_files(study.parent);
  const Said said = study.measure({"--add", "fleiss_kappa", "--add", "performance_sd:as_published"});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(!has(said.err, "train "), said.err);
  const Bundle parent = read_bundle(study.parent);
  const Bundle again = read_bundle(study.again());
  BOOST_TEST(again.info.parent == parent.content_digest);
  BOOST_TEST(again.info.status == "complete");
  BOOST_TEST(verify_bundle(study.again()).problems.empty());
  BOOST_TEST(rows_of(again, "fleiss_kappa", "textbook").size() == 2u);
  BOOST_TEST(rows_of(again, "performance_sd", "as_published").size() == 2u);
  BOOST_TEST(again.measures.size() == parent.measures.size() + 4u);
  BOOST_TEST((all_files(study.parent) == before), "the parent was changed");
}

BOOST_AUTO_TEST_CASE(keeps_runs_records_and_all_other_values_byte_for_byte) {
  const MeasuredStudy study;
  const Said said = study.measure({"--add", "fleiss_kappa"});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  const auto parent = all_files(study.parent);
  const auto again = all_files(study.again());
  for (const auto& [name, content] : parent)
    if (name == "runs.csv" || name == "manifest.toml" || name.starts_with("records/") || name.starts_with("pairs/"))
      BOOST_TEST((again.contains(name) && again.at(name) == content), name);
  const std::string& all = again.at("measures.csv");
  const std::string& rows = parent.at("measures.csv");
  for (std::size_t begin = 0; begin < rows.size(); begin = rows.find('\n', begin) + 1)
    BOOST_TEST(has(all, rows.substr(begin, rows.find('\n', begin) + 1 - begin)));
}

BOOST_AUTO_TEST_CASE(measures_only_what_is_new) {
  const MeasuredStudy study;
  const Said said = study.measure({"--add", "fleiss_kappa"});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(measurings(said) == 2u, said.err);  // one for each group
}

BOOST_AUTO_TEST_CASE(measures_anew_what_a_setting_changes) {
  const MeasuredStudy study;
  const Said said = study.measure({"--set", "analysis.bootstrap.self_pairs=\"include_zero\""});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  const Bundle parent = read_bundle(study.parent);
  const Bundle again = read_bundle(study.again());
  BOOST_REQUIRE(again.measures.size() == parent.measures.size());
  bool interval_moved = false;
  for (std::size_t i = 0; i < parent.measures.size(); ++i) {
    BOOST_TEST((again.measures[i].value == parent.measures[i].value));
    interval_moved |= again.measures[i].low != parent.measures[i].low;
  }
  BOOST_TEST(interval_moved);
  BOOST_TEST(has(again.resolved_manifest, "self_pairs = \"include_zero\""));
  BOOST_TEST(has(again.resolved_manifest, "epochs = 1"));  // how the runs were trained is still told
  BOOST_TEST(again.manifest == parent.manifest);
}

BOOST_AUTO_TEST_CASE(measures_anew_a_measure_with_another_option) {
  const std::string measure = "jensen_shannon_divergence";
  const MeasuredStudy study("[[measures]]\nid = \"" + measure + "\"\n");
  const Said said = study.measure(
      {"--set", "measures=[{id=\"performance_sd\"},{id=\"pairwise_disagreement\"},{id=\"linear_cka_distance\"},{id=\"" +
                    measure + "\",unit=\"bit\"}]"});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(measurings(said) == 2u, said.err);
  const auto nats = rows_of(read_bundle(study.parent), measure, "textbook");
  const auto bits = rows_of(read_bundle(study.again()), measure, "textbook");
  BOOST_REQUIRE(nats.size() == 2u);
  BOOST_REQUIRE(bits.size() == 2u);
  const auto scaled = [](const std::optional<double>& bit, const std::optional<double>& nat) {
    return bit && nat && std::abs(*bit * std::log(2.0) - *nat) < 1e-12;
  };
  for (std::size_t i = 0; i < 2; ++i) {
    BOOST_TEST(nats[i].unit == "nat");
    BOOST_TEST(bits[i].unit == "bit");
    BOOST_TEST(*nats[i].value > 0.001);
    BOOST_TEST(scaled(bits[i].value, nats[i].value));
    BOOST_TEST(scaled(bits[i].instability, nats[i].instability));
    BOOST_TEST(scaled(bits[i].low, nats[i].low));
    BOOST_TEST(scaled(bits[i].high, nats[i].high));
  }
  BOOST_TEST(lines_without(study.again(), measure) == lines_without(study.parent, measure),
             boost::test_tools::per_element());
  BOOST_TEST(verify_bundle(study.again()).problems.empty());
}

BOOST_AUTO_TEST_CASE(measures_anew_what_a_newer_plugin_measures) {
  const std::string fakes = std::string(RESEED_BINARY_DIRECTORY) + "/tests/fakes/";
  MeasuredStudy study("[[measures]]\nid = \"fake_mending\"\n", {fakes + "mended"});
  study.plugins.push_back(fakes + "newer");
  const Said said = study.measure({});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(measurings(said) == 2u, said.err);
  const Bundle parent = read_bundle(study.parent);
  const Bundle again = read_bundle(study.again());
  BOOST_TEST(again.info.parent == parent.content_digest);
  BOOST_TEST(use_of(parent, "fake_mending").version == 1);
  BOOST_TEST(use_of(again, "fake_mending").version == 2);
  BOOST_TEST(use_of(again, "fake_mending").source_digest != use_of(parent, "fake_mending").source_digest);
  for (const auto& [bundle, version, value] : {std::tuple(&parent, 1, 0.25), std::tuple(&again, 2, 0.5)}) {
    const auto rows = rows_of(*bundle, "fake_mending", "textbook");
    BOOST_TEST(rows.size() == 2u);
    for (const MeasureRow& row : rows) {
      BOOST_TEST(row.version == version);
      BOOST_TEST(row.value.value() == value);
    }
  }
  BOOST_TEST(lines_without(study.again(), "fake_mending") == lines_without(study.parent, "fake_mending"),
             boost::test_tools::per_element());
  BOOST_TEST(verify_bundle(study.again()).problems.empty());
}

BOOST_AUTO_TEST_CASE(does_nothing_the_second_time) {
  const MeasuredStudy study;
  BOOST_REQUIRE(study.measure({"--add", "fleiss_kappa"}).code == 0);
  const auto before = all_files(study.again());
  const Said said = study.measure({"--add", "fleiss_kappa"});
  BOOST_TEST(said.code == 0);
  BOOST_TEST(has(said.out, "everything is there"), said.out);
  BOOST_TEST((all_files(study.again()).at("measures.csv") == before.at("measures.csv")));
}

BOOST_AUTO_TEST_CASE(takes_several_bundles_and_can_go_on_from_its_own) {
  const MeasuredStudy study;
  BOOST_REQUIRE(study.measure({"--add", "fleiss_kappa"}).code == 0);
  const fs::path first = study.again();
  const Said said = study.measure({study.parent.string(), first.string()}, {"--add", "svcca_distance"});
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(study.made().size() == 3u);
  for (const fs::path& bundle : study.made()) BOOST_TEST(verify_bundle(bundle).problems.empty());
}

BOOST_AUTO_TEST_CASE(says_which_records_are_missing_and_what_makes_them) {
  const MeasuredStudy study;
  const Bundle bundle = read_bundle(study.parent);
  fs::remove_all(study.parent / "records" / bundle.runs[1].id);
  // First: what else is wrong of a call that can lead to nothing is not told.
  const Said said = study.measure({"--add", "performance_sd"});
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "1 run"), said.err);
  BOOST_TEST(has(said.err, "plain seed 1 (" + bundle.runs[1].id + ")"), said.err);
  BOOST_TEST(has(said.err, "reseed run"), said.err);
  BOOST_TEST(study.made().empty());
}

BOOST_AUTO_TEST_CASE(names_a_measure_that_is_there_already) {
  const MeasuredStudy study;
  const Said said = study.measure({"--add", "performance_sd"});
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "--add performance_sd: "), said.err);
  BOOST_TEST(has(said.err, "want every measure once, found performance_sd ("), said.err);
  BOOST_TEST(has(said.err, "which is there already as measures["), said.err);
}

BOOST_AUTO_TEST_CASE(says_that_a_bundle_was_made_to_keep_no_records) {
  SmallStudy study;
  const Said made = study.run({"--set", "records.keep=\"none\""});
  BOOST_REQUIRE_MESSAGE(made.code == 0, made.err);
  const Said said = Program(SmallStudy::reseed(),
                            {"measure", study.bundle().string(), "--add", "fleiss_kappa", "--out",
                             study.at("again").string(), "--plugins", study.plugins[0]},
                            study.environment())
                        .wait();
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "6 runs"), said.err);
  BOOST_TEST(has(said.err, "keep = \"none\""), said.err);
  BOOST_TEST(has(said.err, "and 1 more"), said.err);
}

BOOST_AUTO_TEST_CASE(refuses_a_damaged_bundle) {
  const MeasuredStudy study;
  const fs::path file = study.parent / "measures.csv";
  std::string text = read_file(file);
  text.back() = ' ';
  write_file(file, text + "\n");
  const Said said = study.measure({"--add", "fleiss_kappa"});
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "measures.csv"), said.err);
  BOOST_TEST(study.made().empty());
}

BOOST_AUTO_TEST_CASE(refuses_to_set_what_only_training_can_follow) {
  const MeasuredStudy study;
  const Said said = study.measure({"--set", "training.epochs=2"});
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "--set training.epochs=2: want a key of study, measures or analysis"), said.err);
}

BOOST_AUTO_TEST_CASE(names_mistakes_in_settings_as_a_manifest_does) {
  const MeasuredStudy study;
  const Said said = study.measure(
      {"--add", "fleis_kappa", "--add", "performance_sd:nothing", "--set", "analysis.bootstrap.sampels=3"});
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "--add fleis_kappa: measures[3].id: want the id of a measure plugin"), said.err);
  BOOST_TEST(has(said.err, "--add performance_sd:nothing: measures[4].variant"), said.err);
  BOOST_TEST(has(said.err, "--set analysis.bootstrap.sampels=3: analysis.bootstrap.sampels"), said.err);
  BOOST_TEST(study.made().empty());
}

BOOST_AUTO_TEST_CASE(says_that_a_measure_without_its_id_is_none) {
  const MeasuredStudy study;
  for (const std::string word : {":textbook", "fleiss_kappa:", ":"}) {
    const Said said = study.measure({"--add", word});
    BOOST_TEST(said.code == 2);
    BOOST_TEST(has(said.err, "reseed: --add: want ID or ID:VARIANT, found \"" + word + "\"\n"), said.err);
  }
  BOOST_TEST(study.made().empty());
}

BOOST_AUTO_TEST_CASE(follows_no_link_out_of_a_bundle) {
  const MeasuredStudy study;
  const Bundle bundle = read_bundle(study.parent);
  const fs::path file = study.parent / "records" / bundle.runs[0].id / "test.safetensors";
  fs::copy_file(file, study.at("elsewhere"));
  fs::remove(file);
  fs::create_symlink(study.at("elsewhere"), file);
  const Said said = study.measure({"--add", "fleiss_kappa"});
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "symbolic link"), said.err);
}

BOOST_AUTO_TEST_SUITE_END()
