// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/safetensors.hpp"
#include "bundle/bundle.hpp"
#include "support/make_archive.hpp"
#include "support/make_npy.hpp"
#include "support/progress_lines.hpp"
#include "support/run_program.hpp"

namespace reseed::test {

inline constexpr int kItems = 24;
inline constexpr int kRuns = 3;

inline const std::string kHead = "schema = 1\n[study]\nid = \"made\"\n[analysis]\nbootstrap = { samples = 40 }\n";
inline const std::string kGroup = "[[groups]]\nname = \"plain\"\n";

/// Arrays of three runs on 24 items of two classes, in a folder `source`.
class Arrays {
 public:
  Arrays() {
    for (int i = 0; i < kItems; ++i) labels.push_back(i % 2);
    for (int run = 0; run < kRuns; ++run) {
      std::mt19937 random(run);
      std::normal_distribution<float> normal;
      for (int i = 0; i < kItems; ++i) {
        const float logit = static_cast<float>(labels[i]) * 2.0F - 1.0F + 1.5F * normal(random);
        logits.push_back(-logit);
        logits.push_back(logit);
        for (int d = 0; d < 3; ++d) features.push_back(normal(random));
      }
    }
  }

  std::vector<float> of_run(const std::vector<float>& all, int run) const {
    const auto size = static_cast<std::ptrdiff_t>(all.size()) / kRuns;
    return {all.begin() + run * size, all.begin() + (run + 1) * size};
  }
  std::vector<float> probabilities(int run) const {
    std::vector<float> values;
    const std::vector<float> own = of_run(logits, run);
    for (std::size_t i = 0; i < own.size(); i += 2) {
      const double p = 1.0 / (1.0 + std::exp(static_cast<double>(own[i + 1]) - static_cast<double>(own[i])));
      values.push_back(static_cast<float>(p));
      values.push_back(static_cast<float>(1.0 - p));
    }
    return values;
  }
  std::vector<std::int64_t> predictions(int run) const {
    std::vector<std::int64_t> values;
    const std::vector<float> own = of_run(logits, run);
    for (std::size_t i = 0; i < own.size(); i += 2) values.push_back(own[i + 1] > own[i] ? 1 : 0);
    return values;
  }

  void write(const std::string& name, const std::string& content) const {
    const std::filesystem::path file = folder_.path() / "source" / name;
    std::filesystem::create_directories(file.parent_path());
    write_file(file, content);
  }
  /// One archive per run, as np.savez writes it.
  void write_npz() const {
    std::filesystem::create_directories(at("source/plain"));
    for (int run = 0; run < kRuns; ++run)
      make_archive(at("source/plain/" + std::to_string(run) + ".npz"), ArchiveFormat::zip,
                   {{"logits.npy", npy(of_run(logits, run), "(24, 2)")},
                    {"labels.npy", npy(labels, "(24,)")},
                    {"representations.2.npy", npy(of_run(features, run), "(24, 3)")}});
  }
  /// One safetensors file per run; representations under each of these names, the first as they are, the others with
  /// an offset of the run's own. `bfloat16`: floating-point numbers as their upper halves.
  void write_safetensors_files(const std::vector<std::string>& layers, bool bfloat16 = false) const {
    std::filesystem::create_directories(at("source/plain"));
    for (int run = 0; run < kRuns; ++run) {
      std::vector<std::vector<float>> floats = {of_run(logits, run)};
      for (std::size_t l = 0; l < layers.size(); ++l) {
        floats.push_back(of_run(features, run));
        for (std::size_t i = 0; i < floats.back().size(); i += 3)
          floats.back()[i] += static_cast<float>(l) * static_cast<float>(run + 1) * static_cast<float>(i % 7);
      }
      std::vector<std::vector<std::uint16_t>> halves;
      for (const auto& values : floats) {
        auto& bits = halves.emplace_back();
        for (const float value : values)
          bits.push_back(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
      }
      std::vector<NamedTensor> tensors = {{"labels", view_of<std::int64_t>(labels, {kItems})}};
      for (std::size_t t = 0; t < floats.size(); ++t) {
        TensorView view = view_of<float>(floats[t], {kItems, t == 0 ? 2 : 3});
        if (bfloat16) view = {DType::bf16, view.shape, std::as_bytes(std::span<const std::uint16_t>(halves[t]))};
        tensors.push_back({t == 0 ? "logits" : layers[t - 1], view});
      }
      write_safetensors(at("source/plain/" + std::to_string(run) + ".safetensors"), tensors);
    }
  }
  /// The numbers as bfloat16 has them: their upper halves.
  void cut_to_bfloat16() {
    for (std::vector<float>* values : {&logits, &features})
      for (float& value : *values) value = std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xffff0000U);
  }
  /// One array each that holds all runs.
  void write_stacked() const {
    write("logits.npy", npy(logits, "(3, 24, 2)"));
    write("features.npy", npy(features, "(3, 24, 3)"));
    write("labels.npy", npy(labels, "(24,)"));
  }
  void descriptor(const std::string& text) const { write("import.toml", text); }

  ProgramResult import(std::vector<std::string> more = {}, const std::string& source = "source") const {
    std::vector<std::string> words = {"import", source, "--store", "store", "--jobs", "1", "--progress", "none"};
    words.insert(words.end(), more.begin(), more.end());
    return run_reseed(folder_.path(), words);
  }
  ProgramResult reseed(const std::vector<std::string>& words) const { return run_reseed(folder_.path(), words); }
  Bundle imported(std::vector<std::string> more = {}, const std::string& source = "source") const {
    std::filesystem::remove_all(at("results"));
    const ProgramResult said = import(std::move(more), source);
    BOOST_TEST_REQUIRE(said.exit_code == 0, said.error);
    const std::filesystem::path place = std::filesystem::directory_iterator(at("results"))->path();
    for (const std::string& problem : verify_bundle(place).problems) BOOST_ERROR(problem);
    return read_bundle(place);
  }
  /// Every line must be on standard error, and nothing may have been written.
  void refused(const std::vector<std::string>& lines) const {
    const ProgramResult said = import();
    BOOST_TEST(said.exit_code == 2, said.error);
    for (const std::string& line : lines) BOOST_TEST(has(said.error, line), "no '" << line << "' in: " << said.error);
    BOOST_TEST(!std::filesystem::exists(at("results")));
  }
  std::filesystem::path at(const std::string& name) const { return folder_.path() / name; }

  std::vector<std::int64_t> labels;
  std::vector<float> logits;    ///< [runs, items, classes]
  std::vector<float> features;  ///< [runs, items, 3]

 private:
  TemporaryFolder folder_;
};

/// The first value of a measure.
inline const MeasureRow& value(const Bundle& bundle, const std::string& measure) {
  for (const MeasureRow& row : bundle.measures)
    if (row.measure == measure) return row;
  throw std::runtime_error("no value of " + measure);
}

}  // namespace reseed::test
