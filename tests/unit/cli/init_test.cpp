// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>

#include "support/made_dataset.hpp"
#include "support/run_program.hpp"

namespace {

using reseed::test::MadeDataset;
using reseed::test::run_reseed;
namespace utf = boost::unit_test;

/// A study needs a plugin of each kind and the workers that describe them.
boost::test_tools::assertion_result has_plugins(utf::test_unit_id) {
  const std::filesystem::path build = RESEED_BINARY_DIRECTORY;
  const auto result = run_reseed(build, {"plugins", "list"});
  bool all = true;
  for (const char* kind : {"measure ", "mitigation ", "study "})
    all = all && ("\n" + result.out).find(std::string("\n") + kind) != std::string::npos;
  boost::test_tools::assertion_result there(all);
  if (!there) there.message() << "not all kinds of plugins are built";
  return there;
}

struct Folder : MadeDataset {
  Folder() {
    std::filesystem::create_directory(folder.path() / "model");
    write("model/config.json", "{\"hidden_size\": 384, \"max_position_embeddings\": 64}");
    write("model/model.safetensors", "weights");
    std::string csv = "id,review,verdict\n";
    for (int i = 0; i < 60; ++i)
      csv += std::to_string(i) + ",\"number " + std::to_string(i) + ", said \"\"he\"\"\"," +
             (i % 3 == 0 ? "good" : "bad") + "\n";
    write("my reviews.csv", csv);
  }
  reseed::test::ProgramResult init(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"init", "--model", "model", "--data", "my reviews.csv"};
    words.insert(words.end(), more.begin(), more.end());
    return run_reseed(folder.path(), words);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(init_command, Folder)

BOOST_AUTO_TEST_CASE(writes_a_manifest_and_a_descriptor_and_says_what_it_assumed, *utf::precondition(has_plugins)) {
  const auto result = init();
  BOOST_TEST(result.exit_code == 0, result.error);
  BOOST_TEST(result.out.find("the text is the column review, the label is the column verdict") != std::string::npos);
  const std::string manifest = reseed::read_file(folder.path() / "my_reviews.toml");
  BOOST_TEST(manifest.find("checkpoint = \"model\"") != std::string::npos);
  BOOST_TEST(manifest.find("max_length    = 62") != std::string::npos);
  const auto check = run_reseed(folder.path(), {"data", "check", "my_reviews-data.toml"});
  BOOST_TEST(check.exit_code == 0);
  BOOST_TEST(check.out.find("60 items: 40 bad, 20 good") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(never_overwrites) {
  write("my_reviews.toml", "mine");
  const auto result = init();
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(result.error.find("my_reviews.toml") != std::string::npos);
  BOOST_TEST(reseed::read_file(folder.path() / "my_reviews.toml") == "mine");
  BOOST_TEST(!std::filesystem::exists(folder.path() / "my_reviews-data.toml"));
}

BOOST_AUTO_TEST_CASE(refuses_what_it_cannot_use) {
  BOOST_TEST(init({"--text", "revew"}).error.find("did you mean review?") != std::string::npos);
  BOOST_TEST(run_reseed(folder.path(), {"init", "--model", "absent", "--data", "my reviews.csv"}).exit_code == 2);
  BOOST_TEST(run_reseed(folder.path(), {"init", "--model", "model", "--data", "absent.csv"}).exit_code == 2);
  BOOST_TEST(run_reseed(folder.path(), {"init", "--model", "model"}).exit_code == 2);
  BOOST_TEST(!std::filesystem::exists(folder.path() / "my_reviews.toml"));
}

BOOST_AUTO_TEST_SUITE_END()
