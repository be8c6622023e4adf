// SPDX-License-Identifier: Apache-2.0
#include "manifest/resolved.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "base/files.hpp"
#include "base/run_json.hpp"
#include "manifest/check.hpp"
#include "manifest/expand.hpp"
#include "support/expect_error.hpp"
#include "support/made_catalog.hpp"

namespace {

using reseed::ErrorKind;
using reseed::Manifest;

Manifest checked(const std::string& text, const std::vector<std::string>& sets = {}) {
  return reseed::check_manifest(reseed::parse_manifest(text, "m.toml", sets), reseed::test::made_catalog());
}

const std::string kGroups = R"(
[[groups]]
models = ["small"]
tasks = ["rte"]
mitigation = { id = "calm", p = 0.25 }
seeds = { first = 3, count = 2 }
streams = { data_order = 7 }
[[groups]]
models = ["small"]
tasks = ["rte"]
seeds = [9223372036854775807]
training = { learning_rate = 5e-5, dropout = 0.5, optimizer = { name = "adamw_hf", bias_correction = false } }
[[measures]]
id = "wobble"
unit = "bit"
[[measures]]
id = "drift_distance"
variant = "as_published"
layers = [3, 1]
[analysis]
top = 3
failure = { not_above = 0.5 }
)";
const std::string kHead = "schema = 1\n[study]\nid = \"s\"\nkind = \"look\"\n";
const std::string kModel = "[models.small]\ncheckpoint = \"folder \\\"x\\\"\"\n";
const std::string kTask = "[tasks.rte]\ndataset = \"glue/RTE\"\nsplit = { seed = 1, test_fraction = 0.5 }\n";
const std::string kText = kHead + kModel + kTask + kGroups;

std::string hash(const std::string& text, const std::string& model = "m", const std::string& task = "t") {
  return reseed::manifest_hash(checked(text), {{"small", model}}, {{"rte", task}});
}

std::vector<reseed::GroupRuns> expanded(const std::string& text) {
  reseed::CheckpointSpec checkpoint;
  checkpoint.digest = "c";
  reseed::TaskSpec task;
  task.digest = "t";
  return reseed::expand_groups(checked(text), {{"small", checkpoint}}, {{"rte", task}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(manifest_resolved)

BOOST_AUTO_TEST_CASE(the_resolved_text_is_a_fixed_point) {
  const std::string once = reseed::resolved_text(checked(kText));
  BOOST_TEST(reseed::resolved_text(checked(once)) == once);
}

BOOST_AUTO_TEST_CASE(published_facts_are_pinned_to_their_content) {
  const std::string head = kHead + "published = \"du_nguyen_2023\"\n";
  const Manifest manifest = checked(head + kModel + kTask + kGroups);
  BOOST_TEST(manifest.study.published_sha256.size() == 64u);
  const std::string once = reseed::resolved_text(manifest);
  BOOST_TEST(once.find("published_sha256 = \"" + manifest.study.published_sha256 + "\"\n") != std::string::npos);
  BOOST_TEST(reseed::resolved_text(checked(once)) == once);
}

BOOST_AUTO_TEST_CASE(every_default_is_written_out) {
  const std::string text = reseed::resolved_text(checked(kText));
  for (const char* line :
       {"learning_rate = 2e-05\n", "warmup_fraction = 0.1\n", "head = \"new\"\n", "metric = \"accuracy\"\n",
        "keep = \"link\"\n", "threads_per_run = 1\n", "seeds = [3, 4]\n", "layers = [1, 3]\n",
        "mitigation = { id = \"calm\", variant = \"textbook\", k = 5, p = 0.25 }\n"})
    BOOST_TEST(text.find(line) != std::string::npos, line);
}

BOOST_AUTO_TEST_CASE(notation_comments_and_order_do_not_change_the_hash) {
  std::string other =
      kHead + "# a comment\n" + kTask + kModel + kGroups + "[training]\nlearning_rate = 0.00002\nepochs = 5\n";
  other.replace(other.find("5e-5"), 4, "0.00005");
  other.replace(other.find("{ first = 3, count = 2 }"), 24, "[3, 4]");
  BOOST_TEST(hash(other) == hash(kText));
}

BOOST_AUTO_TEST_CASE(contents_change_the_hash_and_paths_do_not) {
  std::string moved = kText;
  moved.replace(moved.find("folder"), 6, "/elsewhere");
  BOOST_TEST(hash(moved) == hash(kText));
  BOOST_TEST(hash(kText, "other") != hash(kText));
  BOOST_TEST(hash(kText, "m", "other") != hash(kText));
  BOOST_TEST(hash(kText + "[training]\nepochs = 6\n") != hash(kText));
}

BOOST_AUTO_TEST_CASE(group_names_say_what_differs) {
  const Manifest manifest = checked(kText);
  BOOST_TEST(manifest.groups[0].name == "calm (p=0.25, data_order held at 7)");
  BOOST_TEST(manifest.groups[1].name ==
             "nothing (dropout=0.5, learning_rate=5e-05, optimizer.bias_correction=false, optimizer.name=adamw_hf)");
}

BOOST_AUTO_TEST_CASE(runs_carry_seed_and_streams) {
  const auto groups = expanded(kText);
  BOOST_TEST(groups.size() == 2u);
  const reseed::RunSpec& run = groups[0].runs.at(1);
  BOOST_TEST(run.seed == 4u);
  BOOST_TEST(run.streams.data_order == 7u);
  BOOST_TEST(run.streams.head_init == 4u);
  BOOST_TEST(run.streams.dropout == 4u);
  BOOST_TEST(groups[1].runs.at(0).streams.mitigation == 9223372036854775807u);
}

BOOST_AUTO_TEST_CASE(run_ids_are_distinct_and_do_not_depend_on_notation) {
  std::set<std::string> ids;
  for (const auto& group : expanded(kText))
    for (const reseed::RunSpec& run : group.runs) ids.insert(reseed::run_id(run));
  BOOST_TEST(ids.size() == 3u);
  std::string other = kText;
  other.replace(other.find("5e-5"), 4, "0.00005");
  for (const auto& group : expanded(other))
    for (const reseed::RunSpec& run : group.runs) BOOST_TEST(ids.count(reseed::run_id(run)) == 1u);
}

BOOST_AUTO_TEST_CASE(a_checkpoint_is_known_by_its_contents) {
  const reseed::TemporaryFolder a, b;
  for (const auto* folder : {&a, &b}) {
    reseed::write_file(folder->path() / "config.json", "{}");
    reseed::write_file(folder->path() / "model.safetensors", "weights");
    reseed::write_file(folder->path() / "vocab.txt", "words");
  }
  reseed::write_file(b.path() / "README.md", "no part of it");
  reseed::write_file(b.path() / "pytorch_model.bin", "not read: safetensors are there");
  const std::string digest = reseed::checkpoint_digest(a.path());
  BOOST_TEST(reseed::checkpoint_digest(b.path()) == digest);
  reseed::write_file(b.path() / "vocab.txt", "other words");
  BOOST_TEST(reseed::checkpoint_digest(b.path()) != digest);
}

BOOST_AUTO_TEST_CASE(a_folder_without_weights_is_no_checkpoint) {
  const reseed::TemporaryFolder folder;
  reseed::test::expect_error([&] { reseed::checkpoint_digest(folder.path()); }, ErrorKind::data, folder.path().string(),
                             {"want weights"});
  reseed::write_file(folder.path() / "model.safetensors.index.json", "{\"weight_map\": {\"a\": \"../x\"}}");
  reseed::test::expect_error([&] { reseed::checkpoint_digest(folder.path()); }, ErrorKind::data, "index.json",
                             {"file name of a shard"});
}

BOOST_AUTO_TEST_CASE(sources_are_found_by_name) {
  const reseed::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "m/sub");
  reseed::write_file(folder.path() / "m/sub/config.json", "{}");
  Manifest manifest;
  reseed::ModelEntry model{"small", "source:pack/sub", "new"};
  BOOST_TEST(reseed::located(model, manifest, {{"pack", folder.path() / "m"}}).folder ==
             (folder.path() / "m/sub").string());
  BOOST_TEST(reseed::sources_of(model).at(0) == "pack");
  model.checkpoint = "absent";
  reseed::test::expect_error([&] { reseed::located(model, manifest, {}); }, ErrorKind::data, "models.small.checkpoint",
                             {"config.json", "absent"});
}

BOOST_AUTO_TEST_CASE(puts_other_measures_into_a_resolved_text_and_leaves_the_rest) {
  const std::string text = reseed::resolved_text(checked(kText));
  BOOST_TEST(reseed::with_measuring(text, checked(kText), "m.toml") == text);
  const Manifest other = checked(kText, {"measures=[{ id = \"wobble\" }]", "analysis.top=5", "study.id=\"t\""});
  BOOST_TEST(reseed::with_measuring(text, other, "m.toml") == reseed::resolved_text(other));
  std::string other_kind = kHead + kModel + kTask;  // of a study that needs neither groups nor measures
  other_kind.replace(other_kind.find("\"look\""), 6, "\"glance\"");
  const std::string none = reseed::resolved_text(checked(other_kind));
  BOOST_TEST(reseed::with_measuring(none, other, "m.toml").find("[[measures]]\nid = \"wobble\"") != std::string::npos);
  reseed::test::expect_error([&] { reseed::with_measuring("a = \"\"\"x\"\"\"", other, "m.toml"); }, ErrorKind::data,
                             "m.toml", {"as reseed writes it"});
}

BOOST_AUTO_TEST_SUITE_END()
