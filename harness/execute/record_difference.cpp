// SPDX-License-Identifier: Apache-2.0
#include "execute/record_difference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/number.hpp"
#include "base/safetensors.hpp"
#include "base/words.hpp"

namespace reseed {
namespace {

constexpr const char* kLogits = "logits";
constexpr const char* kRepresentations = "representations.";

bool is_compared(const std::string& tensor) {
  return tensor == kLogits || tensor == "probabilities" || tensor.starts_with(kRepresentations);
}

/// Class with the largest logit; the lowest of equals.
std::size_t decision(const std::vector<double>& logits, std::size_t item, std::size_t classes) {
  const auto begin = logits.begin() + static_cast<std::ptrdiff_t>(item * classes);
  return static_cast<std::size_t>(std::max_element(begin, begin + static_cast<std::ptrdiff_t>(classes)) - begin);
}

/// Gathers what the files of two records have to say.
class Comparison {
 public:
  RecordDifference of(const StoreEntry& a, const StoreEntry& b) {
    std::map<std::string, std::string> left, right;
    for (const EntryFile& file : a.files) left[file.name] = file.sha256;
    for (const EntryFile& file : b.files) right[file.name] = file.sha256;
    for (const auto& [name, digest] : left) {
      const auto other = right.find(name);
      if (other == right.end() || other->second != digest) result_.files.push_back(name);
      if (other == right.end()) continue;
      if (name.ends_with(".safetensors"))
        compare_tensors(name, a.folder / name, b.folder / name, other->second == digest);
      else if (name == "training.csv" && other->second != digest)
        compare_losses(a.folder / name, b.folder / name);
    }
    for (const auto& [name, digest] : right)
      if (!left.contains(name)) result_.files.push_back(name);
    std::sort(result_.files.begin(), result_.files.end());
    if (items_ > 0) result_.decisions = static_cast<double>(changed_) / static_cast<double>(items_);
    return std::move(result_);
  }

 private:
  void compare_tensors(const std::string& name, const std::filesystem::path& a, const std::filesystem::path& b,
                       bool equal) {
    const Safetensors left(a), right(b);
    for (const auto& [tensor, view] : left.tensors()) {
      if (!is_compared(tensor) || !right.contains(tensor) || right.at(tensor).shape != view.shape) continue;
      const bool decides = tensor == kLogits && name.starts_with("test.") && view.shape.size() == 2;
      if (equal && !decides) continue;
      const std::vector<double> x = view.as_doubles(), y = right.at(tensor).as_doubles();
      if (!equal) compare_numbers(name + ", " + tensor, x, y);
      if (decides) compare_decisions(x, y, static_cast<std::size_t>(view.shape[1]));
    }
  }

  void compare_numbers(const std::string& at, const std::vector<double>& x, const std::vector<double>& y) {
    double largest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (const double difference = std::abs(x[i] - y[i]); !(difference <= largest)) largest = difference;
    if (result_.largest && *result_.largest >= largest) return;
    result_.largest = largest;
    result_.at = at;
  }

  void compare_decisions(const std::vector<double>& x, const std::vector<double>& y, std::size_t classes) {
    if (classes == 0) return;
    for (std::size_t item = 0; item < x.size() / classes; ++item, ++items_)
      changed_ += decision(x, item, classes) != decision(y, item, classes);
  }

  void compare_losses(const std::filesystem::path& a, const std::filesystem::path& b) {
    const CsvTable left = parse_csv(read_file(a), a.string()), right = parse_csv(read_file(b), b.string());
    const auto x = left.column("loss"), y = right.column("loss");
    if (!x || !y) return;
    for (std::size_t step = 0; step < std::min(left.rows.size(), right.rows.size()); ++step) {
      const auto one = parse_double(left.rows[step][*x]), other = parse_double(right.rows[step][*y]);
      if (one && other) result_.loss = std::max(result_.loss.value_or(0.0), std::abs(*one - *other));
    }
  }

  RecordDifference result_;
  std::size_t items_ = 0;
  std::size_t changed_ = 0;
};

std::string rounded(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2g", number);
  return text.data();
}

}  // namespace

RecordDifference record_difference(const StoreEntry& a, const StoreEntry& b) {
  return digest_of(a.files) == digest_of(b.files) ? RecordDifference() : Comparison().of(a, b);
}

std::string to_text(const RecordDifference& difference) {
  constexpr std::size_t kShown = 4;
  if (difference.empty()) return "nothing differs";
  std::vector<std::string> files = difference.files;
  if (files.size() > kShown) {
    files.resize(kShown);
    files.push_back(std::to_string(difference.files.size() - kShown) + " more files");
  }
  std::string text = joined(files, " and ") + (difference.files.size() == 1 ? " differs" : " differ");
  if (difference.largest) text += "; numbers by at most " + rounded(*difference.largest) + " (" + difference.at + ")";
  if (difference.loss) text += "; losses by at most " + rounded(*difference.loss);
  if (difference.decisions)
    text += "; " + rounded(100.0 * *difference.decisions) + " % of the test items are predicted otherwise";
  return text;
}

}  // namespace reseed
