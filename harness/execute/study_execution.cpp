// SPDX-License-Identifier: Apache-2.0
#include "execute/study_execution.hpp"

#include <algorithm>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/run_json.hpp"
#include "execute/record_difference.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

constexpr const char* kValuesFile = "values.json";
constexpr const char* kVerdictFile = "verdict.json";

Json info_of(const std::string& task, const Usage& usage) {
  return {{"task", task},
          {"seconds", usage.seconds},
          {"peak_bytes", usage.peak_bytes ? Json(*usage.peak_bytes) : Json(nullptr)}};
}

/// Why there is no result, in one line.
std::string failure_of(const WorkerEvent& event) {
  if (event.kind == WorkerEvent::Kind::crashed) return "its worker " + event.message;
  return event.place.empty() ? event.message : event.place + ": " + event.message;
}

}  // namespace

StudyExecution::StudyExecution(const StudyPlan& plan, Store& store, Context context)
    : plan_(plan), store_(store), context_(std::move(context)) {}

StoreKey StudyExecution::key(std::size_t task) {
  const TaskSubject& subject = plan_.subjects[task];
  if (plan_.graph.tasks()[task].kind == TaskKind::train) {
    if (!training_class_) training_class_ = context_.training_class();
    const StoreKey run = run_key(plan_.run(subject), *training_class_);
    return subject.again ? twin_key(run) : run;
  }
  if (!measuring_class_) measuring_class_ = context_.measuring_class();
  const PlannedGroup& group = plan_.request.groups[*subject.group];
  std::vector<StoreKey> records;
  for (std::size_t i = 0; i < group.runs.size(); ++i) {
    const RunState& state = run(*subject.group, i);
    if (state.result.outcome == RunOutcome::ok) records.push_back(state.key);
  }
  return measurement_key(records, plan_.request.measures[*subject.measure], group.test_sets[*subject.test_set],
                         group.metric, context_.resampling, *measuring_class_, items(task));
}

std::optional<ItemPositions> StudyExecution::items(std::size_t task) const {
  const TaskSubject& subject = plan_.subjects[task];
  if (!subject.subset) return std::nullopt;
  const std::vector<MeasuredRecord> runs = records(*subject.group);
  if (runs.empty()) return ItemPositions{};
  const std::string& test_set = plan_.request.groups[*subject.group].test_sets[*subject.test_set];
  return draw_items(plan_.request.subsets[*subject.subset], items_of_record(runs.front().folder, test_set),
                    plan_.request.measures[*subject.measure].reads_representations);
}

bool StudyExecution::too_few_items(std::size_t task) const {
  const std::optional<ItemPositions> drawn = items(task);
  return drawn && static_cast<std::int64_t>(drawn->size()) < kFewestSubsetItems;
}

std::string StudyExecution::subset(std::size_t task) const {
  const std::optional<ItemPositions> drawn = items(task);
  return drawn ? subset_name(plan_.request.subsets[*plan_.subjects[task].subset], *drawn) : "";
}

std::vector<MeasuredRecord> StudyExecution::records(std::size_t group) const {
  std::vector<MeasuredRecord> records;
  const std::vector<RunSpec>& runs = plan_.request.groups[group].runs;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (const RunState& state = run(group, i); state.result.outcome == RunOutcome::ok)
      records.push_back({id(group, i), runs[i].seed, state.record->folder});
  std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.seed < b.seed; });
  return records;
}

std::string StudyExecution::id(std::size_t group, std::size_t run) const {
  const std::optional<RunRow>& given = this->run(group, run).given;
  return given ? given->id : run_id(plan_.request.groups[group].runs[run]);
}

void StudyExecution::remain(std::size_t task, const std::string& reason) {
  unfinished_.push_back(name(task) + ": " + reason);
  context_.note(unfinished_.back());
}

std::optional<StoreEntry> StudyExecution::find_or_reserve(std::size_t task, const StoreKey& key, Step& step) {
  Store::Lookup found = store_.find(key);
  if (found.entry) return std::move(found.entry);
  std::optional<LockFile> lease = store_.lease(key);
  if (!lease) {
    step.kind = Step::Kind::wait;
    return std::nullopt;
  }
  // The process that had the lease until now may have brought the result.
  if (Store::Lookup again = store_.find(key); again.entry) return std::move(again.entry);
  if (found.damaged) context_.note(name(task) + " runs again: " + found.reason);
  step.kind = Step::Kind::request;
  work_.emplace(task, Work{key, store_.draft(), std::move(*lease)});
  return std::nullopt;
}

TaskState StudyExecution::peek(std::size_t task) {
  const TaskSubject& subject = plan_.subjects[task];
  const bool trains = plan_.graph.tasks()[task].kind == TaskKind::train && !subject.again;
  if (!trains) {  // its key is known when its runs are
    const std::vector<RunSpec>& runs = plan_.request.groups[*subject.group].runs;
    std::size_t absent = 0;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (!subject.again || i == *subject.run) absent += runs_.contains({*subject.group, i}) ? 0 : 1;
    if (absent > 0) return {TaskState::Kind::missing, "waits for " + std::to_string(absent) + " runs"};
    if (!subject.again && (records(*subject.group).empty() || too_few_items(task))) return {TaskState::Kind::done, ""};
  }
  const StoreKey key = this->key(task);
  Store::Lookup found = store_.look(key);
  if (found.entry) {
    if (trains) {
      RunResult result = read_run_result(found.entry->folder);
      runs_.insert_or_assign({*subject.group, *subject.run}, RunState{key, std::move(found.entry), std::move(result)});
    }
    return {TaskState::Kind::done, ""};
  }
  switch (store_.lease_state(key)) {
    case LockFile::State::held: return {TaskState::Kind::running, "a reseed is at it now"};
    case LockFile::State::left_behind: return {TaskState::Kind::missing, "was interrupted"};
    default: return {TaskState::Kind::missing, found.reason};
  }
}

Step StudyExecution::start(std::size_t task) {
  switch (plan_.graph.tasks()[task].kind) {
    case TaskKind::fetch:
    case TaskKind::check: context_.prepare(task); return {};
    case TaskKind::train:
      if (plan_.request.given) return take_given(task), Step{};
      return plan_.subjects[task].again ? start_second_training(task) : start_training(task);
    case TaskKind::measure: return start_measuring(task);
    case TaskKind::analyse: return context_.analyse();
    default: context_.bundle(); return {};
  }
}

void StudyExecution::take_given(std::size_t task) {
  const TaskSubject& subject = plan_.subjects[task];
  GivenRun given = context_.given(*subject.group, *subject.run);
  RunState state;
  state.key = {"record", given.row.record_digest};
  state.record = std::move(given.record);
  state.result = {given.row.outcome, given.row.reason, given.row.steps, given.row.kept_step, given.row.scores};
  state.given = std::move(given.row);
  runs_.insert_or_assign({*subject.group, *subject.run}, std::move(state));
}

Step StudyExecution::start_training(std::size_t task) {
  const TaskSubject& subject = plan_.subjects[task];
  const StoreKey key = this->key(task);
  Step step;
  if (std::optional<StoreEntry> entry = find_or_reserve(task, key, step)) {
    RunResult result = read_run_result(entry->folder);
    runs_.insert_or_assign({*subject.group, *subject.run}, RunState{key, std::move(entry), std::move(result)});
    return step;
  }
  if (step.kind != Step::Kind::request) return step;
  step.program = context_.train_program;
  step.request = {
      {"request", "train"}, {"spec", to_json(plan_.run(subject))}, {"out", work_.at(task).draft.folder().string()}};
  return step;
}

Step StudyExecution::start_second_training(std::size_t task) {
  const TaskSubject& subject = plan_.subjects[task];
  const RunState& first = run(*subject.group, *subject.run);
  if (!first.record) return {};  // nothing to compare with: the first training failed
  Step step;
  if (const std::optional<StoreEntry> entry = find_or_reserve(task, key(task), step)) {
    const Json verdict = parse_json(read_file(entry->folder / kVerdictFile), kVerdictFile);
    double_run_ = verdict.at("verdict").get<std::string>();
    return step;
  }
  if (step.kind != Step::Kind::request) return step;
  step.program = context_.train_program;
  step.request = {
      {"request", "train"}, {"spec", to_json(plan_.run(subject))}, {"out", work_.at(task).draft.folder().string()}};
  return step;
}

Step StudyExecution::start_measuring(std::size_t task) {
  const TaskSubject& subject = plan_.subjects[task];
  const PlannedGroup& group = plan_.request.groups[*subject.group];
  const PlannedMeasure& measure = plan_.request.measures[*subject.measure];
  const std::string& test_set = group.test_sets[*subject.test_set];
  const std::vector<MeasuredRecord> runs = records(*subject.group);
  if (runs.empty()) {
    values_[task].values =
        undefined_values(measure, runs, test_set, Flag::records_missing, "no run of the group is ok");
    return {};
  }
  const std::optional<ItemPositions> items = this->items(task);
  if (too_few_items(task)) {
    values_[task].values = undefined_values(measure, runs, test_set, Flag::n_below_minimum,
                                            "want at least " + std::to_string(kFewestSubsetItems) +
                                                " items in a sub-sample, found " + std::to_string(items->size()) +
                                                " of " + std::to_string(items_of_record(runs.front().folder, test_set)),
                                            items);
    return {};
  }
  if (context_.known)
    if (std::optional<ValuesState> known = context_.known(task)) {
      values_[task] = std::move(*known);
      return {};
    }
  Step step;
  if (std::optional<StoreEntry> entry = find_or_reserve(task, key(task), step)) {
    values_[task].values = parse_json(read_file(entry->folder / kValuesFile), kValuesFile);
    values_[task].entry = std::move(entry);
    return step;
  }
  if (step.kind != Step::Kind::request) return step;
  step.program = context_.measure_program;
  step.request =
      measure_request(measure, runs, test_set, group.metric, context_.resampling, work_.at(task).draft.folder(), items);
  step.limit = context_.measure_limit;
  return step;
}

void StudyExecution::finish(std::size_t task, Answer answer) {
  if (plan_.graph.tasks()[task].kind == TaskKind::analyse) return context_.analysed(std::move(answer));
  Work work = std::move(work_.extract(task).mapped());
  try {
    if (plan_.graph.tasks()[task].kind == TaskKind::measure)
      finish_measuring(task, work, answer);
    else if (plan_.subjects[task].again)
      finish_second_training(task, work, answer);
    else
      finish_training(task, work, answer);
  } catch (const Error& error) {
    // Disk full ends everything; an answer that cannot be used costs its own task.
    if (error.kind() == ErrorKind::unfinished) throw;
    answer.event = {};
    answer.event.kind = WorkerEvent::Kind::error;
    answer.event.place = error.place();
    answer.event.message = error.message();
    if (plan_.graph.tasks()[task].kind == TaskKind::measure) return finish_measuring(task, work, answer);
    if (plan_.subjects[task].again) return finish_second_training(task, work, answer);
    finish_training(task, work, answer);
  }
}

void StudyExecution::finish_training(std::size_t task, Work& work, const Answer& answer) {
  const TaskSubject& subject = plan_.subjects[task];
  RunState& state = runs_[{*subject.group, *subject.run}];
  state.key = work.key;
  if (answer.event.kind != WorkerEvent::Kind::done) {
    state.result.reason = failure_of(answer.event);
    return remain(task, state.result.reason);
  }
  RunResult result = read_run_result(work.draft.folder());
  state.record = store_.commit(std::move(work.draft), work.key, info_of(name(task), answer.usage));
  state.result = std::move(result);
}

void StudyExecution::finish_second_training(std::size_t task, Work& work, const Answer& answer) {
  if (answer.event.kind != WorkerEvent::Kind::done) return remain(task, failure_of(answer.event));
  const TaskSubject& subject = plan_.subjects[task];
  Store::Draft verdict = store_.draft();
  const StoreEntry second{work.draft.folder(), digest_files(work.draft.folder()), nullptr};
  const RecordDifference difference = record_difference(*run(*subject.group, *subject.run).record, second);
  double_run_ = difference.empty() ? "equal" : "differs";
  if (!difference.empty()) context_.note(name(task) + ": " + to_text(difference));
  write_file(verdict.folder() / kVerdictFile, dump_json({{"verdict", double_run_}}) + "\n");
  store_.commit(std::move(verdict), work.key, info_of(name(task), answer.usage));
}

void StudyExecution::finish_measuring(std::size_t task, Work& work, const Answer& answer) {
  const TaskSubject& subject = plan_.subjects[task];
  const PlannedGroup& group = plan_.request.groups[*subject.group];
  const PlannedMeasure& measure = plan_.request.measures[*subject.measure];
  ValuesState& state = values_[task];
  if (answer.event.kind == WorkerEvent::Kind::done) {
    state.values = checked_values(answer.event.result, name(task));
    if (!to_be_tried_again(state.values)) {
      write_file(work.draft.folder() / kValuesFile, dump_json(state.values) + "\n");
      state.entry = store_.commit(std::move(work.draft), work.key, info_of(name(task), answer.usage));
      return;
    }
    for (const Json& value : state.values)
      if (!value.at("reason").get<std::string>().empty()) return remain(task, value.at("reason").get<std::string>());
    return remain(task, "the plugin failed");
  }
  const bool crashed = answer.event.kind == WorkerEvent::Kind::crashed;
  const Flag flag = answer.timed_out ? Flag::plugin_timeout : crashed ? Flag::plugin_crashed : Flag::plugin_threw;
  const std::string reason = answer.timed_out
                                 ? "no answer within " + std::to_string(context_.measure_limit.count() / 1000) + " s"
                                 : failure_of(answer.event);
  state.values =
      undefined_values(measure, records(*subject.group), group.test_sets[*subject.test_set], flag, reason, items(task));
  remain(task, reason);
}

}  // namespace reseed
