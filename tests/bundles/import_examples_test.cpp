// SPDX-License-Identifier: Apache-2.0
// The Python of docs/import.md and of README.md, run as it stands there, then `reseed import runs`.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <set>
#include <sstream>

#include "bundle/bundle.hpp"
#include "support/run_program.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

std::string python() {
  const char* given = std::getenv("RESEED_PYTHON");
  return given != nullptr && *given != '\0' ? given : "/usr/bin/python3";
}

/// Skips a case, with its reason, where Python or one of the packages is absent.
auto has_packages(const std::string& packages) {
  return [packages](utf::test_unit_id) {
    const std::string line = "'" + python() + "' -c 'import " + packages + "' >/dev/null 2>&1";
    boost::test_tools::assertion_result answer(std::system(line.c_str()) == 0);
    answer.message() << python() << " has not all of " << packages;
    return answer;
  };
}

std::string text_of(const std::string& file) { return read_file(fs::path(RESEED_SOURCE_DIRECTORY) / file); }

/// The block of the document whose first line is "# example: NAME".
std::string example(const std::string& name) {
  const std::string text = text_of("harness/docs/import.md");
  const std::string begin = "```python\n# example: " + name + "\n";
  const std::size_t at = text.find(begin);
  BOOST_REQUIRE(at != std::string::npos);
  return text.substr(at + 10, text.find("```", at + 10) - at - 10);
}

std::ptrdiff_t lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

/// The block of the README whose first line is this one, as it stands without its margin.
std::string readme_block(const std::string& first_line) {
  const std::string margin = "    ";
  const std::string text = text_of("README.md");
  const std::size_t at = text.find('\n' + margin + first_line + '\n');
  BOOST_REQUIRE(at != std::string::npos);
  std::istringstream lines(text.substr(at + 1));
  std::string block;
  for (std::string line; std::getline(lines, line) && line.starts_with(margin);)
    block += line.substr(margin.size()) + '\n';
  return block;
}

/// Runs a program in Python, then imports the folder `runs` that it wrote.
Bundle bundle_of(const TemporaryFolder& folder, const std::string& program) {
  write_file(folder.path() / "example.py", program);
  const std::string line = "cd '" + folder.path().string() + "' && HF_HUB_OFFLINE=1 '" + python() + "' example.py";
  BOOST_TEST_REQUIRE(std::system(line.c_str()) == 0);
  const ProgramResult said = run_reseed(folder.path(), {"import", "runs", "--store", "store", "--progress", "none"});
  BOOST_TEST_REQUIRE(said.exit_code == 0, said.error);
  const fs::path place = fs::directory_iterator(folder.path() / "results")->path();
  BOOST_TEST(verify_bundle(place).problems.empty());
  return read_bundle(place);
}

/// What the three lines of the README take as given: a model, test items and their labels.
const std::string kGiven = R"(
import numpy as np
labels = np.arange(60) % 3
test_items = np.eye(3)[labels]
def train(seed):
    return np.random.default_rng(seed)
def evaluate(model, items):
    return items + 0.5 * model.normal(size=items.shape), items @ model.normal(size=(3, 8)) + model.normal(size=(60, 8))
)";

/// What a few measures of the runs of the example are by their definitions, as a user would check them.
const std::string kByNumpy = R"(
from itertools import combinations

def cka_distance(x, y):
    x, y = x - x.mean(0), y - y.mean(0)
    return 1 - np.linalg.norm(x.T @ y) ** 2 / (np.linalg.norm(x.T @ x) * np.linalg.norm(y.T @ y))

with open("by_numpy.txt", "w") as out:
    for name in ["small", "large"]:
        runs = [np.load(f"runs/{name}/{seed}.npz") for seed in range(5)]
        classes = np.array([run["logits"].argmax(1) for run in runs])
        pairs = list(combinations(range(5), 2))
        counts = np.array([(classes == c).sum(0) for c in range(3)]).T  # [items, classes]
        agreed = ((counts ** 2).sum(1) - 5).mean() / (5 * 4)
        by_chance = ((counts.sum(0) / counts.sum()) ** 2).sum()
        for measure, value in {
            "performance_sd": np.std((classes == labels).mean(1), ddof=1),
            "pairwise_disagreement": np.mean([(classes[i] != classes[j]).mean() for i, j in pairs]),
            "fleiss_kappa": (agreed - by_chance) / (1 - by_chance),
            "linear_cka_distance": np.mean(
                [cka_distance(runs[i]["representations"], runs[j]["representations"]) for i, j in pairs]),
        }.items():
            print(name, measure, repr(float(value)), file=out)
)";

}  // namespace

BOOST_AUTO_TEST_SUITE(import_examples)

BOOST_AUTO_TEST_CASE(have_at_most_thirty_lines) {
  for (const char* name : {"numpy", "transformers"}) BOOST_TEST(lines_of(example(name)) <= 30, name);
}

BOOST_AUTO_TEST_CASE(three_lines_and_a_descriptor_make_a_bundle, *utf::precondition(has_packages("numpy"))) {
  const std::string lines = readme_block("for seed in range(5):");
  const std::string descriptor = readme_block("schema = 1");
  BOOST_TEST(lines_of(lines) == 3);
  BOOST_TEST(lines_of(descriptor) == 4);
  const TemporaryFolder folder;
  BOOST_REQUIRE(text_of("README.md").find("`mkdir -p runs/baseline`") != std::string::npos);
  fs::create_directories(folder.path() / "runs" / "baseline");
  write_file(folder.path() / "runs" / "import.toml", descriptor);
  const Bundle bundle = bundle_of(folder, kGiven + lines);
  BOOST_TEST(bundle.info.study == "digits");
  BOOST_TEST(bundle.runs.size() == 5u);
  BOOST_TEST(bundle.measures.size() > 5u);
  for (const MeasureRow& row : bundle.measures) BOOST_TEST(row.value.has_value(), row.measure + ": " + row.reason);
}

BOOST_AUTO_TEST_CASE(plain_numpy_makes_a_bundle, *utf::precondition(has_packages("numpy"))) {
  const TemporaryFolder folder;
  const Bundle bundle = bundle_of(folder, example("numpy") + kByNumpy);
  BOOST_TEST(bundle.runs.size() == 10u);
  for (const MeasureRow& row : bundle.measures) BOOST_TEST(row.value.has_value(), row.measure + ": " + row.reason);

  std::istringstream lines(read_file(folder.path() / "by_numpy.txt"));
  std::size_t compared = 0;
  double wanted = 0.0;
  for (std::string group, measure; lines >> group >> measure >> wanted;)
    for (const MeasureRow& row : bundle.measures)
      if (row.group == group && row.measure == measure && row.variant == "textbook") {
        BOOST_TEST(std::abs(*row.value - wanted) <= 1e-10,
                   group << ", " << measure << ": " << *row.value << ", numpy " << wanted);
        ++compared;
      }
  BOOST_TEST(compared == 8u);
}

BOOST_AUTO_TEST_CASE(transformers_make_a_bundle_with_layers,
                     *utf::precondition(has_packages("numpy, torch, transformers"))) {
  const TemporaryFolder folder;
  const Bundle bundle = bundle_of(folder, example("transformers"));
  BOOST_TEST(bundle.runs.size() == 3u);
  std::set<std::int64_t> layers;
  for (const MeasureRow& row : bundle.measures)
    if (row.layer && row.value) layers.insert(*row.layer);
  BOOST_TEST((layers == std::set<std::int64_t>{0, 1, 2}));
}

BOOST_AUTO_TEST_SUITE_END()
