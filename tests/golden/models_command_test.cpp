// SPDX-License-Identifier: Apache-2.0
// `reseed models check` and `reseed models compare`, the program itself, on every checkpoint folder with recorded
// outputs.
#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "support/fixtures.hpp"
#include "support/run_program.hpp"

namespace {

namespace fs = std::filesystem;
namespace data = boost::unit_test::data;
using nlohmann::json;
using reseed::test::ProgramResult;

const char* const kGolden = "forward.safetensors";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

fs::path folder_of(const std::string& name) { return reseed::test::fixtures_folder() / "checkpoints" / name; }

json config_of(const std::string& name) {
  const fs::path file = folder_of(name) / "config.json";
  return reseed::parse_json(reseed::read_file(file), file.string());
}

/// Checkpoints of the families that are there, with recorded outputs; by name.
std::vector<std::string> folders() {
  std::vector<std::string> names;
  const fs::path parent = reseed::test::fixtures_folder() / "checkpoints";
  if (!fs::is_directory(parent)) return names;
  for (const auto& entry : fs::directory_iterator(parent)) {
    const std::string name = entry.path().filename().string();
    if (!fs::is_regular_file(entry.path() / "config.json") || !fs::is_regular_file(entry.path() / kGolden)) continue;
    if (!fs::exists(entry.path() / "model.safetensors")) continue;
    const json type = config_of(name).value("model_type", json());
    if (type == "bert" || type == "roberta") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

boost::test_tools::assertion_result can_train(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result answer(fs::exists(fs::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed-train"));
  answer.message() << "this build has no reseed-train";
  return answer;
}

boost::test_tools::assertion_result has_checkpoints(boost::unit_test::test_unit_id unit) {
  if (const auto trains = can_train(unit); !trains) return trains;
  boost::test_tools::assertion_result answer(!folders().empty());
  answer.message() << "no checkpoints with " << kGolden << " in " << reseed::test::fixtures_folder().string();
  return answer;
}

/// Runs `reseed models WORDS` in the folder of the checkpoints.
ProgramResult models(std::vector<std::string> words) {
  words.insert(words.begin(), "models");
  return reseed::test::run_reseed(reseed::test::fixtures_folder(), words);
}

/// Writes a copy of a recorded file in which the first value of one output is larger by 1.
void spoil(const fs::path& from, const fs::path& to, const std::string& output) {
  const reseed::Safetensors file(from);
  std::vector<reseed::NamedTensor> tensors;
  for (const auto& [name, view] : file.tensors()) tensors.push_back({name, view});
  const reseed::TensorView& right = file.at(output);
  std::vector<double> values = right.as_doubles();
  values.at(0) += 1.0;
  for (reseed::NamedTensor& tensor : tensors)
    if (tensor.name == output) tensor.view = reseed::view_of<double>(values, right.shape);
  reseed::write_safetensors(to, tensors);
}

void one_line_that_names(const ProgramResult& result, const std::vector<std::string>& words) {
  BOOST_TEST(result.exit_code == 2, result.error);
  BOOST_TEST(result.error.starts_with("reseed: "), result.error);
  BOOST_TEST(std::count(result.error.begin(), result.error.end(), '\n') == 1, result.error);
  for (const std::string& word : words) BOOST_TEST(has(result.error, word), "no '" << word << "' in " << result.error);
}

/// A copy of the first checkpoint whose config.json has other values.
class ChangedCheckpoint {
 public:
  explicit ChangedCheckpoint(const json& changes) {
    json config = config_of(folders().front());
    config.update(changes);
    fs::copy_file(folder_of(folders().front()) / "model.safetensors", folder_.path() / "model.safetensors");
    reseed::write_file(folder_.path() / "config.json", reseed::dump_json(config));
  }
  std::string path() const { return folder_.path().string(); }

 private:
  reseed::TemporaryFolder folder_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(models_check, *boost::unit_test::precondition(has_checkpoints))

BOOST_DATA_TEST_CASE(tells_what_loads, data::make(folders()), name) {
  const ProgramResult said = models({"check", folder_of(name).string()});
  BOOST_TEST(said.exit_code == 0, said.error);
  for (const char* part : {"architecture: ", "loaded: ", "missing: ", "unexpected: ", "new: "})
    BOOST_TEST(has(said.out, part), said.out);
  const json report = reseed::parse_json(models({"check", folder_of(name).string(), "--json"}).out, "answer");
  BOOST_TEST(report.at("family") == config_of(name).at("model_type"));
  BOOST_TEST(report.at("hidden_size") == config_of(name).at("hidden_size"));
  BOOST_TEST(report.at("blocks") == config_of(name).at("num_hidden_layers"));
  BOOST_TEST(report.at("vocabulary_size") == config_of(name).at("vocab_size"));
  BOOST_TEST(!report.at("loaded").empty());
}

BOOST_AUTO_TEST_CASE(refuses_an_architecture_that_it_does_not_know) {
  const ChangedCheckpoint checkpoint(json::object({{"model_type", "gpt_neox"}}));
  one_line_that_names(models({"check", checkpoint.path()}), {"config.json", "gpt_neox", "bert", "roberta"});
}

BOOST_AUTO_TEST_CASE(refuses_tensors_that_do_not_fit_the_configuration) {
  const auto vocabulary = config_of(folders().front()).at("vocab_size").get<int>();
  const ChangedCheckpoint checkpoint(json::object({{"vocab_size", vocabulary + 1}}));
  one_line_that_names(models({"check", checkpoint.path()}),
                      {"embeddings", std::to_string(vocabulary), std::to_string(vocabulary + 1)});
}

BOOST_AUTO_TEST_CASE(refuses_a_file_that_was_cut) {
  const ChangedCheckpoint checkpoint(json::object());
  const fs::path weights = fs::path(checkpoint.path()) / "model.safetensors";
  fs::resize_file(weights, fs::file_size(weights) / 2);
  one_line_that_names(models({"check", checkpoint.path()}), {"model.safetensors"});
}

BOOST_AUTO_TEST_CASE(answers_no_and_names_the_tensors_that_hold_no_numbers) {
  const fs::path from = folder_of(folders().front());
  const reseed::Safetensors file(from / "model.safetensors");
  std::vector<reseed::NamedTensor> tensors;
  std::vector<double> values;
  std::string spoiled;
  for (const auto& [name, view] : file.tensors()) {
    tensors.push_back({name, view});
    if (!spoiled.empty() || name.find("LayerNorm.weight") == std::string::npos) continue;
    spoiled = name;
    values = view.as_doubles();
    values.at(0) = std::nan("");
    values.at(1) = std::numeric_limits<double>::infinity();
    tensors.back().view = reseed::view_of<double>(values, view.shape);
  }
  BOOST_REQUIRE(!spoiled.empty());
  const reseed::TemporaryFolder folder;
  fs::copy_file(from / "config.json", folder.path() / "config.json");
  reseed::write_safetensors(folder.path() / "model.safetensors", tensors);

  const ProgramResult said = models({"check", folder.path().string()});
  const std::string what = spoiled + " (2 of " + std::to_string(values.size()) + " numbers are NaN or infinite)";
  BOOST_TEST(said.exit_code == 1, said.out);
  BOOST_TEST(has(said.out, "not finite: 1\n    "), said.out);
  BOOST_TEST(has(said.out, what), said.out);
  BOOST_TEST(std::count(said.error.begin(), said.error.end(), '\n') == 1, said.error);
  BOOST_TEST(has(said.error, "want finite weights, found "), said.error);
  BOOST_TEST(has(said.error, what), said.error);
  const json report = reseed::parse_json(models({"check", folder.path().string(), "--json"}).out, "answer");
  BOOST_TEST(report.at("not_finite")[0].at("count") == 2);
  BOOST_TEST(reseed::parse_json(models({"check", from.string(), "--json"}).out, "answer").at("not_finite").empty());
}

BOOST_AUTO_TEST_CASE(refuses_folders_and_words_that_are_none) {
  one_line_that_names(models({"check", "nowhere"}), {"nowhere"});
  one_line_that_names(models({"check"}), {"folder"});
  one_line_that_names(models({"check", "nowhere", "--jsn"}), {"--jsn"});
  one_line_that_names(models({"chek", "nowhere"}), {"chek"});
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(models_compare, *boost::unit_test::precondition(has_checkpoints))

BOOST_DATA_TEST_CASE(agrees_with_the_recorded_outputs, data::make(folders()), name) {
  const std::string golden = (folder_of(name) / kGolden).string();
  const ProgramResult said = models({"compare", folder_of(name).string(), golden, "--tolerance", "1e-4"});
  BOOST_TEST(said.exit_code == 0, said.out + said.error);
  BOOST_TEST(has(said.out, "\nall within "), said.out);
  const ProgramResult answer = models({"compare", folder_of(name).string(), golden, "--tolerance", "1e-4", "--json"});
  BOOST_TEST(reseed::parse_json(answer.out, "answer").at("within") == true);
}

BOOST_DATA_TEST_CASE(answers_no_and_names_the_output_that_differs, data::make(folders()), name) {
  const reseed::TemporaryFolder spoiled;
  const fs::path golden = spoiled.path() / kGolden;
  spoil(folder_of(name) / kGolden, golden, "logits");
  const ProgramResult said =
      models({"compare", folder_of(name).string(), golden.string(), "--tolerance", "1e-4", "--json"});
  BOOST_TEST(said.exit_code == 1, said.error);
  const json answer = reseed::parse_json(said.out, "answer");
  BOOST_TEST(answer.at("within") == false);
  for (const json& output : answer.at("outputs"))
    BOOST_TEST(output.at("within") == (output.at("name") != "logits"), output.dump());
  const ProgramResult shown = models({"compare", folder_of(name).string(), golden.string()});
  BOOST_TEST(shown.exit_code == 1);
  BOOST_TEST(has(shown.out, "larger than the tolerance"), shown.out);
}

BOOST_AUTO_TEST_CASE(refuses_a_golden_file_that_cannot_be_used) {
  const std::string checkpoint = folder_of(folders().front()).string();
  one_line_that_names(models({"compare", checkpoint, "nowhere.safetensors"}), {"nowhere.safetensors"});
  const reseed::TemporaryFolder folder;
  const std::string text = (folder.path() / "text.safetensors").string();
  reseed::write_file(text, "no tensors at all");
  one_line_that_names(models({"compare", checkpoint, text}), {"text.safetensors"});
  const std::vector<double> values = {1.0};
  const std::string alone = (folder.path() / "alone.safetensors").string();
  reseed::write_safetensors(alone, {{"logits", reseed::view_of<double>(values, {1, 1})}});
  one_line_that_names(models({"compare", checkpoint, alone}), {"alone.safetensors", "input_ids"});
  const std::vector<std::int64_t> token = {1 << 30};
  const std::string foreign = (folder.path() / "foreign.safetensors").string();
  reseed::write_safetensors(foreign, {{"input_ids", reseed::view_of<std::int64_t>(token, {1, 1})},
                                      {"attention_mask", reseed::view_of<std::int64_t>(token, {1, 1})},
                                      {"logits", reseed::view_of<double>(values, {1, 1})}});
  one_line_that_names(models({"compare", checkpoint, foreign}), {"foreign.safetensors: text 0", "1073741824"});
}

BOOST_AUTO_TEST_CASE(refuses_words_that_it_does_not_know) {
  one_line_that_names(models({"compare", "one"}), {"safetensors"});
  one_line_that_names(models({"compare", "one", "two", "--tolerance", "-1"}), {"--tolerance", "-1"});
  one_line_that_names(models({"compare", "one", "two", "--precision", "float8"}), {"--precision", "float8"});
}

BOOST_AUTO_TEST_SUITE_END()
