// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reseed/flags.hpp"
#include "reseed/run.hpp"

namespace reseed {

/// One row of runs.csv: a run, how it ended and how it scored. Holds nothing that depends on machine, path or clock.
struct RunRow {
  std::string id;     ///< run_id(spec)
  std::string group;  ///< name of the group in tables: models x tasks share it
  std::string model;  ///< as the manifest calls it
  std::string task;
  std::string mitigation;  ///< id of the method
  std::string mitigation_variant;
  int mitigation_version = 0;
  std::string mitigation_options;  ///< options_text(options): canonical JSON
  std::uint64_t seed = 0;
  StreamSeeds streams;  ///< columns stream_head_init, stream_data_order, stream_dropout, stream_mitigation
  RunOutcome outcome = RunOutcome::ok;
  std::string reason;                     ///< one line, why it is not ok; no path, no machine
  std::string metric;                     ///< the task's metric: it chose the checkpoint
  std::optional<std::int64_t> steps;      ///< optimizer steps done
  std::optional<std::int64_t> kept_step;  ///< step whose weights were recorded
  std::string checkpoint_digest;
  std::string task_digest;    ///< of texts, labels and split
  std::string record_digest;  ///< record_digest(): over names and checksums of the record's files; "" without a record
  /// Evaluation set ("validation", "test" or the name of an extra test set) -> metric -> score: columns `SET.METRIC`,
  /// after the fixed ones, in alphabetical order.
  std::map<std::string, std::map<std::string, double>> scores;

  bool operator==(const RunRow&) const = default;
};

/// One row of measures.csv: one value of one measure on the runs of one group.
struct MeasureRow {
  std::string group;
  std::string model;
  std::string task;
  std::string test_set;  ///< "test" or the name of an extra test set
  std::string measure;   ///< id
  std::string variant;
  int version = 0;
  std::optional<std::int64_t> layer;  ///< representation measures only; 0 = embeddings
  std::string subset;                 ///< sub-sample of the test items, subset_name(); "" = all of them
  std::optional<double> value;        ///< absent: undefined, and a flag says why
  std::optional<double> instability;  ///< the value oriented so that larger = less stable
  std::string unit;                   ///< "" = none
  std::vector<Flag> flags;            ///< joined by ';'
  std::string reason;                 ///< one line
  std::int64_t n_items = 0;
  std::int64_t n_runs = 0;
  std::optional<std::int64_t> n_dims;
  std::int64_t n_undefined = 0;  ///< undefined pairs
  std::optional<std::int64_t> numerical_rank;
  std::optional<double> null;  ///< mean distance after permuting items: what "unrelated" gives
  std::optional<double> low;   ///< 95 % bootstrap interval
  std::optional<double> high;
  std::string options;  ///< options_text(options): canonical JSON; one id may occur with different options
  /// File of the pair matrices below the bundle ("pairs/NAME.safetensors"), "" for group measures. Its tensors are
  /// `values` [l, k, k] float64 over `layers` [l] (-1 where there are none) and `seeds` [k] (docs/workers.md).
  std::string pairs;

  bool operator==(const MeasureRow&) const = default;
};

/// One row of timing.csv (volatile): what a task took in the call that did it.
struct TimingRow {
  std::string task;  ///< as `plan` names it
  std::string kind;  ///< "train", "measure", "analyse", ...
  std::string run;   ///< run id, "" where it is not about one run
  double seconds = 0.0;
  std::optional<std::int64_t> peak_bytes;  ///< largest resident memory of the worker
  std::int64_t attempts = 1;

  bool operator==(const TimingRow&) const = default;
};

/// Variant-free options as canonical JSON text ({"p":0.1}); "" when there are none.
std::string options_text(const Options& options);

/// File names below the record's folder -> sha256 of each: one digest of the whole record.
std::string record_digest(const std::map<std::string, std::string>& checksums);

std::string write_runs_csv(const std::vector<RunRow>& rows);
std::string write_measures_csv(const std::vector<MeasureRow>& rows);
std::string write_timing_csv(const std::vector<TimingRow>& rows);

/// Inverses. Errors: Error(data) at `place:line` naming the column, what was wanted and what was found.
std::vector<RunRow> parse_runs_csv(std::string_view text, const std::string& place);
std::vector<MeasureRow> parse_measures_csv(std::string_view text, const std::string& place);
std::vector<TimingRow> parse_timing_csv(std::string_view text, const std::string& place);

}  // namespace reseed
