// SPDX-License-Identifier: Apache-2.0
#include "train/checkpoint.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

#include "reseed/error.hpp"
#include "support/made_checkpoint.hpp"
#include "support/make_archive.hpp"

namespace {

namespace fs = std::filesystem;

struct Fixture {
  reseed::TemporaryFolder temporary;
  fs::path folder = temporary.path();
  reseed::test::MadeCheckpoint made;

  void refused(const std::string& word) const {
    BOOST_CHECK_EXCEPTION(reseed::Checkpoint{folder}, reseed::Error, [&](const reseed::Error& error) {
      BOOST_TEST_INFO(error.what());
      BOOST_TEST((std::string(error.what()).find(word) != std::string::npos));
      return error.kind() == reseed::ErrorKind::data && error.place().starts_with(folder.string());
    });
  }
};

fs::path recorded(const char* name) {
  return fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "golden" / "checkpoints" / name;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(checkpoint, Fixture)

BOOST_AUTO_TEST_CASE(without_config_or_weights_is_refused) {
  refused("config.json");
  reseed::write_file(folder / "config.json", "{}");
  refused("model.safetensors");
  reseed::write_file(folder / "config.json", "[1");
  refused("config.json");
}

BOOST_AUTO_TEST_CASE(in_shards_has_the_tensors_of_all) {
  made.write(folder);
  fs::remove(folder / "model.safetensors");
  nlohmann::json map;
  reseed::test::MadeCheckpoint first = made;
  reseed::test::MadeCheckpoint second = made;
  for (const auto& [name, tensor] : made.tensors) {
    const bool one = map.size() % 2 == 0;
    map[name] = one ? "one.safetensors" : "two.safetensors";
    (one ? second : first).tensors.erase(name);
  }
  first.write_weights(folder / "one.safetensors");
  second.write_weights(folder / "two.safetensors");
  reseed::write_file(folder / "model.safetensors.index.json", reseed::dump_json({{"weight_map", map}}));
  BOOST_TEST(reseed::Checkpoint(folder).weights().tensors().size() == made.tensors.size());

  fs::remove(folder / "two.safetensors");
  refused("two.safetensors");
  map["classifier.bias"] = "../two.safetensors";
  reseed::write_file(folder / "model.safetensors.index.json", reseed::dump_json({{"weight_map", map}}));
  refused("beside the index");
}

BOOST_AUTO_TEST_CASE(that_was_cut_is_refused) {
  made.write(folder);
  const std::string whole = reseed::read_file(folder / "model.safetensors");
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{7}, std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
    reseed::write_file(folder / "model.safetensors", whole.substr(0, size));
    refused("model.safetensors");
  }
}

BOOST_AUTO_TEST_CASE(as_a_zip_has_the_tensors_of_the_safetensors_file) {
  const reseed::Checkpoint zip(recorded("tiny-bert-legacy-bin"));
  const reseed::Checkpoint plain(recorded("tiny-bert-legacy"));
  const auto& tensors = zip.weights().tensors();
  for (const auto& [name, view] : plain.weights().tensors())
    BOOST_TEST((tensors.at(name).as_doubles() == view.as_doubles()), name);
  BOOST_TEST((tensors.at("cls.predictions.decoder.weight").bytes.data() ==
              tensors.at("bert.embeddings.word_embeddings.weight").bytes.data()));
}

BOOST_AUTO_TEST_CASE(as_a_zip_that_was_cut_is_refused) {
  reseed::write_file(folder / "config.json", "{}");
  const std::string whole = reseed::read_file(recorded("tiny-bert-legacy-bin") / "pytorch_model.bin");
  for (std::size_t size = 0; size < whole.size() / 2; size += 4999) {
    reseed::write_file(folder / "pytorch_model.bin", whole.substr(0, size));
    refused("pytorch_model.bin");
  }
}

BOOST_AUTO_TEST_CASE(as_a_zip_that_runs_code_is_refused_by_the_name_of_what_it_calls) {
  reseed::write_file(folder / "config.json", "{}");
  reseed::test::make_archive(
      folder / "pytorch_model.bin", reseed::test::ArchiveFormat::zip,
      {{"archive/data.pkl", std::string("\x80\x02") + "cposix\nsystem\nX\x04\0\0\0echo" + "\x85R."}});
  refused("posix.system");
}

BOOST_AUTO_TEST_CASE(in_the_format_before_torch_1_6_is_refused_with_how_to_convert) {
  BOOST_CHECK_EXCEPTION(reseed::Checkpoint{recorded("tiny-bert-legacy-bin-nonzip")}, reseed::Error,
                        [](const reseed::Error& error) {
                          return error.kind() == reseed::ErrorKind::data &&
                                 error.message().find("torch.save(torch.load(") != std::string::npos;
                        });
}

BOOST_AUTO_TEST_SUITE_END()
