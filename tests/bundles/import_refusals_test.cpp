// SPDX-License-Identifier: Apache-2.0
// What `reseed import` says of class numbers, metrics, names, paths and archives that it does not take: one line with
// place, wanted and found.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "support/imported_arrays.hpp"
#include "support/make_archive.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

const std::string kFile = "[arrays]\nfile = \"{group}/{seed}.npz\"\n";
const std::string kEqualPredictions =
    "schema = 1\n[study]\nid = \"made\"\n[[measures]]\nid = \"pairwise_disagreement\"\n";

/// One run's predictions and labels as a file of this ending.
void write_classes(const Arrays& arrays, const std::string& ending, const std::vector<std::int64_t>& predictions,
                   const std::vector<std::int64_t>& labels) {
  fs::create_directories(arrays.at("source/plain"));
  const std::string stem = "source/plain/0";
  if (ending == "npz") {
    make_archive(arrays.at(stem + ".npz"), ArchiveFormat::zip,
                 {{"predictions.npy", npy(predictions, "(24,)")}, {"labels.npy", npy(labels, "(24,)")}});
  } else if (ending == "safetensors") {
    write_safetensors(arrays.at(stem + ".safetensors"), {{"predictions", view_of<std::int64_t>(predictions, {kItems})},
                                                         {"labels", view_of<std::int64_t>(labels, {kItems})}});
  } else {
    std::string table = "predictions,labels\n";
    for (std::size_t i = 0; i < labels.size(); ++i)
      table += std::to_string(predictions[i]) + ',' + std::to_string(labels[i]) + '\n';
    arrays.write("plain/0.csv", table);
  }
  arrays.descriptor(kEqualPredictions + "[arrays]\nfile = \"{group}/{seed}." + ending + "\"\n" + kGroup);
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Exit code 2, this one line, nothing written.
void refused_with(const Arrays& arrays, const std::string& line, const std::string& source = "source") {
  const ProgramResult said = arrays.import({}, source);
  BOOST_TEST(said.exit_code == 2, said.error);
  BOOST_TEST(has(said.error, line), "no '" << line << "' in: " << said.error);
  BOOST_TEST(lines(said.error) == 1u, said.error);
  BOOST_TEST(!has(said.error, "drafts"), said.error);  // a path of the store says nothing to anybody
  BOOST_TEST(!fs::exists(arrays.at("results")));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(import_refuses)

BOOST_AUTO_TEST_CASE(classes_beyond_the_limit_in_every_kind_of_file) {
  for (const std::string ending : {"npz", "safetensors", "csv"})
    for (const std::int64_t large : {std::int64_t{100000}, std::int64_t{1} << 31, std::int64_t{1} << 40}) {
      const Arrays arrays;
      std::vector<std::int64_t> classes = arrays.labels;
      classes[5] = large;
      const std::string found = " from 0 to 99999, found " + std::to_string(large) + " at item 5";
      write_classes(arrays, ending, classes, arrays.labels);
      refused_with(arrays, "plain/0." + ending + ": predictions: want predicted classes" + found);
      write_classes(arrays, ending, arrays.labels, classes);
      refused_with(arrays, "plain/0." + ending + ": labels: want labels" + found);
    }
  const Arrays arrays;
  arrays.write("p.npy", npy_with_header(npy_header("<u8", "(3, 24)"), std::string(3 * 24 * 8, '\xff')));
  arrays.descriptor(kEqualPredictions + "[arrays]\npredictions = \"p.npy\"\n" + kGroup + "seeds = { count = 3 }\n");
  refused_with(arrays, "p.npy: want predicted classes from 0 to 99999, found 18446744073709551615 at item 0");
}

BOOST_AUTO_TEST_CASE(tables_by_the_cell_that_is_wrong) {
  const Arrays arrays;
  arrays.descriptor(kEqualPredictions + "[arrays]\npredictions = \"t.csv:s{seed}\"\nitems = \"t.csv:id\"\n" + kGroup);
  const auto refused = [&](const std::string& rows, const std::string& line) {
    arrays.write("t.csv", "id,s0\n" + rows);
    refused_with(arrays, line);
  };
  refused("", "t.csv: s0: want an array [items] of predicted classes with at least one, found [0] I64");
  refused("1,0\n2,1.5\n",
          "t.csv: s0: want predicted classes as integers counted from 0, found 1.5 at item 1 of [2] F64");
  refused("1,0\n2,99999999999999999999\n", "found 1e+20 at item 1 of [2] F64");
  refused("1,0\n2,nan\n", "t.csv:3: s0: want a number, found \"nan\"");
  refused("1,0\n2,\n", "t.csv:3: s0: want a number, found \"\"");
  refused("1,0\n2\n", "t.csv:3: want 2 cells, found 1");
  refused("1,0\n3,1\n1,1\n", "t.csv: id: want every item once, found that of position 0 again at position 2");
  refused("a,0\nb,1\nb,1\n", "t.csv: id: want every item once, found that of position 1 again at position 2");
  refused("1,0\n-3,1\n", "t.csv: id: want numbers of items from 0 to 9223372036854775807, found -3 at item 1");
}

BOOST_AUTO_TEST_CASE(arrays_of_more_classes_than_the_limit) {
  const Arrays arrays;
  arrays.write("plain/0.npy", npy(std::vector<float>(100001), "(1, 100001)"));
  arrays.descriptor(kEqualPredictions + "[arrays]\nlogits = \"{group}/{seed}.npy\"\n" + kGroup);
  refused_with(arrays, "plain/0.npy: want at most 100000 classes, the second axis, found [1, 100001] F32");
}

BOOST_AUTO_TEST_CASE(not_the_largest_class_that_there_may_be) {
  const Arrays arrays;
  std::vector<std::int64_t> classes = arrays.labels;
  classes[5] = 99999;
  write_classes(arrays, "npz", classes, arrays.labels);
  const Bundle bundle = arrays.imported();
  BOOST_TEST(has(bundle.resolved_manifest, "classes = 100000\n"));
  BOOST_TEST(bundle.runs[0].scores.at("test").contains("macro_f1"));
}

BOOST_AUTO_TEST_CASE(a_metric_for_two_classes_where_there_are_more) {
  const Arrays arrays;
  arrays.write_npz();
  arrays.descriptor(kHead + "[task]\nmetric = \"f1\"\n" + kFile + kGroup);
  BOOST_TEST(arrays.imported().runs[0].metric == "f1");
  fs::remove_all(arrays.at("results"));
  arrays.descriptor(kHead + "[task]\nclasses = 3\nmetric = \"f1\"\n" + kFile + kGroup);
  const std::string line = "task.metric: want a metric for 3 classes, found f1, which is defined for two; use macro_f1";
  refused_with(arrays, "import.toml:8:10: " + line);
  std::vector<std::int64_t> three = arrays.labels;  // as many as the arrays say
  three[0] = 2;
  write_classes(arrays, "csv", three, three);
  arrays.descriptor(
      "schema = 1\n[study]\nid = \"made\"\n[task]\nmetric = \"f1\"\n[arrays]\nfile = "
      "\"{group}/{seed}.csv\"\n" +
      kGroup);
  refused_with(arrays, "import.toml:5:10: " + line);
}

BOOST_AUTO_TEST_CASE(names_that_are_none_and_shows_them) {
  const Arrays arrays;
  arrays.write_npz();
  for (const auto& [name, found] : {std::pair<std::string, std::string>{"google/vit", "\"google/vit\""},
                                    {"..", "\"..\""},
                                    {"  ", "\"  \""},
                                    {" plain", "\" plain\""},
                                    {"a\\u009b31mb", "\"a\\xc2\\x9b31mb\""},
                                    {"a\\u202Eb", "\"a\\xe2\\x80\\xaeb\""},
                                    {"a\\nb", "\"a\\x0ab\""}}) {
    arrays.descriptor(kHead + kFile + "[[groups]]\nname = \"plain\"\nmodel = \"" + name + "\"\n");
    refused_with(arrays, "import.toml:10:9: groups[0].model: want a name of 1 to 100 bytes");
    refused_with(arrays, "found " + found);
    arrays.descriptor(kHead + "[task]\nname = \"" + name + "\"\n" + kFile + kGroup);
    refused_with(arrays, "import.toml:7:8: task.name: want a name of 1 to 100 bytes");
  }
}

BOOST_AUTO_TEST_CASE(references_that_leave_the_folder) {
  const Arrays arrays;
  arrays.write_npz();
  for (const std::string file : {"/etc/{seed}.npz", "../{group}/{seed}.npz", "{group}/../{seed}.npz"}) {
    const std::string line = ": want a file below the folder of import.toml, without .., found \"" + file +
                             "\", which leaves it; put the file there";
    arrays.descriptor(kHead + "[arrays]\nfile = \"" + file + "\"\n" + kGroup);
    refused_with(arrays, "import.toml:7:8: arrays.file" + line);
    arrays.descriptor(kHead + kFile + "logits = \"" + file + ":logits\"\n" + kGroup);
    refused_with(arrays, "import.toml:8:10: arrays.logits" + line);
  }
}

BOOST_AUTO_TEST_CASE(archives_by_their_name_and_entry) {
  const Arrays arrays;
  const std::string descriptor = kHead + kFile + kGroup;
  make_archive(arrays.at("twice.zip"), ArchiveFormat::zip,
               {{"import.toml", descriptor}, {"plain/0.npz", "x"}, {"plain/0.npz", "x"}});
  refused_with(arrays, "twice.zip: plain/0.npz: want every path once, found it twice in the archive", "twice.zip");
  make_archive(arrays.at("bomb.tar.gz"), ArchiveFormat::tar_gz,
               {{"import.toml", descriptor}, {"plain/0.npz", std::string(270 << 20, '\0')}});
  refused_with(arrays, "bomb.tar.gz: plain/0.npz: unpacks to far more bytes than an archive of ", "bomb.tar.gz");
  refused_with(arrays, " bytes may: want at most 268435456, found ", "bomb.tar.gz");
  make_archive(arrays.at("inner.npz"), ArchiveFormat::zip, {{"logits.npy", "x"}, {"logits.npy", "x"}});
  make_archive(arrays.at("outer.zip"), ArchiveFormat::zip,
               {{"import.toml", descriptor}, {"plain/0.npz", read_file(arrays.at("inner.npz"))}});
  refused_with(arrays, "reseed: plain/0.npz: logits.npy: want every path once", "outer.zip");
  make_archive(arrays.at("cut.zip"), ArchiveFormat::zip,
               {{"import.toml", kHead + "[arrays]\nfile = \"{group}/{seed}.safetensors\"\n" + kGroup},
                {"plain/0.safetensors", "cut"}});
  refused_with(arrays, "reseed: plain/0.safetensors: truncated", "cut.zip");
  make_archive(arrays.at("key.zip"), ArchiveFormat::zip, {{"import.toml", descriptor + "modle = \"x\"\n"}});
  refused_with(arrays, "reseed: key.zip/import.toml:10:1: groups[0].modle: unknown key", "key.zip");
}

BOOST_AUTO_TEST_SUITE_END()
