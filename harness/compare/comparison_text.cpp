// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/printable.hpp"
#include "report/screen.hpp"

namespace reseed {
namespace {

constexpr std::size_t kLongestValue = 60;
constexpr std::size_t kMostLines = 20;  ///< of one kind of difference; --json has all

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

void make_printable(std::string& text) { text = printable(text); }

/// A bundle may come from a stranger.
Comparison printable(Comparison comparison) {
  for (BundleSide* side : {&comparison.a, &comparison.b})
    for (std::string* text :
         {&side->folder, &side->study, &side->tool, &side->status, &side->content_digest, &side->device_class})
      make_printable(*text);
  Origins& origins = comparison.origins;
  make_printable(origins.renamed);
  for (auto* list : {&origins.manifest, &origins.code, &origins.plugins, &origins.libraries, &origins.hardware})
    for (OriginDifference& difference : *list) {
      make_printable(difference.what);
      if (difference.a) make_printable(*difference.a);
      if (difference.b) make_printable(*difference.b);
    }
  for (ComparedQuantity& quantity : comparison.quantities)
    for (std::string* text : {&quantity.group, &quantity.model, &quantity.task, &quantity.test_set, &quantity.subset,
                              &quantity.quantity, &quantity.variant, &quantity.remark})
      make_printable(*text);
  return comparison;
}

std::string words(Verdict verdict) {
  std::string text(to_string(verdict));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string shortened(const std::optional<std::string>& value) {
  if (!value) return "none";
  if (value->size() <= kLongestValue) return value->empty() ? "\"\"" : *value;
  std::size_t end = kLongestValue;
  while (end > 0 && (static_cast<unsigned char>((*value)[end]) & 0xc0) == 0x80) --end;  // whole characters
  return value->substr(0, end) + "...";
}

std::string differences(const std::string& name, const std::vector<OriginDifference>& list) {
  const std::string title = "  " + name + std::string(11 - std::min<std::size_t>(10, name.size()), ' ');
  if (list.empty()) return title + "the same\n";
  std::string text;
  for (std::size_t i = 0; i < list.size() && i < kMostLines; ++i) {
    text += i == 0 ? title : std::string(title.size(), ' ');
    text += list[i].what + ": " + shortened(list[i].a) + " -> " + shortened(list[i].b) + '\n';
  }
  if (list.size() > kMostLines)
    text += std::string(title.size(), ' ') + std::to_string(list.size() - kMostLines) + " more (--json has all)\n";
  return text;
}

std::string side(const char* name, const BundleSide& bundle) {
  return std::string(name) + "  " + bundle.folder + "\n   " + bundle.study + ", " + bundle.tool + ", " +
         std::to_string(bundle.runs) + " runs, " + std::to_string(bundle.values) + " values" +
         (bundle.status == "complete" ? "" : ", " + bundle.status) + "\n   device class: " + bundle.device_class +
         "\n   content digest: " + bundle.content_digest.substr(0, 16) + '\n';
}

/// Of a layer curve, the layer that differs most against its margin.
const ComparedValue& shown_value(const ComparedQuantity& quantity) {
  const auto weight = [](const ComparedValue& value) {
    return value.difference ? std::abs(*value.difference) / std::max(value.margin.value_or(0.0), 1e-300) : -1.0;
  };
  return *std::max_element(quantity.values.begin(), quantity.values.end(),
                           [&](const auto& x, const auto& y) { return weight(x) < weight(y); });
}

StudyCell text_or_nothing(const std::optional<double>& value) {
  return value ? StudyCell(number(*value)) : StudyCell(std::string("-"));
}

bool is_equal(const ComparedQuantity& quantity) {
  return quantity.verdict == Verdict::bit_equal || quantity.verdict == Verdict::within_tolerance;
}

StudyTable table_of(const Comparison& comparison, bool all) {
  StudyTable table;
  table.id = "verdicts";
  table.columns = {{"verdict", "verdict", "", 0},
                   {"group", "group", "", 0},
                   {"set", "test set", "", 0},
                   {"quantity", "quantity", "", 0},
                   {"layer", "layer", "", 0},
                   {"a", "A", "", 0},
                   {"b", "B", "", 0},
                   {"difference", "B - A [95 %]", "", 0},
                   {"seeds", "seeds", "", 0},
                   {"p", "p (Holm of)", "", 0}};
  const bool tasks = std::any_of(comparison.quantities.begin(), comparison.quantities.end(), [&](const auto& other) {
    return other.task != comparison.quantities.front().task || other.model != comparison.quantities.front().model;
  });
  for (int verdict = static_cast<int>(Verdict::different); verdict <= static_cast<int>(Verdict::refused) + 2;
       ++verdict) {
    // Equal ones come last.
    const auto wanted = static_cast<Verdict>(verdict % (static_cast<int>(Verdict::refused) + 1));
    for (const ComparedQuantity& quantity : comparison.quantities) {
      if (quantity.verdict != wanted || (is_equal(quantity) && !all)) continue;
      const ComparedValue& value = shown_value(quantity);
      std::string name = quantity.quantity;
      if (!quantity.variant.empty() && quantity.variant != "textbook") name += " (" + quantity.variant + ")";
      if (!quantity.subset.empty()) name += ", " + quantity.subset;
      std::string difference = value.difference ? number(*value.difference) : "-";
      if (value.low) difference += " [" + number(*value.low) + ", " + number(*value.high) + "]";
      const std::string layer = !value.layer ? ""
                                : quantity.values.size() > 1
                                    ? std::to_string(*value.layer) + " of " + std::to_string(quantity.values.size())
                                    : std::to_string(*value.layer);
      const std::string p =
          quantity.p_adjusted ? number(*quantity.p_adjusted) + " (" + std::to_string(quantity.family) + ")" : "";
      table.rows.push_back({words(quantity.verdict),
                            tasks ? quantity.model + ", " + quantity.task + ": " + quantity.group : quantity.group,
                            quantity.test_set, name, layer, text_or_nothing(value.a), text_or_nothing(value.b),
                            difference, std::to_string(quantity.common_seeds), p});
    }
  }
  return table;
}

/// Each reason once, with how often it was given.
std::string remarks(const Comparison& comparison) {
  std::vector<std::pair<std::string, int>> found;
  for (const ComparedQuantity& quantity : comparison.quantities) {
    if (quantity.remark.empty()) continue;
    const std::string remark = words(quantity.verdict) + ": " + quantity.remark;
    const auto place =
        std::find_if(found.begin(), found.end(), [&](const auto& entry) { return entry.first == remark; });
    if (place == found.end())
      found.emplace_back(remark, 1);
    else
      ++place->second;
  }
  std::string text;
  for (std::size_t i = 0; i < found.size() && i < kMostLines; ++i)
    text +=
        "  " + found[i].first + (found[i].second > 1 ? " (" + std::to_string(found[i].second) + " times)" : "") + '\n';
  if (found.size() > kMostLines) text += "  " + std::to_string(found.size() - kMostLines) + " more (--json has all)\n";
  return text;
}

std::string sentence(const Comparison& comparison) {
  const std::size_t total = comparison.quantities.size();
  const auto of = [&](std::size_t count) { return std::to_string(count) + " of " + std::to_string(total); };
  if (!comparison.anything_comparable()) return "Nothing in these two bundles may be compared.";
  if (const std::size_t count = comparison.count(Verdict::different); count > 0)
    return "They differ by more than chance: " + of(count) + " quantities.";
  const std::size_t equal = comparison.count(Verdict::bit_equal);
  if (equal == total) return "They are equal, bit for bit: all " + std::to_string(total) + " quantities.";
  const std::size_t near = equal + comparison.count(Verdict::within_tolerance);
  if (near == total)
    return "They are equal within the tolerance of each measure: all " + std::to_string(total) + " quantities.";
  if (const std::size_t same = near + comparison.count(Verdict::indistinguishable); same == total)
    return "No difference that matters: " + of(comparison.count(Verdict::indistinguishable)) +
           " quantities lie within the margin, the others are equal.";
  if (comparison.count(Verdict::cannot_tell) == 0)
    return "No difference in what can be compared; " +
           of(comparison.count(Verdict::missing) + comparison.count(Verdict::refused)) +
           " quantities are missing or must not be compared.";
  return "No difference beyond chance was found, but " + of(comparison.count(Verdict::cannot_tell)) +
         " quantities cannot be told.";
}

}  // namespace

std::string comparison_text(const Comparison& given, bool all) {
  const Comparison comparison = printable(given);
  const Origins& origins = comparison.origins;
  std::string text = side("A", comparison.a) + side("B", comparison.b);
  text += std::string("\nDevice classes: ") +
          (origins.same_device_class ? "the same\n" : "they differ, so nothing is called bit equal\n");
  text += "What differs (A -> B)\n";
  text += differences("manifest", origins.manifest) + differences("code", origins.code) +
          differences("plugins", origins.plugins) + differences("libraries", origins.libraries) +
          differences("hardware", origins.hardware);
  if (!origins.renamed.empty()) text += "  groups    " + origins.renamed + '\n';

  text += "\nVerdicts\n";
  for (int verdict = 0; verdict <= static_cast<int>(Verdict::refused); ++verdict)
    if (const std::size_t count = comparison.count(static_cast<Verdict>(verdict)); count > 0) {
      const std::string number = std::to_string(count);
      text += "  " + std::string(6 - std::min<std::size_t>(5, number.size()), ' ') + number + "  " +
              words(static_cast<Verdict>(verdict)) + '\n';
    }
  if (const StudyTable table = table_of(comparison, all); !table.rows.empty()) text += '\n' + plain(table);
  if (const std::string reasons = remarks(comparison); !reasons.empty()) text += "\nRemarks\n" + reasons;
  return text + '\n' + sentence(comparison) + '\n';
}

}  // namespace reseed
