// SPDX-License-Identifier: Apache-2.0
#include "worker/client.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string_view>
#include <thread>
#include <utility>

#include "base/files.hpp"
#include "base/json.hpp"

extern char** environ;

namespace reseed {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kAnswers = 3;                                 // the worker's own number for the answer pipe
constexpr std::size_t kLongestLine = std::size_t{1} << 30;  // a worker that never ends a line must not eat the memory

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(std::exchange(other.number_, -1));
    return *this;
  }
  int get() const { return number_; }
  void reset(int number = -1) {
    if (number_ >= 0) ::close(number_);
    number_ = number;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;
};

/// Both ends are closed in every program that we start, and numbered above 3 so that dup2() to 3 always copies.
Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Error(ErrorKind::internal, "", std::string("cannot make a pipe: ") + std::strerror(errno));
  Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  for (Descriptor* end : {&pipe.read, &pipe.write}) {
    if (end->get() > kAnswers) continue;
    const int above = ::fcntl(end->get(), F_DUPFD_CLOEXEC, kAnswers + 1);
    if (above < 0) throw Error(ErrorKind::internal, "", std::string("cannot copy a pipe: ") + std::strerror(errno));
    end->reset(above);
  }
  return pipe;
}

/// Our environment with the worker's own settings in place of what stands there.
std::vector<std::string> environment_of(const WorkerOptions& options) {
  std::map<std::string, std::string> own = {
      {"OMP_NUM_THREADS", "1"}, {"MKL_NUM_THREADS", "1"}, {"OPENBLAS_NUM_THREADS", "1"}};
  for (const auto& [name, value] : options.environment) own[name] = value;
  std::vector<std::string> lines;
  for (char** line = environ; *line != nullptr; ++line) {
    const std::string_view text(*line);
    if (!own.contains(std::string(text.substr(0, text.find('='))))) lines.emplace_back(text);
  }
  for (const auto& [name, value] : own) lines.push_back(name + '=' + value);
  return lines;
}

std::vector<char*> pointers_to(std::vector<std::string>& lines) {
  std::vector<char*> pointers;
  for (std::string& line : lines) pointers.push_back(line.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* name = ::sigdescr_np(signal);
    return "ended by signal " + std::to_string(signal) + (name != nullptr ? std::string(" (") + name + ")" : "");
  }
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

WorkerEvent event_of(const nlohmann::json& line) {
  WorkerEvent event;
  event.id = line.at("id").is_null() ? 0 : line.at("id").get<std::int64_t>();
  const auto& name = line.at("event").get_ref<const std::string&>();
  if (name == "progress") {
    event.kind = WorkerEvent::Kind::progress;
    event.done = line.at("done").get<std::int64_t>();
    event.total = line.at("total").get<std::int64_t>();
    event.what = line.at("what").get<std::string>();
  } else if (name == "done") {
    event.kind = WorkerEvent::Kind::done;
    event.result = line.at("result");
  } else if (name == "error") {
    event.kind = WorkerEvent::Kind::error;
    event.error_kind =
        error_kind_from_string(line.at("kind").get_ref<const std::string&>()).value_or(ErrorKind::internal);
    event.place = line.at("place").get<std::string>();
    event.message = line.at("message").get<std::string>();
  } else {
    throw Error(ErrorKind::internal, "", "unknown event " + name);
  }
  return event;
}

}  // namespace

struct WorkerProcess::State {
  pid_t process = -1;
  Descriptor requests;
  Descriptor answers;
  std::string unread;        ///< bytes of lines that have not ended yet
  std::size_t searched = 0;  ///< bytes of `unread` known to hold no line end
  std::deque<WorkerEvent> events;
  std::int64_t last_id = 0;
  std::string why_killed;

  ~State() {
    if (process < 0) return;
    requests.reset();  // end of standard input: it ends by itself
    const auto until = Clock::now() + std::chrono::seconds(1);
    int status = 0;
    while (::waitpid(process, &status, WNOHANG) == 0) {
      if (Clock::now() > until) {
        ::kill(process, SIGKILL);
        while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
        }
        break;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }

  /// The end of the answer pipe: the worker is dead or about to be.
  void bury(std::string why) {
    if (process < 0) return;
    answers.reset();
    requests.reset();
    if (!why.empty()) ::kill(process, SIGKILL);
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    process = -1;
    WorkerEvent event;
    event.message = why.empty() ? how_it_ended(status) : std::move(why);
    if (!why_killed.empty()) event.message = why_killed;
    events.push_back(std::move(event));
  }

  void take_lines() {
    for (;;) {
      const std::size_t end = unread.find('\n', searched);
      if (end == std::string::npos) {
        searched = unread.size();
        return;
      }
      const std::string line = unread.substr(0, end);
      unread.erase(0, end + 1);
      searched = 0;
      try {
        events.push_back(event_of(parse_json(line, "answer")));
      } catch (const std::exception& error) {
        return bury(std::string("killed: its answer cannot be read: ") + error.what());
      }
    }
  }

  /// Reads what there is, at least one piece or the end.
  void read_some() {
    char piece[65536];
    const ssize_t count = ::read(answers.get(), piece, sizeof piece);
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) return bury("");
    unread.append(piece, static_cast<std::size_t>(count));
    take_lines();
    if (unread.size() > kLongestLine) bury("killed: its answer does not end");
  }
};

std::filesystem::path worker_program(const std::string& name) {
  if (const char* folder = std::getenv("RESEED_WORKERS"); folder != nullptr && *folder != '\0')
    return std::filesystem::path(folder) / name;
  return program_directory() / name;
}

WorkerProcess::WorkerProcess(WorkerOptions options) : state_(std::make_unique<State>()) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe requests = make_pipe();
  Pipe answers = make_pipe();
  Descriptor log;
  if (!options.log.empty()) {
    log.reset(::open(options.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (log.get() < 0)
      throw Error(ErrorKind::internal, options.log.string(),
                  std::string("cannot write the worker's log: ") + std::strerror(errno));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, requests.read.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, log.get() >= 0 ? log.get() : STDERR_FILENO, STDOUT_FILENO);
  if (log.get() >= 0) posix_spawn_file_actions_adddup2(&actions, log.get(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, answers.write.get(), kAnswers);

  std::vector<std::string> words = {options.program.string()};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  std::vector<std::string> lines = environment_of(options);
  const int failed = ::posix_spawn(&state_->process, options.program.c_str(), &actions, nullptr,
                                   pointers_to(words).data(), pointers_to(lines).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    state_->process = -1;
    throw Error(ErrorKind::internal, options.program.string(),
                std::string("cannot be started: ") + std::strerror(failed) + "; build or install reseed again");
  }
  state_->requests = std::move(requests.write);
  state_->answers = std::move(answers.read);
}

WorkerProcess::~WorkerProcess() = default;
WorkerProcess::WorkerProcess(WorkerProcess&&) noexcept = default;
WorkerProcess& WorkerProcess::operator=(WorkerProcess&&) noexcept = default;

std::int64_t WorkerProcess::send(nlohmann::json request) {
  const std::int64_t id = ++state_->last_id;
  request["id"] = id;
  const std::string line = dump_json(request) + '\n';
  std::string_view rest = line;
  while (!rest.empty() && state_->requests.get() >= 0) {
    const ssize_t written = ::write(state_->requests.get(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;  // it is gone: the answer pipe will say how
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return id;
}

std::optional<WorkerEvent> WorkerProcess::receive(std::chrono::milliseconds timeout) {
  const auto until = Clock::now() + timeout;
  while (state_->events.empty() && state_->answers.get() >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd wait{state_->answers.get(), POLLIN, 0};
    const int ready = ::poll(&wait, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000)));
    if (ready > 0)
      state_->read_some();
    else if (Clock::now() >= until)
      return std::nullopt;
  }
  if (state_->events.empty()) {  // dead, and said so before
    WorkerEvent event;
    event.message = "ended before";
    return event;
  }
  WorkerEvent event = std::move(state_->events.front());
  state_->events.pop_front();
  return event;
}

WorkerEvent WorkerProcess::call(nlohmann::json request, std::optional<std::chrono::milliseconds> timeout,
                                const OnProgress& progress) {
  const auto until = Clock::now() + timeout.value_or(std::chrono::milliseconds(0));
  const std::int64_t id = send(std::move(request));
  for (;;) {
    const auto left = timeout ? std::max(std::chrono::milliseconds(0),
                                         std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()))
                              : std::chrono::milliseconds(3'600'000);
    std::optional<WorkerEvent> event = receive(left);
    if (!event) {
      if (!timeout) continue;
      state_->why_killed = "killed after its time limit of " + std::to_string(timeout->count()) + " ms";
      kill();
      continue;
    }
    if (event->kind == WorkerEvent::Kind::crashed) return std::move(*event);
    if (event->id != id && event->id != 0) continue;  // a late answer to an earlier request
    if (event->kind != WorkerEvent::Kind::progress) return std::move(*event);
    if (progress) progress(*event);
  }
}

int WorkerProcess::descriptor() const { return state_->answers.get(); }
int WorkerProcess::process() const { return state_->process; }
void WorkerProcess::kill() {
  if (state_->process >= 0) ::kill(state_->process, SIGKILL);
}

nlohmann::json result_of(WorkerEvent answer, const std::string& who) {
  switch (answer.kind) {
    case WorkerEvent::Kind::done: return std::move(answer.result);
    case WorkerEvent::Kind::error: throw Error(answer.error_kind, answer.place, answer.message);
    default: throw Error(ErrorKind::unfinished, who, "its worker " + answer.message + "; call again to go on");
  }
}

}  // namespace reseed
