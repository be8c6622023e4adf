// SPDX-License-Identifier: Apache-2.0
// `reseed import`: safetensors files, layers by their names, bfloat16.
#include <boost/test/unit_test.hpp>
#include <map>

#include "support/imported_arrays.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(import_layouts)

BOOST_AUTO_TEST_CASE(reads_a_safetensors_file_of_every_seed) {
  const Arrays arrays;
  arrays.write_npz();
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.npz\"\n" + kGroup);
  const Bundle npz = arrays.imported();
  arrays.write_safetensors_files({"representations.2"});
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.safetensors\"\n" + kGroup);
  const Bundle bundle = arrays.imported();
  BOOST_TEST(bundle.runs.size() == 3u);
  BOOST_TEST((bundle.runs == npz.runs));
  BOOST_TEST((bundle.measures == npz.measures));
}

BOOST_AUTO_TEST_CASE(finds_the_layers_that_a_name_with_a_blank_fits) {
  const Arrays arrays;
  arrays.write_safetensors_files({"block6", "block0", "block12", "blocked", "other3"});
  const std::string arrays_section =
      "[arrays]\nlogits = \"{group}/{seed}.safetensors:logits\"\n"
      "labels = \"{group}/{seed}.safetensors:labels\"\n"
      "representations = \"{group}/{seed}.safetensors:block{layer}\"\n";
  const auto distances = [&](const std::string& more) {
    std::map<std::int64_t, double> found;
    arrays.descriptor(kHead + arrays_section + more + kGroup);
    const Bundle bundle = arrays.imported({"--measures", "linear_cka_distance"});
    for (const MeasureRow& row : bundle.measures) found[row.layer.value()] = row.value.value();
    return found;
  };
  const auto all = distances("");
  BOOST_REQUIRE(all.size() == 3u);
  BOOST_TEST((all.contains(0) && all.contains(6) && all.contains(12)));
  BOOST_TEST(all.at(0) != all.at(12));
  const auto some = distances("layers = [0, 12]\n");
  BOOST_TEST((some == std::map<std::int64_t, double>{{0, all.at(0)}, {12, all.at(12)}}));
  arrays.write_stacked();
  arrays.descriptor(
      kHead +
      "[arrays]\nrepresentations = \"features.npy\"\nlayers = [6]\n[[groups]]\nname = \"plain\"\nseeds = { "
      "count = 3 }\n");
  const Bundle plain = arrays.imported({"--measures", "linear_cka_distance"});
  BOOST_TEST(value(plain, "linear_cka_distance").value.value() == all.at(6));
  fs::remove_all(arrays.at("results"));
  arrays.descriptor(kHead + arrays_section + "layers = [7]\n" + kGroup);
  arrays.refused({"plain/0.safetensors: block{layer}: want representations of this name, found none"});
}

BOOST_AUTO_TEST_CASE(finds_the_layers_of_files_of_their_own) {
  const Arrays arrays;
  for (int run = 0; run < kRuns; ++run)
    for (const std::string layer : {"2", "10"})
      arrays.write("plain/" + std::to_string(run) + "/layer" + layer + ".npy",
                   npy(arrays.of_run(arrays.features, run), "(24, 3)"));
  arrays.descriptor(kHead + "[arrays]\nrepresentations = \"{group}/{seed}/layer{layer}.npy\"\n" + kGroup);
  const Bundle bundle = arrays.imported({"--measures", "linear_cka_distance"});
  BOOST_REQUIRE(bundle.measures.size() == 2u);
  BOOST_TEST(bundle.measures[0].layer.value() == 2);
  BOOST_TEST(bundle.measures[1].layer.value() == 10);
  BOOST_TEST(bundle.measures[0].value.value() == bundle.measures[1].value.value());
  BOOST_TEST(bundle.measures[0].n_runs == kRuns);
}

BOOST_AUTO_TEST_CASE(reads_bfloat16_as_the_numbers_that_it_holds) {
  Arrays arrays;
  arrays.write_safetensors_files({"representations.2"}, true);
  arrays.descriptor(kHead + "[arrays]\nfile = \"{group}/{seed}.safetensors\"\n" + kGroup);
  const Bundle bundle = arrays.imported();
  const Safetensors record(bundle.folder / "records" / bundle.runs[0].id / "test.safetensors");
  BOOST_TEST((record.at("representations.2").dtype == DType::f32));
  const auto uncut = arrays.features;
  arrays.cut_to_bfloat16();
  BOOST_TEST((arrays.features != uncut));
  arrays.write_safetensors_files({"representations.2"});
  const Bundle cut = arrays.imported();
  BOOST_TEST((bundle.runs == cut.runs));
  BOOST_TEST((bundle.measures == cut.measures));
  for (const MeasureRow& row : bundle.measures) BOOST_TEST(row.value.has_value(), row.measure + ": " + row.reason);
}

BOOST_AUTO_TEST_SUITE_END()
