// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "context.hpp"
#include "reseed/error.hpp"

namespace reseed::from_published {
namespace {

constexpr const char* kLabels = "labels.toml";
constexpr const char* kHalves = "test-split.toml";

/// Labels of a validation set in its official order.
std::vector<bool> labels_of(const Facts& facts, const std::string& task) {
  const TomlNode* table = facts.table(kLabels, task);
  if (table == nullptr) throw Error(ErrorKind::data, kLabels, "want the labels of " + task + ", found none");
  std::vector<bool> labels;
  const TomlNode* lines = table->find("labels");
  if (lines == nullptr) throw Error(ErrorKind::data, table->place.text(), "want the key labels, found none");
  for (const TomlNode& line : lines->items)
    for (const char digit : line.string) {
      if (digit != '0' && digit != '1')
        throw Error(ErrorKind::data, line.place.text(), std::string("want the digits 0 and 1, found ") + digit);
      labels.push_back(digit == '1');
    }
  if (static_cast<std::int64_t>(labels.size()) != Facts::integer(*table, "items"))
    throw Error(ErrorKind::data, table->place.text(),
                "want as many labels as items says, found " + std::to_string(labels.size()));
  return labels;
}

/// Labels 0 and 1 in the two halves.
struct Halves {
  std::array<std::int64_t, 2> dev{}, test{};
  std::int64_t total(const std::array<std::int64_t, 2>& half) const { return half[0] + half[1]; }
};

Halves count_halves(const Facts& facts, const std::string& task, const std::string& half) {
  const std::vector<bool> labels = labels_of(facts, task);
  const TomlNode* table = facts.table(kHalves, half);
  const TomlNode* indices = table == nullptr ? nullptr : table->find("test_indices");
  if (indices == nullptr) throw Error(ErrorKind::data, kHalves, "want test_indices of " + half + ", found none");
  std::vector<bool> in_test(labels.size(), false);
  for (const TomlNode& index : indices->items) {
    const auto item = static_cast<std::size_t>(index.integer);
    if (index.kind != TomlNode::Kind::integer || index.integer < 0 || item >= labels.size() || in_test[item])
      throw Error(ErrorKind::data, index.place.text(), "want every index once and below the number of items");
    in_test[item] = true;
  }
  Halves halves;
  for (std::size_t i = 0; i < labels.size(); ++i) ++(in_test[i] ? halves.test : halves.dev)[labels[i] ? 1 : 0];
  return halves;
}

/// The half of a model: one for both models but for SST-2.
std::string half_of(const Facts& facts, const std::string& task, const std::string& model) {
  return facts.table(kHalves, task) != nullptr ? task : task + '_' + model;
}

void check_table_2(Context& context, StudyTable& rows) {
  Count count{"label counts from the labels and the recovered halves", "Table 2", 25, 0, 0, ""};
  for (const TomlMember& task : context.facts.file("table2.toml").members) {
    const Halves halves = count_halves(context.facts, task.key, task.key);
    for (const auto& [name, half] : {std::pair{"dev", halves.dev}, std::pair{"test", halves.test}}) {
      const TomlNode* printed = task.value.find(name);
      if (printed == nullptr) continue;
      const std::array<std::pair<const char*, std::int64_t>, 3> numbers = {
          {{"positive", half[1]}, {"negative", half[0]}, {"total", halves.total(half)}}};
      for (const auto& [key, ours] : numbers) {
        const double published = Facts::number(*printed, key);
        const bool agrees = published == static_cast<double>(ours);
        count.add(agrees, title(task.key) + ", " + name + ", " + key);
        context.compare("Table 2", "", task.key, "", std::string(name) + ' ' + key, published,
                        static_cast<double>(ours), agrees);
      }
      rows.rows.push_back({title(task.key), std::string(name), static_cast<double>(half[1]),
                           static_cast<double>(half[0]), Facts::number(*printed, "positive"),
                           Facts::number(*printed, "negative")});
    }
  }
  context.claim_all("table_2", count, "");
}

void check_majorities(Context& context) {
  Count count{"majority shares from the recovered halves", "notebook", 25, 0, 0, ""};
  for (const TomlMember& model : context.facts.file("majority-baseline.toml").members)
    for (const TomlMember& task : model.value.members) {
      const Halves halves = count_halves(context.facts, task.key, half_of(context.facts, task.key, model.key));
      const double ours = static_cast<double>(std::max(halves.test[0], halves.test[1])) /
                          static_cast<double>(halves.total(halves.test));
      const double published = Facts::number(task.value, "majority");
      // The notebook printed 32-bit numbers.
      const bool agrees = static_cast<float>(published) == static_cast<float>(ours);
      count.add(agrees, title(model.key) + ", " + title(task.key));
      context.compare("majority share", model.key, task.key, "", "majority share", published, ours, agrees);
    }
  context.claim_all("majority_shares", count, "");
}

}  // namespace

void check_halves(Context& context) {
  StudyTable rows{"halves",
                  "Labels in the two halves of the validation sets",
                  "Counted from the labels of the official files and the recovered test halves, beside Table 2.",
                  {{"task", "Task", "", -1},
                   {"half", "Half", "", -1},
                   {"positive", "Label 1", "counted", 0},
                   {"negative", "Label 0", "counted", 0},
                   {"positive_published", "Label 1", "Table 2", 0},
                   {"negative_published", "Label 0", "Table 2", 0}},
                  {}};
  check_table_2(context, rows);
  check_majorities(context);
  context.report.tables.push_back(std::move(rows));
}

}  // namespace reseed::from_published
