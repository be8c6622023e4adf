// SPDX-License-Identifier: Apache-2.0
#include "analysis/pair_file.hpp"

#include <cctype>
#include <cmath>

#include "base/number.hpp"
#include "base/safetensors.hpp"

namespace reseed {
namespace {

std::string text_of(const OptionValue& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* number = std::get_if<double>(&value)) return shortest(*number);
  return std::get<std::string>(value);
}

std::string flag_list() {
  std::string names;
  for (const std::string_view name : kFlagNames) names += (names.empty() ? "" : " ") + std::string(name);
  return names;
}

/// Metadata of a key. Errors: Error(data).
std::string metadata_of(const Safetensors& tensors, const std::string& key) {
  const auto found = tensors.metadata().find(key);
  if (found == tensors.metadata().end())
    throw Error(ErrorKind::data, tensors.file().string(), "want the key \"" + key + "\" in the metadata, found none");
  return found->second;
}

}  // namespace

std::string pair_file_name(const PairFileHeader& header, const std::map<std::string, OptionValue>& options) {
  std::string name = header.measure + "." + header.variant;
  for (const auto& [option, value] : options) name += "." + option + "-" + text_of(value);
  name += "." + header.test_set;
  for (char& letter : name)
    if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '_' && letter != '.') letter = '-';
  return name + ".safetensors";
}

void write_pair_file(const std::filesystem::path& file, const PairFileHeader& header,
                     std::span<const PairMatrix> layers) {
  const auto l = static_cast<std::int64_t>(layers.size());
  const auto m = static_cast<std::int64_t>(layers.empty() ? 0 : layers.front().seeds.size());
  std::vector<double> values;
  std::vector<std::uint8_t> defined;
  std::vector<std::int64_t> flags;
  std::vector<std::int64_t> seeds;
  if (!layers.empty()) seeds.assign(layers.front().seeds.begin(), layers.front().seeds.end());
  for (const PairMatrix& layer : layers)
    for (std::size_t k = 0; k < layer.values.n_elem; ++k) {
      const bool there = !std::isnan(layer.values(k));
      values.push_back(there ? layer.values(k) : 0.0);
      defined.push_back(there);
      flags.push_back(layer.flags(k));
    }
  write_safetensors(file,
                    {{"values", view_of<double>(values, {l, m, m})},
                     {"defined", view_of<std::uint8_t>(defined, {l, m, m})},
                     {"flags", view_of<std::int64_t>(flags, {l, m, m})},
                     {"layers", view_of<std::int64_t>(header.layers, {l})},
                     {"seeds", view_of<std::int64_t>(seeds, {m})}},
                    {{"measure", header.measure},
                     {"variant", header.variant},
                     {"version", std::to_string(header.version)},
                     {"options", header.options},
                     {"test_set", header.test_set},
                     {"flags", flag_list()}});
}

PairFile read_pair_file(const std::filesystem::path& file) {
  const Safetensors tensors(file);
  PairFile result;
  PairFileHeader& header = result.header;
  header.measure = metadata_of(tensors, "measure");
  header.variant = metadata_of(tensors, "variant");
  header.version = static_cast<int>(parse_integer(metadata_of(tensors, "version")).value_or(0));
  header.options = metadata_of(tensors, "options");
  header.test_set = metadata_of(tensors, "test_set");
  header.layers = tensors.at("layers").as_integers();
  const std::vector<std::int64_t> seeds = tensors.at("seeds").as_integers();
  const std::vector<double> values = tensors.at("values").as_doubles();
  const std::vector<std::int64_t> defined = tensors.at("defined").as_integers();
  const std::vector<std::int64_t> flags = tensors.at("flags").as_integers();
  const std::size_t m = seeds.size();
  const std::size_t wanted = header.layers.size() * m * m;
  if (values.size() != wanted || defined.size() != wanted || flags.size() != wanted)
    throw Error(ErrorKind::data, file.string(),
                "want values, defined and flags of " + std::to_string(wanted) + " numbers, found " +
                    std::to_string(values.size()));
  for (std::size_t layer = 0; layer < header.layers.size(); ++layer) {
    PairMatrix matrix;
    matrix.seeds.assign(seeds.begin(), seeds.end());
    matrix.values = arma::mat(values.data() + layer * m * m, m, m);
    matrix.flags = arma::Mat<std::int64_t>(flags.data() + layer * m * m, m, m);
    for (std::size_t k = 0; k < m * m; ++k)
      if (!defined[layer * m * m + k]) matrix.values(k) = std::nan("");
    result.layers.push_back(std::move(matrix));
  }
  return result;
}

}  // namespace reseed
