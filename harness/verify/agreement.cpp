// SPDX-License-Identifier: Apache-2.0
#include "verify/agreement.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "base/safetensors.hpp"
#include "base/sha256.hpp"

namespace reseed {
namespace {

std::string shown(const std::optional<double>& number) {
  if (!number) return "none";
  return std::isfinite(*number) ? shortest(*number) : "a number that is not finite";
}
std::string shown(const std::optional<std::int64_t>& number) { return number ? std::to_string(*number) : "none"; }
std::string shown(std::int64_t number) { return std::to_string(number); }
std::string shown(const std::string& text) { return "\"" + text + "\""; }
std::string shown(const std::vector<Flag>& flags) {
  std::string text;
  for (const Flag flag : flags) (text += text.empty() ? "" : ";") += to_string(flag);
  return text.empty() ? "no flag" : text;
}

/// Takes pair after pair of what should be equal and keeps the worst.
class Judge {
 public:
  explicit Judge(const std::optional<double>& tolerance) : tolerance_(tolerance) {}

  /// Something that must be equal whatever computed it.
  template <class T>
  void exact(const char* what, const T& stored, const T& computed) {
    if (!(stored == computed)) note(Agreement::different, what, shown(stored), shown(computed));
  }
  /// Something that rounding, or another plugin, may have made otherwise.
  template <class T>
  void loose(const char* what, const T& stored, const T& computed) {
    if (!(stored == computed))
      note(tolerance_ ? Agreement::within_tolerance : Agreement::different, what, shown(stored), shown(computed));
  }
  void number(const std::string& what, const std::optional<double>& stored, const std::optional<double>& computed) {
    if (stored == computed) return;
    if (!stored || !computed) return note(Agreement::different, what, shown(stored), shown(computed));
    const double difference = std::abs(*stored - *computed);
    if (std::isfinite(difference)) result_.difference = std::max(result_.difference.value_or(0.0), difference);
    const bool near = tolerance_ && difference <= *tolerance_;
    note(near ? Agreement::within_tolerance : Agreement::different, what, shown(stored), shown(computed));
  }

  Agreed result() const { return result_; }

 private:
  void note(Agreement agreement, const std::string& what, const std::string& stored, const std::string& computed) {
    if (result_.agreement >= agreement) return;  // the first of the worst is told
    result_.agreement = agreement;
    result_.message = what + ": found " + stored + ", computed " + computed;
  }

  std::optional<double> tolerance_;
  Agreed result_{Agreement::bit_equal, std::nullopt, ""};
};

}  // namespace

std::string_view to_string(Agreement agreement) {
  constexpr std::string_view kNames[] = {"bit_equal", "within_tolerance", "different", "absent"};
  return kNames[static_cast<int>(agreement)];
}

Agreed agreement_of(const MeasureRow& stored, const MeasureRow& computed, const std::optional<double>& tolerance) {
  Judge judge(tolerance);
  judge.number("value", stored.value, computed.value);
  judge.number("instability", stored.instability, computed.instability);
  judge.exact("flags", stored.flags, computed.flags);
  judge.exact("unit", stored.unit, computed.unit);
  judge.exact("n_items", stored.n_items, computed.n_items);
  judge.exact("n_runs", stored.n_runs, computed.n_runs);
  judge.exact("n_dims", stored.n_dims, computed.n_dims);
  judge.exact("n_undefined", stored.n_undefined, computed.n_undefined);
  judge.number("null", stored.null, computed.null);
  judge.number("low", stored.low, computed.low);
  judge.number("high", stored.high, computed.high);
  judge.loose("numerical_rank", stored.numerical_rank, computed.numerical_rank);
  judge.loose("reason", stored.reason, computed.reason);
  return judge.result();
}

Agreed agreement_of_pairs(const std::filesystem::path& stored, const std::filesystem::path& computed,
                          const std::optional<double>& tolerance) {
  Judge judge(tolerance);
  const Safetensors a(stored), b(computed);
  const std::vector<std::int64_t> seeds = a.at("seeds").as_integers(), layers = a.at("layers").as_integers();
  if (seeds != b.at("seeds").as_integers() || layers != b.at("layers").as_integers() ||
      a.at("values").shape != b.at("values").shape)
    return {Agreement::different, std::nullopt, "its seeds or layers are others than those computed"};
  const std::vector<double> x = a.at("values").as_doubles(), y = b.at("values").as_doubles();
  const std::size_t m = seeds.size();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i]) continue;
    const std::size_t layer = i / (m * m), row = i / m % m, column = i % m;
    std::string what = "seeds " + std::to_string(seeds[row]) + " and " + std::to_string(seeds[column]);
    if (layers[layer] >= 0) what += ", layer " + std::to_string(layers[layer]);
    judge.number(what, x[i], y[i]);
  }
  if (a.contains("defined") && b.contains("defined") && a.at("defined").as_integers() != b.at("defined").as_integers())
    return {Agreement::different, judge.result().difference, "other pairs are undefined than those computed"};
  Agreed result = judge.result();
  // Flags of pairs and what the file says of itself: the version of the measure is part of it.
  if (result.agreement == Agreement::bit_equal && sha256_file(stored) != sha256_file(computed))
    result = {tolerance ? Agreement::within_tolerance : Agreement::different, std::nullopt,
              "equal numbers, but other flags or metadata than those computed"};
  return result;
}

}  // namespace reseed
