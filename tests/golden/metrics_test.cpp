// SPDX-License-Identifier: Apache-2.0
// Scores of recorded predictions (fixtures measures/, block "performance").
#include "base/metrics.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "support/fixtures.hpp"

using namespace reseed;

BOOST_AUTO_TEST_SUITE(metrics_fixtures)

BOOST_AUTO_TEST_CASE(scores_equal_the_recorded_ones) {
  int compared = 0;
  for (const std::filesystem::path& file : test::files_ending(test::fixtures_folder() / "measures", ".json")) {
    const nlohmann::json golden = parse_json(read_file(file), file.string());
    if (!golden.contains("values") || !golden["values"].contains("performance")) continue;
    const std::filesystem::path stored = std::filesystem::path(file).replace_extension(".safetensors");
    if (!std::filesystem::exists(stored)) continue;
    const Safetensors tensors(stored);
    const std::vector<std::int64_t> labels = tensors.at("labels").as_integers();
    const std::vector<double> logits = tensors.at("logits").as_doubles();
    const std::int64_t classes = tensors.at("logits").shape.at(2);
    const std::size_t per_run = labels.size() * static_cast<std::size_t>(classes);
    for (const auto& [metric, block] : golden["values"]["performance"].items())
      for (std::size_t run = 0; run < block.at("runs").size(); ++run, ++compared) {
        const auto predictions = argmax_rows(std::span(logits).subspan(run * per_run, per_run), classes);
        const double difference =
            std::abs(score(metric, predictions, labels, classes) - block["runs"][run].get<double>());
        BOOST_TEST(difference <= 1e-9, file.filename().string() << ", " << metric << ", run " << run);
      }
  }
  if (compared == 0) BOOST_TEST_MESSAGE("skipped: these fixtures hold no performance");
}

BOOST_AUTO_TEST_SUITE_END()
