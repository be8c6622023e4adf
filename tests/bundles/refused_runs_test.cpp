// SPDX-License-Identifier: Apache-2.0
// What the real training worker refuses before the first step of a study.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "base/safetensors.hpp"
#include "support/can_train.hpp"
#include "support/real_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Refusals of a study whose training worker is the real one.
class RefusedStudy : public RealStudy {
 public:
  /// One line, exit code 2, nothing trained, nothing written.
  void is_refused(const std::vector<std::string>& more, const std::string& message,
                  const std::string& entry = "tasks.made with models.tiny: ") const {
    const Said said = run(more);
    BOOST_TEST(said.code == 2, said.err);
    BOOST_TEST(has(said.err, entry), said.err);
    BOOST_TEST(has(said.err, message), said.err);
    BOOST_TEST(said.err.find("reseed: ") == said.err.rfind("reseed: "), "more than one line: " << said.err);
    BOOST_TEST(!has(said.err, "train plain"), said.err);
    BOOST_TEST(!fs::exists(at("results")));
  }

  /// Writes the checkpoint's weights with NaN as the first number of one tensor, and gives how many numbers that has.
  std::size_t spoil(const std::string& name) const {
    const Safetensors sound(golden_folder() / "checkpoints" / "tiny-bert" / "model.safetensors");
    std::vector<double> values = sound.at(name).as_doubles();
    values.at(0) = std::nan("");
    std::vector<NamedTensor> tensors;
    for (const auto& [other, view] : sound.tensors()) {
      tensors.push_back({other, view});
      if (other == name) tensors.back().view = view_of<double>(values, view.shape);
    }
    write_safetensors(at("checkpoint/model.safetensors"), tensors);
    return values.size();
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(refused_runs, *boost::unit_test::precondition(can_train))

BOOST_FIXTURE_TEST_CASE(text_longer_than_the_positions_is_named_with_the_limit, RefusedStudy) {
  std::string text;
  for (int word = 0; word < 100; ++word) text += "w7 ";
  write("train.tsv", "text\tlabel\nw5\tno\n" + text + "\tyes\n");
  is_refused({}, "train, item 1: want at most 64 tokens (the model's positions), found 102; set training.max_length");
  BOOST_TEST(run({"--set", "training.max_length=64", "--dry-run"}).code == 0);
}

BOOST_FIXTURE_TEST_CASE(vocabulary_larger_than_the_embedding_is_told, RefusedStudy) {
  write("checkpoint/vocab.txt", vocabulary(300));
  write("train.tsv", "text\tlabel\nw5\tno\nw250\tyes\n");
  is_refused({},
             "token id 250 lies outside the word embedding of 200 rows; tokenizer and model do not belong together");
}

BOOST_FIXTURE_TEST_CASE(layers_that_the_model_lacks_are_told, RefusedStudy) {
  is_refused({"--set", "records.layers=[0,2,5]"}, "records.layers: want layers from 0 to 2, found 5");
}

BOOST_FIXTURE_TEST_CASE(weights_that_are_not_finite_are_told_by_name, RefusedStudy) {
  const std::string name = "bert.encoder.layer.1.output.dense.bias";
  const std::size_t count = spoil(name);
  is_refused({}, "want finite weights, found " + name + " (1 of " + std::to_string(count) + " numbers are NaN",
             "models.tiny: ");
}

BOOST_FIXTURE_TEST_CASE(weights_that_are_not_read_may_be_anything, RefusedStudy) {
  spoil("classifier.weight");
  const Said said = run({"--dry-run"});  // the head is drawn anew
  BOOST_TEST(said.code == 0, said.err);
  is_refused({"--set", "models.tiny.head=\"checkpoint\""}, "found classifier.weight (1 of ", "models.tiny: ");
}

BOOST_FIXTURE_TEST_CASE(options_of_a_method_beyond_the_model_are_told, RefusedStudy) {
  is_refused({"--set", "groups.0.mitigation={id=\"reinit\",k=9}"}, "found 9");
}

BOOST_AUTO_TEST_SUITE_END()
