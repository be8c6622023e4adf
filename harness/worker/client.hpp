// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reseed/error.hpp"

namespace reseed {

/// One message of a worker. A worker that died is a message too, not an exception.
struct WorkerEvent {
  enum class Kind {
    progress,
    done,     ///< `result`
    error,    ///< `error_kind`, `place`, `message`
    crashed,  ///< the worker ended without an answer, or spoke no JSON: `message` says how; it is gone
  };
  Kind kind = Kind::crashed;
  std::int64_t id = 0;  ///< of the request; 0 for crashed
  nlohmann::json result;
  ErrorKind error_kind = ErrorKind::internal;
  std::string place;
  std::string message;
  std::int64_t done = 0;
  std::int64_t total = 0;
  std::string what;
};

/// How a worker is started.
struct WorkerOptions {
  std::filesystem::path program;       ///< e.g. worker_program("reseed-train")
  std::vector<std::string> arguments;  ///< after the program's name
  std::map<std::string, std::string>
      environment;            ///< added to ours; OMP_, MKL_ and OPENBLAS_NUM_THREADS are 1 unless set here
  std::filesystem::path log;  ///< takes its standard output and error; empty: our standard error
};

/// A worker of our own folder (RESEED_WORKERS replaces the folder, for tests).
std::filesystem::path worker_program(const std::string& name);

/// A running worker (docs/workers.md). Ends with the object: standard input closed, then a second to end by itself,
/// then killed. One thread per object; several workers are waited for by poll() on their descriptor().
class WorkerProcess {
 public:
  using OnProgress = std::function<void(const WorkerEvent&)>;

  /// Errors: Error(internal) when the program cannot be started.
  explicit WorkerProcess(WorkerOptions options);
  ~WorkerProcess();
  WorkerProcess(WorkerProcess&&) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) noexcept;

  /// Sends a request {"request": ..., fields} and gives its id. A worker that is gone shows in the next receive().
  std::int64_t send(nlohmann::json request);
  /// The next message; empty when there is none within `timeout` (0: only what is there already).
  std::optional<WorkerEvent> receive(std::chrono::milliseconds timeout);
  /// send() and receive() until the answer; no timeout: as long as it takes. A worker that exceeds it is killed and the
  /// answer is `crashed`.
  WorkerEvent call(nlohmann::json request, std::optional<std::chrono::milliseconds> timeout = std::nullopt,
                   const OnProgress& progress = {});

  int descriptor() const;  ///< readable when receive() has something; -1 when the worker is gone
  int process() const;     ///< its process id
  void kill();             ///< SIGKILL; the next receive() is `crashed`

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The result of an answer. Errors: the Error that the worker sent; Error(unfinished) for a crash, `who` in front.
nlohmann::json result_of(WorkerEvent answer, const std::string& who);

}  // namespace reseed
