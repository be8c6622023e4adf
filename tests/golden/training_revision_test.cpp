// SPDX-License-Identifier: Apache-2.0
// A small training whose numbers must not move unless the training revision is raised. In float64 with a tolerance, so
// that it holds on every machine; initial weights, order, dropout masks and the head come from our own streams.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "support/tiny_training.hpp"
#include "train/revision.hpp"

using namespace reseed;
using Json = nlohmann::json;

namespace {

/// The numbers of one training under a mitigation method.
Json numbers(const std::string& method, std::map<std::string, OptionValue> options) {
  test::TinyTraining training;
  training.precision = Precision::float64;
  training.seed = 3;
  training.method = method;
  training.method_options = std::move(options);
  const at::Tensor logits = training.run();
  Json steps = Json::array();
  for (const StepLog& step : training.result.steps) steps.push_back({step.loss, step.gradient_norm});
  Json scores = Json::array();
  for (const EvaluationLog& entry : training.result.evaluations) scores.push_back(entry.score);
  return {{"steps", steps},
          {"scores", scores},
          {"logits", {logits.sum().item<double>(), logits.abs().sum().item<double>()}}};
}

/// Largest difference between two JSON values of the same form; infinity where the forms differ.
double difference(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) return std::abs(a.get<double>() - b.get<double>());
  if (a.type() != b.type() || a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) largest = std::max(largest, difference(*x, *y));
  return largest;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(training_revision)

// When this fails because training was meant to change: raise kTrainingRevision (harness/train/revision.hpp), run the
// test once with RESEED_WRITE_GOLDEN=1, and say in the changelog which numbers moved.
BOOST_AUTO_TEST_CASE(numbers_move_only_with_the_revision) {
  const std::filesystem::path file =
      std::filesystem::path(RESEED_SOURCE_DIRECTORY) / "tests/golden/training/revision.json";
  const Json now = {{"revision", kTrainingRevision},
                    {"original", numbers("original", {})},
                    {"mixout", numbers("mixout", {{"p", 0.3}})},
                    {"reinit", numbers("reinit", {{"k", std::int64_t{1}}})}};
  if (std::getenv("RESEED_WRITE_GOLDEN") != nullptr) write_file(file, now.dump(1) + "\n");
  const Json recorded = parse_json(read_file(file), file.string());
  BOOST_TEST(recorded.at("revision").get<int>() == kTrainingRevision,
             "the recorded numbers are of another training revision");
  for (const char* method : {"original", "mixout", "reinit"})
    BOOST_TEST(difference(now.at(method), recorded.at(method)) <= 1e-9,
               method << ": the numbers of training moved; kTrainingRevision must be raised when that was meant");
}

BOOST_AUTO_TEST_SUITE_END()
