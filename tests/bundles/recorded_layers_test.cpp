// SPDX-License-Identifier: Apache-2.0
// From [records] of a manifest to the records of the real training worker, and to the values of what they hold.
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <set>

#include "base/safetensors.hpp"
#include "bundle/bundle.hpp"
#include "support/can_train.hpp"
#include "support/real_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

/// Sentences of two words each, two classes.
std::string sentences(int count, int shift) {
  std::string text = "text\tlabel\n";
  for (int i = 0; i < count; ++i)
    text += "w" + std::to_string(5 + (7 * i + shift) % 190) + " w" + std::to_string(5 + (11 * i + shift) % 190) +
            (i % 2 == 0 ? "\tno\n" : "\tyes\n");
  return text;
}

/// A study of two groups of two seeds with a real checkpoint of three layers (embeddings and two blocks).
class RecordedStudy : public RealStudy {
 public:
  RecordedStudy() {
    write("train.tsv", sentences(8, 0));
    write("dev.tsv", sentences(40, 3));
  }
  Bundle bundle_with(const std::string& records, const std::string& out_folder) {
    write("study.toml", manifest(2, records));
    out = out_folder;
    const Said said = run();
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
    return read_bundle(bundle());
  }
};

Safetensors record_of(const Bundle& bundle, const std::string& group, std::uint64_t seed) {
  for (const RunRow& run : bundle.runs)
    if (run.group == group && run.seed == seed)
      return Safetensors(bundle.folder / "records" / run.id / "test.safetensors");
  throw std::runtime_error("no run of " + group);
}

std::set<std::string> representations(const Safetensors& record) {
  std::set<std::string> names;
  for (const auto& [name, tensor] : record.tensors())
    if (name.starts_with("representations.")) names.insert(name);
  return names;
}

std::set<std::int64_t> measured_layers(const Bundle& bundle) {
  std::set<std::int64_t> layers;
  for (const MeasureRow& row : bundle.measures)
    if (row.layer) layers.insert(*row.layer);
  return layers;
}

/// Every number of `half` is the one of `whole`, rounded.
void check_rounded(const TensorView& half, const TensorView& whole, const std::string& name) {
  BOOST_TEST((half.dtype == DType::f16), name);
  BOOST_TEST((whole.dtype == DType::f32), name);
  BOOST_REQUIRE(half.shape == whole.shape);
  const std::vector<double> rounded = half.as_doubles(), given = whole.as_doubles();
  std::size_t wrong = 0, moved = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    wrong += rounded[i] == half_to_double(float_to_half(static_cast<float>(given[i]))) ? 0 : 1;
    moved += rounded[i] == given[i] ? 0 : 1;
  }
  BOOST_TEST(wrong == 0u, name);
  BOOST_TEST(moved > given.size() / 2, name);
}

bool same_bytes(const TensorView& a, const TensorView& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.bytes.size() == b.bytes.size() &&
         std::memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) == 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(recorded_layers, *boost::unit_test::precondition(can_train))

BOOST_AUTO_TEST_CASE(are_those_that_the_manifest_asks_for_in_the_precision_that_it_asks_for) {
  RecordedStudy study;
  const Bundle whole = study.bundle_with("", "whole");
  const Bundle part = study.bundle_with("[records]\nlayers = [0, 2]\nprecision = \"float16\"\n", "part");
  BOOST_TEST(part.resolved_manifest.find("layers = [0, 2]") != std::string::npos, part.resolved_manifest);
  BOOST_TEST(part.resolved_manifest.find("precision = \"float16\"") != std::string::npos, part.resolved_manifest);
  for (const char* group : {"plain", "longer"})
    for (const std::uint64_t seed : {0u, 1u}) {
      const Safetensors all = record_of(whole, group, seed), some = record_of(part, group, seed);
      BOOST_TEST((representations(all) ==
                  std::set<std::string>{"representations.0", "representations.1", "representations.2"}));
      BOOST_TEST((representations(some) == std::set<std::string>{"representations.0", "representations.2"}));
      for (const std::string& name : representations(some)) check_rounded(some.at(name), all.at(name), name);
      BOOST_TEST(same_bytes(some.at("logits"), all.at("logits")));  // predictions stay as they are
    }
  BOOST_TEST((measured_layers(whole) == std::set<std::int64_t>{0, 1, 2}));
  BOOST_TEST((measured_layers(part) == std::set<std::int64_t>{0, 2}));
  const Said verified = Program(SmallStudy::reseed(),
                                {"verify", part.folder.string(), "--recompute", "all", "--store",
                                 study.at("store").string(), "--plugins", study.plugins[0]},
                                {{"RESEED_WORKERS", study.at("workers").string()}})
                            .wait();
  BOOST_TEST(verified.code == 0, verified.out << verified.err);
}

BOOST_AUTO_TEST_CASE(change_no_value_of_what_they_do_not_hold) {
  RecordedStudy study;
  const Bundle whole = study.bundle_with("", "whole");
  const Bundle part = study.bundle_with("[records]\nlayers = [2]\n", "part");
  std::size_t compared = 0;
  for (const MeasureRow& row : part.measures)
    for (const MeasureRow& other : whole.measures)
      if (row.group == other.group && row.measure == other.measure && row.variant == other.variant &&
          row.test_set == other.test_set && row.layer == other.layer) {
        BOOST_TEST((row.value == other.value), row.measure);
        BOOST_TEST((row.null == other.null), row.measure);
        ++compared;
      }
  BOOST_TEST(compared == part.measures.size());
  BOOST_TEST((measured_layers(part) == std::set<std::int64_t>{2}));
}

BOOST_AUTO_TEST_SUITE_END()
