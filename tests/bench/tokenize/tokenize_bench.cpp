// SPDX-License-Identifier: Apache-2.0
// Tokenizing against the tokenizers package, one thread each, in processor time (a busy machine then tells as much as
// a quiet one): one JSON line per family.
//   RESEED_PYTHON   a Python that has the package; without it the figures stand alone and say so
//   RESEED_DATA     folder with glue/MRPC/*.tsv; without it the texts are made up
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.hpp"
#include "reseed/error.hpp"
#include "support/fixtures.hpp"
#include "tokenize/tokenizer.hpp"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kRepetitions = 11;
constexpr std::size_t kLines = 2000;

struct Texts {
  std::string origin;
  std::vector<std::string> lines;
};

Texts recorded_texts() {
  Texts texts;
  const char* variable = std::getenv("RESEED_DATA");
  const fs::path root = variable != nullptr ? fs::path(variable) : fs::path(RESEED_SOURCE_DIRECTORY) / "../shared/data";
  for (const fs::path& file : reseed::test::files_ending(root / "glue" / "MRPC", ".tsv")) {
    std::istringstream content(reseed::read_file(file));
    for (std::string line; texts.lines.size() < kLines && std::getline(content, line);) texts.lines.push_back(line);
  }
  texts.origin = "glue/MRPC";
  return texts;
}

/// Words of random small letters: much harder to cut than a language.
Texts made_texts() {
  Texts texts{"made up", {}};
  std::uint64_t state = 1;
  const auto next = [&state](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  for (std::size_t i = 0; i < kLines; ++i) {
    std::string line;
    for (std::uint64_t word = 0; word < 20; ++word) {
      for (std::uint64_t letters = 2 + next(7); letters > 0; --letters) line += static_cast<char>('a' + next(26));
      line += word % 7 == 6 ? ", " : " ";
    }
    texts.lines.push_back(line + ".");
  }
  return texts;
}

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Median of the absolute differences from the median, in percent of it.
double spread(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> differences;
  for (const double value : values) differences.push_back(100 * std::abs(value - middle) / middle);
  return median(differences);
}

std::string output_of(const std::string& command) {
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
  return ::pclose(pipe) == 0 ? text : "";
}

void measure(const std::string& family, const fs::path& folder, const Texts& texts) {
  const auto tokenizer = reseed::load_tokenizer(folder);
  std::vector<double> seconds;
  std::size_t tokens = 0;
  for (int i = 0; i <= kRepetitions; ++i) {
    const double start = processor_seconds();
    tokens = 0;
    for (const std::string& line : texts.lines) tokens += tokenizer->encode(line).ids.size();
    if (i > 0) seconds.push_back(processor_seconds() - start);
  }
  json figure = {{"figure", "tokenize " + family},
                 {"texts", texts.origin},
                 {"lines", texts.lines.size()},
                 {"tokens", tokens},
                 {"unit", "s"},
                 {"reseed_median", median(seconds)},
                 {"reseed_spread_percent", spread(seconds)}};
  const char* python = std::getenv("RESEED_PYTHON");
  if (python == nullptr) {
    figure["skipped"] = "no comparison: RESEED_PYTHON names no Python with the tokenizers package";
  } else {
    const reseed::TemporaryFolder temporary;
    std::string content;
    for (const std::string& line : texts.lines) content += line + "\n";
    reseed::write_file(temporary.path() / "texts", content);
    const std::string answer =
        output_of("'" + std::string(python) + "' '" + std::string(RESEED_SOURCE_DIRECTORY) +
                  "/tests/bench/tokenize/reference.py' " + family + " '" + folder.string() + "' '" +
                  (temporary.path() / "texts").string() + "' " + std::to_string(kRepetitions));
    if (answer.empty())
      throw reseed::Error(reseed::ErrorKind::data, python,
                          "want a Python with the tokenizers package, found a failure");
    const json reference = json::parse(answer);
    const auto other = reference.at("seconds").get<std::vector<double>>();
    if (reference.at("tokens") != tokens)
      throw reseed::Error(reseed::ErrorKind::internal, family,
                          "want " + reference["tokens"].dump() + " tokens, found " + std::to_string(tokens));
    figure["reference_median"] = median(other);
    figure["reference_spread_percent"] = spread(other);
    figure["times_as_fast"] = median(other) / median(seconds);
  }
  std::cout << figure.dump() << std::endl;
}

}  // namespace

int main() try {
  Texts texts = recorded_texts();
  if (texts.lines.empty()) texts = made_texts();
  const fs::path folder = reseed::test::golden_folder() / "tokenizers";
  measure("bert", folder / "bert-base-uncased", texts);
  measure("roberta", folder / "roberta-base", texts);
} catch (const reseed::Error& error) {
  std::cerr << "tokenize_bench: " << error.what() << '\n';
  return 1;
}
