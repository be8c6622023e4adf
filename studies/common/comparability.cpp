// SPDX-License-Identifier: Apache-2.0
#include "comparability.hpp"

#include <map>

#include "base/number.hpp"

namespace reseed::studies {

PaperNames paper_names(const StudyGroup& group) {
  PaperNames names;
  names.model = published::paper_model(group.checkpoint.empty() ? group.model : group.checkpoint);
  names.task = published::paper_task(group.dataset.empty() ? group.task : group.dataset);
  names.method = published::paper_method(group.name);
  return names;
}

std::string paper_checkpoint(const std::string& paper_model) {
  return paper_model == "roberta" ? "roberta-large" : "bert-large-uncased";
}

std::int64_t test_items(const StudyData& data, const StudyGroup& group) {
  for (const StudyValue& value : data.values())
    if (value.group == group.name && value.model == group.model && value.task == group.task && value.test_set == "test")
      return value.n_items;
  return 0;
}

std::string both(const std::string& a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + "; " + b; }

namespace {

/// Section 4 of the paper: five epochs, batches of 16.
constexpr std::int64_t kEpochs = 5;
constexpr std::int64_t kBatch = 16;

/// Sentences or pairs in GLUE's training set of a task of the paper, all of which it trains on; 0 for another one.
std::int64_t all_train_items(const std::string& paper_task) {
  static const std::map<std::string, std::int64_t> items = {
      {"rte", 2490}, {"mrpc", 3668}, {"cola", 8551}, {"sst2", 67349}};
  const auto found = items.find(paper_task);
  return found == items.end() ? 0 : found->second;
}

/// What of the training is not the published one.
std::string training_limits(const StudyGroup& group, const PublishedNumber& number) {
  std::string why;
  const std::int64_t all = all_train_items(number.task);
  if (group.train_items && *group.train_items < all)
    why = "because of scale: " + std::to_string(*group.train_items) + " of " + std::to_string(all) + " training items";
  if (!group.training) return why;
  const StudyTraining& training = *group.training;
  if (training.epochs != kEpochs)
    why = both(
        why, "another training: " + std::to_string(training.epochs) + " epochs, published " + std::to_string(kEpochs));
  if (training.batch_size != kBatch)
    why = both(why, "another training: batches of " + std::to_string(training.batch_size) + ", published " +
                        std::to_string(kBatch));
  if (training.learning_rate != number.learning_rate)
    why = both(why, "another training: learning rate " + shortest(training.learning_rate) + ", published " +
                        shortest(number.learning_rate));
  if (training.keep != number.keep)
    why = both(why, "another training: the " + training.keep + " checkpoint, published the " + number.keep);
  return why;
}

}  // namespace

std::string limits(const StudyData& data, const published::Facts& facts, const StudyGroup& group,
                   const PublishedNumber& number) {
  const PaperNames names = paper_names(group);
  std::string why;
  if (names.model != number.model)
    why = "because of scale: " + (group.checkpoint.empty() ? group.model : group.checkpoint) + " is not " +
          paper_checkpoint(number.model);
  if (names.task != number.task)
    why = both(why, "another data set: " + (group.dataset.empty() ? group.task : group.dataset) + ", published on " +
                        number.task);
  why = both(why, training_limits(group, number));
  if (number.same_method && !names.method) why = both(why, "other options: " + group.name);
  // Items and metric are those of the task's table, whatever the method.
  const published::Cell* cell = facts.cell(number.model, number.task, "standard", "sd");
  if (cell == nullptr) return both(why, "the paper has no table of this task");
  if (number.of_score && group.metric != cell->metric)
    why = both(why, "another metric: " + group.metric + ", published " + cell->metric);
  if (const std::int64_t items = test_items(data, group); items != cell->items)
    why = both(why, "other test items: " + std::to_string(items) + ", published on " + std::to_string(cell->items));
  if (number.layers && *number.layers != kPaperLayers)
    why = both(why, "other layers: " + std::to_string(*number.layers) + ", the published model has " +
                        std::to_string(kPaperLayers));
  return why;
}

}  // namespace reseed::studies
