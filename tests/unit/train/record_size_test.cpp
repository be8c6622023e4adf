// SPDX-License-Identifier: Apache-2.0
// What the record of a run of BERT-large takes on disk: 25 layers, 522 test items, 1024 dimensions, random numbers, as
// the training worker writes it.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/safetensors.hpp"
#include "support/tiny_training.hpp"
#include "train/record.hpp"

using namespace reseed;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kLayers = 25, kItems = 522, kWidth = 1024;

TextSet set_of(const std::string& name, std::int64_t items) {
  TextSet set = test::texts(items, 2);
  set.name = name;
  return set;
}

/// Bytes of all files of the record, and the record's test set looked into.
std::uintmax_t size_of_record(const std::string& precision, DType dtype) {
  at::manual_seed(0);
  test::TinyTraining training;  // its logs and its model's report; the outputs are those of a larger model
  training.run();
  RunSpec spec;
  spec.records.precision = precision;
  Evaluation outputs, validation;
  outputs.logits = at::randn({kItems, 2});
  for (std::int64_t layer = 0; layer < kLayers; ++layer) outputs.representations[layer] = at::randn({kItems, kWidth});
  validation.logits = at::randn({kItems - 1, 2});
  const TextSet test_set = set_of("test", kItems), validation_set = set_of("validation", kItems - 1);
  const TemporaryFolder folder;
  write_record(folder.path(), {.spec = &spec,
                               .model = training.model.get(),
                               .training = &training.result,
                               .touched = {},
                               .rows = 0,
                               .sets = {{&validation_set, validation}, {&test_set, outputs}}});
  const Safetensors written(folder.path() / "test.safetensors");
  const TensorView& last = written.at("representations." + std::to_string(kLayers - 1));
  BOOST_TEST((last.dtype == dtype));
  BOOST_TEST(last.shape == (std::vector<std::int64_t>{kItems, kWidth}), boost::test_tools::per_element());
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder.path())) bytes += entry.file_size();
  return bytes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(record_of_bert_large)

BOOST_AUTO_TEST_CASE(takes_at_most_60_megabytes_and_half_of_it_in_half_precision) {
  const std::uintmax_t whole = size_of_record("float32", DType::f32), half = size_of_record("float16", DType::f16);
  BOOST_TEST_MESSAGE("float32: " << whole << " bytes, float16: " << half << " bytes");
  BOOST_TEST(whole <= 60'000'000u);
  BOOST_TEST(whole > static_cast<std::uintmax_t>(kLayers * kItems * kWidth * 4));
  BOOST_TEST(half <= 30'000'000u);
}

BOOST_AUTO_TEST_SUITE_END()
