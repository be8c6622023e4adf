// SPDX-License-Identifier: Apache-2.0
#include "train/run_training.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/run_json.hpp"
#include "base/safetensors.hpp"
#include "bundle/file_schemas.hpp"
#include "reseed/error.hpp"
#include "support/mitigation.hpp"
#include "support/tiny_checkpoint.hpp"
#include "worker/client.hpp"

using namespace reseed;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// A checkpoint and a data set of 30 + 12 items that the test writes; class "yes" is told by the word w7.
class Workshop {
 public:
  Workshop() {
    fs::create_directory(folder_.path() / "model");
    test::write_tiny_checkpoint(folder_.path() / "model");
    write_file(
        folder_.path() / "words.toml",
        "schema = 1\nname = \"words\"\nlicence = \"made by a test\"\ntext_may_be_shown = true\nformat = \"tsv\"\n"
        "header = false\nquote = \"none\"\ncolumns = { text = 1, label = 0 }\n"
        "labels = [{ name = \"no\", value = 0 }, { name = \"yes\", value = 1 }]\n\n"
        "[files]\ntrain = \"train.tsv\"\nvalidation = \"validation.tsv\"\n");
    write_file(folder_.path() / "train.tsv", lines(30, 0));
    write_file(folder_.path() / "validation.tsv", lines(12, 100));
  }

  RunSpec spec(std::uint64_t seed) const {
    RunSpec spec;
    spec.checkpoint = {.name = "tiny", .folder = (folder_.path() / "model").string(), .digest = "d", .head = "new"};
    spec.task.name = "words";
    spec.task.dataset = (folder_.path() / "words.toml").string();
    spec.task.root = folder_.path().string();
    spec.task.split.kind = SplitSpec::Kind::fraction;
    spec.training.epochs = 2;
    spec.training.batch_size = 8;
    spec.training.learning_rate = 1e-3;
    spec.training.max_length = 20;
    spec.mitigation.id = "original";
    spec.mitigation.library = std::string(RESEED_BINARY_DIRECTORY) + "/lib/reseed/plugins/original.so";
    spec.seed = seed;
    spec.streams = {seed, seed, seed, seed};
    return spec;
  }

  const fs::path& path() const { return folder_.path(); }

  /// An empty folder for a record.
  fs::path fresh(const std::string& name) const {
    fs::create_directory(folder_.path() / name);
    return folder_.path() / name;
  }

 private:
  static std::string lines(int n, int shift) {
    std::string text;
    for (int i = 0; i < n; ++i) {
      const int a = 20 + (i * 7 + shift) % 30;
      const int b = 20 + (i * 11 + shift) % 30;
      text += std::to_string(i % 2) + "\tw" + std::to_string(a) + (i % 2 == 1 ? " w7 w" : " w6 w") + std::to_string(b) +
              "\n";
    }
    return text;
  }

  TemporaryFolder folder_;
};

/// All bytes of a record, by file.
std::map<std::string, std::string> bytes_of(const fs::path& record) {
  std::map<std::string, std::string> bytes;
  for (const auto& entry : fs::directory_iterator(record))
    bytes[entry.path().filename().string()] = read_file(entry.path());
  return bytes;
}

/// Every JSON and CSV file of a record has a schema, and fits it.
void check_schemas(const fs::path& record, std::size_t files) {
  const FileSchemas schemas;
  std::size_t checked = 0;
  for (const auto& [file, text] : bytes_of(record)) {
    const std::string name = "records/0123456789abcdef/" + file;
    if (!wants_schema(name)) continue;
    BOOST_TEST(schemas.knows(name), name);
    for (const std::string& mistake : schemas.mistakes(name, text)) BOOST_ERROR(name << ": " << mistake);
    ++checked;
  }
  BOOST_TEST(checked == files);
}

/// Trains in a program of its own.
void train_elsewhere(const RunSpec& spec, const fs::path& out) {
  WorkerProcess worker({.program = fs::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed-train",
                        .arguments = {},
                        .environment = {},
                        .log = {}});
  result_of(worker.call({{"request", "train"}, {"spec", to_json(spec)}, {"out", out.string()}}), "reseed-train");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(run_training)

BOOST_AUTO_TEST_CASE(seeds_give_equal_records_in_one_process_reversed_and_in_three_processes) {
  const Workshop workshop;
  std::vector<std::map<std::string, std::string>> records;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const fs::path out = workshop.fresh("forward" + std::to_string(seed));
    reseed::run_training(workshop.spec(seed), out);
    records.push_back(bytes_of(out));
  }
  for (std::uint64_t seed = 3; seed-- > 0;) {
    const fs::path out = workshop.fresh("reversed" + std::to_string(seed));
    reseed::run_training(workshop.spec(seed), out);
    BOOST_TEST((bytes_of(out) == records[seed]), "reversed, seed " << seed);
  }
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const fs::path out = workshop.fresh("elsewhere" + std::to_string(seed));
    train_elsewhere(workshop.spec(seed), out);
    BOOST_TEST((bytes_of(out) == records[seed]), "in a process of its own, seed " << seed);
  }
  BOOST_TEST((records[0].at("test.safetensors") != records[1].at("test.safetensors")));
}

BOOST_AUTO_TEST_CASE(a_record_holds_what_measures_read) {
  const Workshop workshop;
  RunSpec spec = workshop.spec(4);
  spec.records.weights = true;
  const fs::path out = workshop.fresh("record");
  const Json outcome = reseed::run_training(spec, out);
  BOOST_TEST(outcome.at("outcome").get<std::string>() == "ok");
  BOOST_TEST(outcome.at("steps").get<int>() == 8);
  BOOST_TEST(outcome.at("scores").at("test").contains("f1"));
  BOOST_TEST(outcome.at("checkpoint").at("new").size() == 2u);
  BOOST_TEST(outcome.at("embedding_rows").at("trained").get<int>() < 60);

  const Safetensors test(out / "test.safetensors");
  BOOST_TEST(test.at("logits").shape == (std::vector<std::int64_t>{6, 2}), boost::test_tools::per_element());
  for (const char* layer : {"representations.0", "representations.1", "representations.2"})
    BOOST_TEST(test.at(layer).shape == (std::vector<std::int64_t>{6, 24}), boost::test_tools::per_element());
  BOOST_TEST(test.at("items").as_integers().size() == 6u);
  BOOST_TEST(!Safetensors(out / "validation.safetensors").contains("representations.0"));
  BOOST_TEST(Safetensors(out / "weights.safetensors").at("bert.embeddings.word_embeddings.weight").shape[0] == 60);
  BOOST_TEST(parse_csv(read_file(out / "training.csv"), "training.csv").rows.size() == 8u);
  BOOST_TEST(parse_csv(read_file(out / "evaluations.csv"), "evaluations.csv").rows.size() == 2u);
  check_schemas(out, 3);
}

BOOST_AUTO_TEST_CASE(a_diverged_run_is_a_result_with_its_log) {
  const Workshop workshop;
  RunSpec spec = workshop.spec(0);
  spec.training.learning_rate = 1e30;
  spec.training.warmup_fraction = 0.0;
  const fs::path out = workshop.fresh("diverged");
  const Json outcome = reseed::run_training(spec, out);
  BOOST_TEST(outcome.at("outcome").get<std::string>() == "diverged");
  BOOST_TEST(outcome.at("kept_step").is_null());
  BOOST_TEST(!outcome.at("reason").get<std::string>().empty());
  BOOST_TEST(!fs::exists(out / "test.safetensors"));
  BOOST_TEST(parse_csv(read_file(out / "training.csv"), "training.csv").rows.back()[3].empty());
  check_schemas(out, 3);
}

BOOST_AUTO_TEST_CASE(another_method_under_the_librarys_name_is_refused) {
  const Workshop workshop;
  RunSpec spec = workshop.spec(0);
  spec.mitigation.id = "mixout";
  BOOST_CHECK_EXCEPTION(reseed::run_training(spec, workshop.fresh("other")), Error, [&](const Error& e) {
    return e.kind() == ErrorKind::plugin && e.place() == spec.mitigation.library;
  });
}

BOOST_AUTO_TEST_CASE(texts_other_than_those_that_were_checked_are_refused) {
  const Workshop workshop;
  RunSpec spec = workshop.spec(0);
  spec.task.digest = "0123";
  BOOST_CHECK_EXCEPTION(reseed::run_training(spec, workshop.fresh("changed")), Error,
                        [](const Error& e) { return e.kind() == ErrorKind::data && e.place() == "task words"; });
}

BOOST_AUTO_TEST_SUITE_END()
