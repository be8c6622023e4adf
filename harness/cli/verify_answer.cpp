// SPDX-License-Identifier: Apache-2.0
#include "cli/verify_answer.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/nullable.hpp"
#include "base/words.hpp"

namespace reseed::cli {
namespace {

using Json = nlohmann::json;

bool fails(const Agreed& agreed) {
  return agreed.agreement == Agreement::different || agreed.agreement == Agreement::absent;
}

std::string because(const std::vector<std::string>& others) {
  return others.empty() ? "" : "; " + joined(others, "; ");
}

/// "measures.csv: row 3 (ID (VARIANT) of GROUP on TEST_SET, layer 2)"
std::string place_of(const MeasureRow& row, std::size_t position) {
  std::string text = "measures.csv: row " + std::to_string(position + 1) + " (" + row.measure + " (" + row.variant +
                     ") of " + row.group + ", " + row.model + ", " + row.task + " on " + row.test_set;
  if (row.layer) text += ", layer " + std::to_string(*row.layer);
  if (!row.subset.empty()) text += ", " + row.subset;
  return text + ")";
}

std::string place_of(const RetrainedRun& run) {
  return "records/" + run.id + " (" + run.group + " seed " + std::to_string(run.seed) + ")";
}

/// What may explain differences, each once.
template <class Things>
std::set<std::string> all_others(const Things& things) {
  std::set<std::string> others;
  for (const auto& thing : things) others.insert(thing.others.begin(), thing.others.end());
  return others;
}

/// "12 bit equal, 1 within tolerance"
template <class Things>
std::string counts_of(const Things& things) {
  std::string text;
  for (const Agreement agreement :
       {Agreement::bit_equal, Agreement::within_tolerance, Agreement::different, Agreement::absent}) {
    const auto count = std::count_if(things.begin(), things.end(),
                                     [&](const auto& thing) { return thing.agreed.agreement == agreement; });
    if (count == 0) continue;
    std::string word(to_string(agreement));
    std::replace(word.begin(), word.end(), '_', ' ');
    text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + word;
  }
  return text.empty() ? "none" : text;
}

std::string others_text(const std::set<std::string>& others) {
  std::string text;
  for (const std::string& other : others) text += "  " + other + '\n';
  return text.empty() ? "" : "  bits may differ from the bundle's:\n" + text;
}

std::string text_of(const VerifyAnswer& answer, const Recomputed& recomputed) {
  std::string text = "recomputed " + std::to_string(recomputed.values.size()) + " of " + std::to_string(recomputed.of) +
                     " values: " + counts_of(recomputed.values) + '\n';
  if (!recomputed.pairs.empty())
    text += "recomputed " + std::to_string(recomputed.pairs.size()) +
            " files of pair matrices: " + counts_of(recomputed.pairs) + '\n';
  text += others_text(all_others(recomputed.values));
  for (const RecomputedValue& value : recomputed.values)
    if (value.agreed.agreement == Agreement::within_tolerance)
      text += "  " + place_of(answer.measures[value.row], value.row) + ": " + value.agreed.message + '\n';
  return text;
}

std::string text_of(const Retrained& retrained) {
  const auto equal =
      std::count_if(retrained.runs.begin(), retrained.runs.end(), [](const RetrainedRun& run) { return run.equal; });
  std::string text = "trained " + std::to_string(retrained.runs.size()) + " of " + std::to_string(retrained.of) +
                     " runs again: " + std::to_string(equal) + " bit equal\n" + others_text(all_others(retrained.runs));
  for (const RetrainedRun& run : retrained.runs)
    if (!run.equal && !run.others.empty())
      text += "  " + place_of(run) + ": " +
              (run.difference ? to_text(*run.difference) : "other bytes; the bundle keeps no records to tell how far") +
              '\n';
  return text;
}

Json json_of(const Agreed& agreed, const std::vector<std::string>& others) {
  return {{"verdict", to_string(agreed.agreement)},
          {"difference", nullable(agreed.difference)},
          {"message", agreed.message},
          {"other", others}};
}

Json json_of(const VerifyAnswer& answer, const Recomputed& recomputed) {
  Json values = Json::array(), pairs = Json::array();
  for (const RecomputedValue& value : recomputed.values) {
    const MeasureRow& row = answer.measures[value.row];
    Json json = json_of(value.agreed, value.others);
    json.update({{"row", value.row + 1},
                 {"group", row.group},
                 {"model", row.model},
                 {"task", row.task},
                 {"test_set", row.test_set},
                 {"measure", row.measure},
                 {"variant", row.variant},
                 {"options", row.options},
                 {"layer", nullable(row.layer)},
                 {"subset", row.subset},
                 {"value", nullable(row.value)},
                 {"computed", nullable(value.computed)}});
    values.push_back(std::move(json));
  }
  for (const RecomputedPairs& file : recomputed.pairs) {
    pairs.push_back(json_of(file.agreed, file.others));
    pairs.back()["file"] = file.file;
  }
  return {{"of", recomputed.of}, {"values", std::move(values)}, {"pairs", std::move(pairs)}};
}

Json json_of(const Retrained& retrained) {
  Json runs = Json::array();
  for (const RetrainedRun& run : retrained.runs) {
    Json json = {{"id", run.id},
                 {"group", run.group},
                 {"seed", run.seed},
                 {"verdict", run.equal ? "bit_equal" : "different"},
                 {"other", run.others}};
    if (run.difference)
      json.update({{"files", run.difference->files},
                   {"difference", nullable(run.difference->largest)},
                   {"at", run.difference->at},
                   {"loss_difference", nullable(run.difference->loss)},
                   {"changed_predictions", nullable(run.difference->decisions)}});
    runs.push_back(std::move(json));
  }
  return {{"of", retrained.of}, {"runs", std::move(runs)}};
}

}  // namespace

std::vector<std::string> VerifyAnswer::problems() const {
  std::vector<std::string> problems = files.problems;
  if (recomputed) {
    for (const RecomputedValue& value : recomputed->values)
      if (fails(value.agreed))
        problems.push_back(place_of(measures[value.row], value.row) + ": " + value.agreed.message +
                           because(value.others));
    for (const RecomputedPairs& file : recomputed->pairs)
      if (fails(file.agreed)) problems.push_back(file.file + ": " + file.agreed.message + because(file.others));
  }
  if (retrained)
    for (const RetrainedRun& run : retrained->runs)
      if (!run.equal && run.others.empty())
        problems.push_back(place_of(run) + ": trained again on the same device class: " +
                           (run.difference ? to_text(*run.difference) : "want equal bytes, found others"));
  return problems;
}

std::vector<std::string> VerifyAnswer::unfinished() const {
  std::vector<std::string> lines;
  if (recomputed) lines = recomputed->unfinished;
  if (retrained) lines.insert(lines.end(), retrained->unfinished.begin(), retrained->unfinished.end());
  return lines;
}

std::string to_text(const VerifyAnswer& answer) {
  std::string text = answer.files.problems.empty()
                         ? "whole"
                         : "damaged: " + std::to_string(answer.files.problems.size()) + " problems";
  text += "\ncontent digest " + answer.files.content_digest + '\n';
  if (answer.recomputed) text += text_of(answer, *answer.recomputed);
  if (answer.retrained) text += text_of(*answer.retrained);
  return text;
}

Json to_json(const VerifyAnswer& answer) {
  Json json = {{"content_digest", answer.files.content_digest}, {"problems", answer.problems()}};
  if (answer.recomputed) json["recomputed"] = json_of(answer, *answer.recomputed);
  if (answer.retrained) json["rerun"] = json_of(*answer.retrained);
  if (answer.recomputed || answer.retrained) json["unfinished"] = answer.unfinished();
  return json;
}

}  // namespace reseed::cli
